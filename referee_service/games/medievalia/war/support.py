"""Support by archers and priests in a battle: the units that can help, and the units they can reach."""

from __future__ import annotations

from ..content.tables import CITY_HOST, content
from ..fiefs import is_ally, neighbours
from ..fields import NO_HOST
from ..state import State, Unit
from .battle import current_battle


def support_seat(state: State) -> int:
    """Return the seat that may use its archers or priests now."""
    seat = state.pending[-1].seat
    assert isinstance(seat, int)
    return seat


def unit_key(unit: Unit) -> tuple[str, str, int | None]:
    """Return card, fief and host, by which an action names the unit that uses its power."""
    return unit.card, unit.fief, None if unit.host == NO_HOST else unit.host


def helpers(state: State, seat: int, power: str) -> list[Unit]:
    """Return the units of a player that can use a power: unturned, in or next to the fief, not fighting themselves.

    A unit that fought on an earlier front of this turn can help (`ruling.powers`). An ally's units do not fight,
    so they help from inside the fief too, even a neutral one (`ruling.neutral_battle`).
    """
    battle, troops = current_battle(state), content(state).troops
    near = (battle.fief, *neighbours(len(state.players))[battle.fief])
    hit = {host for _, host in battle.targets} if seat == battle.defender else set()
    return [
        unit
        for unit in dict.fromkeys(state.players[seat].units)
        if not unit.turned
        and unit.army <= 0
        and troops[unit.card].power == power
        and unit.fief in near
        and unit.host not in hit
    ]


def supported_seat(state: State, seat: int) -> int:
    """Return the attacker or defender that a seat supports in this battle: itself or its ally."""
    battle = current_battle(state)
    return battle.attacker if is_ally(state, seat, battle.attacker) else battle.defender


def opposing_seat(state: State, seat: int) -> int:
    """Return the attacker or defender that a seat opposes in this battle."""
    battle = current_battle(state)
    return battle.defender if supported_seat(state, seat) == battle.attacker else battle.attacker


def units_in_battle(state: State, seat: int) -> list[Unit]:
    """Return the units of a player in the fief of the battle."""
    fief = current_battle(state).fief
    return [unit for unit in state.players[seat].units if unit.fief == fief]


def is_arrow_proof(state: State, seat: int, unit: Unit) -> bool:
    """Return whether the city or a military building shelters a unit from arrows."""
    if unit.host == NO_HOST:
        return False
    civil = content(state).civil
    return unit.host == CITY_HOST or any(name not in civil for name in state.players[seat].lands[unit.host].buildings)
