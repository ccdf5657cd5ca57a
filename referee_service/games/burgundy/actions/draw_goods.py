"""The chance verb `draw_goods`: turn up a goods tile, for the start of a player or for the rounds of a phase."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.burgundy.content.tables import content
from referee_service.games.burgundy.fields import Goods
from referee_service.games.burgundy.questions import DealGoodsFrame
from referee_service.games.burgundy.state import State
from referee_service.kernel.bags import remove_from
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import pop
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player


class DrawGoods(Action, frozen=True, tag="draw_goods"):
    """A goods tile is turned up."""

    goods: Goods


def outcomes(state: State) -> list[tuple[DrawGoods, int]]:
    """Return every kind of goods, weighted by its face-down tiles."""
    return [(DrawGoods(goods), count) for goods, count in state.supply.goods]


def apply(state: State, action: DrawGoods) -> State:
    """Give the tile to the next seat short of starting goods, or add it to the goods of the phase."""
    is_start = isinstance(state.pending[-1], DealGoodsFrame)
    state = replace(state, supply=replace(state.supply, goods=remove_from(state.supply.goods, action.goods)))
    return _deal(state, action.goods) if is_start else _lay_out(state, action.goods)


def _deal(state: State, goods: str) -> State:
    """Give a starting goods tile to the next seat in turn order that needs one."""
    enough = content(state).numbers["start_goods"]
    seat = next(seat for seat in state.turn_order if len(state.players[seat].goods) < enough)
    state = with_player(state, seat, goods=tuple(sorted((*state.players[seat].goods, goods))))
    done = all(len(player.goods) == enough for player in state.players)
    return pop(state) if done else state


def _lay_out(state: State, goods: str) -> State:
    """Add a goods tile to those of the phase."""
    state = replace(state, round_goods=(*state.round_goods, goods))
    done = len(state.round_goods) == content(state).numbers["goods_per_phase"]
    return pop(state) if done else state


DRAW_GOODS = chance_verb(DrawGoods, outcomes, apply)
