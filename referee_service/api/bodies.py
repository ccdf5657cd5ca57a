"""Reading request bodies: strict JSON through msgspec (no NaN, no lone surrogates), whatever the nesting."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from flask import Request
from flask_smorest import Blueprint as SmorestBlueprint
from webargs.flaskparser import FlaskParser, abort

_MAYBE_FRACTION = re.compile(rb"[0-9][.eE]")
"""Perhaps a number with a point or an exponent. Our own states hold none, so they are seldom looked through."""


class BodyParser(FlaskParser):
    """webargs with our JSON."""

    def _raw_load_json(self, req: Request) -> Any:
        raw = req.get_data(cache=True)
        if req.content_length is None and req.max_content_length is not None and len(raw) >= req.max_content_length:
            abort(413)  # a body of unsaid length is cut at the limit
        try:
            return whole_numbers(msgspec.json.decode(raw)) if _MAYBE_FRACTION.search(raw) else envelope(raw)
        except (ValueError, RecursionError) as error:  # msgspec's own errors are ValueErrors
            abort(400, messages={"json": [f"This is not JSON that we read: {error}"]})


_fields = msgspec.json.Decoder(dict[str, msgspec.Raw])


def envelope(raw: bytes) -> Any:
    """A body whose state is left as it was written: it is large, and read just once, as what it is."""
    if raw.lstrip()[:1] != b"{":
        return msgspec.json.decode(raw)
    return {
        name: value if name == "state" else msgspec.json.decode(value) for name, value in _fields.decode(raw).items()
    }


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
