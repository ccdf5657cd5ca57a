"""Archers and priests in a conflict: who can use a power, for whom, and on which cards."""

from __future__ import annotations

from referee_service.games.medievalia.conflict import battle_of
from referee_service.games.medievalia.content import CITY, content
from referee_service.games.medievalia.realm import is_ally, neighbours
from referee_service.games.medievalia.state import FREE, State, Unit


def seat_of(state: State) -> int:
    """Whose archers or priests are asked for now."""
    seat = state.pending[-1].seat
    assert isinstance(seat, int)
    return seat


def named(unit: Unit) -> tuple[str, str, int | None]:
    """How an action names the card that uses its power."""
    return unit.card, unit.fief, None if unit.host == FREE else unit.host


def helpers(state: State, seat: int, power: str) -> list[Unit]:
    """The cards of a player that can use this power now: unturned, near, and not fighting themselves."""
    battle, troops = battle_of(state), content(state).troops
    near = (battle.fief, *neighbours(len(state.players))[battle.fief])
    hit = {host for _, host in battle.struck} if seat == battle.defender else set()
    return [
        unit
        for unit in dict.fromkeys(state.players[seat].units)
        if not unit.turned
        and not unit.army
        and troops[unit.card].power == power
        and unit.fief in near
        and unit.host not in hit
    ]


def helped_by(state: State, seat: int) -> int:
    """The one for whom a seat helps in this conflict: itself or its ally."""
    battle = battle_of(state)
    return battle.attacker if is_ally(state, seat, battle.attacker) else battle.defender


def faced_by(state: State, seat: int) -> int:
    """The one whom a seat fights in this conflict."""
    battle = battle_of(state)
    return battle.defender if helped_by(state, seat) == battle.attacker else battle.attacker


def in_reach(state: State, seat: int) -> list[Unit]:
    """The cards of a player in the fief of the conflict."""
    fief = battle_of(state).fief
    return [unit for unit in state.players[seat].units if unit.fief == fief]


def is_sheltered(state: State, seat: int, unit: Unit) -> bool:
    """Whether the city or a military building keeps a card from arrows."""
    if unit.host == FREE:
        return False
    civil = content(state).civil
    return unit.host == CITY or any(name not in civil for name in state.players[seat].lands[unit.host].buildings)
