"""Bags: multisets of named pieces as sorted tuples."""

from __future__ import annotations

from collections.abc import Iterable

Bag = tuple[tuple[str, int], ...]
"""A multiset of named pieces: [name, count] pairs, sorted by name, without zero counts."""


def bag_of(pieces: Iterable[str]) -> Bag:
    """Return the bag of these pieces."""
    counts: dict[str, int] = {}
    for piece in pieces:
        counts[piece] = counts.get(piece, 0) + 1
    return tuple(sorted(counts.items()))


def count_in(bag: Bag, piece: str) -> int:
    """Return how many of a piece the bag holds."""
    for name, count in bag:
        if name == piece:
            return count
    return 0


def size_of(bag: Bag) -> int:
    """Return the number of pieces in the bag."""
    return sum([count for _, count in bag])


def add_to(bag: Bag, piece: str, count: int = 1) -> Bag:
    """Return the bag with more of one piece. A negative count removes pieces. Raises ValueError below zero."""
    for index, (name, held) in enumerate(bag):
        if name == piece:
            total = held + count
            if total < 0:
                raise ValueError(f"the bag holds {held} of {piece}, not {-count}")
            return (*bag[:index], (name, total), *bag[index + 1 :]) if total else bag[:index] + bag[index + 1 :]
        if name > piece:
            break
    else:
        index = len(bag)
    if count < 0:
        raise ValueError(f"the bag holds no {piece}")
    return (*bag[:index], (piece, count), *bag[index:]) if count else bag


def remove_from(bag: Bag, piece: str, count: int = 1) -> Bag:
    """Return the bag with some of one piece removed. Raises ValueError if the bag holds fewer."""
    return add_to(bag, piece, -count)


def merge_bags(*bags: Bag) -> Bag:
    """Return one bag with the pieces of all these bags."""
    whole: dict[str, int] = {}
    for bag in bags:
        for piece, count in bag:
            whole[piece] = whole.get(piece, 0) + count
    return tuple(sorted((piece, count) for piece, count in whole.items() if count))


def pieces_of(bag: Bag) -> tuple[str, ...]:
    """Return the pieces of a bag one by one: `("clay", "clay", "stone")`."""
    return tuple(piece for piece, count in bag for _ in range(count))
