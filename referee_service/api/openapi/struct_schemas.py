"""JSON schemas of msgspec structs, with the docstrings of their fields as descriptions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from inspect import cleandoc
from typing import Any

import msgspec
from msgspec import Struct, inspect

from referee_service.api.openapi.descriptions import field_description
from referee_service.kernel.bags import Bag
from referee_service.kernel.rules import Fact
from referee_service.kernel.state import Seat

Json = dict[str, Any]
SCHEMA_REF = "#/components/schemas/"

TAG_DESCRIPTIONS = {"kind": "Verb of this action.", "question": "Name of this open question."}
"""What the tag of a union of structs means, by its name."""


def schema_ref(name: str) -> Json:
    """Return a reference to a schema of the document."""
    return {"$ref": f"{SCHEMA_REF}{name}"}


def schemas_for(types: Iterable[Any], name: Callable[[str], str]) -> dict[str, Json]:
    """Return the schemas of these types and of the types inside them, by public name."""
    listed = tuple(types)
    _, found = msgspec.json.schema_components(
        listed, ref_template=SCHEMA_REF + "{name}", schema_hook=lambda _: {"description": "any JSON"}
    )
    classes = _struct_classes(listed)
    for old, schema in found.items():
        _add_descriptions(schema, classes.get(old))
    pattern = re.compile(re.escape(f'"{SCHEMA_REF}') + r'([^"]+)"')
    text = msgspec.json.encode({name(old): schema for old, schema in found.items()}).decode()
    schemas = msgspec.json.decode(pattern.sub(lambda ref: f'"{SCHEMA_REF}{name(ref[1])}"', text), type=dict[str, Json])
    for schema in schemas.values():
        _simplify(schema)
    return schemas


NAMED_TYPES: Mapping[str, tuple[Any, str]] = {
    "Fact": (Fact, "One fact of a text: a number, an id or name, a list of these, or a truth value."),
    "Seat": (Seat, "A seat at the table, counted from 0, or `chance`, which rolls dice and draws."),
    "Bag": (Bag, "Pieces of several kinds as (kind, number) pairs, sorted by kind, without zeros."),
}
"""Types without a class that many structs use: each has one schema, and structs refer to it."""


def named_schemas() -> dict[str, Json]:
    """Return the schemas of `NAMED_TYPES` with their descriptions."""
    schemas: dict[str, Json] = {}
    for name, (named_type, description) in NAMED_TYPES.items():
        schema = msgspec.json.schema(named_type)
        _simplify(schema, is_top=True)
        schemas[name] = {"description": description, **schema}
    return schemas


_NAME_OF_SCHEMA = {
    msgspec.json.encode(msgspec.json.schema(named_type)): name for name, (named_type, _) in NAMED_TYPES.items()
}


def _struct_classes(types: tuple[Any, ...]) -> dict[str, type[Struct]]:
    """Return all struct classes inside these types, by the name that msgspec gives their schemas."""
    classes: dict[str, type[Struct]] = {}
    waiting: list[Any] = list(inspect.multi_type_info(types))
    while waiting:
        each = waiting.pop()
        if isinstance(each, inspect.StructType) and each.cls.__name__ not in classes:
            classes[each.cls.__name__] = each.cls
            waiting += [field.type for field in each.fields]
        parts = [getattr(each, part, None) for part in ("type", "item_type", "key_type", "value_type")]
        waiting += [part for part in parts if isinstance(part, inspect.Type)]
        waiting += [*getattr(each, "types", ()), *getattr(each, "item_types", ())]
    return classes


def _add_descriptions(schema: Json, owner: type[Struct] | None) -> None:
    """Add the description of each property of a struct's schema. One that a type has already is replaced.

    A struct that is an array in JSON has the descriptions at the items of the array. A property that is left out of
    the JSON if it has its default loses `default`: client generators take such a property for always present.
    """
    if owner is None:
        return
    config = owner.__struct_config__
    for name, item in zip(owner.__struct_fields__, schema.get("prefixItems", ()), strict=False):
        item["description"] = field_description(owner, name)
    for name, property_schema in list(schema.get("properties", {}).items()):
        if name == config.tag_field:
            schema["properties"][name] = {
                "type": "string",
                "const": property_schema["enum"][0],
                "description": TAG_DESCRIPTIONS[name],
            }
        elif text := field_description(owner, name):
            property_schema["description"] = text
        if config.omit_defaults and (default := property_schema.pop("default", None)) is not None:
            absent = f"If absent: `{msgspec.json.encode(default).decode()}`."
            property_schema["description"] = f"{property_schema.get('description', '')} {absent}".strip()


def _simplify(schema: object, *, is_top: bool = False) -> None:
    """Change a schema for readers and client generators.

    Types of `NAMED_TYPES` become references. Titles and `items: false` go, and enums get a type.
    """
    if isinstance(schema, list):
        for item in schema:
            _simplify(item)
    if not isinstance(schema, dict):
        return
    notes = {key: schema[key] for key in ("description", "default") if key in schema}
    bare = {key: value for key, value in schema.items() if key not in notes}
    if not is_top and (name := _NAME_OF_SCHEMA.get(msgspec.json.encode(bare))):
        schema.clear()
        schema.update(schema_ref(name) | notes)
    if isinstance(schema.get("title"), str):
        del schema["title"]
    if isinstance(description := schema.get("description"), str):
        schema["description"] = cleandoc(description)
    if schema.get("items") is False:
        del schema["items"]  # `maxItems` has the same effect
    if isinstance(values := schema.get("enum"), list) and all(isinstance(value, str) for value in values):
        schema["type"] = "string"
    for value in schema.values():
        _simplify(value)


def public_name(name: str) -> str:
    """Return the schema name of a struct. The suffix `Response` only separates it from a kernel struct."""
    return PUBLIC_NAMES.get(name, name.removesuffix("Response"))


PUBLIC_NAMES = {"ProblemDetails": "Problem", "VerbResponse": "VerbInfo", "RoomView": "Room"}
"""Schema names that do not follow from the name of the struct."""
