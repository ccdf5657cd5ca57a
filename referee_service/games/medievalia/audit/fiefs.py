"""Audit of fiefs: places of lands and units, and what is turned."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.rules import Fault, fault

from ..actions.march import march_distance
from ..content.tables import CITY_HOST, content
from ..fiefs import home_fief
from ..fields import NO_CARD, NO_HOST
from ..state import Player, State, Unit


def lands_and_units(state: State) -> Iterator[Fault]:
    """Check the lands and units of every player."""
    for seat, player in enumerate(state.players):
        if not player.alive:
            if player.hand or player.units or player.siege or any(land.card or land.buildings for land in player.lands):
                yield fault(f"players[{seat}]", "audit.eliminated", seat=seat)
            continue
        yield from _lands(state, player, f"players[{seat}].lands")
        for unit in player.units:
            if not _unit_is_possible(state, seat, player, unit):
                yield fault(f"players[{seat}].units", "audit.unit", card=unit.card)


def _lands(state: State, player: Player, path: str) -> Iterator[Fault]:
    """Check that the city is at its place, and that an empty place has no building and is not turned."""
    city = content(state).city.id
    for host, land in enumerate(player.lands):
        if (land.card == city) != (host == CITY_HOST) or (land.card == NO_CARD and (land.buildings or land.turned)):
            yield fault(f"{path}[{host}]", "audit.land", host=host)


def _unit_is_possible(state: State, seat: int, player: Player, unit: Unit) -> bool:
    """Return whether a unit can be where it is.

    It stands only on lands of its own fief, and is turned only together with its land. Only units of the player in
    turn have marched, and no unit outside the war has an army or wounds.
    """
    in_turn = seat == state.active_seat
    if unit.host != NO_HOST:
        land = player.lands[unit.host]
        if unit.fief != home_fief(seat) or not land.card or (unit.turned and not land.turned):
            return False
    if unit.fiefs_marched and (
        not in_turn or state.phase not in ("march", "war") or (unit.turned and state.phase != "war")
    ):
        return False
    if unit.fiefs_marched and (unit.fiefs_marched > march_distance(state, unit.card) or unit.host != NO_HOST):
        return False
    return state.phase == "war" or not (unit.army or unit.wounds)
