"""Verb `reveal_building`: chance turns up the next building of a pile."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.medievalia.fields import Building
from referee_service.games.medievalia.questions import RevealBuildingFrame
from referee_service.games.medievalia.state import Pile, State
from referee_service.kernel.bags import remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import expect_top, pop
from referee_service.kernel.state import CHANCE, Action
from referee_service.kernel.tuples import with_item


class RevealBuilding(Action, frozen=True, tag="reveal_building"):
    """The building that is turned up."""

    building: Building


def outcomes(state: State) -> list[tuple[RevealBuilding, int]]:
    """Return the face-down buildings of all piles, weighted by their copies."""
    return [(RevealBuilding(building), count) for building, count in state.hidden_buildings]


def apply(state: State, action: RevealBuilding) -> State:
    """Put the building open on its pile."""
    index = expect_top(state, RevealBuildingFrame).pile
    piles = with_item(state.piles, index, Pile(action.building, state.piles[index].hidden_count - 1))
    state = replace(pop(state), piles=piles, hidden_buildings=remove_from(state.hidden_buildings, action.building))
    return emit(state, "building_revealed", CHANCE, building=action.building)


REVEAL_BUILDING = chance_verb(RevealBuilding, outcomes, apply)
