"""Put the building just bought on an empty space of the colony."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.settlement.state import PlaceBuildingFrame as Placing
from referee_service.games.settlement.state import Space, State
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import expect_top, pop
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_item, with_player


class PlaceBuilding(Action, frozen=True, tag="place_building"):
    """Put the building on a space of your colony."""

    space: Space


def candidates(state: State) -> list[PlaceBuilding]:
    """Every empty space."""
    return [PlaceBuilding(space) for space, building in enumerate(state.active_player.colony) if not building]


def objections(state: State, action: PlaceBuilding) -> Iterator[Refusal]:
    """Why the building may not stand there; nothing yielded means it may."""
    there = state.active_player.colony[action.space]
    if there:
        yield refuse("place_building.empty", space=action.space, there=there)


def apply(state: State, action: PlaceBuilding) -> State:
    """The building stands."""
    seat, building = state.active_seat, expect_top(state, Placing).building
    state = with_player(pop(state), seat, colony=with_item(state.active_player.colony, action.space, building))
    return emit(state, "building_placed", seat, building=building, spaces=(action.space,))


PLACE_BUILDING = verb(PlaceBuilding, candidates, objections, apply, exact=True)
