"""Envelopes read in one go: for every marshmallow schema the msgspec struct that takes the same bodies.

The marshmallow schema is the contract, and it alone says what is wrong with a body; the struct is derived from it.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Annotated, Any, Literal

from marshmallow import Schema, fields, missing, validate
from msgspec import UNSET, Meta, Raw, Struct, UnsetType, defstruct, field

from referee_service.api.schemas.requests import PassthroughObject, RequestSchema, SeatField

JsonObject = dict[str, object]


def request_struct(schema: Schema) -> type[Struct]:
    """The struct that takes what this schema takes; what may be left out is then UNSET, or its default."""
    alternatives = schema.alternatives if isinstance(schema, RequestSchema) else ()
    return defstruct(
        f"Quick{type(schema).__name__}",
        [_field(name, each) for name, each in schema.fields.items()],
        namespace={"__post_init__": _alternatives_check(alternatives)} if alternatives else {},
        forbid_unknown_fields=True,
        kw_only=True,
        frozen=True,
    )


def _field(name: str, given: fields.Field[Any]) -> Any:
    kind = _type(given) | None if given.allow_none else _type(given)
    if given.required:
        return name, kind
    if given.load_default is not missing:
        return name, kind, field(default=given.load_default)
    return name, kind | UnsetType, field(default=UNSET)


def _type(given: fields.Field[Any]) -> Any:
    """The type of a field with all that its validators ask for."""
    marks: dict[str, Any] = {}
    for validator in given.validators:
        if isinstance(validator, validate.OneOf):
            return Literal[tuple(validator.choices)]
        marks |= _constraints(validator)
    return Annotated[_base_type(given), Meta(**marks)] if marks else _base_type(given)


def _constraints(validator: object) -> dict[str, Any]:
    named: dict[str, Any]
    if isinstance(validator, validate.Length):
        named = {"min_length": validator.min, "max_length": validator.max}
    elif isinstance(validator, validate.Range):
        named = {"ge": validator.min, "le": validator.max}
    elif isinstance(validator, validate.Regexp):
        named = {"pattern": validator.regex.pattern}
    else:
        raise TypeError(f"a struct cannot ask for {validator!r}")
    return {name: value for name, value in named.items() if value is not None}


def _base_type(given: fields.Field[Any]) -> Any:
    if isinstance(given, PassthroughObject):
        return Raw if given.large else JsonObject
    if isinstance(given, fields.Nested):
        return request_struct(given.schema)
    if isinstance(given, fields.List):
        inner: Any = _type(given.inner)
        return list[inner]
    if isinstance(given, SeatField):
        return Annotated[int, Meta(ge=0, le=99)] | Literal["chance"]
    for kind, plain in ((fields.String, str), (fields.Boolean, bool), (fields.Integer, int)):
        if isinstance(given, kind):
            return plain
    raise TypeError(f"no struct holds a {type(given).__name__}")


def _alternatives_check(alternatives: tuple[tuple[tuple[str, ...], ...], ...]) -> Any:
    """Of every group exactly one alternative is given, whole; as `Request.one_of_each` asks."""
    groups = [_group(group) for group in alternatives]

    def __post_init__(self: Struct) -> None:  # noqa: N807
        for values, allowed in groups:
            if tuple([value is not UNSET for value in values(self)]) not in allowed:
                raise ValueError("not exactly one of each group")

    return __post_init__


def _group(group: tuple[tuple[str, ...], ...]) -> tuple[attrgetter[Any], set[tuple[bool, ...]]]:
    """How to get the values of a group, and which of them may be given together."""
    names = list(dict.fromkeys(name for alternative in group for name in alternative))
    allowed = {tuple(name in alternative for name in names) for alternative in group}
    return attrgetter(*names), allowed
