"""Placement of a location from the hand: its cost is paid, then its bonus is gained."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from referee_service.kernel.bags import Bag, count_in
from referee_service.kernel.game import verb
from referee_service.kernel.memos import MEMO_ENTRIES
from referee_service.kernel.pending import push
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action

from ..content.cards import goods_owed
from ..content.tables import PACKS
from ..economy.costs import can_pay, is_payable, request_cost
from ..empire.placement import (
    cover_cost,
    is_placeable,
    kind_objections,
    legal_sites,
    placement_cost,
    site_objections,
    take_from_hand,
)
from ..facts import cost_pieces, twin_facts
from ..fields import HandCard, Slot
from ..questions import PlaceFrame
from ..state import State


class Build(Action, frozen=True, tag="build"):
    """A location of the hand is placed for its cost."""

    card: HandCard
    """Location in the hand, by its id: `seal_hunters`."""
    over: Slot | None = None
    """Slot of the location to cover (scenario Outpost). Null or left out to cover none."""


def candidates(state: State) -> list[Build]:
    """Return every location of the hand that has a legal site and that the player can pay."""
    player = state.active_player
    if state.solo is None:
        return [Build(card) for card in affordable(state.pack, player.hand, player.goods, player.workers)]
    return [
        Build(card, over)
        for card, _ in state.active_player.hand
        if is_placeable(state, card)
        for over in legal_sites(state, state.active_seat, card)
        if can_pay(state, state.active_player, placement_cost(state, card), extra=cover_cost(state, over))
    ]


@lru_cache(maxsize=MEMO_ENTRIES)
def affordable(pack: str, hand: Bag, goods: Bag, workers: int) -> tuple[str, ...]:
    """Return the locations of a hand that these goods and workers pay for, without scenario changes."""
    cards = PACKS.get(pack).cards
    locations = (cards[name] for name, _ in hand if cards[name].is_location)
    return tuple(
        card.id for card in locations if workers >= card.cost.worker and is_payable(goods_owed(card.cost), (), goods)
    )


def objections(state: State, action: Build) -> Iterator[Refusal]:
    """Yield every reason why this card may not be placed there."""
    if not count_in(state.active_player.hand, action.card):
        yield refuse("build.hand", card=action.card)
    yield from kind_objections(state, action.card)
    if not is_placeable(state, action.card):
        return
    yield from site_objections(state, state.active_seat, action.card, action.over)
    cost, extra = placement_cost(state, action.card), cover_cost(state, action.over)
    if not can_pay(state, state.active_player, cost, extra=extra):
        yield refuse("build.price", card=action.card, cost=cost_pieces(cost, extra))


def apply(state: State, action: Build) -> State:
    """Take the card from the hand and request its cost. A frame below places it once it is paid."""
    seat = state.active_seat
    state = push(take_from_hand(state, seat, action.card), PlaceFrame(seat, action.card, over=action.over))
    extra = cover_cost(state, action.over)
    return request_cost(replace(state, has_acted=True), seat, placement_cost(state, action.card), action.card, extra)


def facts(state: State, action: Build) -> dict[str, Fact]:
    """Return the price of the card, that of covering another one included."""
    price = cost_pieces(placement_cost(state, action.card), cover_cost(state, action.over))
    return {"cost": price, **twin_facts(state.active_player, action.over)}


BUILD = verb(Build, candidates, objections, apply, exact=True, kinds={"card": "build.kind"}, facts=facts)
