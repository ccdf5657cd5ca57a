"""Parser of request bodies: msgspec decodes valid bodies; marshmallow names the wrong fields of the others.

A handler gets only bodies that msgspec decoded, and it runs at most once per request. JSON is strict: no NaN, no lone
surrogates, limited nesting.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, wraps
from typing import Any, Final, NoReturn

import msgspec
from flask import Request
from flask_smorest import Blueprint as SmorestBlueprint
from marshmallow import Schema, ValidationError
from msgspec import Struct
from webargs.flaskparser import FlaskParser

from referee_service.api.flask_app import current_request
from referee_service.api.schemas.structs import request_struct
from referee_service.services.errors import ServiceError
from referee_service.services.matches.json_numbers import parse_float

_DECODE_ERRORS = (ValueError, OverflowError, RecursionError)
"""Exceptions of msgspec for bodies that are not JSON or do not match the struct."""

MAX_QUERIES: Final = 256
"""How many parsed queries a route caches."""
MAX_QUERY_CHARS: Final = 200

Handler = Callable[..., Any]


class RequestParser(FlaskParser):
    """webargs parser that uses marshmallow only if msgspec cannot decode a body."""

    def use_args(self, argmap: Any, req: Request | None = None, **kwargs: Any) -> Callable[[Handler], Handler]:
        """Return a decorator that passes a body to the handler as a struct, and a query as a dict."""
        if kwargs.get("location") == "query":
            return self._query_args(argmap)
        decoder = msgspec.json.Decoder(request_struct(argmap), float_hook=parse_float)

        def decorator(handler: Handler) -> Handler:
            @wraps(handler)
            def parse_and_handle(*args: Any, **path_values: Any) -> Any:
                try:
                    body = decoder.decode(_body_bytes(current_request()))
                except _DECODE_ERRORS:
                    body = self.parse_with_marshmallow(argmap, decoder)
                try:
                    return handler(*args, body, **path_values)
                except ServiceError as error:
                    if error.code == "schema-mismatch":
                        # A state or record is decoded only by the handler. Marshmallow may name the fault better.
                        self.parse_with_marshmallow(argmap, decoder)
                    raise

            return parse_and_handle

        return decorator

    def _query_args(self, schema: Schema) -> Callable[[Handler], Handler]:
        """Return a decorator that passes a query as a dict. Marshmallow parses a short query once."""

        def parse(query: str) -> dict[str, Any]:
            found: dict[str, Any] = self.parse(schema, current_request(), location="query")
            return found

        parse_once = lru_cache(maxsize=MAX_QUERIES)(parse)

        def decorator(handler: Handler) -> Handler:
            @wraps(handler)
            def parse_and_handle(*args: Any, **path_values: Any) -> Any:
                query = current_request().environ.get("QUERY_STRING", "")
                values = parse_once(query) if len(query) <= MAX_QUERY_CHARS else parse(query)
                return handler(*args, dict(values), **path_values)

            return parse_and_handle

        return decorator

    def parse_with_marshmallow(self, schema: Schema, decoder: msgspec.json.Decoder[Struct]) -> Struct:
        """Parse the body once more, with 1 for 1.0. Raises a `schema-mismatch` error that names every wrong field.

        If marshmallow accepts a body that msgspec refuses, msgspec decides: the error has its reason.
        """
        loaded = self.parse(schema, current_request(), location="json")
        try:
            return decoder.decode(msgspec.json.encode(loaded))
        except _DECODE_ERRORS as error:
            raise ServiceError("schema-mismatch.fields", why=str(error)) from error

    def _raw_load_json(self, req: Request) -> Any:
        try:
            return integral_floats_to_int(msgspec.json.decode(_body_bytes(req)))
        except _DECODE_ERRORS as error:
            raise ServiceError("invalid-json.unread", why=str(error)) from error

    def handle_error(self, error: ValidationError, *args: Any, **kwargs: Any) -> NoReturn:
        """Raise a `schema-mismatch` error with one line per wrong field: `json.seat: Not a valid integer.`"""
        raise ServiceError("schema-mismatch.fields", why="; ".join(_flatten_errors("", error.messages))) from error


def _body_bytes(request: Request) -> bytes:
    raw = request.get_data()
    limit = request.max_content_length if request.content_length is None else None
    if limit is not None and len(raw) >= limit:
        raise ServiceError("body-too-large.limit")  # Werkzeug cuts a body without Content-Length at the limit
    return raw


def _flatten_errors(path: str, messages: object) -> list[str]:
    if isinstance(messages, Mapping):
        return [
            line for name, inner in messages.items() for line in _flatten_errors(f"{path}.{name}".strip("."), inner)
        ]
    return [f"{path}: {message}" for message in (messages if isinstance(messages, list) else [messages])]


def integral_floats_to_int(value: Any) -> Any:
    """Replace 1.0 by 1 everywhere. JSON Schema accepts both as integers, and no field holds a fraction."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [integral_floats_to_int(item) for item in value]
    if isinstance(value, dict):
        return {name: integral_floats_to_int(item) for name, item in value.items()}
    return value


class Blueprint(SmorestBlueprint):
    """A flask-smorest blueprint that parses arguments with `RequestParser`."""

    ARGUMENTS_PARSER = RequestParser()
