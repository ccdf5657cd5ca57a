"""Activate a street: each of its buildings may be used, in any order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from referee_service.games.settlement.content import STREETS, content
from referee_service.games.settlement.state import State, UseBuildings, Villagers, buildings_in, permits
from referee_service.games.settlement.villagers import mixes, send_villagers, villager_objections
from referee_service.kernel.events import note
from referee_service.kernel.game import verb
from referee_service.kernel.pending import push
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action, Domain
from referee_service.kernel.values import change, put


class ActivateStreet(Action, frozen=True, tag="activate_street"):
    """Use the buildings of a street, with a basic or a bonus villager."""

    street: Annotated[str, Domain("street")]
    bonus: Villagers


def is_open(state: State, street: str) -> bool:
    """A street is activated once in a round; with a permit, one street a second time."""
    times, at = state.me.streets, STREETS.index(street)
    again = times[at] == 1 and max(times) == 1 and permits(state, state.me, "second_street")
    return not times[at] or again


def candidates(state: State) -> list[ActivateStreet]:
    """Every street that is open and has a building."""
    ways = mixes(state, content(state).numbers["activate_street_villagers"])
    fitting = (
        [street for street in STREETS if buildings_in(state.me, street) and is_open(state, street)] if ways else []
    )
    return [ActivateStreet(street, bonus) for street in fitting for bonus in ways]


def objections(state: State, action: ActivateStreet) -> Iterator[Refusal]:
    """Why this street may not be activated; nothing yielded means it may."""
    yield from villager_objections(state, content(state).numbers["activate_street_villagers"], action.bonus)
    if not is_open(state, action.street):
        yield refuse("activate_street.once", street=action.street)
    if not buildings_in(state.me, action.street):
        yield refuse("activate_street.building", street=action.street)


def apply(state: State, action: ActivateStreet) -> State:
    """The buildings of the street wait to be used."""
    seat, at = state.active, STREETS.index(action.street)
    state = send_villagers(state, content(state).numbers["activate_street_villagers"], action.bonus)
    state = change(state, seat, streets=put(state.me.streets, at, state.me.streets[at] + 1))
    state = note(state, "street_activated", seat, street=action.street)
    return push(state, UseBuildings(seat, buildings_in(state.me, action.street)))


ACTIVATE_STREET = verb(ActivateStreet, candidates, objections, apply, exact=True)
