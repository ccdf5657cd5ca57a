"""Checks of costs being paid: each belongs to the frames below, and can still be paid."""

from __future__ import annotations

from referee_service.games.empires_north.audit.stack import effect_below, frame_below, owner
from referee_service.games.empires_north.content.cards import card_cost, goods_owed
from referee_service.games.empires_north.content.tables import abilities_of, scenario
from referee_service.games.empires_north.economy.costs import guard_cost, is_exact_price, is_payable
from referee_service.games.empires_north.empire.placement import cover_cost, placement_cost
from referee_service.games.empires_north.phases.ring import pawn_move_cost, pawn_placement_cost
from referee_service.games.empires_north.questions import (
    ChooseCostFrame,
    EffectsFrame,
    PawnArrivalFrame,
    PayFromHandFrame,
    PayWithCardFrame,
    PlaceFrame,
)
from referee_service.games.empires_north.state import State, hand_size
from referee_service.kernel.bags import Bag, merge_bags
from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.state import Frame

MAX_PURPOSE_CHARS = 60
"""Limit of the length of a payment's purpose."""


def _cost_below(state: State, index: int) -> EffectsFrame | None:
    """Return the effects frame that waits for a cost, below other parts of that cost. None if there is none."""
    for frame in reversed(state.pending[:index]):
        if isinstance(frame, EffectsFrame):
            return frame if not frame.step and not frame.branch else None
        if not isinstance(frame, PayWithCardFrame | PayFromHandFrame):
            return None
    return None


def is_cost_chosen(state: State, index: int, frame: Frame) -> bool:
    """Return whether a choice of costs belongs to the effects below."""
    assert isinstance(frame, ChooseCostFrame)
    waits = _cost_below(state, index)
    if waits is None or frame.extra not in _extra_costs(state):
        return False
    return bool(abilities_of(state, waits.source)[waits.ability].cost.choice)


def is_paid_with_card(state: State, index: int, frame: Frame) -> bool:
    """Return whether the cost below is paid with a card of the empire."""
    waits = _cost_below(state, index)
    return waits is not None and card_cost(abilities_of(state, waits.source)[waits.ability].cost) is not None


def is_paid_from_hand(state: State, index: int, frame: Frame) -> bool:
    """Return whether the cost below is paid with this many cards of the hand."""
    assert isinstance(frame, PayFromHandFrame)
    waits = _cost_below(state, index)
    if waits is None:
        return False
    limit = abilities_of(state, waits.source)[waits.ability].cost.card_from_hand
    return 1 <= frame.remaining <= min(limit, hand_size(owner(state, frame)))


def is_being_paid(state: State, index: int, frame: Frame) -> bool:
    """Return whether a payment has a price of the frames below, is open, and can be completed."""
    assert isinstance(frame, PaymentFrame)
    open_still = not is_exact_price(frame.owed, frame.pool)
    possible = is_payable(frame.owed, frame.pool, owner(state, frame).goods)
    return open_still and possible and frame.owed in _prices(state, index) and len(frame.purpose) < MAX_PURPOSE_CHARS


def _extra_costs(state: State) -> list[Bag]:
    """Return what may be owed beside the cost of an Action: nothing, or tribute to invaders."""
    if state.solo is None:
        return [()]
    rules = scenario(state).rules
    attack = [goods_owed(rules.attack.cost)] if rules.attack is not None else []
    return [(), *(goods_owed(cost) for cost in rules.tribute), *attack]


def _prices(state: State, index: int) -> list[Bag]:
    """Return the possible prices of a payment, by the frames below it."""
    below = frame_below(state, index)
    if isinstance(below, PlaceFrame):
        extra = goods_owed(cover_cost(state, below.over))
        return [extra, merge_bags(goods_owed(placement_cost(state, below.card)), extra)]
    if isinstance(below, PawnArrivalFrame):
        price = pawn_placement_cost if below.start is None else pawn_move_cost
        return [goods_owed(price(state, below.tile))]
    waits = _cost_below(state, index)
    if waits is not None:
        cost = abilities_of(state, waits.source)[waits.ability].cost
        choices = [goods_owed(choice) for choice in cost.choice] or [()]
        return [merge_bags(goods_owed(cost), choice, extra) for choice in choices for extra in _extra_costs(state)]
    return _prices_of_effect(state, index)


def _prices_of_effect(state: State, index: int) -> list[Bag]:
    """Return the prices that an effect in progress may ask: a payment, an offer, the guards of a cove."""
    below = frame_below(state, index)
    if not isinstance(below, EffectsFrame):
        return []
    if below.branch and not below.step:
        current = effect_below(state, index - 1)
        return [goods_owed(current.cost)] if current is not None and current.name == "may" else []
    current = effect_below(state, index)
    if current is None:
        return []
    if current.name == "pay":
        return [goods_owed(current.cost)]
    if current.name == "protect_cove":
        return [goods_owed(guard_cost(state, owner(state, below)))]
    return []
