"""The verb `place_building`: put the bought building on an empty space of the colony."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.settlement.fields import SpaceField
from referee_service.games.settlement.questions import PlaceBuildingFrame
from referee_service.games.settlement.state import State
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import expect_top, pop
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_item, with_player


class PlaceBuilding(Action, frozen=True, tag="place_building"):
    """Put the building on a space of the player's colony."""

    space: SpaceField


def candidates(state: State) -> list[PlaceBuilding]:
    """Return every empty space of the colony."""
    return [PlaceBuilding(space) for space, building in enumerate(state.active_player.colony) if not building]


def objections(state: State, action: PlaceBuilding) -> Iterator[Refusal]:
    """Yield a refusal if the space has a building."""
    building = state.active_player.colony[action.space]
    if building:
        yield refuse("place_building.empty", space=action.space, there=building)


def apply(state: State, action: PlaceBuilding) -> State:
    """Put the building on the space."""
    seat, building = state.active_seat, expect_top(state, PlaceBuildingFrame).building
    state = with_player(pop(state), seat, colony=with_item(state.active_player.colony, action.space, building))
    return emit(state, "building_placed", seat, building=building, spaces=(action.space,))


PLACE_BUILDING = verb(PlaceBuilding, candidates, objections, apply, exact=True)
