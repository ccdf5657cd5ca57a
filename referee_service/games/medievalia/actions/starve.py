"""Verb `starve`: choose the unit that leaves the game because there is too little food."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.medievalia.fields import NO_HOST, Fief, Host, Troop, YesOrNo
from referee_service.games.medievalia.state import State, Unit
from referee_service.games.medievalia.units import remove_unit
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action


class Starve(Action, frozen=True, tag="starve"):
    """A unit that cannot be fed and leaves the game."""

    card: Troop
    fief: Fief
    host: Host | None
    turned: YesOrNo


def units_named_by(state: State, action: Starve) -> list[Unit]:
    """Return the units that an action names."""
    at = NO_HOST if action.host is None else action.host
    where = (action.card, action.fief, at, action.turned)
    return [unit for unit in state.active_player.units if (unit.card, unit.fief, unit.host, unit.turned) == where]


def candidates(state: State) -> list[Starve]:
    """Return an action for every unit. Equal units give one action."""
    places = dict.fromkeys((unit.card, unit.fief, unit.host, unit.turned) for unit in state.active_player.units)
    return [Starve(card, fief, None if host == NO_HOST else host, turned) for card, fief, host, turned in places]


def objections(state: State, action: Starve) -> Iterator[Refusal]:
    """Yield a refusal if there is no such unit."""
    if not units_named_by(state, action):
        yield refuse("starve.card", card=action.card, fief=action.fief)


def apply(state: State, action: Starve) -> State:
    """Remove the unit from the game."""
    state = remove_unit(replace(state, moved_units=()), state.active_seat, units_named_by(state, action)[0])
    return emit(state, "starved", state.active_seat, card=action.card)


STARVE = verb(Starve, candidates, objections, apply, exact=True)
