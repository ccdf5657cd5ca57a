"""From JSON to the dataclasses of `answers`, by their annotations. Fields that we do not know are left alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")


class Misfit(ValueError):
    """JSON that is not what the contract promises, and where."""


def read(kind: type[T], given: object, where: str = "answer") -> T:
    """The dataclass that a JSON object writes down."""
    if not isinstance(given, dict):
        raise Misfit(f"{where}: an object was promised, not {type(given).__name__}")
    own = getattr(kind, "from_json", None)
    if own is not None:
        made: T = own(given)
        return made
    described: Any = kind  # a class is hashable, whatever mypy says of type[T]
    hints = _hints(described)
    taken = {name: _value(hints[name], given[name], f"{where}.{name}") for name in hints if name in given}
    missing = _required(described) - taken.keys()
    if missing:
        raise Misfit(f"{where}: {', '.join(sorted(missing))} is missing")
    return kind(**taken)


def read_all(kind: type[T], given: Iterable[object], where: str = "answer") -> tuple[T, ...]:
    """Several of a kind."""
    return tuple(read(kind, each, f"{where}[{at}]") for at, each in enumerate(given))


@cache
def _hints(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}


@cache
def _required(kind: Any) -> frozenset[str]:
    return frozenset(
        field.name for field in fields(kind) if field.default is MISSING and field.default_factory is MISSING
    )


def _value(hint: Any, given: object, where: str) -> object:
    """A value as its annotation wants it."""
    if hint is Any:
        return given
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return _one_of(get_args(hint), given, where)
    if origin is tuple:
        if not isinstance(given, list):
            raise Misfit(f"{where}: a list was promised, not {type(given).__name__}")
        return tuple(_value(get_args(hint)[0], each, f"{where}[{at}]") for at, each in enumerate(given))
    if origin is dict and isinstance(given, dict):
        return {name: _value(get_args(hint)[1], each, f"{where}.{name}") for name, each in given.items()}
    if is_dataclass(hint) and isinstance(hint, type):
        return read(hint, given, where)
    if hint is float and isinstance(given, int):
        return float(given)
    expected = origin or hint
    if isinstance(expected, type) and not isinstance(given, expected):
        raise Misfit(f"{where}: {expected.__name__} was promised, not {type(given).__name__}")
    return given


def _one_of(kinds: tuple[Any, ...], given: object, where: str) -> object:
    if given is None and NoneType in kinds:
        return None
    for kind in kinds:
        try:
            return _value(kind, given, where)
        except Misfit as error:
            misfit = error
    raise misfit
