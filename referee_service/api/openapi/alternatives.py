"""Fields of requests that exclude each other, which marshmallow cannot express, as `oneOf` in the OpenAPI document."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee_service.api.openapi.struct_schemas import Json, schema_ref
from referee_service.api.schemas.base import RequestSchema

FORBIDDEN: Json = {
    "description": "A field that must be absent.",
    "not": {},
    # No value is both. Client generators that ignore `not` get a type without values.
    "allOf": [{"type": "string"}, {"type": "integer"}],
}

Fields = tuple[str, ...]
Rivals = dict[Fields, set[str]]
"""For each alternative, the fields that it excludes."""


def add_alternatives(schemas: dict[str, Json], requests: Iterable[type[Any]]) -> None:
    """Add `oneOf` to each request with alternatives: `StateOnly`, `DigestOnly` and so on, which requests share.

    A partial request may lack all fields of a group.
    """
    limited = [each for each in requests if issubclass(each, RequestSchema) and each.__name__ in schemas]
    rivals = _rivals(limited)
    schemas |= {"Forbidden": FORBIDDEN}
    for fields, others in rivals.items():
        schemas[_name(fields)] = _alternative(fields, others)
        schemas[f"Maybe{_name(fields)}"] = _alternative(fields, others, is_partial=True)
    for each in limited:
        if each.alternatives:
            schemas[each.__name__]["allOf"] = [_choice(each, group) for group in each.alternatives]


def _rivals(requests: Iterable[type[RequestSchema]]) -> Rivals:
    found: Rivals = {}
    for request in requests:
        for group in request.alternatives:
            names = {name for fields in group for name in fields}
            for fields in group:
                excluded = {other for name in fields for other in request.exclusions.get(name, ())}
                found.setdefault(fields, set()).update((names - set(fields)) | excluded)
    return found


def _choice(request: type[RequestSchema], group: Iterable[Fields]) -> Json:
    if request.is_partial:
        return {"anyOf": [schema_ref(f"Maybe{_name(fields)}") for fields in group]}
    return {"oneOf": [schema_ref(_name(fields)) for fields in group]}


def _name(fields: Fields) -> str:
    """Return the name of the schema of an alternative: `SealedStateOnly`."""
    return "".join(word.capitalize() for word in fields[0].split("_")) + "Only"


def _alternative(fields: Fields, others: Iterable[str], *, is_partial: bool = False) -> Json:
    """Return a schema that requires these fields, or allows them in a partial request, and forbids others.

    Client generators count a required field only if it is among the properties of the same schema.
    """
    forbidden = {name: schema_ref("Forbidden") for name in sorted(others)}
    listed = " and ".join(f"`{name}`" for name in fields)
    if is_partial:
        return {
            "type": "object",
            "description": f"A request with {listed}, or with neither these nor a field that excludes them.",
            "properties": forbidden,
        }
    return {
        "type": "object",
        "description": f"A request with {listed}.",
        "required": list(fields),
        "properties": {**{name: {"description": "Required."} for name in fields}, **forbidden},
    }
