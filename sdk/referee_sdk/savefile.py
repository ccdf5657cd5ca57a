"""What is saved as one string: JSON, compressed, in letters that survive any chat."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from typing import Any

from referee_sdk.errors import BadRequest

FORMAT_PREFIX = "referee1."
"""How every saved string begins; the number changes when its form does."""


def dumps(kept: dict[str, Any]) -> str:
    """A JSON object as one string."""
    raw = json.dumps(kept, separators=(",", ":"), ensure_ascii=False).encode()
    return FORMAT_PREFIX + base64.urlsafe_b64encode(zlib.compress(raw, 9)).decode().rstrip("=")


def loads(text: str) -> dict[str, Any]:
    """The object that a string holds."""
    text = text.strip()
    if not text.startswith(FORMAT_PREFIX):
        raise BadRequest(f"What was saved begins with {FORMAT_PREFIX!r}; this does not.")
    body = text.removeprefix(FORMAT_PREFIX)
    try:
        raw = zlib.decompress(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
        kept = json.loads(raw)
    except (binascii.Error, zlib.error, ValueError) as error:
        raise BadRequest("What was saved is damaged.") from error
    if not isinstance(kept, dict):
        raise BadRequest("What was saved is damaged.")
    return kept
