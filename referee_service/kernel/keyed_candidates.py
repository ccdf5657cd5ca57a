"""Keyed candidates: offers of a verb that follow from a small part of a state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Generic, TypeVar, TypeVarTuple

from referee_service.kernel.memos import MEMO_ENTRIES
from referee_service.kernel.state import Action, State

S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)
K = TypeVarTuple("K")


class KeyedCandidates(Generic[S, A, *K]):
    """The candidates of a verb by the key of a state: the values from which its offers follow.

    States with equal keys share their offers. `offers` receives the key alone, so nothing else of a state can change
    them. A key of None means that the verb offers nothing.
    """

    def __init__(self, key: Callable[[S], tuple[*K] | None], offers: Callable[[*K], Iterable[A]]) -> None:
        self.key, self.offers = key, offers
        self._shared = lru_cache(maxsize=MEMO_ENTRIES)(lambda *key: tuple(offers(*key)))

    def __call__(self, state: S) -> Sequence[A]:
        """Return the offers for the key of a state."""
        key = self.key(state)
        return () if key is None else self._shared(*key)
