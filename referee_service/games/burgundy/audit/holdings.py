"""Holdings of each player: a board and an estate once the stage needs them, and not too many kinds of goods."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.rules import Fault, fault

from ..content.tables import content
from ..state import Stage, State

STAGES_BEFORE_BOARDS: tuple[Stage, ...] = ("goods", "boards", "castles")
"""Stages in which a seat may have no board."""
STAGES_BEFORE_ESTATES: tuple[Stage, ...] = (*STAGES_BEFORE_BOARDS, "phase")
"""Stages in which a seat may have no estate."""


def holdings(state: State) -> Iterator[Fault]:
    """Yield faults for missing boards, estates with a wrong number of spaces, and too many kinds of goods."""
    tables = content(state)
    spaces, kinds = len(tables.domains["space"]), tables.numbers["goods_kinds"]
    for seat, player in enumerate(state.players):
        path = f"players[{seat}]"
        if len(player.estate) != spaces and (player.estate or state.stage not in STAGES_BEFORE_ESTATES):
            yield fault(f"{path}.estate", "audit.shape", found=len(player.estate), wanted=spaces)
        if not player.board and (player.estate or state.stage not in STAGES_BEFORE_BOARDS):
            yield fault(f"{path}.board", "audit.known", name=player.board)
        if len(set(player.goods)) > kinds:
            yield fault(f"{path}.goods", "audit.range", found=len(set(player.goods)), low=0, high=kinds)
