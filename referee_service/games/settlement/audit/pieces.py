"""Piece checks: copies of a building in each market slot, and every piece in exactly one location."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from referee_service.kernel.rules import Fault, fault
from referee_service.kernel.shape import MAX_COUNT

from ..content.tables import LEVELS, content
from ..questions import PlaceBuildingFrame
from ..state import EMPTY, State


def slots(state: State) -> Iterator[Fault]:
    """Yield a fault for each market slot with a building but no copies, or with copies of no building."""
    for at, slot in enumerate(state.market):
        if bool(slot.building) != bool(slot.count):
            low, high = (1, MAX_COUNT) if slot.building else (0, 0)
            yield fault(f"market[{at}].count", "audit.range", found=slot.count, low=low, high=high)


def pieces(state: State) -> Iterator[Fault]:
    """Yield faults for lost or doubled pieces, and for terrains in a pile of another level."""
    tables = content(state)
    yield from _check_counts("terrains", _terrains(state), {row.id: row.copies for row in tables.pack.terrains})
    yield from _check_counts("buildings", _buildings(state), {row.id: row.copies for row in tables.pack.buildings})
    yield from _check_counts("heroes", _heroes(state), dict.fromkeys(tables.heroes, 1))
    yield from _check_counts("artefacts", _artefacts(state), dict.fromkeys(tables.artefacts, 1))
    for level in LEVELS:
        for terrain, _ in state.supply.terrains(level):
            if tables.terrains[terrain].level != level:
                yield fault(f"supply.terrain_{level}", "audit.level", terrain=terrain, level=level)


def _check_counts(path: str, counts: Counter[str], totals: Mapping[str, int]) -> Iterator[Fault]:
    """Yield a fault for each piece whose count is not its total."""
    for piece, total in totals.items():
        if counts[piece] != total:
            yield fault(path, "audit.pieces", piece=piece, found=counts[piece], total=total)


def _count_all(*places: Iterable[str]) -> Counter[str]:
    """Count the pieces of several locations, without empty entries."""
    return Counter(piece for place in places for piece in place if piece != EMPTY)


def _terrains(state: State) -> Counter[str]:
    """Count all terrains."""
    counts = _count_all(*(player.wilderness for player in state.players))
    for level in LEVELS:
        counts.update(dict(state.supply.terrains(level)))
    return counts


def _buildings(state: State) -> Counter[str]:
    """Count all buildings, those waiting to be placed included."""
    bought = [frame.building for frame in state.pending if isinstance(frame, PlaceBuildingFrame)]
    counts = _count_all(bought, *(player.colony for player in state.players))
    for slot in state.market:
        counts[slot.building] += slot.count
    counts.update(dict(state.supply.buildings))
    return counts


def _heroes(state: State) -> Counter[str]:
    """Count all heroes. Removed artefacts are counted too and ignored later."""
    counts = _count_all(state.hero_row, *(player.heroes for player in state.players))
    counts.update(dict(state.supply.heroes))
    counts.update(dict(state.supply.removed))
    return counts


def _artefacts(state: State) -> Counter[str]:
    """Count all artefacts. Removed heroes are counted too and ignored later."""
    counts = _count_all(state.artefacts, (player.artefact for player in state.players))
    counts.update(dict(state.supply.artefacts))
    counts.update(dict(state.supply.removed))
    return counts
