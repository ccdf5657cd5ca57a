"""Goods on their way from the depots to a player: a player stores at most three kinds, the rest stays in the depots."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.tuples import with_player

from .state import Player, State, rule_number


def goods_in(state: State, depots: tuple[int, ...]) -> tuple[str, ...]:
    """Return the goods tiles that lie in these numbered depots."""
    return tuple(goods for depot in depots for goods in state.depot_goods[depot - 1])


def room_for_kinds(state: State, player: Player) -> int:
    """Return the number of further kinds of goods that a player can store."""
    return rule_number(state, player, "goods_kinds") - len(set(player.goods))


def kinds_to_store(state: State, depots: tuple[int, ...]) -> tuple[str, ...]:
    """Return the kinds in these depots that the active player does not store yet."""
    kinds = sorted(set(goods_in(state, depots)))
    return tuple(goods for goods in kinds if goods not in state.active_player.goods)


def move_goods(state: State, depots: tuple[int, ...], *kinds: str) -> State:
    """Move all goods of these kinds from these depots to the active player."""
    seat = state.active_seat
    stored = tuple(goods for goods in goods_in(state, depots) if goods in kinds)
    remaining = tuple(
        tuple(goods for goods in in_depot if goods not in kinds) if depot in depots else in_depot
        for depot, in_depot in enumerate(state.depot_goods, start=1)
    )
    state = replace(state, depot_goods=remaining)
    state = with_player(state, seat, goods=tuple(sorted((*state.active_player.goods, *stored))))
    return emit(state, "goods_stored", seat, goods=stored)
