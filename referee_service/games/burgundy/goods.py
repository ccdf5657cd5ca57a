"""Goods on their way from the depots into a player's storage: at most three kinds, the rest stays behind."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.burgundy.state import State, StoreGoods, goods_in, room_for_kinds
from referee_service.kernel.events import note
from referee_service.kernel.pending import asking, pop
from referee_service.kernel.values import change


def waiting_kinds(state: State) -> tuple[str, ...]:
    """The kinds aboard that are not yet in storage."""
    aboard = sorted(set(goods_in(state, asking(state, StoreGoods).depots)))
    return tuple(goods for goods in aboard if goods not in state.me.goods)


def move_goods(state: State, *kinds: str) -> State:
    """All goods of these kinds go from the chosen depots into storage."""
    seat, depots = state.seat, asking(state, StoreGoods).depots
    stored = tuple(goods for goods in goods_in(state, depots) if goods in kinds)
    left = tuple(
        tuple(goods for goods in there if goods not in kinds) if depot in depots else there
        for depot, there in enumerate(state.depot_goods, start=1)
    )
    state = replace(state, depot_goods=left)
    state = change(state, seat, goods=tuple(sorted((*state.me.goods, *stored))))
    return note(state, "goods_stored", seat, goods=stored)


def unload(state: State) -> State:
    """Store what needs no choice: kinds already held, and new ones while there is room for all of them."""
    held = tuple(sorted(set(goods_in(state, asking(state, StoreGoods).depots)) & set(state.me.goods)))
    if held:
        return move_goods(state, *held)
    waiting, room = waiting_kinds(state), room_for_kinds(state, state.me)
    if not waiting or not room:
        return pop(state)
    return move_goods(state, *waiting) if len(waiting) <= room else state
