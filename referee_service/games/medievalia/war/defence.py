"""Points of defence that a land or an army gives to a card in a conflict, each of them once."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.medievalia.content.tables import army_name, content, host_name
from referee_service.games.medievalia.state import NO_HOST, State, Unit


def battle_place(unit: Unit) -> str:
    """Where a card stands in a conflict."""
    if unit.host != NO_HOST:
        return host_name(unit.host)
    return army_name(unit.army) if unit.army > 0 else "free"


def army_bonus(state: State, cards: list[str]) -> int:
    """The points of defence that cards of an army give to others of it."""
    tables = content(state)
    shielding = [card for card in cards if card in tables.troops and tables.troops[card].power == "shield"]
    return len(shielding) * tables.numbers["shield"]


def building_bonus(state: State, seat: int, host: int) -> int:
    """The points of defence that civil buildings give on their land."""
    tables = content(state)
    buildings = state.players[seat].lands[host].buildings if host != NO_HOST else ()
    return sum(tables.numbers["civil_defence"] for building in buildings if building in tables.civil)


def total_bonus_at(state: State, seat: int, place: str) -> int:
    """The points of defence that a land or an army of a player gives in a conflict, each once."""
    units = state.players[seat].units
    if place.startswith("host_"):
        return building_bonus(state, seat, int(place[5:]))
    return army_bonus(state, [unit.card for unit in units if battle_place(unit) == place]) if place != "free" else 0


def remaining_bonus_at(state: State, seat: int, place: str) -> int:
    """How much of it was not given yet."""
    assert state.battle is not None
    return max(0, total_bonus_at(state, seat, place) - state.battle.bonus_given.count((seat, place)))


def bonus_available_to(state: State, seat: int, unit: Unit) -> int:
    """How much of that a card may have: nobody shields himself."""
    place = battle_place(unit)
    own = army_bonus(state, [unit.card]) if unit.host == NO_HOST else 0
    return min(remaining_bonus_at(state, seat, place), max(0, total_bonus_at(state, seat, place) - own))


def spend_bonus(state: State, seat: int, place: str, points: int) -> State:
    """So many points of defence are given, and not again."""
    assert state.battle is not None
    given = tuple(sorted((*state.battle.bonus_given, *((seat, place),) * points)))
    return replace(state, battle=replace(state.battle, bonus_given=given))
