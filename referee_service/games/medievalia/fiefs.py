"""Map of fiefs, teams, blocked routes and sieges."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from referee_service.kernel.rules import Refusal, refuse

from .content.tables import CITY_HOST, content
from .spots import OWN_FIEF
from .state import State, is_guarded

ONLY_NEUTRAL_FIEF = "neutral_fief"
"""Name of the neutral fief if there is only one."""


def home_fief(seat: int) -> str:
    """Return the name of a seat's fief."""
    return f"home_{seat}"


@lru_cache(maxsize=8)
def neighbours(seats: int) -> dict[str, tuple[str, ...]]:
    """Return the neighbours of every fief. A neutral fief lies between any two players who sit side by side."""
    ring = range(seats) if seats > 2 else range(1)
    neighbours_of: dict[str, tuple[str, ...]] = {home_fief(seat): () for seat in range(seats)}
    for seat in ring:
        between, other = f"neutral_{seat}", home_fief((seat + 1) % seats)
        neighbours_of[between] = (home_fief(seat), other)
        neighbours_of[home_fief(seat)] += (between,)
        neighbours_of[other] += (between,)
    return neighbours_of


def named_fief(state: State, fief: str, seat: int | None = None) -> str:
    """Return the name of a fief in a sentence. For a seat, its own fief is called so.

    With two players there is one neutral fief, which needs no number.
    """
    if seat is not None and fief == home_fief(seat):
        return OWN_FIEF
    return ONLY_NEUTRAL_FIEF if len(state.players) == 2 and fief == "neutral_0" else fief


def off_map_refusals(state: State, *fiefs: str) -> Iterator[Refusal]:
    """Yield a refusal for each fief that is not on the map of this number of players."""
    for fief in fiefs:
        if fief not in neighbours(len(state.players)):
            yield refuse("fief.map", fief=fief, seats=len(state.players))


def is_ally(state: State, one: int, other: int) -> bool:
    """Return whether two seats are in the same team. With four players, allies sit opposite each other."""
    return one == other or (len(state.players) == 4 and (one - other) % 2 == 0)


def ally_of(state: State, seat: int) -> int | None:
    """Return the ally of a seat, or None if it has none or the ally is eliminated."""
    other = (seat + 2) % 4
    return other if len(state.players) == 4 and state.players[other].alive else None


@lru_cache(maxsize=8)
def teams(seats: int) -> tuple[tuple[int, ...], ...]:
    """Return the teams, each as its seats."""
    return ((0, 2), (1, 3)) if seats == 4 else tuple((seat,) for seat in range(seats))


def enemies(state: State, seat: int) -> list[int]:
    """Return the seats of the other teams that are still in the game."""
    return [other for other, player in enumerate(state.players) if player.alive and not is_ally(state, seat, other)]


def is_neutral(state: State, fief: str) -> bool:
    """Return whether a fief has no owner. The fief of an eliminated player has none."""
    return fief.startswith("neutral") or not state.players[int(fief[5:])].alive


def is_blocked(state: State, seat: int, fief: str) -> bool:
    """Return whether a seat cannot pass through a fief: it is neutral, and unturned enemy units stand there."""
    if not is_neutral(state, fief):
        return False
    return any(
        unit.fief == fief and not unit.turned for enemy in enemies(state, seat) for unit in state.players[enemy].units
    )


def is_besieged(state: State, seat: int) -> bool:
    """Return whether a seat is under siege: enemies in its fief, no unit of the ally there, no guarded territory."""
    tables, fief = content(state), home_fief(seat)
    player = state.players[seat]
    if not any(unit.fief == fief for enemy in enemies(state, seat) for unit in state.players[enemy].units):
        return False
    ally = ally_of(state, seat)
    if ally is not None and any(unit.fief == fief for unit in state.players[ally].units):
        return False
    return not any(is_guarded(tables, player, host) for host in range(CITY_HOST + 1, len(player.lands)))
