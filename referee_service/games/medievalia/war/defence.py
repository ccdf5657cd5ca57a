"""Defence in a battle: values of cards, and the bonuses of lands and armies. Each point of a bonus is given once."""

from __future__ import annotations

from msgspec.structs import replace

from ..content.tables import army_name, content, host_name
from ..fields import NO_HOST
from ..state import State, Unit


def defence(state: State, name: str) -> int:
    """Return the defence of a unit or military building by name."""
    tables = content(state)
    return tables.troops[name].defence if name in tables.troops else tables.buildings[name].defence


def is_dead(state: State, unit: Unit) -> bool:
    """Return whether a unit has at least as many wounds as defence."""
    return unit.wounds >= content(state).troops[unit.card].defence


def battle_place(unit: Unit) -> str:
    """Return the place of a unit in a battle: its host, its army, or `free`."""
    if unit.host != NO_HOST:
        return host_name(unit.host)
    return army_name(unit.army) if unit.army > 0 else "free"


def army_bonus(state: State, cards: list[str]) -> int:
    """Return the points of defence that cards of an army give to others of the army."""
    tables = content(state)
    shielding = [card for card in cards if card in tables.troops and tables.troops[card].power == "shield"]
    return len(shielding) * tables.numbers["shield"]


def building_bonus(state: State, seat: int, host: int) -> int:
    """Return the points of defence that the civil buildings of a land give there."""
    tables = content(state)
    buildings = state.players[seat].lands[host].buildings if host != NO_HOST else ()
    return sum(tables.numbers["civil_defence"] for building in buildings if building in tables.civil)


def total_bonus_at(state: State, seat: int, place: str) -> int:
    """Return all points of defence that a land or an army of a player has to give in a battle."""
    units = state.players[seat].units
    if place.startswith("host_"):
        return building_bonus(state, seat, int(place[5:]))
    return army_bonus(state, [unit.card for unit in units if battle_place(unit) == place]) if place != "free" else 0


def remaining_bonus_at(state: State, seat: int, place: str) -> int:
    """Return the points of defence of a land or an army that are not given yet."""
    assert state.battle is not None
    return max(0, total_bonus_at(state, seat, place) - state.battle.bonus_given.count((seat, place)))


def bonus_available_to(state: State, seat: int, unit: Unit) -> int:
    """Return the points of defence that a unit may get. A unit cannot give its own bonus to itself."""
    place = battle_place(unit)
    own_bonus = army_bonus(state, [unit.card]) if unit.host == NO_HOST else 0
    return min(remaining_bonus_at(state, seat, place), max(0, total_bonus_at(state, seat, place) - own_bonus))


def spend_bonus(state: State, seat: int, place: str, points: int) -> State:
    """Record that a land or an army has given these points of defence."""
    assert state.battle is not None
    given = tuple(sorted((*state.battle.bonus_given, *((seat, place),) * points)))
    return replace(state, battle=replace(state.battle, bonus_given=given))
