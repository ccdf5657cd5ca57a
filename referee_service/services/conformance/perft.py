"""Perft for any game: number of lines of play to a depth, and of different positions at their ends."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from msgspec.structs import replace

from referee_service.kernel.engine import apply, legal_actions
from referee_service.kernel.game import AnyGame
from referee_service.kernel.state import CHANCE, State


def leaves(game: AnyGame, state: State, depth: int) -> Iterator[State]:
    """Yield the position at the end of every line of `depth` actions. A line ends early where chance would act."""
    turn = game.turn(state)
    if not depth or turn is None or turn.seat == CHANCE:
        yield state
        return
    for action in legal_actions(game, state):
        yield from leaves(game, apply(game, state, action)[0], depth - 1)


def counts(game: AnyGame, state: State, depth: int, *, max_lines: int | None = None) -> tuple[int, int] | None:
    """Return the number of lines of play, and the number of different positions at their ends.

    Which questions closed on the way there makes no difference. Returns None if there are more than `max_lines`.
    """
    stop = None if max_lines is None else max_lines + 1
    ends = [replace(end, closed=()) for end in islice(leaves(game, state, depth), stop)]
    return None if max_lines is not None and len(ends) > max_lines else (len(ends), len(set(ends)))
