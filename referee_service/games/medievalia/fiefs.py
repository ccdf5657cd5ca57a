"""The map and who stands with whom: fiefs, sides, blocked ways and sieges."""

from __future__ import annotations

from functools import lru_cache

from referee_service.games.medievalia.content.tables import CITY_HOST, content
from referee_service.games.medievalia.state import State, is_guarded


def home_fief(seat: int) -> str:
    """The fief of a player."""
    return f"home_{seat}"


@lru_cache(maxsize=8)
def neighbours(seats: int) -> dict[str, tuple[str, ...]]:
    """Which fiefs touch: a neutral fief lies between any two players who sit side by side."""
    ring = range(seats) if seats > 2 else range(1)
    found: dict[str, tuple[str, ...]] = {home_fief(seat): () for seat in range(seats)}
    for seat in ring:
        between, other = f"neutral_{seat}", home_fief((seat + 1) % seats)
        found[between] = (home_fief(seat), other)
        found[home_fief(seat)] += (between,)
        found[other] += (between,)
    return found


def is_ally(state: State, one: int, other: int) -> bool:
    """Whether two seats are on the same side: partners sit opposite when four play."""
    return one == other or (len(state.players) == 4 and (one - other) % 2 == 0)


def ally_of(state: State, seat: int) -> int | None:
    """The ally of a seat, while in the game."""
    other = (seat + 2) % 4
    return other if len(state.players) == 4 and state.players[other].alive else None


@lru_cache(maxsize=8)
def teams(seats: int) -> tuple[tuple[int, ...], ...]:
    """Who plays with whom."""
    return ((0, 2), (1, 3)) if seats == 4 else tuple((seat,) for seat in range(seats))


def enemies(state: State, seat: int) -> list[int]:
    """The seats of the other sides that are still in the game."""
    return [other for other, player in enumerate(state.players) if player.alive and not is_ally(state, seat, other)]


def is_neutral(state: State, fief: str) -> bool:
    """Whether a fief belongs to nobody; that of a player who was eliminated belongs to nobody any more."""
    return fief.startswith("neutral") or not state.players[int(fief[5:])].alive


def is_blocked(state: State, seat: int, fief: str) -> bool:
    """Whether unturned enemies in a neutral fief let nobody pass."""
    if not is_neutral(state, fief):
        return False
    return any(
        unit.fief == fief and not unit.turned for enemy in enemies(state, seat) for unit in state.players[enemy].units
    )


def is_besieged(state: State, seat: int) -> bool:
    """Whether enemies stand in the fief, no ally helps, and no territory is guarded."""
    tables, fief = content(state), home_fief(seat)
    player = state.players[seat]
    if not any(unit.fief == fief for enemy in enemies(state, seat) for unit in state.players[enemy].units):
        return False
    ally = ally_of(state, seat)
    if ally is not None and any(unit.fief == fief for unit in state.players[ally].units):
        return False
    return not any(is_guarded(tables, player, host) for host in range(CITY_HOST + 1, len(player.lands)))
