"""Take an unturned card of yours out of the game."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.medievalia.state import FREE, Fief, Host, State, Troop, Unit
from referee_service.games.medievalia.units import remove_unit
from referee_service.kernel.events import note
from referee_service.kernel.game import verb
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action


class Dismiss(Action, frozen=True, tag="dismiss"):
    """Take an unturned card out of the game."""

    card: Troop
    fief: Fief
    host: Host | None


def named(state: State, action: Dismiss) -> list[Unit]:
    """The unturned cards that this names."""
    at = FREE if action.host is None else action.host
    where = (action.card, action.fief, at)
    return [unit for unit in state.me.units if (unit.card, unit.fief, unit.host) == where and not unit.turned]


def candidates(state: State) -> list[Dismiss]:
    """Every unturned card, those alike once."""
    places = dict.fromkeys((unit.card, unit.fief, unit.host) for unit in state.me.units if not unit.turned)
    return [Dismiss(card, fief, None if host == FREE else host) for card, fief, host in places]


def objections(state: State, action: Dismiss) -> Iterator[Refusal]:
    """Only an unturned card may go."""
    if not named(state, action):
        yield refuse("dismiss.unturned", card=action.card, fief=action.fief)


def apply(state: State, action: Dismiss) -> State:
    """It leaves the game."""
    state = remove_unit(replace(state, stationed=()), state.active, named(state, action)[0])
    return note(state, "dismissed", state.active, card=action.card)


DISMISS = verb(Dismiss, candidates, objections, apply, exact=True)
