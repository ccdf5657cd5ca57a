"""Points of defence that a land or an army gives to a card in a conflict, each of them once."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.medievalia.content import army_name, content, host_name
from referee_service.games.medievalia.state import FREE, State, Unit


def place_of(unit: Unit) -> str:
    """Where a card stands in a conflict."""
    if unit.host != FREE:
        return host_name(unit.host)
    return army_name(unit.army) if unit.army > 0 else "free"


def shields(state: State, cards: list[str]) -> int:
    """The points of defence that cards of an army give to others of it."""
    tables = content(state)
    shielding = [card for card in cards if card in tables.troops and tables.troops[card].power == "shield"]
    return len(shielding) * tables.numbers["shield"]


def walls(state: State, seat: int, host: int) -> int:
    """The points of defence that civil buildings give on their land."""
    tables = content(state)
    buildings = state.players[seat].lands[host].buildings if host != FREE else ()
    return sum(tables.numbers["civil_defence"] for building in buildings if building in tables.civil)


def defence_at(state: State, seat: int, place: str) -> int:
    """The points of defence that a land or an army of a player gives in a conflict, each once."""
    units = state.players[seat].units
    if place.startswith("host_"):
        return walls(state, seat, int(place[5:]))
    return shields(state, [unit.card for unit in units if place_of(unit) == place]) if place != "free" else 0


def left_at(state: State, seat: int, place: str) -> int:
    """How much of it was not given yet."""
    assert state.battle is not None
    return max(0, defence_at(state, seat, place) - state.battle.given.count((seat, place)))


def spare_defence(state: State, seat: int, unit: Unit) -> int:
    """How much of that a card may have: nobody shields himself."""
    place = place_of(unit)
    own = shields(state, [unit.card]) if unit.host == FREE else 0
    return min(left_at(state, seat, place), max(0, defence_at(state, seat, place) - own))


def give_defence(state: State, seat: int, place: str, points: int) -> State:
    """So many points of defence are given, and not again."""
    assert state.battle is not None
    given = tuple(sorted((*state.battle.given, *((seat, place),) * points)))
    return replace(state, battle=replace(state.battle, given=given))
