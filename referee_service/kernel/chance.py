"""Chance without a generator object: a keyed hash of a counter selects one of the listed outcomes.

docs/chance.md has the algorithm, so that players can recompute every die of a match.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Annotated, Final, Literal, TypeVar

from msgspec import Meta, Struct

T = TypeVar("T")

Mode = Literal["seeded", "table", "secret"]
"""Origin of random outcomes: `seeded` by a public seed, `table` by real dice, `secret` by a key of the service."""
ActCount = Annotated[int, Meta(ge=0, le=1 << 53)]
"""A counter from 0, small enough to be exact in every JSON reader."""
MAX_SEED_CHARS: Final = 200
Seed = Annotated[str, Meta(max_length=MAX_SEED_CHARS)]
"""A text that decides all of chance."""
_WORD_RANGE = 1 << 64


class Chance(Struct, frozen=True, forbid_unknown_fields=True):
    """The chance of a match: its mode, its seed, and how often it has acted."""

    mode: Mode
    seed: Seed
    """Public seed in mode `seeded`, commitment to the key in mode `secret`. Mode `table` does not use it."""
    count: ActCount = 0
    """How often chance has acted so far. Its next outcome depends on this number."""


@lru_cache(maxsize=1024)
def seed_key(seed: str) -> bytes:
    """Return the key of a seeded match."""
    return blake2b(seed.encode(), digest_size=32).digest()


def match_key(secret: bytes, match: str) -> bytes:
    """Return the key of a secret match. It cannot be computed without the server's secret."""
    return hmac.digest(secret, match.encode(), "sha256")


def commitment(key: bytes) -> str:
    """Return the hash of a key that is shown from the start. It proves the key that is revealed at the end."""
    return blake2b(key, digest_size=32, person=b"referee.commit").hexdigest()


def random_below(key: bytes, count: int, bound: int) -> int:
    """Return the uniform random number below `bound` of the act number `count`. Uses rejection sampling."""
    fair = _WORD_RANGE - _WORD_RANGE % bound
    attempt = 0
    while True:
        message = (count << 32 | attempt).to_bytes(12, "big")  # 8 bytes of count, 4 of attempt
        word = int.from_bytes(blake2b(message, key=key, digest_size=8).digest(), "big")
        if word < fair:
            return word % bound
        attempt += 1


def outcome_bound(outcomes: Sequence[tuple[object, int]]) -> int:
    """Return how many equally likely numbers select among outcomes. A single one needs no number: its bound is 1."""
    return sum(weight for _, weight in outcomes) if len(outcomes) > 1 else 1


def weighted_choice(key: bytes, count: int, outcomes: Sequence[tuple[T, int]]) -> T:
    """Return the outcome of the act number `count`. Its probability is its share of the weights."""
    if len(outcomes) == 1:
        return outcomes[0][0]
    remaining = random_below(key, count, outcome_bound(outcomes))
    for outcome, share in outcomes:
        remaining -= share
        if remaining < 0:
            return outcome
    raise AssertionError("weights are positive, so some outcome was reached")
