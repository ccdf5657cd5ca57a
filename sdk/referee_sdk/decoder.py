"""Decoder from JSON to the dataclasses of `models`, driven by their annotations. Unknown fields are ignored."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")


class DecodeError(ValueError):
    """JSON that does not fit the dataclass; the text names the place and the reason."""


def decode(model: type[T], value: object, path: str = "response") -> T:
    """Return a JSON object as an instance of the dataclass `model`.

    A class with its own `from_json` decodes itself. Raises `DecodeError` if a value has a wrong type or is missing.
    """
    if not isinstance(value, dict):
        raise DecodeError(f"{path}: expected an object, got {type(value).__name__}")
    from_json = getattr(model, "from_json", None)
    if from_json is not None:
        custom: T = from_json(value)
        return custom
    hashable_model: Any = model  # mypy does not accept type[T] as an argument of cached functions
    hints = _hints(hashable_model)
    decoded = {name: _decode_value(hints[name], value[name], f"{path}.{name}") for name in hints if name in value}
    missing = _required_fields(hashable_model) - decoded.keys()
    if missing:
        raise DecodeError(f"{path}: {', '.join(sorted(missing))} is missing")
    return model(**decoded)


def decode_all(model: type[T], values: Iterable[object], path: str = "response") -> tuple[T, ...]:
    """Return several JSON objects as instances of `model`. Raises `DecodeError` like `decode`."""
    return tuple(decode(model, value, f"{path}[{index}]") for index, value in enumerate(values))


@cache
def _hints(model: Any) -> dict[str, Any]:
    hints = get_type_hints(model)
    return {field.name: hints[field.name] for field in fields(model)}


@cache
def _required_fields(model: Any) -> frozenset[str]:
    return frozenset(
        field.name for field in fields(model) if field.default is MISSING and field.default_factory is MISSING
    )


def _decode_value(hint: Any, value: object, path: str) -> object:
    """Return a JSON value as the type that its annotation names."""
    if hint is Any:
        return value
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return _decode_union(get_args(hint), value, path)
    if origin is tuple:
        if not isinstance(value, list):
            raise DecodeError(f"{path}: expected a list, got {type(value).__name__}")
        return _decode_items(get_args(hint), value, path)
    if origin is dict and isinstance(value, dict):
        return {name: _decode_value(get_args(hint)[1], item, f"{path}.{name}") for name, item in value.items()}
    if is_dataclass(hint) and isinstance(hint, type):
        return decode(hint, value, path)
    if hint is float and isinstance(value, int):
        return float(value)
    expected = origin or hint
    if isinstance(expected, type) and not isinstance(value, expected):
        raise DecodeError(f"{path}: expected {expected.__name__}, got {type(value).__name__}")
    return value


def _decode_items(types: tuple[Any, ...], values: list[Any], path: str) -> tuple[object, ...]:
    """Return a JSON list as a tuple: of any length with `...`, else with one item per type."""
    if types[-1] is ...:
        types = types[:1] * len(values)
    if len(types) != len(values):
        raise DecodeError(f"{path}: expected {len(types)} items, got {len(values)}")
    pairs = zip(types, values, strict=True)
    return tuple(_decode_value(each, item, f"{path}[{index}]") for index, (each, item) in enumerate(pairs))


def _decode_union(types: tuple[Any, ...], value: object, path: str) -> object:
    """Return the value as the first type of a union that fits. Raises the error of the last type if none fits."""
    if value is None and NoneType in types:
        return None
    for each in types:
        try:
            return _decode_value(each, value, path)
        except DecodeError as error:
            last_error = error
    raise last_error
