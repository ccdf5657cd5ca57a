"""Fiefs and the cards in them: what lies where, and what is turned."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.medievalia.actions.march import steps
from referee_service.games.medievalia.content import CITY, content
from referee_service.games.medievalia.realm import home
from referee_service.games.medievalia.state import FREE, NONE, Player, State, Unit
from referee_service.kernel.ruling import Fault, fault


def lands_and_units(state: State) -> Iterator[Fault]:
    """Every fief in turn."""
    for seat, player in enumerate(state.players):
        if not player.alive:
            if player.hand or player.units or player.siege or any(land.card or land.buildings for land in player.lands):
                yield fault(f"players[{seat}]", "audit.eliminated", seat=seat)
            continue
        yield from _lands(state, player, f"players[{seat}].lands")
        for unit in player.units:
            if not _fits(state, seat, player, unit):
                yield fault(f"players[{seat}].units", "audit.unit", card=unit.card)


def _lands(state: State, player: Player, path: str) -> Iterator[Fault]:
    city = content(state).city.id
    for host, land in enumerate(player.lands):
        if (land.card == city) != (host == CITY) or (land.card == NONE and (land.buildings or land.turned)):
            yield fault(f"{path}[{host}]", "audit.land", host=host)


def _fits(state: State, seat: int, player: Player, unit: Unit) -> bool:
    """A card stands on a land of its own fief only, and is turned no later than that; marches are its owner's."""
    in_turn = seat == state.active
    if unit.host != FREE:
        land = player.lands[unit.host]
        if unit.fief != home(seat) or not land.card or (unit.turned and not land.turned):
            return False
    if unit.moved and (not in_turn or state.phase not in ("march", "war") or (unit.turned and state.phase != "war")):
        return False
    if unit.moved and (unit.moved > steps(state, unit.card) or unit.host != FREE):
        return False
    return state.phase == "war" or not (unit.army or unit.wounds)
