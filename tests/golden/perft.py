"""Perft for any game: the position at the end of every line of play of so many actions."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.engine import apply, legal_actions
from referee_service.kernel.game import AnyGame
from referee_service.kernel.state import CHANCE, State


def leaves(game: AnyGame, state: State, depth: int) -> Iterator[State]:
    """The position at the end of every line of so many actions; chance never acts, so it ends a line."""
    now = game.turn(state)
    if not depth or now is None or now.seat == CHANCE:
        yield state
        return
    for action in legal_actions(game, state):
        yield from leaves(game, apply(game, state, action)[0], depth - 1)


def counts(game: AnyGame, state: State, depth: int) -> tuple[int, int]:
    """Lines of play, and different positions at their ends."""
    ends = list(leaves(game, state, depth))
    return len(ends), len(set(ends))
