"""The chance verb `draw_building`: put a building on an empty market slot."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.settlement.common_board import EMPTY_SLOT
from referee_service.games.settlement.fields import BuildingField
from referee_service.games.settlement.state import Slot, State
from referee_service.kernel.bags import remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.game import chance_verb
from referee_service.kernel.state import CHANCE, Action
from referee_service.kernel.tuples import with_item


class DrawBuilding(Action, frozen=True, tag="draw_building"):
    """A building comes to the market."""

    building: BuildingField


def outcomes(state: State) -> list[tuple[DrawBuilding, int]]:
    """Return every building of the piles, weighted by its copies. The piles make no difference."""
    return [(DrawBuilding(building), count) for building, count in state.supply.buildings]


def apply(state: State, action: DrawBuilding) -> State:
    """Put the building on the first empty slot, even if another slot has the same type."""
    slot = state.market.index(EMPTY_SLOT)
    supply = replace(state.supply, buildings=remove_from(state.supply.buildings, action.building))
    state = replace(state, supply=supply, market=with_item(state.market, slot, Slot(action.building, 1)))
    return emit(state, "building_came", CHANCE, building=action.building, slot=slot)


DRAW_BUILDING = chance_verb(DrawBuilding, outcomes, apply)
