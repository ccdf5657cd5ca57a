"""Choose the ship that acts at once or moves up in the queue."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from referee_service.games.empires_north.ships import send, ships_asked
from referee_service.games.empires_north.state import State
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action, Domain


class ChooseShip(Action, frozen=True, tag="choose_ship"):
    """Choose a ship by its place in the queue, the first being 0."""

    place: Annotated[int, Domain("place")]


def candidates(state: State) -> list[ChooseShip]:
    """Every own ship that can do it."""
    return [ChooseShip(place) for place in ships_asked(state)]


def objections(state: State, action: ChooseShip) -> Iterator[Refusal]:
    """Why this ship may not be chosen; nothing yielded means it may."""
    if action.place not in ships_asked(state):
        yield refuse("choose_ship.fitting", place=action.place)


def apply(state: State, action: ChooseShip) -> State:
    """The ship acts, or moves up."""
    return send(state, action.place)


CHOOSE_SHIP = verb(ChooseShip, candidates, objections, apply, exact=True)
