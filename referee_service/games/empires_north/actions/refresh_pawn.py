"""Refresh of an exhausted pawn."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.empires_north.state import Pawn, State, TileName, deciding_player, deciding_seat
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player, without


class RefreshPawn(Action, frozen=True, tag="refresh_pawn"):
    """The exhausted pawn on a tile becomes active."""

    tile: TileName


def exhausted_pawn_tiles(state: State) -> list[str]:
    """Return the tiles with an exhausted pawn of the player, each once."""
    return list(dict.fromkeys(pawn.tile for pawn in deciding_player(state).pawns if pawn.exhausted))


def candidates(state: State) -> list[RefreshPawn]:
    """Return one action per tile with an exhausted pawn."""
    return [RefreshPawn(tile) for tile in exhausted_pawn_tiles(state)]


def objections(state: State, action: RefreshPawn) -> Iterator[Refusal]:
    """Yield the reason if no exhausted pawn stands on the tile."""
    if action.tile not in exhausted_pawn_tiles(state):
        yield refuse("refresh_pawn.exhausted", tile=action.tile)


def apply(state: State, action: RefreshPawn) -> State:
    """Turn the pawn to its active side."""
    seat, rest = deciding_seat(state), without(deciding_player(state).pawns, Pawn(action.tile, exhausted=True))
    pawns = tuple(sorted((*rest, Pawn(action.tile, exhausted=False))))
    return emit(with_player(pop(state), seat, pawns=pawns), "pawn_refreshed", seat, tile=action.tile)


REFRESH_PAWN = verb(RefreshPawn, candidates, objections, apply, exact=True)
