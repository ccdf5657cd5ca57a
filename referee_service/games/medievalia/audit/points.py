"""Audit of points: the buildings give them at the end of the game, and not before."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.rules import Fault, fault

from ..scoring import points_so_far
from ..state import State


def points(state: State) -> Iterator[Fault]:
    """Yield a fault for each seat whose points cannot be recounted."""
    expected = points_so_far(state) if state.game_end else ((),) * len(state.players)
    for seat, lines in enumerate(state.score_lines):
        if lines != expected[seat]:
            yield fault(f"score_lines[{seat}]", "audit.points", found=sum(line.points for line in lines))
