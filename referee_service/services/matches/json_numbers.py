"""Numbers in the JSON of clients: 1.0 is read as 1. JSON Schema accepts both as integers, and no field is a fraction.

States and records rarely have floats, so they are first decoded as they are.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeVar

import msgspec

from referee_service.kernel.notation import CodecError, RulesetMismatch

T = TypeVar("T")


def parse_float(literal: str) -> int | float:
    """Return the number of a float literal, as an integer if it is integral. Raises ValueError if it is too large."""
    number = float(literal)
    if math.isinf(number):
        raise ValueError("Number out of range")
    return int(number) if number.is_integer() else number


_decoder = msgspec.json.Decoder(float_hook=parse_float)


def decode_client_json(decode: Callable[[bytes], T], raw: bytes) -> T:
    """Decode JSON of a client; if it does not fit, decode it once more with 1 for 1.0. Raises CodecError."""
    try:
        return decode(raw)
    except RulesetMismatch:
        raise
    except CodecError:
        try:
            converted = msgspec.json.encode(_decoder.decode(raw))
        except (ValueError, OverflowError, RecursionError):
            converted = raw  # not strict JSON: the first error is the answer
        if converted == raw:
            raise
    return decode(converted)
