"""OpenAPI document: marshmallow describes request bodies; `struct_schemas.py` describes everything else."""

from __future__ import annotations

import http
from collections.abc import Collection, Iterable
from typing import Any

import msgspec
import yaml
from flask import Flask
from flask_smorest import Api

from referee_service.api.openapi.response_schemas import component_schemas
from referee_service.api.openapi.shared_parts import METHODS, share_repeated_parts
from referee_service.api.openapi.struct_schemas import SCHEMA_REF, Json
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


def problem_response(description: str, schema: str = "Problem") -> Json:
    """Return the entry of an error response. Its body is a problem."""
    return {"description": description, "content": {PROBLEM_JSON: {"schema": {"$ref": f"{SCHEMA_REF}{schema}"}}}}


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


SECURITY_SCHEMES: dict[str, Json] = {
    "apiKey": {
        "type": "apiKey",
        "in": "header",
        "name": "X-API-Key",
        "description": "Key of a client, if the service requires one. It names the caches and limits of the client.",
    },
    "bearerKey": {
        "type": "http",
        "scheme": "bearer",
        "description": "The same key as `Authorization: Bearer …`, for clients that cannot set other headers.",
    },
    "credential": {
        "type": "http",
        "scheme": "bearer",
        "description": "Credential of a seat or the keeper of a guarded match. Jobs of open matches need none.",
    },
}
"""How a request proves who it acts for."""
KEY_SECURITY: list[Json] = [{}, {"apiKey": []}, {"bearerKey": []}]
"""Security of most operations: a service may require a key, and a service for one machine does not."""


JOB_SECURITY: list[Json] = [*KEY_SECURITY, {"credential": []}, {"apiKey": [], "credential": []}]
"""Security of a job: that of a guarded match needs the credential of its seat."""


class OpenApi(Api):
    """flask-smorest with RFC 9457 problems in place of its own errors, and with the schemas of msgspec structs."""

    def _register_responses(self) -> None:
        """Register one response per HTTP status. Error responses have a problem body."""
        self.spec.components.response("DEFAULT_ERROR", problem_response("Any other error"), lazy=True)
        for status in http.HTTPStatus:
            response = problem_response(status.phrase) if status >= 400 else {"description": status.phrase}
            self.spec.components.response(status.name, response, lazy=True)

    def _register_pagination_header(self) -> None:
        """Skip the pagination header, because no response is paginated."""

    def _register_error_handlers(self) -> None:
        """Skip flask-smorest's handlers, because `create_app` registers others."""

    def init_app(self, app: Flask, **kwargs: Any) -> None:
        """Register the app, how keys and credentials are sent, and how the fields of requests are described."""
        super().init_app(app, **kwargs)
        for name, scheme in SECURITY_SCHEMES.items():
            self.spec.components.security_scheme(name, scheme)
        self.ma_plugin.converter.add_attribute_function(lambda _, field, **kwargs: openapi_field(field, **kwargs))


def openapi_document(api: OpenApi, games: Collection[AnyGame]) -> Json:
    """Return the complete document: the registered routes, all schemas, and the alternative fields of requests."""
    document: Json = msgspec.json.decode(msgspec.json.encode(api.spec.to_dict()))  # a copy, because it is changed
    document["components"]["schemas"] = component_schemas(games) | document["components"]["schemas"]
    for path in document["paths"].values():
        path.pop("parameters", None)  # each operation describes its own
        for method in path.keys() & METHODS:
            _sort_responses(path[method])
            path[method].setdefault("parameters", []).append(LANGUAGE_PARAMETER)
    document["components"]["responses"].pop("DEFAULT_ERROR", None)
    document["security"] = KEY_SECURITY
    document["components"]["parameters"] = {"Language": LANGUAGE_HEADER}
    for game in games:
        _add_alternatives(document["components"]["schemas"], request_schemas(game).values())
    for name, schema in document["components"]["schemas"].items():
        if name.endswith(("Request", "Options")):
            _describe_defaults(schema)
    share_repeated_parts(document)
    return document


def _describe_defaults(schema: Json) -> None:
    """Move the defaults of a request to the descriptions. Generators make a property with a default a required one."""
    for property_schema in schema.get("properties", {}).values():
        if "default" in property_schema:
            default = msgspec.json.encode(property_schema.pop("default")).decode()
            text = property_schema.get("description", "").strip()
            property_schema["description"] = text if "Default" in text else f"{text} Default: `{default}`.".strip()


LANGUAGE_PARAMETER: Json = {"$ref": "#/components/parameters/Language"}
LANGUAGE_HEADER: Json = {
    "in": "header",
    "name": "Accept-Language",
    "description": "Language of all texts: English, unless French is preferred.",
    "schema": {"type": "string"},
    "example": "en",
}


def _sort_responses(operation: Json) -> None:
    """Sort responses by status and remove the default one, so that tests find statuses that are not documented."""
    operation["responses"].pop("default", None)
    operation["responses"] = dict(sorted(operation["responses"].items()))


class _ReadableDumper(yaml.CSafeDumper):
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


FORBIDDEN: Json = {
    "description": "A field that must be absent.",
    "not": {},
    # No value is both. Client generators that ignore `not` get a type without values.
    "allOf": [{"type": "string"}, {"type": "integer"}],
}


def _add_alternatives(schemas: dict[str, Json], requests: Iterable[type[Any]]) -> None:
    """Add `oneOf` for fields that exclude each other, which marshmallow cannot express."""
    limited = [each for each in requests if issubclass(each, RequestSchema) and each.__name__ in schemas]
    rivals: dict[tuple[str, ...], set[str]] = {}
    for group in [group for each in limited for group in each.alternatives]:
        names = {name for fields in group for name in fields}
        for fields in group:
            rivals.setdefault(fields, set()).update(names - set(fields))
    schemas |= {"Forbidden": FORBIDDEN} | {_alternative_name(each): _alternative(each, rivals[each]) for each in rivals}
    for each in limited:
        if each.alternatives:
            schemas[each.__name__]["allOf"] = [
                {"oneOf": [{"$ref": f"{SCHEMA_REF}{_alternative_name(fields)}"} for fields in group]}
                for group in each.alternatives
            ]


def _alternative_name(fields: tuple[str, ...]) -> str:
    """Return the name of the schema of an alternative: `SealedStateOnly`."""
    return "".join(word.capitalize() for word in fields[0].split("_")) + "Only"


def _alternative(fields: tuple[str, ...], others: Iterable[str]) -> Json:
    """Return a schema that requires these fields and forbids others.

    Client generators count a required field only if it is among the properties of the same schema.
    """
    forbidden = {name: {"$ref": f"{SCHEMA_REF}Forbidden"} for name in sorted(others)}
    return {
        "type": "object",
        "description": f"A request with {' and '.join(f'`{name}`' for name in fields)}.",
        "required": list(fields),
        "properties": {**{name: {"description": "Required in this form."} for name in fields}, **forbidden},
    }
