"""Chance: the building laid on the first empty slot of the market."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from referee_service.games.settlement.state import Slot, State
from referee_service.games.settlement.table import NOTHING
from referee_service.kernel.events import note
from referee_service.kernel.game import chance_verb
from referee_service.kernel.state import CHANCE, Action, Domain
from referee_service.kernel.values import put, take_from


class DrawBuilding(Action, frozen=True, tag="draw_building"):
    """A building comes to the market."""

    building: Annotated[str, Domain("building")]


def outcomes(state: State) -> list[tuple[DrawBuilding, int]]:
    """Every building of the piles, as often as it is there; which pile it comes from makes no difference."""
    return [(DrawBuilding(building), count) for building, count in state.supply.buildings]


def apply(state: State, action: DrawBuilding) -> State:
    """The building lies alone on its slot, also where another slot has the same."""
    slot = state.market.index(NOTHING)
    supply = replace(state.supply, buildings=take_from(state.supply.buildings, action.building))
    state = replace(state, supply=supply, market=put(state.market, slot, Slot(action.building, 1)))
    return note(state, "building_came", CHANCE, building=action.building, slot=slot)


DRAW_BUILDING = chance_verb(DrawBuilding, outcomes, apply)
