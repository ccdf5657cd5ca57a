"""Turn an exhausted pawn to its active side."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.empires_north.picking import asked, chooser
from referee_service.games.empires_north.state import Pawn, State, TileName
from referee_service.kernel.events import note
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.values import change, drop


class RefreshPawn(Action, frozen=True, tag="refresh_pawn"):
    """Refresh the pawn on a tile."""

    tile: TileName


def tired(state: State) -> list[str]:
    """The tiles with an exhausted pawn."""
    return list(dict.fromkeys(pawn.tile for pawn in asked(state).pawns if pawn.exhausted))


def candidates(state: State) -> list[RefreshPawn]:
    """Every exhausted pawn."""
    return [RefreshPawn(tile) for tile in tired(state)]


def objections(state: State, action: RefreshPawn) -> Iterator[Refusal]:
    """Why this pawn may not be refreshed; nothing yielded means it may."""
    if action.tile not in tired(state):
        yield refuse("refresh_pawn.exhausted", tile=action.tile)


def apply(state: State, action: RefreshPawn) -> State:
    """The pawn can be moved and used once more."""
    seat, rest = chooser(state), drop(asked(state).pawns, Pawn(action.tile, exhausted=True))
    pawns = tuple(sorted((*rest, Pawn(action.tile, exhausted=False))))
    return note(change(pop(state), seat, pawns=pawns), "pawn_refreshed", seat, tile=action.tile)


REFRESH_PAWN = verb(RefreshPawn, candidates, objections, apply, exact=True)
