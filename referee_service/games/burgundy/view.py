"""What one seat may see. All lies open in this game, piles included: what they hold follows from what is seen."""

from __future__ import annotations

from referee_service.games.burgundy.state import State


def view(state: State, seat: int | None) -> State:
    """The whole position; only the future is unknown."""
    return state


def imagine(seen: State, key: bytes) -> State:
    """There is nothing to imagine."""
    return seen
