"""Move an unturned card inside the fief: onto a land, off it, or from one to another."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.medievalia.realm import home
from referee_service.games.medievalia.state import FREE, Host, State, Troop, Unit
from referee_service.games.medievalia.units import swap_unit
from referee_service.kernel.events import note
from referee_service.kernel.game import verb
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action


class Station(Action, frozen=True, tag="station"):
    """Move a card inside the fief; no host means it stands free."""

    card: Troop
    origin: Host | None
    host: Host | None


def place(host: int | None) -> int:
    """A host, or none."""
    return FREE if host is None else host


def standing(state: State, card: str, host: int) -> list[Unit]:
    """The unturned cards of a kind at this place of the fief."""
    fief = home(state.active)
    return [u for u in state.me.units if u.card == card and u.fief == fief and u.host == host and not u.turned]


def candidates(state: State) -> list[Station]:
    """Every card that may go, to every other place."""
    lands, fief = state.me.lands, home(state.active)
    hosts = [None, *(host for host, land in enumerate(lands) if land.card)]
    counts: dict[tuple[str, int], int] = {}
    for unit in state.me.units:
        if unit.fief == fief and not unit.turned and (unit.host == FREE or not lands[unit.host].turned):
            counts[unit.card, unit.host] = counts.get((unit.card, unit.host), 0) + 1
    return [
        Station(card, None if at == FREE else at, host)
        for (card, at), count in counts.items()
        if count > state.stationed.count((card, at))
        for host in hosts
        if place(host) != at
    ]


def objections(state: State, action: Station) -> Iterator[Refusal]:
    """Why this card may not go there; nothing yielded means it may."""
    origin, lands = place(action.origin), state.me.lands
    here = len(standing(state, action.card, origin))
    if not here:
        yield refuse("station.card", card=action.card)
    elif here <= state.stationed.count((action.card, origin)):
        yield refuse("station.back", card=action.card)
    if origin != FREE and lands[origin].turned:
        yield refuse("station.turned", host=origin)
    if action.host is not None and not lands[action.host].card:
        yield refuse("station.land", host=action.host)
    if action.host == action.origin:
        yield refuse("station.elsewhere")


def apply(state: State, action: Station) -> State:
    """It stands there; the land is guarded, and yields more if the card works."""
    unit = standing(state, action.card, place(action.origin))[0]
    state = swap_unit(state, state.active, unit, replace(unit, host=place(action.host)))
    stationed = tuple(sorted((*state.stationed, (action.card, place(action.host)))))
    state = replace(state, stationed=stationed)
    return note(state, "stationed", state.active, card=action.card, host=action.host)


STATION = verb(Station, candidates, objections, apply, exact=True)
