"""The verb `store_goods`: choose a new kind of goods to store when there is no room for all of them."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.burgundy.fields import Goods
from referee_service.games.burgundy.goods import kinds_to_store, move_goods
from referee_service.games.burgundy.state import State
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action


class StoreGoods(Action, frozen=True, tag="store_goods"):
    """Store one more kind of the goods in the chosen depots."""

    goods: Goods


def candidates(state: State) -> list[StoreGoods]:
    """Return every kind that waits to be stored."""
    return [StoreGoods(goods) for goods in kinds_to_store(state)]


def objections(state: State, action: StoreGoods) -> Iterator[Refusal]:
    """Yield a refusal if the kind does not wait to be stored."""
    if action.goods not in kinds_to_store(state):
        yield refuse("store_goods.waiting", goods=action.goods, waiting=kinds_to_store(state))


def apply(state: State, action: StoreGoods) -> State:
    """Store all goods of that kind."""
    return move_goods(state, action.goods)


STORE_GOODS = verb(StoreGoods, candidates, objections, apply, exact=True)
