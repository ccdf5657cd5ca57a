"""Move of an active pawn to a neighbouring tile: it costs food, and declares the action there."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.game import verb
from referee_service.kernel.pending import push
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action

from ..content.cards import NO_COST
from ..economy.costs import can_pay, request_cost
from ..effects.requirements import can_declare_for
from ..facts import cost_pieces
from ..fields import PawnTarget, PawnTile
from ..phases.ring import neighbour_tiles, pawn_move_cost
from ..questions import PawnArrivalFrame
from ..state import State


class MovePawn(Action, frozen=True, tag="move_pawn"):
    """An active pawn moves to a tile beside its own, and declares the action there."""

    start: PawnTile
    """Tile that the active pawn of the player stands on."""
    tile: PawnTarget
    """Tile beside it that the pawn moves to. The pawn becomes exhausted there."""


def candidates(state: State) -> list[MovePawn]:
    """Return every move of an active pawn that the player can pay and whose action can be declared."""
    seat, player = state.active_seat, state.active_player
    starts = dict.fromkeys(pawn.tile for pawn in player.pawns if not pawn.exhausted)
    return [
        MovePawn(start, tile)
        for start in starts
        for tile in neighbour_tiles(state.ring, start)
        if can_declare_for(state, seat, pawn_move_cost(state, tile), tile)
    ]


def objections(state: State, action: MovePawn) -> Iterator[Refusal]:
    """Yield every reason why this pawn may not move there."""
    if not any(pawn.tile == action.start and not pawn.exhausted for pawn in state.active_player.pawns):
        yield refuse("move_pawn.active", start=action.start)
    if action.tile not in neighbour_tiles(state.ring, action.start):
        yield refuse("move_pawn.beside", start=action.start, tile=action.tile)
    cost = pawn_move_cost(state, action.tile)
    if not can_pay(state, state.active_player, cost):
        yield refuse("move_pawn.price", tile=action.tile, cost=cost_pieces(cost))
        cost = NO_COST
    if not can_declare_for(state, state.active_seat, cost, action.tile):
        yield refuse("declare.possible", action=action.tile)


def apply(state: State, action: MovePawn) -> State:
    """Request the cost. A frame below moves the pawn once it is paid."""
    seat = state.active_seat
    state = push(replace(state, has_acted=True), PawnArrivalFrame(seat, action.start, action.tile))
    return request_cost(state, seat, pawn_move_cost(state, action.tile), action.tile)


def facts(state: State, action: MovePawn) -> dict[str, Fact]:
    """Return the price of the move."""
    return {"cost": cost_pieces(pawn_move_cost(state, action.tile))}


MOVE_PAWN = verb(
    MovePawn,
    candidates,
    objections,
    apply,
    exact=True,
    kinds={"start": "pawn.kind", "tile": "pawn.kind"},
    facts=facts,
)
