"""Place a location of your hand in your empire: its cost is paid, its bonus gained."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from referee_service.games.empires_north.binding import owed_by
from referee_service.games.empires_north.content import SHELF
from referee_service.games.empires_north.costs import ask_cost, can_pay, is_payable
from referee_service.games.empires_north.placing import take_from_hand
from referee_service.games.empires_north.questions import Place
from referee_service.games.empires_north.sites import cost_of, extra_cost, is_placeable, site_objections, sites_for
from referee_service.games.empires_north.state import CardName, Slot, State
from referee_service.kernel.game import verb
from referee_service.kernel.pending import push
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.values import Bag, count_in


class Build(Action, frozen=True, tag="build"):
    """Place a location of your hand; in the Outpost perhaps over another."""

    card: CardName
    over: Slot | None = None


def candidates(state: State) -> list[Build]:
    """Every location of the hand that can be paid and finds a place."""
    me = state.me
    if state.solo is None:
        return [Build(card) for card in affordable(state.pack, me.hand, me.goods, me.workers)]
    return [
        Build(card, over)
        for card, _ in state.me.hand
        if is_placeable(state, card)
        for over in sites_for(state, state.active, card)
        if can_pay(state, state.me, cost_of(state, card), extra=extra_cost(state, over))
    ]


@lru_cache(maxsize=8192)
def affordable(pack: str, hand: Bag, goods: Bag, workers: int) -> tuple[str, ...]:
    """The locations of a hand that so much pays for, where no scenario changes their cost: worked out once for each."""
    cards = SHELF.find(pack).cards
    locations = (cards[name] for name, _ in hand if cards[name].is_location)
    return tuple(
        card.id for card in locations if workers >= card.cost.worker and is_payable(owed_by(card.cost), (), goods)
    )


def objections(state: State, action: Build) -> Iterator[Refusal]:
    """Why this card may not be placed; nothing yielded means it may."""
    if not count_in(state.me.hand, action.card):
        yield refuse("build.hand", card=action.card)
    if not is_placeable(state, action.card):
        yield refuse("build.location", card=action.card)
        return
    yield from site_objections(state, state.active, action.card, action.over)
    if not can_pay(state, state.me, cost_of(state, action.card), extra=extra_cost(state, action.over)):
        cost = owed_by(cost_of(state, action.card))
        yield refuse("build.price", card=action.card, cost=tuple(f"{count} {good}" for good, count in cost))


def apply(state: State, action: Build) -> State:
    """The card leaves the hand; it comes into the empire as soon as it is paid."""
    seat = state.active
    state = push(take_from_hand(state, seat, action.card), Place(seat, action.card, over=action.over))
    extra = extra_cost(state, action.over)
    return ask_cost(replace(state, acted=True), seat, cost_of(state, action.card), action.card, extra)


BUILD = verb(Build, candidates, objections, apply, exact=True)
