"""Parser of request bodies: msgspec decodes valid bodies; marshmallow names the wrong fields of the others.

JSON is strict: no NaN, no lone surrogates, limited nesting.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import msgspec
from marshmallow import Schema, ValidationError

from referee_service.api.schemas.messages import field_messages
from referee_service.api.schemas.structs import request_struct
from referee_service.services.errors import ServiceError
from referee_service.services.matches.json_numbers import parse_float

Body = Any
"""A struct that `request_struct` derived. Omitted fields are UNSET, which is falsy."""
Result = TypeVar("Result")
DECODE_ERRORS: Final = (ValueError, OverflowError, RecursionError)
"""Exceptions of msgspec for bodies that are not JSON or do not match the struct."""


class BodyParser:
    """Parser of the bodies of one schema."""

    def __init__(self, schema: Schema) -> None:
        self.schema, self.struct = schema, request_struct(schema)
        self.decode: Callable[[bytes], Body] = msgspec.json.Decoder(self.struct, float_hook=parse_float).decode

    def parse(self, raw: bytes) -> Body:
        """Parse a body. Raises ServiceError `invalid-json` or `schema-mismatch`."""
        try:
            return self.decode(raw)
        except DECODE_ERRORS:
            return self.parse_with_marshmallow(raw)

    def parse_with_marshmallow(self, raw: bytes) -> Body:
        """Parse a body once more, with 1 for 1.0. Raises a `schema-mismatch` error that names every wrong field.

        If marshmallow accepts a body that msgspec refuses, msgspec decides: the error has its reason.
        """
        try:
            body = integral_floats_to_int(msgspec.json.decode(raw))
        except DECODE_ERRORS as error:
            raise ServiceError("invalid-json.unread", why=str(error)) from error
        try:
            loaded = self.schema.load(body)
        except ValidationError as error:
            why = field_messages(self.schema, error.messages, body)
            raise ServiceError("schema-mismatch.fields", why=why) from error
        try:
            return self.decode(msgspec.json.encode(loaded))
        except DECODE_ERRORS as error:
            raise ServiceError("schema-mismatch.fields", why=str(error)) from error

    def parse_and_call(self, raw: bytes, handler: Callable[[Body], Result]) -> Result:
        """Parse a body and call its handler, at most once. Raises ServiceError.

        A state or record is decoded only by the handler. If it does not fit, marshmallow may name the fault better.
        """
        body = self.parse(raw)
        try:
            return handler(body)
        except ServiceError as error:
            if error.code == "schema-mismatch":
                self.parse_with_marshmallow(raw)
            raise


def integral_floats_to_int(value: Any) -> Any:
    """Replace 1.0 by 1 everywhere. JSON Schema accepts both as integers, and no field holds a fraction."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [integral_floats_to_int(item) for item in value]
    if isinstance(value, dict):
        return {name: integral_floats_to_int(item) for name, item in value.items()}
    return value
