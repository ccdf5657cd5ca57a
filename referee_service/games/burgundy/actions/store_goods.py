"""Choose which new kind of goods a ship brings home when not all of them can be stored."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.burgundy.goods import move_goods, waiting_kinds
from referee_service.games.burgundy.state import Goods, State
from referee_service.kernel.game import verb
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action


class StoreGoods(Action, frozen=True, tag="store_goods"):
    """Store one more kind of the goods aboard."""

    goods: Goods


def candidates(state: State) -> list[StoreGoods]:
    """Every kind that waits."""
    return [StoreGoods(goods) for goods in waiting_kinds(state)]


def objections(state: State, action: StoreGoods) -> Iterator[Refusal]:
    """Only a kind that waits can be stored."""
    if action.goods not in waiting_kinds(state):
        yield refuse("store_goods.waiting", goods=action.goods, waiting=waiting_kinds(state))


def apply(state: State, action: StoreGoods) -> State:
    """All goods of that kind come along."""
    return move_goods(state, action.goods)


STORE_GOODS = verb(StoreGoods, candidates, objections, apply, exact=True)
