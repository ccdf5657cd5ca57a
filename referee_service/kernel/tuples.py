"""Tuples with one item changed, and states with one player changed."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from referee_service.kernel.state import State

T = TypeVar("T")
S = TypeVar("S", bound=State)


def with_item(row: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return the row with the value at one index replaced."""
    return (*row[:index], value, *row[index + 1 :])


def without(row: tuple[T, ...], value: T) -> tuple[T, ...]:
    """Return the row without the first occurrence of a value. Raises ValueError if there is none."""
    index = row.index(value)
    return row[:index] + row[index + 1 :]


def with_player(state: S, seat: int, **fields: object) -> S:
    """Return the state with some fields of one seat's player replaced."""
    players = state.players
    changed = replace(players[seat], **fields)
    return replace(state, players=(*players[:seat], changed, *players[seat + 1 :]))
