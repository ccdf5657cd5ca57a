"""msgspec structs derived from the marshmallow request schemas. Both accept the same bodies.

The struct is fast; the marshmallow schema is the definition and produces the error messages.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Annotated, Any, Literal

from marshmallow import EXCLUDE, Schema, fields, missing, validate
from msgspec import UNSET, Meta, Raw, Struct, UnsetType, defstruct, field

from referee_service.api.schemas.base import Group, RequestSchema, allowed_combinations
from referee_service.api.schemas.fields import AnyJson, PassthroughObject, SeatField

JsonObject = dict[str, object]


def request_struct(schema: Schema) -> type[Struct]:
    """Return a struct that accepts the same bodies as the schema. Omitted fields are UNSET or have their default."""
    namespace: dict[str, Any] = {}
    if isinstance(schema, RequestSchema) and (schema.alternatives or schema.exclusions):
        namespace["__post_init__"] = _alternatives_check(schema)
    return defstruct(
        f"{type(schema).__name__}Struct",
        [_struct_field(name, schema_field) for name, schema_field in schema.fields.items()],
        namespace=namespace,
        forbid_unknown_fields=schema.unknown != EXCLUDE,
        kw_only=True,
        frozen=True,
    )


def _struct_field(name: str, schema_field: fields.Field[Any]) -> Any:
    has_null = schema_field.allow_none and not isinstance(schema_field, AnyJson)  # a raw value may be null
    field_type = _type(schema_field) | None if has_null else _type(schema_field)
    if schema_field.required:
        return name, field_type
    if schema_field.load_default is not missing:
        return name, field_type, field(default=schema_field.load_default)
    return name, field_type | UnsetType, field(default=UNSET)


def _type(schema_field: fields.Field[Any]) -> Any:
    """Return the type of a field with the constraints of its validators."""
    constraints: dict[str, Any] = {}
    for validator in schema_field.validators:
        if isinstance(validator, validate.OneOf):
            return Literal[tuple(validator.choices)]
        constraints |= _constraints(validator)
    return Annotated[_base_type(schema_field), Meta(**constraints)] if constraints else _base_type(schema_field)


def _constraints(validator: object) -> dict[str, Any]:
    constraints: dict[str, Any]
    if isinstance(validator, validate.Length):
        constraints = {"min_length": validator.min, "max_length": validator.max}
    elif isinstance(validator, validate.Range):
        constraints = {"ge": validator.min, "le": validator.max}
    elif isinstance(validator, validate.Regexp):
        constraints = {"pattern": validator.regex.pattern}
    else:
        raise TypeError(f"msgspec has no constraint for {validator!r}")
    return {name: value for name, value in constraints.items() if value is not None}


def _base_type(schema_field: fields.Field[Any]) -> Any:
    if isinstance(schema_field, PassthroughObject):
        return Raw if schema_field.large else JsonObject
    if isinstance(schema_field, AnyJson):
        return Raw
    if isinstance(schema_field, fields.Nested):
        return request_struct(schema_field.schema)
    if isinstance(schema_field, fields.List):
        inner: Any = _type(schema_field.inner)
        return list[inner]
    if isinstance(schema_field, fields.Dict):
        key, value = schema_field.key_field, schema_field.value_field
        assert key is not None, "the schema names the type of the keys"
        assert value is not None, "the schema names the type of the values"
        return dict.__class_getitem__((_type(key), _type(value)))
    if isinstance(schema_field, SeatField):
        return Annotated[int, Meta(ge=0, le=99)] | Literal["chance"]
    for field_class, plain in ((fields.String, str), (fields.Boolean, bool), (fields.Integer, int)):
        if isinstance(schema_field, field_class):
            return plain
    raise TypeError(f"no struct type for a {type(schema_field).__name__}")


def _alternatives_check(schema: RequestSchema) -> Any:
    """Return a `__post_init__` with the same check as `RequestSchema.check_alternatives`."""
    groups = [_group(group, is_partial=schema.is_partial) for group in schema.alternatives]
    exclusions = [(name, other) for name, others in schema.exclusions.items() for other in others]

    def __post_init__(self: Struct) -> None:  # noqa: N807
        for values, allowed in groups:
            if tuple([value is not UNSET for value in values(self)]) not in allowed:
                raise ValueError("not exactly one of each group")
        for name, other in exclusions:
            if getattr(self, name) is not UNSET and getattr(self, other) is not UNSET:
                raise ValueError("two fields exclude each other")

    return __post_init__


def _group(group: Group, *, is_partial: bool) -> tuple[attrgetter[Any], set[tuple[bool, ...]]]:
    """Return a getter for the values of a group, and the allowed combinations of present fields."""
    names = list(dict.fromkeys(name for alternative in group for name in alternative))
    combinations = allowed_combinations(group, is_partial=is_partial)
    return attrgetter(*names), {tuple(name in present for name in names) for present in combinations}
