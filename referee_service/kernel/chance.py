"""Chance as an actor: a keyed hash of a counter picks one of the listed outcomes. There is no generator object.

The recipe is written down in docs/chance.md, so that anybody can recompute every die of a match.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Annotated, Literal, TypeVar

from msgspec import Meta, Struct

T = TypeVar("T")

Mode = Literal["seeded", "table", "secret"]
ActCount = Annotated[int, Meta(ge=0, le=1 << 53)]
"""Counts upwards from 0, and is exact in every JSON reader."""
_WORD_RANGE = 1 << 64


class Chance(Struct, frozen=True, forbid_unknown_fields=True):
    """How chance acts in a match and how often it has acted.

    seeded: `seed` is in the open. table: the client reports real dice. secret: the service holds the key, and
    `seed` carries its commitment.
    """

    mode: Mode
    seed: str
    count: ActCount = 0


@lru_cache(maxsize=1024)
def seed_key(seed: str) -> bytes:
    """The key of a seeded match."""
    return blake2b(seed.encode(), digest_size=32).digest()


def match_key(secret: bytes, match: str) -> bytes:
    """The key of a secret match: nobody without the server's secret can compute it."""
    return hmac.digest(secret, match.encode(), "sha256")


def commitment(key: bytes) -> str:
    """What is shown from the start, so that a key revealed at the end can be checked."""
    return blake2b(key, digest_size=32, person=b"referee.commit").hexdigest()


def random_below(key: bytes, count: int, bound: int) -> int:
    """The number below `bound` that chance brings at its `count`-th act; every number is equally likely."""
    fair = _WORD_RANGE - _WORD_RANGE % bound
    attempt = 0
    while True:
        message = (count << 32 | attempt).to_bytes(12, "big")  # 8 bytes of count, 4 of attempt
        word = int.from_bytes(blake2b(message, key=key, digest_size=8).digest(), "big")
        if word < fair:
            return word % bound
        attempt += 1


def weighted_choice(key: bytes, count: int, outcomes: Sequence[tuple[T, int]]) -> T:
    """The outcome that chance brings at its `count`-th act, each as likely as its weight."""
    if len(outcomes) == 1:
        return outcomes[0][0]
    weight = 0
    for _, share in outcomes:
        weight += share
    left = random_below(key, count, weight)
    for outcome, share in outcomes:
        left -= share
        if left < 0:
            return outcome
    raise AssertionError("weights are positive, so some outcome was reached")
