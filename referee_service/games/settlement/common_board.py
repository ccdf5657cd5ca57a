"""The common board: market, hero row, artefacts on offer."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.bags import add_to
from referee_service.kernel.pending import push
from referee_service.kernel.state import CHANCE
from referee_service.kernel.tuples import with_item

from .content.tables import content
from .questions import FillMarketFrame, FillRowFrame
from .state import EMPTY, Slot, State

EMPTY_SLOT = Slot(EMPTY, 0)
"""An empty slot of the market."""


def take_from_market(state: State, slot: int) -> State:
    """Remove a building from a market slot. Ask chance for a new one if the slot is empty."""
    taken = state.market[slot]
    remaining = Slot(taken.building, taken.count - 1) if taken.count > 1 else EMPTY_SLOT
    state = replace(state, market=with_item(state.market, slot, remaining))
    return push(state, FillMarketFrame(CHANCE)) if remaining == EMPTY_SLOT else state


def merge_market_slots(state: State) -> State:
    """Put buildings of one type on the first slot that has them, and ask chance to fill the empty slots."""
    counts: dict[str, int] = {}
    for slot in state.market:
        if slot.building:
            counts[slot.building] = counts.get(slot.building, 0) + slot.count
    grouped = tuple(
        Slot(slot.building, counts.pop(slot.building)) if slot.building in counts else EMPTY_SLOT
        for slot in state.market
    )
    return push(replace(state, market=grouped), FillMarketFrame(CHANCE))


def remove_hero(state: State, hero: str) -> State:
    """Remove a hero from the row, move the others to the right, and ask chance for a new one."""
    others = [each for each in state.hero_row if each not in (EMPTY, hero)]
    row = (EMPTY,) * (len(content(state).surcharges) - len(others)) + tuple(others)
    return push(replace(state, hero_row=row), FillRowFrame(CHANCE))


def remove_from_game(state: State, piece: str) -> State:
    """Add a hero or an artefact to `supply.removed`. The caller takes it away from where it lay."""
    return replace(state, supply=replace(state.supply, removed=add_to(state.supply.removed, piece)))
