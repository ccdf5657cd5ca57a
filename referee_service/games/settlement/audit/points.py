"""Score checks: no points before the end, and then exactly what a recount gives."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.rules import Fault, fault

from ..scoring import points_so_far
from ..state import State


def cited_points(state: State) -> Iterator[Fault]:
    """Yield a fault for each seat whose score lines differ from a recount."""
    wanted = points_so_far(state) if state.stage == "over" else ((),) * len(state.players)
    for seat, lines in enumerate(state.score_lines):
        if lines != wanted[seat]:
            yield fault(f"score_lines[{seat}]", "audit.points", found=sum(line.points for line in lines))
