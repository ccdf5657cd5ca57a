"""Save format of matches and tables: compressed JSON as one string of URL-safe characters."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from typing import Any

from referee_sdk.errors import BadRequest

FORMAT_PREFIX = "referee1."
"""Prefix of every saved string. Its number changes with the format."""


def dumps(data: dict[str, Any]) -> str:
    """Return a JSON object as one string."""
    raw = json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode()
    return FORMAT_PREFIX + base64.urlsafe_b64encode(zlib.compress(raw, 9)).decode().rstrip("=")


def loads(text: str) -> dict[str, Any]:
    """Return the JSON object of a saved string. Raises `BadRequest` if the string is damaged."""
    text = text.strip()
    if not text.startswith(FORMAT_PREFIX):
        raise BadRequest(f"A saved string starts with {FORMAT_PREFIX!r}; this one does not.")
    body = text.removeprefix(FORMAT_PREFIX)
    try:
        raw = zlib.decompress(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
        data = json.loads(raw)
    except (binascii.Error, zlib.error, ValueError) as error:
        raise BadRequest("The saved string is damaged.") from error
    if not isinstance(data, dict):
        raise BadRequest("The saved string is damaged.")
    return data
