"""Placement of a pawn on a tile of the ring, which declares the action of the tile."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.game import verb
from referee_service.kernel.pending import push
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action

from ..content.cards import NO_COST
from ..content.tables import content
from ..economy.costs import can_pay, request_cost
from ..effects.requirements import can_declare_for
from ..facts import cost_pieces
from ..fields import PawnTarget
from ..phases.ring import pawn_placement_cost
from ..questions import PawnArrivalFrame
from ..state import State


class PlacePawn(Action, frozen=True, tag="place_pawn"):
    """A pawn of the supply goes to a tile, and declares the action there."""

    tile: PawnTarget


def candidates(state: State) -> Iterator[PlacePawn]:
    """Yield every tile whose action can be declared and whose cost the player can pay."""
    for tile in state.ring if has_pawn(state) else ():
        if can_declare_for(state, state.active_seat, pawn_placement_cost(state, tile), tile):
            yield PlacePawn(tile)


def has_pawn(state: State) -> bool:
    """Return whether the player in turn has a pawn that is not on the ring."""
    return len(state.active_player.pawns) < content(state).numbers["pawns"]


def objections(state: State, action: PlacePawn) -> Iterator[Refusal]:
    """Yield every reason why no pawn may be placed there."""
    if not has_pawn(state):
        yield refuse("place_pawn.left")
    cost = pawn_placement_cost(state, action.tile)
    if not can_pay(state, state.active_player, cost):
        yield refuse("place_pawn.price", tile=action.tile, cost=cost_pieces(cost))
        cost = NO_COST
    if not can_declare_for(state, state.active_seat, cost, action.tile):
        yield refuse("declare.possible", action=action.tile)


def apply(state: State, action: PlacePawn) -> State:
    """Request the cost, if there is one. A frame below places the pawn once it is paid."""
    seat = state.active_seat
    state = push(replace(state, has_acted=True), PawnArrivalFrame(seat, None, action.tile))
    return request_cost(state, seat, pawn_placement_cost(state, action.tile), action.tile)


def facts(state: State, action: PlacePawn) -> dict[str, Fact]:
    """Return the price of the solo side of a tile."""
    return {"cost": cost_pieces(pawn_placement_cost(state, action.tile))}


PLACE_PAWN = verb(PlacePawn, candidates, objections, apply, exact=True, kinds={"tile": "pawn.kind"}, facts=facts)
