"""Reasons why JSON does not fit a type. msgspec names a wrong field or value; the reasons also list the valid ones."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from difflib import get_close_matches
from typing import Final

from msgspec import inspect

from referee_service.kernel.rules import Reason, make_reason

MAX_LISTED: Final = 6
"""With more valid names than this, a reason also has the nearest one."""
MAX_COMPARED_CHARS: Final = 60
"""How much of a wrong name is compared with the valid ones."""
_UNKNOWN_FIELD: Final = re.compile(r"Object contains unknown field `(.*?)`(?: - at `(\$.*)`)?", re.DOTALL)
_UNKNOWN_VALUE: Final = re.compile(r"Invalid enum value '(.*?)'(?: - at `(\$.*)`)?", re.DOTALL)
_STEP: Final = re.compile(r"\.([^.\[]+)|\[(\d{1,9}|\.\.\.)\]")


def mismatch(error: Exception, root: object, hidden: Collection[str] = ()) -> Reason:
    """Return why a value does not fit the type `root`. Fields that are `hidden` are not listed."""
    text = str(error)
    if found := _UNKNOWN_FIELD.fullmatch(text):
        fields = [name for name in _fields_at(root, found[2] or "$") if name not in hidden]
        if fields:
            return make_reason("unknown_field", field=found[1], path=found[2] or "$", fields=", ".join(fields))
    if found := _UNKNOWN_VALUE.fullmatch(text):
        path, values = found[2] or "$", _values_at(root, found[2] or "$")
        facts = {"found": found[1], "path": path, "values": ", ".join(values)}
        if near := nearest(found[1], values):
            return make_reason("unknown_value_near", near=near, **facts)
        if values:
            return make_reason("unknown_value", **facts)
    return make_reason("unread", why=text)


def nearest(name: str, valid: Sequence[str], *, listed: int = MAX_LISTED) -> str:
    """Return the most similar valid name, or "" if none is near or there are no more than `listed` valid ones."""
    if len(valid) <= listed:
        return ""
    return next(iter(get_close_matches(name[:MAX_COMPARED_CHARS], valid, n=1)), "")


def _fields_at(root: object, path: str) -> list[str]:
    """Return the fields of the object at a path. Of several possible objects there is none."""
    found = [each for each in _types_at(root, path) if isinstance(each, inspect.StructType)]
    return [field.encode_name for field in found[0].fields] if len(found) == 1 else []


def _values_at(root: object, path: str) -> list[str]:
    """Return the values that a path may have, if they are listed."""
    found = [each for each in _types_at(root, path) if isinstance(each, inspect.LiteralType)]
    return [str(value) for each in found for value in each.values]


def _types_at(root: object, path: str) -> list[inspect.Type]:
    """Return the types that may stand at a path of msgspec, such as `$.players[...].dice[0]`."""
    types = list(_members(inspect.type_info(root)))
    for step in _STEP.finditer(path):
        inner = (each for outer in types for each in _inner(outer, step[1], step[2]))
        types = [member for each in inner for member in _members(each)]
    return types


def _members(found: inspect.Type) -> Iterator[inspect.Type]:
    """Yield the types of a union, or the type itself."""
    if isinstance(found, inspect.Metadata):
        yield from _members(found.type)
    elif isinstance(found, inspect.UnionType):
        for each in found.types:
            yield from _members(each)
    else:
        yield found


def _inner(found: inspect.Type, name: str | None, index: str | None) -> Iterator[inspect.Type]:
    """Yield the type of a field, or of an item of a list or mapping."""
    if name is not None:
        if isinstance(found, inspect.StructType):
            yield from (field.type for field in found.fields if field.encode_name == name)
    elif isinstance(found, inspect.VarTupleType | inspect.ListType):
        yield found.item_type
    elif isinstance(found, inspect.TupleType):
        yield from found.item_types if index == "..." else found.item_types[int(index or 0) :][:1]
    elif isinstance(found, inspect.DictType):
        yield found.value_type
