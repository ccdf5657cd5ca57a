"""Bags: multisets of pieces as sorted tuples."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from referee_service.kernel.state import State

T = TypeVar("T")


Bag = tuple[tuple[str, int], ...]
"""A multiset of named pieces: (name, how many) pairs, sorted by name, no zeros. Every deck and supply is one."""


S = TypeVar("S", bound=State)


def bag_of(pieces: Iterable[str]) -> Bag:
    """The bag that holds these pieces."""
    counts: dict[str, int] = {}
    for piece in pieces:
        counts[piece] = counts.get(piece, 0) + 1
    return tuple(sorted(counts.items()))


def count_in(bag: Bag, piece: str) -> int:
    """How many of this piece the bag holds."""
    for name, count in bag:
        if name == piece:
            return count
    return 0


def size_of(bag: Bag) -> int:
    """How many pieces the bag holds in all."""
    return sum(count for _, count in bag)


def add_to(bag: Bag, piece: str, count: int = 1) -> Bag:
    """The bag with more of one piece; a negative count takes them out. Never below zero."""
    for index, (name, held) in enumerate(bag):
        if name == piece:
            kept = held + count
            if kept < 0:
                raise ValueError(f"the bag holds {held} of {piece}, not {-count}")
            return (*bag[:index], (name, kept), *bag[index + 1 :]) if kept else bag[:index] + bag[index + 1 :]
        if name > piece:
            break
    else:
        index = len(bag)
    if count < 0:
        raise ValueError(f"the bag holds no {piece}")
    return (*bag[:index], (piece, count), *bag[index:]) if count else bag


def remove_from(bag: Bag, piece: str, count: int = 1) -> Bag:
    """The bag with some of one piece taken out."""
    return add_to(bag, piece, -count)


def merge_bags(*bags: Bag) -> Bag:
    """All these bags in one."""
    whole: dict[str, int] = {}
    for bag in bags:
        for piece, count in bag:
            whole[piece] = whole.get(piece, 0) + count
    return tuple(sorted((piece, count) for piece, count in whole.items() if count))
