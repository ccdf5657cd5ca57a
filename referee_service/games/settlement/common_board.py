"""The common board: the market with its slots, the row of heroes, the artefacts on offer."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.settlement.content.tables import content
from referee_service.games.settlement.state import EMPTY, FillMarketFrame, FillRowFrame, Slot, State
from referee_service.kernel.bags import add_to
from referee_service.kernel.pending import push
from referee_service.kernel.state import CHANCE
from referee_service.kernel.tuples import with_item

EMPTY_SLOT = Slot(EMPTY, 0)
"""An empty slot of the market."""


def take_from_market(state: State, slot: int) -> State:
    """A building is taken from a slot; chance refills the slot only when it is empty."""
    there = state.market[slot]
    left = Slot(there.building, there.count - 1) if there.count > 1 else EMPTY_SLOT
    state = replace(state, market=with_item(state.market, slot, left))
    return push(state, FillMarketFrame(CHANCE)) if left == EMPTY_SLOT else state


def merge_market_slots(state: State) -> State:
    """Buildings of one type go onto one slot, the first of them; then the gaps are filled."""
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
    """A hero leaves the row; the others slide to the right, and a new one comes in from the left."""
    stay = [each for each in state.hero_row if each not in (EMPTY, hero)]
    row = (EMPTY,) * (len(content(state).surcharges) - len(stay)) + tuple(stay)
    return push(replace(state, hero_row=row), FillRowFrame(CHANCE))


def remove_from_game(state: State, piece: str) -> State:
    """A hero or an artefact leaves the game."""
    return replace(state, supply=replace(state.supply, removed=add_to(state.supply.removed, piece)))
