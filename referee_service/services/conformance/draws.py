"""Reproducible draws: a keyed hash of a counter, equal for every version of Python and on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from referee_service.kernel.chance import random_below, seed_key, weighted_choice

T = TypeVar("T")


class Draws:
    """A sequence of random draws that its names determine."""

    def __init__(self, *names: object) -> None:
        self._key, self._count = seed_key("/".join(map(str, names))), 0

    def below(self, bound: int) -> int:
        """Return a number from 0 to `bound` - 1."""
        self._count += 1
        return random_below(self._key, self._count, bound)

    def pick(self, items: Sequence[T]) -> T:
        """Return one of the items."""
        return items[self.below(len(items))]

    def weighted(self, weights: Sequence[tuple[T, int]]) -> T:
        """Return one of the items. Its probability is its share of the weights."""
        self._count += 1
        return weighted_choice(self._key, self._count, weights)
