"""Move of a pawn by a card: to any other tile, without an action, and the pawn keeps its side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from referee_service.games.empires_north.phases.declared_actions import shift_pawn
from referee_service.games.empires_north.state import Pawn, State, TileName, deciding_player, deciding_seat
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.shape import Domain
from referee_service.kernel.state import Action


class ShiftPawn(Action, frozen=True, tag="shift_pawn"):
    """A pawn of this side moves from one tile to another."""

    start: TileName
    exhausted: Annotated[bool, Domain("yes_or_no")]
    tile: TileName


def candidates(state: State) -> list[ShiftPawn]:
    """Return every move of a pawn on the ring to another tile."""
    pawns = dict.fromkeys(deciding_player(state).pawns)
    return [ShiftPawn(p.tile, p.exhausted, tile) for p in pawns for tile in state.ring if tile != p.tile]


def objections(state: State, action: ShiftPawn) -> Iterator[Refusal]:
    """Yield every reason why this pawn may not move there."""
    if Pawn(action.start, action.exhausted) not in deciding_player(state).pawns:
        yield refuse("shift_pawn.there", start=action.start)
    if action.tile == action.start:
        yield refuse("shift_pawn.other", tile=action.tile)


def apply(state: State, action: ShiftPawn) -> State:
    """Move the pawn."""
    old, new = Pawn(action.start, action.exhausted), Pawn(action.tile, action.exhausted)
    return shift_pawn(pop(state), deciding_seat(state), old, new)


SHIFT_PAWN = verb(ShiftPawn, candidates, objections, apply, exact=True)
