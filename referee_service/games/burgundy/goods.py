"""Goods on their way from the depots into a player's storage: at most three kinds, the rest stays behind."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.burgundy.state import State, StoreGoodsFrame, goods_in, room_for_kinds
from referee_service.kernel.events import emit
from referee_service.kernel.pending import expect_top, pop
from referee_service.kernel.tuples import with_player


def kinds_to_store(state: State) -> tuple[str, ...]:
    """The kinds aboard that are not yet in storage."""
    aboard = sorted(set(goods_in(state, expect_top(state, StoreGoodsFrame).depots)))
    return tuple(goods for goods in aboard if goods not in state.active_player.goods)


def move_goods(state: State, *kinds: str) -> State:
    """All goods of these kinds go from the chosen depots into storage."""
    seat, depots = state.seat, expect_top(state, StoreGoodsFrame).depots
    stored = tuple(goods for goods in goods_in(state, depots) if goods in kinds)
    left = tuple(
        tuple(goods for goods in there if goods not in kinds) if depot in depots else there
        for depot, there in enumerate(state.depot_goods, start=1)
    )
    state = replace(state, depot_goods=left)
    state = with_player(state, seat, goods=tuple(sorted((*state.active_player.goods, *stored))))
    return emit(state, "goods_stored", seat, goods=stored)


def store_forced_goods(state: State) -> State:
    """Store what needs no choice: kinds already held, and new ones while there is room for all of them."""
    held = tuple(
        sorted(set(goods_in(state, expect_top(state, StoreGoodsFrame).depots)) & set(state.active_player.goods))
    )
    if held:
        return move_goods(state, *held)
    waiting, room = kinds_to_store(state), room_for_kinds(state, state.active_player)
    if not waiting or not room:
        return pop(state)
    return move_goods(state, *waiting) if len(waiting) <= room else state
