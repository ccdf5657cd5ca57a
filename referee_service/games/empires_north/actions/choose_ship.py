"""Choice of the ship that lands at once or moves up in the queue."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from referee_service.games.empires_north.ships import choosable_ships, send_ship
from referee_service.games.empires_north.state import State
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.shape import Domain
from referee_service.kernel.state import Action


class ChooseShip(Action, frozen=True, tag="choose_ship"):
    """A ship, by its place in the queue. The first ship has place 0."""

    place: Annotated[int, Domain("place")]


def candidates(state: State) -> list[ChooseShip]:
    """Return every ship of the player that the effect can use."""
    return [ChooseShip(place) for place in choosable_ships(state)]


def objections(state: State, action: ChooseShip) -> Iterator[Refusal]:
    """Yield the reason if the effect cannot use this ship."""
    if action.place not in choosable_ships(state):
        yield refuse("choose_ship.fitting", place=action.place)


def apply(state: State, action: ChooseShip) -> State:
    """Let the ship land, or move it up."""
    return send_ship(state, action.place)


CHOOSE_SHIP = verb(ChooseShip, candidates, objections, apply, exact=True)
