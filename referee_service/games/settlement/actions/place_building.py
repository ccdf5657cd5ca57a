"""Put the building just bought on an empty space of the colony."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.settlement.state import PlaceBuilding as Placing
from referee_service.games.settlement.state import Space, State
from referee_service.kernel.events import note
from referee_service.kernel.game import verb
from referee_service.kernel.pending import asking, pop
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.values import change, put


class PlaceBuilding(Action, frozen=True, tag="place_building"):
    """Put the building on a space of your colony."""

    space: Space


def candidates(state: State) -> list[PlaceBuilding]:
    """Every empty space."""
    return [PlaceBuilding(space) for space, building in enumerate(state.me.colony) if not building]


def objections(state: State, action: PlaceBuilding) -> Iterator[Refusal]:
    """Why the building may not stand there; nothing yielded means it may."""
    there = state.me.colony[action.space]
    if there:
        yield refuse("place_building.empty", space=action.space, there=there)


def apply(state: State, action: PlaceBuilding) -> State:
    """The building stands."""
    seat, building = state.active, asking(state, Placing).building
    state = change(pop(state), seat, colony=put(state.me.colony, action.space, building))
    return note(state, "building_placed", seat, building=building, spaces=(action.space,))


PLACE_BUILDING = verb(PlaceBuilding, candidates, objections, apply, exact=True)
