"""The verb `load_ship`: choose the depot whose goods a ship takes, and with a permit also a neighbour of it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.burgundy.content.tables import DEPOTS
from referee_service.games.burgundy.depots import neighbour_depots
from referee_service.games.burgundy.fields import Depot
from referee_service.games.burgundy.goods import goods_in
from referee_service.games.burgundy.questions import LoadMoreFrame, StoreGoodsFrame
from referee_service.games.burgundy.state import State, has_permit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import push, replace_top
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action


class LoadShip(Action, frozen=True, tag="load_ship"):
    """Take the goods of a depot aboard."""

    depot: Depot


def reachable_depots(state: State) -> tuple[int, ...]:
    """Return the depots that may be chosen: all of them, or the neighbours of the first one."""
    frame = state.pending[-1]
    return neighbour_depots(frame.first) if isinstance(frame, LoadMoreFrame) else tuple(DEPOTS)


def goods_within_reach(state: State) -> tuple[str, ...]:
    """Return the goods in the depots that may be chosen."""
    return goods_in(state, reachable_depots(state))


def candidates(state: State) -> list[LoadShip]:
    """Return every depot that may be chosen, also an empty one."""
    return [LoadShip(depot) for depot in reachable_depots(state)]


def objections(state: State, action: LoadShip) -> Iterator[Refusal]:
    """Yield a refusal if the second depot is not a neighbour of the first."""
    frame = state.pending[-1]
    if isinstance(frame, LoadMoreFrame) and action.depot not in reachable_depots(state):
        yield refuse("load_ship.neighbour", depot=action.depot, first=frame.first, neighbours=reachable_depots(state))


def apply(state: State, action: LoadShip) -> State:
    """Ask the seat to store the goods of all chosen depots together. With a permit, first ask for a second depot."""
    seat, frame = state.active_seat, state.pending[-1]
    if isinstance(frame, LoadMoreFrame):
        both = StoreGoodsFrame(seat, (frame.first, action.depot))
        return replace(state, pending=(*state.pending[:-2], both))
    state = replace_top(state, StoreGoodsFrame(seat, (action.depot,)))
    if has_permit(state, state.active_player, "second_goods_depot"):
        return push(state, LoadMoreFrame(seat, action.depot))
    return state


LOAD_SHIP = verb(LoadShip, candidates, objections, apply, exact=True)
