"""From JSON to the dataclasses of `answers`, by their annotations. Fields that we do not know are left alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")


class DecodeError(ValueError):
    """JSON that is not what the contract promises, and where."""


def decode(kind: type[T], given: object, where: str = "answer") -> T:
    """The dataclass that a JSON object writes down."""
    if not isinstance(given, dict):
        raise DecodeError(f"{where}: an object was promised, not {type(given).__name__}")
    own = getattr(kind, "from_json", None)
    if own is not None:
        made: T = own(given)
        return made
    described: Any = kind  # a class is hashable, whatever mypy says of type[T]
    hints = _hints(described)
    taken = {name: _decode_value(hints[name], given[name], f"{where}.{name}") for name in hints if name in given}
    missing = _required(described) - taken.keys()
    if missing:
        raise DecodeError(f"{where}: {', '.join(sorted(missing))} is missing")
    return kind(**taken)


def decode_all(kind: type[T], given: Iterable[object], where: str = "answer") -> tuple[T, ...]:
    """Several of a kind."""
    return tuple(decode(kind, each, f"{where}[{at}]") for at, each in enumerate(given))


@cache
def _hints(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}


@cache
def _required(kind: Any) -> frozenset[str]:
    return frozenset(
        field.name for field in fields(kind) if field.default is MISSING and field.default_factory is MISSING
    )


def _decode_value(hint: Any, given: object, where: str) -> object:
    """A value as its annotation wants it."""
    if hint is Any:
        return given
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return _decode_union(get_args(hint), given, where)
    if origin is tuple:
        if not isinstance(given, list):
            raise DecodeError(f"{where}: a list was promised, not {type(given).__name__}")
        return tuple(_decode_value(get_args(hint)[0], each, f"{where}[{at}]") for at, each in enumerate(given))
    if origin is dict and isinstance(given, dict):
        return {name: _decode_value(get_args(hint)[1], each, f"{where}.{name}") for name, each in given.items()}
    if is_dataclass(hint) and isinstance(hint, type):
        return decode(hint, given, where)
    if hint is float and isinstance(given, int):
        return float(given)
    expected = origin or hint
    if isinstance(expected, type) and not isinstance(given, expected):
        raise DecodeError(f"{where}: {expected.__name__} was promised, not {type(given).__name__}")
    return given


def _decode_union(kinds: tuple[Any, ...], given: object, where: str) -> object:
    if given is None and NoneType in kinds:
        return None
    for kind in kinds:
        try:
            return _decode_value(kind, given, where)
        except DecodeError as error:
            misfit = error
    raise misfit
