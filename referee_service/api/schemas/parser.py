"""Reading request bodies: at once where they fit, and with care where they do not, to say what is wrong.

JSON is strict: no NaN, no lone surrogates, no nesting beyond reason.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, NoReturn

import msgspec
from flask import Request
from flask_smorest import Blueprint as SmorestBlueprint
from marshmallow import Schema, ValidationError
from msgspec import Struct
from webargs.flaskparser import FlaskParser

from referee_service.api.flask_app import current_request
from referee_service.api.schemas.structs import request_struct
from referee_service.services.errors import ServiceError

_DECODE_ERRORS = (ValueError, OverflowError, RecursionError)
"""What msgspec raises on a body that is no JSON, or does not fit."""

Handler = Callable[..., Any]


class RequestParser(FlaskParser):
    """webargs with our JSON, asked only when the quick reading of a body fails."""

    def use_args(self, argmap: Any, req: Request | None = None, **kwargs: Any) -> Callable[[Handler], Handler]:
        """A decorator that hands a view the body of the request, as its struct; a query comes as a dict."""
        if kwargs.get("location") == "query":
            return super().use_args(argmap, req, **kwargs)
        quick = msgspec.json.Decoder(request_struct(argmap))

        def decorator(view: Handler) -> Handler:
            @wraps(view)
            def reading(*before: Any, **named: Any) -> Any:
                try:
                    body = quick.decode(_body_bytes(current_request()))
                except _DECODE_ERRORS:
                    return view(*before, self.parse_with_errors(argmap, quick), **named)
                try:
                    return view(*before, body, **named)
                except ServiceError as problem:  # a state or an action may still hold 1.0 for 1
                    if problem.code != "schema-mismatch":
                        raise
                    return view(*before, self.parse_with_errors(argmap, quick), **named)

            return reading

        return decorator

    def parse_with_errors(self, schema: Schema, quick: msgspec.json.Decoder[Struct]) -> Struct:
        """The body as marshmallow reads it; a Problem that names every field that does not fit."""
        loaded = self.parse(schema, current_request(), location="json")
        try:
            return quick.decode(msgspec.json.encode(loaded))
        except _DECODE_ERRORS as error:
            raise ServiceError("schema-mismatch.fields", why=str(error)) from error

    def _raw_load_json(self, req: Request) -> Any:
        try:
            return integral_floats_to_int(msgspec.json.decode(_body_bytes(req)))
        except _DECODE_ERRORS as error:
            raise ServiceError("invalid-json.unread", why=str(error)) from error

    def handle_error(self, error: ValidationError, *args: Any, **kwargs: Any) -> NoReturn:
        """Every field that does not fit, in one sentence: `json.seat: Not a valid integer.`"""
        raise ServiceError("schema-mismatch.fields", why="; ".join(_flatten_errors("", error.messages))) from error


def _body_bytes(given: Request) -> bytes:
    raw = given.get_data()
    limit = given.max_content_length if given.content_length is None else None
    if limit is not None and len(raw) >= limit:
        raise ServiceError("body-too-large.limit")  # a body of unsaid length is cut at the limit
    return raw


def _flatten_errors(path: str, messages: object) -> list[str]:
    if isinstance(messages, Mapping):
        return [
            line for name, inner in messages.items() for line in _flatten_errors(f"{path}.{name}".strip("."), inner)
        ]
    return [f"{path}: {message}" for message in (messages if isinstance(messages, list) else [messages])]


def integral_floats_to_int(value: Any) -> Any:
    """The same JSON with 1.0 written as 1: both are integers to JSON Schema, and no field of ours holds a fraction."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [integral_floats_to_int(each) for each in value]
    if isinstance(value, dict):
        return {name: integral_floats_to_int(each) for name, each in value.items()}
    return value


class Blueprint(SmorestBlueprint):
    """A blueprint whose arguments are read by our parser."""

    ARGUMENTS_PARSER = RequestParser()
