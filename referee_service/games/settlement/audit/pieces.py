"""Every piece is somewhere, and only once: terrains, buildings, heroes, artefacts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from referee_service.games.settlement.content.tables import LEVELS, content
from referee_service.games.settlement.state import EMPTY, PlaceBuildingFrame, State
from referee_service.kernel.rules import Fault, fault


def pieces(state: State) -> Iterator[Fault]:
    """No piece is lost or doubled, and terrains lie in piles of their level."""
    tables = content(state)
    yield from _counted("terrains", _terrains(state), {row.id: row.copies for row in tables.pack.terrains})
    yield from _counted("buildings", _buildings(state), {row.id: row.copies for row in tables.pack.buildings})
    yield from _counted("heroes", _heroes(state), dict.fromkeys(tables.heroes, 1))
    yield from _counted("artefacts", _artefacts(state), dict.fromkeys(tables.artefacts, 1))
    for level in LEVELS:
        for terrain, _ in state.supply.terrains(level):
            if tables.terrains[terrain].level != level:
                yield fault(f"supply.terrain_{level}", "audit.level", terrain=terrain, level=level)


def _counted(path: str, found: Counter[str], totals: Mapping[str, int]) -> Iterator[Fault]:
    for piece, total in totals.items():
        if found[piece] != total:
            yield fault(path, "audit.pieces", piece=piece, found=found[piece], total=total)


def _all(*places: Iterable[str]) -> Counter[str]:
    return Counter(piece for place in places for piece in place if piece != EMPTY)


def _terrains(state: State) -> Counter[str]:
    found = _all(*(player.wilderness for player in state.players))
    for level in LEVELS:
        found.update(dict(state.supply.terrains(level)))
    return found


def _buildings(state: State) -> Counter[str]:
    bought = [frame.building for frame in state.pending if isinstance(frame, PlaceBuildingFrame)]
    found = _all(bought, *(player.colony for player in state.players))
    for slot in state.market:
        found[slot.building] += slot.count
    found.update(dict(state.supply.buildings))
    return found


def _heroes(state: State) -> Counter[str]:
    found = _all(state.hero_row, *(player.heroes for player in state.players))
    found.update(dict(state.supply.heroes))
    found.update(dict(state.supply.removed))
    return found


def _artefacts(state: State) -> Counter[str]:
    found = _all(state.artefacts, (player.artefact for player in state.players))
    found.update(dict(state.supply.artefacts))
    found.update(dict(state.supply.removed))
    return found
