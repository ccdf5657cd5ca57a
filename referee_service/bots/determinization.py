"""Determinization: full states sampled so that they match a view."""

from __future__ import annotations

from hashlib import blake2b

import msgspec
from msgspec import Struct

from referee_service.kernel.game import AnyGame
from referee_service.kernel.state import State


def random_key(seed: str, view: Struct, *, part: int = 0) -> bytes:
    """Return the key of a bot's randomness: it depends on the seed, the view and the part of a divided search."""
    seen = blake2b(msgspec.json.encode(view), digest_size=32).digest()
    return blake2b(seen + seed.encode("utf-8", "surrogatepass"), key=part.to_bytes(4, "big"), digest_size=32).digest()


def determinize(game: AnyGame, view: Struct, key: bytes, index: int) -> State:
    """Return the sample number `index` of the states that match a view."""
    state: State = game.determinize(view, blake2b(index.to_bytes(8, "big"), key=key, digest_size=32).digest())
    return state
