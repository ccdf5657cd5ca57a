"""Hex geometry in axial coordinates: neighbours, rows of a hexagonal board, connected regions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from referee_service.kernel.memos import MEMO_ENTRIES

Hex = tuple[int, int]

DIRECTIONS: tuple[Hex, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""East, then counter-clockwise."""


@lru_cache(maxsize=MEMO_ENTRIES)
def neighbours(cell: Hex) -> tuple[Hex, ...]:
    """Return the six cells around a cell. Cached."""
    q, r = cell
    return tuple((q + dq, r + dr) for dq, dr in DIRECTIONS)


def hexagon_cells(rows: Sequence[int]) -> tuple[Hex, ...]:
    """Return the cells of a hexagonal board in reading order. `rows` has the length of each row, the middle one
    longest.
    """
    middle = len(rows) // 2
    cells = []
    for row, length in enumerate(rows):
        r = row - middle
        first = max(-middle, -middle - r)
        cells += [(first + index, r) for index in range(length)]
    return tuple(cells)


def adjacency(cells: Sequence[Hex]) -> tuple[tuple[int, ...], ...]:
    """Return for every cell the indexes of the cells next to it."""
    index = {cell: place for place, cell in enumerate(cells)}
    return tuple(tuple(sorted(index[near] for near in neighbours(cell) if near in index)) for cell in cells)


def connected_regions(
    touching: Sequence[Iterable[int]], is_equal: Callable[[int, int], bool]
) -> tuple[tuple[int, ...], ...]:
    """Return the connected groups of equal spaces, each sorted, in the order of their first space.

    `is_equal(a, b)` tells whether two spaces belong to the same group.
    """
    seen: set[int] = set()
    groups = []
    for start in range(len(touching)):
        if start in seen:
            continue
        group, edge = {start}, [start]
        while edge:
            here = edge.pop()
            fresh = [near for near in touching[here] if near not in group and is_equal(start, near)]
            group.update(fresh)
            edge += fresh
        seen |= group
        groups.append(tuple(sorted(group)))
    return tuple(groups)
