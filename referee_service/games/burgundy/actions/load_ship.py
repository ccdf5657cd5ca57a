"""Choose the depot whose goods a ship takes; with a permit also a neighbour of it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.burgundy.content.tables import DEPOTS
from referee_service.games.burgundy.state import (
    Depot,
    LoadMoreFrame,
    State,
    StoreGoodsFrame,
    goods_in,
    has_permit,
    neighbour_depots,
)
from referee_service.kernel.game import verb
from referee_service.kernel.pending import push, replace_top
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action


class LoadShip(Action, frozen=True, tag="load_ship"):
    """Take the goods of a depot aboard."""

    depot: Depot


def reachable_depots(state: State) -> tuple[int, ...]:
    """The depots the ship may still go to: any, then the neighbours of the first."""
    frame = state.pending[-1]
    return neighbour_depots(frame.first) if isinstance(frame, LoadMoreFrame) else tuple(DEPOTS)


def goods_within_reach(state: State) -> tuple[str, ...]:
    """The goods that lie in those depots."""
    return goods_in(state, reachable_depots(state))


def candidates(state: State) -> list[LoadShip]:
    """Every such depot; an empty one brings nothing."""
    return [LoadShip(depot) for depot in reachable_depots(state)]


def objections(state: State, action: LoadShip) -> Iterator[Refusal]:
    """Why the ship may not load there; nothing yielded means it may."""
    frame = state.pending[-1]
    if isinstance(frame, LoadMoreFrame) and action.depot not in reachable_depots(state):
        yield refuse("load_ship.neighbour", depot=action.depot, first=frame.first, neighbours=reachable_depots(state))


def apply(state: State, action: LoadShip) -> State:
    """The goods of all chosen depots are then stored together."""
    seat, frame = state.seat, state.pending[-1]
    if isinstance(frame, LoadMoreFrame):
        both = StoreGoodsFrame(seat, (frame.first, action.depot))
        return replace(state, pending=(*state.pending[:-2], both))
    state = replace_top(state, StoreGoodsFrame(seat, (action.depot,)))
    if has_permit(state, state.active_player, "second_goods_depot"):
        return push(state, LoadMoreFrame(seat, action.depot))
    return state


LOAD_SHIP = verb(LoadShip, candidates, objections, apply, exact=True)
