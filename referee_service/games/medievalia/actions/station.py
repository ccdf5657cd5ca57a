"""Verb `station`: move an unturned unit inside the fief, onto a land, off it, or between two lands."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action

from ..content.tables import place_name
from ..fiefs import home_fief
from ..fields import NO_HOST, Host, UnitHost, UnturnedTroop
from ..spots import FREE, Facts, land_card, land_facts, missing_card_facts, space_of
from ..state import State, Unit
from ..units import replace_unit


class Station(Action, frozen=True, tag="station"):
    """A move of an unturned unit inside the seat's own fief: onto a land, off it, or between two lands."""

    card: UnturnedTroop
    origin: UnitHost | None
    """Land that the unit leaves: 0 is the city, 1 to 4 are territories. Null if it stands on none."""
    host: Host | None
    """Land that the unit moves to: 0 is the city, 1 to 4 are territories. Null if it then stands on none."""


def host_or_none(host: int | None) -> int:
    """Return the host, or `NO_HOST` for None."""
    return NO_HOST if host is None else host


def units_at(state: State, card: str, host: int) -> list[Unit]:
    """Return the unturned units of a kind at a host of the fief of the player in turn."""
    fief = home_fief(state.active_seat)
    return [
        u for u in state.active_player.units if u.card == card and u.fief == fief and u.host == host and not u.turned
    ]


def candidates(state: State) -> list[Station]:
    """Return an action for every kind of unit that may move, and every other place."""
    lands, fief = state.active_player.lands, home_fief(state.active_seat)
    hosts = [None, *(host for host, land in enumerate(lands) if land.card)]
    counts: dict[tuple[str, int], int] = {}
    for unit in state.active_player.units:
        if unit.fief == fief and not unit.turned and (unit.host == NO_HOST or not lands[unit.host].turned):
            counts[unit.card, unit.host] = counts.get((unit.card, unit.host), 0) + 1
    return [
        Station(card, None if at == NO_HOST else at, host)
        for (card, at), count in counts.items()
        if count > state.moved_units.count((card, at))
        for host in hosts
        if host_or_none(host) != at
    ]


def objections(state: State, action: Station) -> Iterator[Refusal]:
    """Yield every reason why this unit may not move there."""
    origin, lands = host_or_none(action.origin), state.active_player.lands
    unit_count = len(units_at(state, action.card, origin))
    if not unit_count:
        where = missing_card_facts(state, state.active_seat, action.origin)
        yield refuse("station.card", card=action.card, place=place_name(action.origin), **where)
    elif unit_count <= state.moved_units.count((action.card, origin)):
        yield refuse("station.back", card=action.card)
    if origin != NO_HOST and lands[origin].turned:
        land, space = land_card(state, state.active_seat, origin), space_of(origin)
        yield refuse("station.turned", host=origin, land=land, space=space)
    if action.host is not None and not lands[action.host].card:
        yield refuse("station.land", host=action.host)
    if action.host == action.origin:
        yield refuse("station.elsewhere", card=action.card)


def apply(state: State, action: Station) -> State:
    """Move the unit, and record the move until another action is done."""
    unit = units_at(state, action.card, host_or_none(action.origin))[0]
    state = replace_unit(state, state.active_seat, unit, replace(unit, host=host_or_none(action.host)))
    moved_units = tuple(sorted((*state.moved_units, (action.card, host_or_none(action.host)))))
    state = replace(state, moved_units=moved_units)
    return emit(state, "stationed", state.active_seat, **_move_facts(state, action))


def facts(state: State, action: Station) -> Facts:
    """Return the spaces of the two lands, or that the card stands free."""
    freed = FREE if action.host is None else None
    return {"origin_space": space_of(action.origin), "space": space_of(action.host), "freed": freed}


def _move_facts(state: State, action: Station) -> Facts:
    """Return the card and the lands of a move."""
    origin = land_facts(state, state.active_seat, action.origin)
    return {
        **facts(state, action),
        **land_facts(state, state.active_seat, action.host),
        "card": action.card,
        "host": action.host,
        "origin_land": origin["land"],
    }


STATION = verb(Station, candidates, objections, apply, exact=True, kinds={"card": "station.kind"}, facts=facts)
