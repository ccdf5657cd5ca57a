"""Costs that are being paid: each is that of what waits beneath, and can still be paid."""

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


def _cost_below(state: State, index: int) -> EffectsFrame | None:
    """The effects that wait for a cost, beneath other parts of it."""
    for frame in reversed(state.pending[:index]):
        if isinstance(frame, EffectsFrame):
            return frame if not frame.step and not frame.branch else None
        if not isinstance(frame, PayWithCardFrame | PayFromHandFrame):
            return None
    return None


def is_cost_chosen(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, ChooseCostFrame)
    waits = _cost_below(state, index)
    if waits is None or frame.extra not in _extra_costs(state):
        return False
    return bool(abilities_of(state, waits.source)[waits.ability].cost.choice)


def is_paid_with_card(state: State, index: int, frame: Frame) -> bool:
    waits = _cost_below(state, index)
    return waits is not None and card_cost(abilities_of(state, waits.source)[waits.ability].cost) is not None


def is_paid_from_hand(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, PayFromHandFrame)
    waits = _cost_below(state, index)
    if waits is None:
        return False
    most = abilities_of(state, waits.source)[waits.ability].cost.card_from_hand
    return 1 <= frame.remaining <= min(most, hand_size(owner(state, frame)))


def is_being_paid(state: State, index: int, frame: Frame) -> bool:
    """The price is that of what waits beneath; it is not covered yet, and can be."""
    assert isinstance(frame, PaymentFrame)
    open_still = not is_exact_price(frame.owed, frame.pool)
    possible = is_payable(frame.owed, frame.pool, owner(state, frame).goods)
    return open_still and possible and frame.owed in _prices(state, index) and len(frame.purpose) < MAX_PURPOSE_CHARS


def _extra_costs(state: State) -> list[Bag]:
    """What may be owed beside the cost of an Action: tribute to invaders."""
    if state.solo is None:
        return [()]
    rules = scenario(state).rules
    attack = [goods_owed(rules.attack.cost)] if rules.attack is not None else []
    return [(), *(goods_owed(cost) for cost in rules.tribute), *attack]


def _prices(state: State, index: int) -> list[Bag]:
    beneath = frame_below(state, index)
    if isinstance(beneath, PlaceFrame):
        extra = goods_owed(cover_cost(state, beneath.over))
        return [extra, merge_bags(goods_owed(placement_cost(state, beneath.card)), extra)]
    if isinstance(beneath, PawnArrivalFrame):
        price = pawn_placement_cost if beneath.start is None else pawn_move_cost
        return [goods_owed(price(state, beneath.tile))]
    waits = _cost_below(state, index)
    if waits is not None:
        cost = abilities_of(state, waits.source)[waits.ability].cost
        choices = [goods_owed(choice) for choice in cost.choice] or [()]
        return [merge_bags(goods_owed(cost), choice, extra) for choice in choices for extra in _extra_costs(state)]
    return _prices_of_effect(state, index)


def _prices_of_effect(state: State, index: int) -> list[Bag]:
    """What an effect in progress may ask: a payment, an offer, the guards of a cove."""
    beneath = frame_below(state, index)
    if not isinstance(beneath, EffectsFrame):
        return []
    if beneath.branch and not beneath.step:
        doing = effect_below(state, index - 1)
        return [goods_owed(doing.cost)] if doing is not None and doing.name == "may" else []
    doing = effect_below(state, index)
    if doing is None:
        return []
    if doing.name == "pay":
        return [goods_owed(doing.cost)]
    if doing.name == "protect_cove":
        return [goods_owed(guard_cost(state, owner(state, beneath)))]
    return []
