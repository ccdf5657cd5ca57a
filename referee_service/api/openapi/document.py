"""OpenAPI document: marshmallow describes request bodies; `struct_schemas.py` describes everything else."""

from __future__ import annotations

import http
from collections.abc import Collection, Iterable
from typing import Any

import msgspec
import yaml
from flask_smorest import Api

from referee_service.api.openapi.batches import add_batch_bodies, add_batch_schemas
from referee_service.api.openapi.struct_schemas import SCHEMA_REF, Json, component_schemas
from referee_service.api.schemas.fields import openapi_field
from referee_service.api.schemas.requests import RequestSchema, request_schemas
from referee_service.kernel.game import AnyGame

PROBLEM_JSON = "application/problem+json"

GET_ERRORS: dict[int, Any] = {
    401: "UNAUTHORIZED",
    404: "NOT_FOUND",
    406: "NOT_ACCEPTABLE",
    429: "TOO_MANY_REQUESTS",
    431: "REQUEST_HEADER_FIELDS_TOO_LARGE",
}
"""Documented errors of a GET request: status to the name of a shared response."""
POST_ERRORS: dict[int, Any] = GET_ERRORS | {
    400: "BAD_REQUEST",
    403: "FORBIDDEN",
    408: "REQUEST_TIMEOUT",
    409: "CONFLICT",
    410: "GONE",
    413: "REQUEST_ENTITY_TOO_LARGE",
    415: "UNSUPPORTED_MEDIA_TYPE",
    422: "UNPROCESSABLE_ENTITY",
    503: "SERVICE_UNAVAILABLE",
}
"""Documented errors of a POST request."""


API_DESCRIPTION = """\
A rules backend for board games. Send a state and a move. Referee checks the move and names every rule that forbids it.
For a legal move it returns the next state, the events, the seat that decides next, and all legal actions of that seat.

- `Accept-Language: fr` or `en` selects the language of prompts, labels, narration and refusals.
- Every error is `application/problem+json` with a stable `code` and a `request_id`. A body that does not match its
  schema gets 422. A body that matches but breaks a rule gets 409.
- If a JSON object repeats a key, the last value counts.
- If the service requires an API key, send it as `X-API-Key`, or as `Authorization: Bearer …`.
- A job of a guarded match needs the credential of its seat as `Authorization: Bearer …`. Then send an API key as
  `X-API-Key`.
"""


CREDENTIAL_SCHEME: Json = {
    "type": "http",
    "scheme": "bearer",
    "description": "Credential of a seat or the keeper of a guarded match. Jobs of open matches need none.",
}


class OpenApi(Api):
    """flask-smorest with RFC 9457 problems in place of its own errors, and with the schemas of msgspec structs."""

    def _register_responses(self) -> None:
        """Register one response per HTTP status. Error responses have a problem body."""
        content = {PROBLEM_JSON: {"schema": {"$ref": f"{SCHEMA_REF}Problem"}}}
        self.spec.components.response(
            "DEFAULT_ERROR", {"description": "Any other error", "content": content}, lazy=True
        )
        for status in http.HTTPStatus:
            response: Json = {"description": status.phrase} | ({"content": content} if status >= 400 else {})
            self.spec.components.response(status.name, response, lazy=True)

    def _register_pagination_header(self) -> None:
        """Skip the pagination header, because no response is paginated."""

    def _register_error_handlers(self) -> None:
        """Skip flask-smorest's handlers, because `create_app` registers others."""

    def add_schemas(self, games: Collection[AnyGame]) -> None:
        """Add the schemas of states, actions and responses to the document, and how credentials are sent."""
        self.spec.components.security_scheme("credential", CREDENTIAL_SCHEME)
        self.ma_plugin.converter.add_attribute_function(lambda _, field, **kwargs: openapi_field(field, **kwargs))
        for name, schema in component_schemas(games).items():
            self.spec.components.schema(name, schema)
        for game in games:
            add_batch_schemas(self.spec, game)


def openapi_document(api: OpenApi, games: Iterable[AnyGame]) -> Json:
    """Return the complete document, with the alternative fields of requests."""
    document: Json = msgspec.json.decode(msgspec.json.encode(api.spec.to_dict()))  # a copy, because it is changed
    for path in document["paths"].values():
        path.pop("parameters", None)  # each operation describes its own
        for method in path.keys() & {"get", "post", "delete"}:
            _sort_responses(path[method])
            path[method].setdefault("parameters", []).append(LANGUAGE_HEADER)
    document["components"]["responses"].pop("DEFAULT_ERROR", None)
    for game in games:
        for schema in request_schemas(game).values():
            _add_alternatives(document["components"]["schemas"], schema)
        add_batch_bodies(document, game)
    return document


LANGUAGE_HEADER: Json = {
    "in": "header",
    "name": "Accept-Language",
    "description": "Language of all texts: English, unless French is preferred.",
    "schema": {"type": "string"},
    "example": "fr",
}


def _sort_responses(operation: Json) -> None:
    """Sort responses by status and remove the default one, so that tests find statuses that are not documented."""
    operation["responses"].pop("default", None)
    operation["responses"] = dict(sorted(operation["responses"].items()))


class _ReadableDumper(yaml.SafeDumper):
    """YAML writer for human readers: no anchors, short values on one line, multi-line texts as blocks."""

    def ignore_aliases(self, data: object) -> bool:
        """Return True: repeated values are written out."""
        return True

    def represent_str(self, text: str) -> yaml.ScalarNode:
        """Return a block scalar for a text of several lines, else a plain one."""
        return self.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)

    def represent_mapping(self, tag: str, mapping: Any, *style: bool | None) -> yaml.MappingNode:
        """Return a mapping node in block style if one of its values is a block scalar."""
        node = super().represent_mapping(tag, mapping, *style)
        if any(isinstance(value, yaml.ScalarNode) and value.style == "|" for _, value in node.value):
            node.flow_style = False
        return node


_ReadableDumper.add_representer(str, _ReadableDumper.represent_str)


def to_yaml(document: Json) -> bytes:
    """Return the document as the content of `openapi.yaml`."""
    head = {name: document[name] for name in ("openapi", "info")}
    text: str = yaml.dump(
        head | document, Dumper=_ReadableDumper, sort_keys=False, allow_unicode=True, width=120, default_flow_style=None
    )
    return text.encode()


def _add_alternatives(schemas: dict[str, Json], schema: type[Any]) -> None:
    """Add `oneOf` for fields that exclude each other, which marshmallow cannot express."""
    if not issubclass(schema, RequestSchema) or not schema.alternatives or schema.__name__ not in schemas:
        return
    count = "anyOf" if schema.is_partial else "oneOf"
    schemas[schema.__name__]["allOf"] = [
        {count: [_alternative(fields, group, schema) for fields in group]} for group in schema.alternatives
    ]


def _alternative(fields: tuple[str, ...], group: tuple[tuple[str, ...], ...], schema: type[RequestSchema]) -> Json:
    """Return a schema that requires these fields and forbids the other fields of their group, and excluded ones.

    A partial body may lack the fields.
    """
    others = {name for alternative in group for name in alternative} - set(fields)
    others |= {other for name in fields for other in schema.exclusions.get(name, ())}
    forbidden: Json = {"properties": {name: {"not": {}} for name in sorted(others)}}
    return forbidden if schema.is_partial else {"required": list(fields), **forbidden}
