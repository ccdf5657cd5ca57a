"""Chance turns up the next building of a pile."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from referee_service.games.medievalia.state import Pile, State
from referee_service.games.medievalia.state import RevealBuilding as Question
from referee_service.kernel.events import note
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import asking, pop
from referee_service.kernel.state import CHANCE, Action, Domain
from referee_service.kernel.values import put, take_from


class RevealBuilding(Action, frozen=True, tag="reveal_building"):
    """A building is turned up."""

    building: Annotated[str, Domain("building")]


def outcomes(state: State) -> list[tuple[RevealBuilding, int]]:
    """Every building that lies face down, in whichever pile."""
    return [(RevealBuilding(building), count) for building, count in state.stock]


def apply(state: State, action: RevealBuilding) -> State:
    """It lies open on its pile."""
    at = asking(state, Question).pile
    piles = put(state.piles, at, Pile(action.building, state.piles[at].left - 1))
    state = replace(pop(state), piles=piles, stock=take_from(state.stock, action.building))
    return note(state, "building_revealed", CHANCE, building=action.building)


REVEAL_BUILDING = chance_verb(RevealBuilding, outcomes, apply)
