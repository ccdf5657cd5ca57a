"""The verb `sell_goods`: sell all goods of one kind, with a die, a castle's action or a building's benefit."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player

from ..content.tables import content
from ..dice import die_facts, die_objections, reachable_faces, spend_die, usable_dice
from ..fields import Die, StoredGoods
from ..scoring import award_per_piece
from ..state import State, estate_powers, rule_number


class SellGoods(Action, frozen=True, tag="sell_goods"):
    """Sell all goods of a kind for silver and points. The die, as changed by workers, shows the number of the kind."""

    die: Die
    goods: StoredGoods


def candidates(state: State) -> list[SellGoods]:
    """Return every kind of goods held that a usable die can sell."""
    player, die_for = state.active_player, content(state).goods_die
    if not player.goods:
        return []
    powers, held = estate_powers(state, player), dict.fromkeys(player.goods)
    return [
        SellGoods(die, goods)
        for die in usable_dice(state)
        for faces in (reachable_faces(powers, player.workers, die),)
        for goods in held
        if die_for[goods] in faces
    ]


def objections(state: State, action: SellGoods) -> Iterator[Refusal]:
    """Yield every reason why these goods may not be sold."""
    yield from die_objections(state, action.die, content(state).goods_die[action.goods])
    if action.goods not in state.active_player.goods:
        yield refuse("sell_goods.held", goods=action.goods)


def apply(state: State, action: SellGoods) -> State:
    """Turn over all goods of the kind, for one payment of silver and for points per tile."""
    tables, seat = content(state), state.active_seat
    state = spend_die(state, action.die, tables.goods_die[action.goods])
    player = state.active_player
    tiles = player.goods.count(action.goods)
    silver = rule_number(state, player, "sale_silver")
    state = with_player(
        state,
        seat,
        goods=tuple(goods for goods in player.goods if goods != action.goods),
        sold=tuple(sorted((*player.sold, *(action.goods,) * tiles))),
        silver=player.silver + silver,
    )
    state = emit(state, "goods_sold", seat, goods=action.goods, tiles=tiles, silver=silver, rule="ruling.sold_goods")
    return award_per_piece(state, seat, tiles, tables.by_players["sale_points"][len(state.players)], "score.sale")


def facts(state: State, action: SellGoods) -> dict[str, Fact]:
    """Return the tiles to sell, the workers that the die costs, and what the sale brings."""
    tables, player = content(state), state.active_player
    tiles = player.goods.count(action.goods)
    return {
        "tiles": tiles,
        "silver": rule_number(state, player, "sale_silver"),
        "points": tiles * tables.by_players["sale_points"][len(state.players)],
        **die_facts(state, action.die, tables.goods_die[action.goods]),
    }


SELL_GOODS = verb(SellGoods, candidates, objections, apply, exact=True, kinds={"goods": "sell_goods.kind"}, facts=facts)
