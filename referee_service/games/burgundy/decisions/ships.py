"""Loads of ships: a placed ship takes the goods of a depot, with a permit also those of a neighbour depot.

A player may try to buy, or to sail without a load, so each question names the rulings that forbid it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from referee_service.kernel.game import verb
from referee_service.kernel.pending import close_top, expect_top, lapse, pop, push, replace_top
from referee_service.kernel.places import Group
from referee_service.kernel.question import Below, question
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.shape import Domain
from referee_service.kernel.state import Action
from referee_service.kernel.verb_factories import choose_verb

from ..actions.buy_tile import NO_PURCHASE
from ..boards import has_placed, opened_by, source_facts
from ..content.tables import BLACK_DEPOT, DEPOTS
from ..depots import neighbour_depots
from ..fields import LoadDepot
from ..goods import goods_in, kinds_to_store, move_goods, room_for_kinds
from ..places import same_component
from ..questions import LoadMoreFrame, LoadShipFrame, StoreGoodsFrame
from ..state import State, has_permit

LOAD_IS_DUE = {"decline": "ruling.ship_loads"}
"""The rule against a ship without a load."""

# --- load_ship: the depot whose goods the ship takes ------------------------------------------------------------------


class LoadShip(Action, frozen=True, tag="load_ship"):
    """Choose a depot whose goods the ship takes. With two depots, the second is a neighbour of the first."""

    depot: LoadDepot


def reachable_depots(state: State) -> tuple[int, ...]:
    """Return the depots that may be chosen, also empty ones: all of them, or the neighbours of the first one."""
    frame = state.pending[-1]
    return neighbour_depots(frame.first) if isinstance(frame, LoadMoreFrame) else tuple(DEPOTS)


def load_ship_candidates(state: State) -> list[LoadShip]:
    """Return one action per depot that may be chosen."""
    return [LoadShip(depot) for depot in reachable_depots(state)]


def load_ship_objections(state: State, action: LoadShip) -> Iterator[Refusal]:
    """Yield the reason why the ship cannot load in this depot."""
    frame = state.pending[-1]
    if action.depot == BLACK_DEPOT:
        yield refuse("load_ship.black")
    elif isinstance(frame, LoadMoreFrame) and action.depot not in (reachable := neighbour_depots(frame.first)):
        known = {"chosen": frame.first} if action.depot == frame.first else {"first": frame.first}
        yield refuse("load_ship.neighbour", depot=action.depot, open=reachable, **known)


def apply_load_ship(state: State, action: LoadShip) -> State:
    """Ask the seat to store the goods of all chosen depots together. With a permit, first ask for a second depot."""
    seat, frame = state.active_seat, state.pending[-1]
    if isinstance(frame, LoadMoreFrame):
        both = StoreGoodsFrame(seat, (frame.first, action.depot))
        return replace(state, pending=(*state.pending[:-2], both))
    state = replace_top(state, StoreGoodsFrame(seat, (action.depot,)))
    if has_permit(state, state.active_player, "second_goods_depot"):
        return push(state, LoadMoreFrame(seat, action.depot))
    return state


def auto_load_ship(state: State, frame: LoadShipFrame) -> State:
    """Close the question if no depot has goods."""
    return state if any(state.depot_goods) else lapse(state)


def load_ship_facts(state: State, action: LoadShip) -> dict[str, Fact]:
    """Return the goods of the depot that can be taken, those that stay, and why the others do not fit.

    If the goods are chosen later, all of them can be taken. A second depot shares its room with the first.
    """
    frame, goods = state.pending[-1], goods_in(state, (action.depot,))
    if not goods:
        return {"note": "empty"}
    depots = (frame.first, action.depot) if isinstance(frame, LoadMoreFrame) else (action.depot,)
    room, waiting = room_for_kinds(state, state.active_player), kinds_to_store(state, depots)
    if room:
        return {"goods": goods, "note": "some" if len(waiting) > room else None}
    stored = tuple([each for each in goods if each not in waiting])
    stays = tuple([each for each in goods if each in waiting])
    return {"goods": stored, "stays": stays} if stored else {"note": "none"}


LOAD_SHIP = verb(
    LoadShip, load_ship_candidates, load_ship_objections, apply_load_ship, exact=True, facts=load_ship_facts
)
LOAD_SHIP_QUESTION = question(
    LoadShipFrame,
    "load_ship",
    stages=("turn",),
    step=auto_load_ship,
    fits=opened_by("load_ship"),
    refused=NO_PURCHASE | LOAD_IS_DUE,
    facts=source_facts("load_ship"),
)


# --- load_more: a second depot beside the first, before the goods are stored ------------------------------------------


def auto_load_more(state: State, frame: LoadMoreFrame) -> State:
    """Close the question if no neighbour depot has goods."""
    return state if goods_in(state, neighbour_depots(frame.first)) else lapse(state)


def can_load_more(state: State, frame: LoadMoreFrame, below: Below) -> bool:
    """Return whether the goods of the first depot wait beneath, and the player has the permit."""
    is_first_load = below[-1] == StoreGoodsFrame(frame.seat, (frame.first,))
    return is_first_load and has_permit(state, state.active_player, "second_goods_depot")


def load_more_facts(state: State) -> dict[str, Fact]:
    """Return the depot chosen first and its neighbours."""
    first = expect_top(state, LoadMoreFrame).first
    return {"first": first, "open": neighbour_depots(first)}


LOAD_MORE = question(
    LoadMoreFrame,
    *("load_ship", "decline"),
    over=(StoreGoodsFrame,),
    step=auto_load_more,
    fits=can_load_more,
    refused=NO_PURCHASE,
    facts=load_more_facts,
)


# --- store_goods: the kinds to store, if there is no room for all of them ---------------------------------------------


def load_places(state: State, seat: int, goods: str) -> Group:
    """Return the goods of a kind in the depots that the ship takes goods from."""
    frame = state.pending[-1] if state.pending else None
    depots = frame.depots if isinstance(frame, StoreGoodsFrame) else ()
    return tuple([f"depot.{depot}.goods.{goods}" for depot in depots if goods in state.depot_goods[depot - 1]])


class StoreGoods(Action, frozen=True, tag="store_goods"):
    """Store all goods of one more kind from the chosen depots. The rest stays there once three kinds are stored."""

    goods: Annotated[str, Domain("goods", place=load_places, holds=same_component)]
    """Kind of goods in the chosen depots that the seat does not store yet, as the id of its component."""


def waiting_kinds(state: State) -> tuple[str, ...]:
    """Return the kinds that wait to be stored."""
    return kinds_to_store(state, expect_top(state, StoreGoodsFrame).depots)


def apply_store_goods(state: State, action: StoreGoods) -> State:
    """Store all goods of that kind."""
    return move_goods(state, expect_top(state, StoreGoodsFrame).depots, action.goods)


def auto_store_goods(state: State, frame: StoreGoodsFrame) -> State:
    """Store the goods that need no choice: kinds already held, and new kinds if there is room for all of them.

    The question closes if all goods are stored or three kinds are held.
    """
    held = tuple(sorted(set(goods_in(state, frame.depots)) & set(state.active_player.goods)))
    if held:
        return move_goods(state, frame.depots, *held)
    waiting, room = kinds_to_store(state, frame.depots), room_for_kinds(state, state.active_player)
    if not waiting:
        return pop(state)
    if not room:
        return pop(close_top(state, "goods.kinds"))
    return move_goods(state, frame.depots, *waiting) if len(waiting) <= room else state


def is_ship_load(state: State, frame: StoreGoodsFrame, below: Below) -> bool:
    """Return whether a placed ship takes goods from one depot, or with a permit from two neighbours."""
    first, *others = frame.depots
    is_possible = not others or (
        others[0] in neighbour_depots(first) and has_permit(state, state.active_player, "second_goods_depot")
    )
    return is_possible and has_placed(state, {"load_ship": True})


def store_goods_label_facts(state: State, action: StoreGoods) -> dict[str, Fact]:
    """Return the number of goods tiles of the kind."""
    return {"tiles": goods_in(state, expect_top(state, StoreGoodsFrame).depots).count(action.goods)}


def store_goods_facts(state: State) -> dict[str, Fact]:
    """Return the depots, the kinds that wait in them, and the number of kinds that fit."""
    frame = expect_top(state, StoreGoodsFrame)
    room = room_for_kinds(state, state.active_player)
    return {"depots": frame.depots, "kinds": kinds_to_store(state, frame.depots), "room": room}


STORE_GOODS = choose_verb(
    StoreGoods, waiting_kinds, apply_store_goods, rule="store_goods.waiting", facts=store_goods_label_facts
)
STORE_GOODS_QUESTION = question(
    StoreGoodsFrame,
    "store_goods",
    stages=("turn",),
    step=auto_store_goods,
    fits=is_ship_load,
    closed_by=("goods.kinds",),
    refused=NO_PURCHASE | LOAD_IS_DUE,
    facts=store_goods_facts,
)
