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

from referee_service.api.lean import asked
from referee_service.api.quick import struct_of
from referee_service.services.problems import Problem

_UNREADABLE = (ValueError, OverflowError, RecursionError)
"""What msgspec raises on a body that is no JSON, or does not fit."""

View = Callable[..., Any]


class BodyParser(FlaskParser):
    """webargs with our JSON, asked only when the quick reading of a body fails."""

    def use_args(self, argmap: Any, req: Request | None = None, **kwargs: Any) -> Callable[[View], View]:
        """A decorator that hands a view the body of the request, as its struct; a query comes as a dict."""
        if kwargs.get("location") == "query":
            return super().use_args(argmap, req, **kwargs)
        quick = msgspec.json.Decoder(struct_of(argmap))

        def decorator(view: View) -> View:
            @wraps(view)
            def reading(*before: Any, **named: Any) -> Any:
                try:
                    body = quick.decode(_raw(asked()))
                except _UNREADABLE:
                    return view(*before, self.carefully(argmap, quick), **named)
                try:
                    return view(*before, body, **named)
                except Problem as problem:  # a state or an action may still hold 1.0 for 1
                    if problem.code != "schema-mismatch":
                        raise
                    return view(*before, self.carefully(argmap, quick), **named)

            return reading

        return decorator

    def carefully(self, schema: Schema, quick: msgspec.json.Decoder[Struct]) -> Struct:
        """The body as marshmallow reads it; a Problem that names every field that does not fit."""
        loaded = self.parse(schema, asked(), location="json")
        try:
            return quick.decode(msgspec.json.encode(loaded))
        except _UNREADABLE as error:
            raise Problem("schema-mismatch.fields", why=str(error)) from error

    def _raw_load_json(self, req: Request) -> Any:
        try:
            return whole_numbers(msgspec.json.decode(_raw(req)))
        except _UNREADABLE as error:
            raise Problem("not-json.unread", why=str(error)) from error

    def handle_error(self, error: ValidationError, *args: Any, **kwargs: Any) -> NoReturn:
        """Every field that does not fit, in one sentence: `json.seat: Not a valid integer.`"""
        raise Problem("schema-mismatch.fields", why="; ".join(_flat("", error.messages))) from error


def _raw(given: Request) -> bytes:
    raw = given.get_data()
    limit = given.max_content_length if given.content_length is None else None
    if limit is not None and len(raw) >= limit:
        raise Problem("too-large.limit")  # a body of unsaid length is cut at the limit
    return raw


def _flat(path: str, messages: object) -> list[str]:
    if isinstance(messages, Mapping):
        return [line for name, inner in messages.items() for line in _flat(f"{path}.{name}".strip("."), inner)]
    return [f"{path}: {message}" for message in (messages if isinstance(messages, list) else [messages])]


def whole_numbers(value: Any) -> Any:
    """The same JSON with 1.0 written as 1: both are integers to JSON Schema, and no field of ours holds a fraction."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [whole_numbers(each) for each in value]
    if isinstance(value, dict):
        return {name: whole_numbers(each) for name, each in value.items()}
    return value


class Blueprint(SmorestBlueprint):
    """A blueprint whose arguments are read by our parser."""

    ARGUMENTS_PARSER = BodyParser()
