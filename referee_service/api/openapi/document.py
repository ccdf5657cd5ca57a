"""OpenAPI document: marshmallow describes request bodies; `struct_schemas.py` describes everything else."""

from __future__ import annotations

import http
from collections.abc import Collection
from typing import Any

import msgspec
import yaml
from flask import Flask
from flask_smorest import Api

from referee_service.api.openapi.alternatives import add_alternatives
from referee_service.api.openapi.batches import add_batch_bodies, add_batch_schemas
from referee_service.api.openapi.response_schemas import component_schemas
from referee_service.api.openapi.shared_parts import METHODS, REQUEST_SUFFIXES, share_repeated_parts
from referee_service.api.openapi.struct_schemas import SCHEMA_REF, Json, schema_ref
from referee_service.api.schemas.fields import openapi_field
from referee_service.api.schemas.parser import Blueprint
from referee_service.api.schemas.requests import request_schemas, schema_prefix
from referee_service.api.schemas.rooms import ROOM_REQUESTS
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
- GET responses have an `ETag`. With `If-None-Match`, a response that did not change is 304 without a body.
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
    """flask-smorest with RFC 9457 problems in place of its own errors, and with the schemas of msgspec structs.

    Registered routes are described when a document is first made, because few processes make one.
    """

    def __init__(self, app: Flask) -> None:
        self._undescribed: list[Blueprint] = []
        super().__init__(app)

    def register_blueprint(self, blueprint: Blueprint) -> None:
        """Register the routes of a blueprint."""
        self._app.register_blueprint(blueprint)
        self._undescribed.append(blueprint)

    def describe_routes(self) -> None:
        """Describe the routes of all blueprints that are not described yet."""
        while self._undescribed:
            blueprint = self._undescribed.pop(0)
            blueprint.register_views_in_doc(self, self._app, self.spec, name=blueprint.name, parameters=None)
            self.spec.tag({"name": blueprint.name, "description": blueprint.description})

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
    api.describe_routes()
    for game in games:
        add_batch_schemas(api.spec, game)
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
        add_alternatives(document["components"]["schemas"], [*request_schemas(game).values(), *ROOM_REQUESTS])
        add_batch_bodies(document, game)
        for name in ("Request", "Item", "Batch"):
            schema = document["components"]["schemas"][f"{schema_prefix(game)}LegalActions{name}"]
            schema["properties"]["kind"] = schema_ref(f"{schema_prefix(game)}Verb")
    for name, schema in document["components"]["schemas"].items():
        if name.endswith((*REQUEST_SUFFIXES, "Options")):
            _shorten_properties(schema, document["components"]["schemas"])
    share_repeated_parts(document, len(games))
    return document


def _shorten_properties(schema: Json, schemas: dict[str, Json]) -> None:
    """Move the defaults of a request to the descriptions, and leave descriptions to the schemas it refers to.

    Generators make a property with a default a required one.
    """
    for name, property_schema in schema.get("properties", {}).items():
        target = property_schema.get("$ref", "").removeprefix(SCHEMA_REF)
        if "description" in schemas.get(target, ()):
            schema["properties"][name] = {"$ref": property_schema["$ref"]}
        elif "default" in property_schema:
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
        """Return a mapping node, on one line if it is short."""
        node = super().represent_mapping(tag, mapping, *style)
        node.flow_style = _line_length(node) <= MAX_LINE_CHARS
        return node

    def represent_sequence(self, tag: str, sequence: Any, *style: bool | None) -> yaml.SequenceNode:
        """Return a sequence node, on one line if it is short."""
        node = super().represent_sequence(tag, sequence, *style)
        node.flow_style = _line_length(node) <= MAX_LINE_CHARS
        return node


MAX_LINE_CHARS = 200
"""Longest line of the YAML. A mapping or sequence that is shorter stands on one line."""


def _line_length(node: yaml.Node) -> int:
    """Return the length of a node on one line. A text of several lines needs more than any line has."""
    if isinstance(node, yaml.ScalarNode):
        return MAX_LINE_CHARS + 1 if node.style == "|" else len(node.value) + 2
    if isinstance(node, yaml.MappingNode):
        return sum(_line_length(key) + _line_length(value) + 2 for key, value in node.value)
    return sum(_line_length(item) + 2 for item in node.value)


_ReadableDumper.add_representer(str, _ReadableDumper.represent_str)


def to_yaml(document: Json) -> bytes:
    """Return the document as the content of `openapi.yaml`."""
    head = {name: document[name] for name in ("openapi", "info")}
    text: str = yaml.dump(
        head | document, Dumper=_ReadableDumper, sort_keys=False, allow_unicode=True, width=MAX_LINE_CHARS
    )
    return text.encode()
