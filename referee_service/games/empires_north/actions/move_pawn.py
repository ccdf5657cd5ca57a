"""Pay food to move an active pawn to a neighbouring tile and declare the action there."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.empires_north.costs import ask_cost, can_pay
from referee_service.games.empires_north.declaring import may_declare
from referee_service.games.empires_north.questions import Arrive
from referee_service.games.empires_north.ring import move_cost, neighbours
from referee_service.games.empires_north.state import State, TileName
from referee_service.kernel.game import verb
from referee_service.kernel.pending import push
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action


class MovePawn(Action, frozen=True, tag="move_pawn"):
    """Move a pawn from one tile to another."""

    start: TileName
    tile: TileName


def candidates(state: State) -> list[MovePawn]:
    """Both neighbours of every tile with an active pawn, where the price can be paid and the action declared."""
    seat, me = state.active, state.me
    starts = dict.fromkeys(pawn.tile for pawn in me.pawns if not pawn.exhausted)
    return [
        MovePawn(start, tile)
        for start in starts
        for tile in neighbours(state.ring, start)
        if can_pay(state, me, move_cost(state, tile)) and may_declare(state, seat, tile)
    ]


def objections(state: State, action: MovePawn) -> Iterator[Refusal]:
    """Why this pawn may not go there; nothing yielded means it may."""
    if not any(pawn.tile == action.start and not pawn.exhausted for pawn in state.me.pawns):
        yield refuse("move_pawn.active", start=action.start)
    if action.tile not in neighbours(state.ring, action.start):
        yield refuse("move_pawn.beside", start=action.start, tile=action.tile)
    if not can_pay(state, state.me, move_cost(state, action.tile)):
        yield refuse("move_pawn.price", tile=action.tile)
    if not may_declare(state, state.active, action.tile):
        yield refuse("declare.possible", action=action.tile)


def apply(state: State, action: MovePawn) -> State:
    """The pawn arrives as soon as that is paid."""
    seat = state.active
    state = push(replace(state, acted=True), Arrive(seat, action.start, action.tile))
    return ask_cost(state, seat, move_cost(state, action.tile), action.tile)


MOVE_PAWN = verb(MovePawn, candidates, objections, apply, exact=True)
