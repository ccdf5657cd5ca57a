"""Costs that are being paid: each is that of what waits beneath, and can still be paid."""

from __future__ import annotations

from referee_service.games.empires_north.audit.stack import below, effect_below, owner
from referee_service.games.empires_north.binding import card_cost, owed_by
from referee_service.games.empires_north.content import abilities_of, scenario
from referee_service.games.empires_north.costs import is_payable, is_payable_now
from referee_service.games.empires_north.guarding import guard_cost
from referee_service.games.empires_north.questions import Arrive, ChooseCost, Effects, PayFromHand, PayWithCard, Place
from referee_service.games.empires_north.ring import move_cost, place_cost
from referee_service.games.empires_north.sites import cost_of, extra_cost
from referee_service.games.empires_north.state import State, hand_size
from referee_service.kernel.payment import Payment
from referee_service.kernel.state import Frame
from referee_service.kernel.values import Bag, merge

LONGEST_PURPOSE = 60


def _cost_below(state: State, index: int) -> Effects | None:
    """The effects that wait for a cost, beneath other parts of it."""
    for frame in reversed(state.pending[:index]):
        if isinstance(frame, Effects):
            return frame if not frame.step and not frame.branch else None
        if not isinstance(frame, PayWithCard | PayFromHand):
            return None
    return None


def is_cost_chosen(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, ChooseCost)
    waits = _cost_below(state, index)
    if waits is None or frame.extra not in _extras(state):
        return False
    return bool(abilities_of(state, waits.source)[waits.ability].cost.choice)


def is_paid_with_card(state: State, index: int, frame: Frame) -> bool:
    waits = _cost_below(state, index)
    return waits is not None and card_cost(abilities_of(state, waits.source)[waits.ability].cost) is not None


def is_paid_from_hand(state: State, index: int, frame: Frame) -> bool:
    assert isinstance(frame, PayFromHand)
    waits = _cost_below(state, index)
    if waits is None:
        return False
    most = abilities_of(state, waits.source)[waits.ability].cost.card_from_hand
    return 1 <= frame.left <= min(most, hand_size(owner(state, frame)))


def is_being_paid(state: State, index: int, frame: Frame) -> bool:
    """The price is that of what waits beneath; it is not covered yet, and can be."""
    assert isinstance(frame, Payment)
    open_still = not is_payable_now(frame.owed, frame.pool)
    possible = is_payable(frame.owed, frame.pool, owner(state, frame).goods)
    return open_still and possible and frame.owed in _prices(state, index) and len(frame.purpose) < LONGEST_PURPOSE


def _extras(state: State) -> list[Bag]:
    """What may be owed beside the cost of an Action: tribute to invaders."""
    if state.solo is None:
        return [()]
    rules = scenario(state).rules
    attack = [owed_by(rules.attack.cost)] if rules.attack is not None else []
    return [(), *(owed_by(cost) for cost in rules.tribute), *attack]


def _prices(state: State, index: int) -> list[Bag]:
    beneath = below(state, index)
    if isinstance(beneath, Place):
        extra = owed_by(extra_cost(state, beneath.over))
        return [extra, merge(owed_by(cost_of(state, beneath.card)), extra)]
    if isinstance(beneath, Arrive):
        price = place_cost if beneath.start is None else move_cost
        return [owed_by(price(state, beneath.tile))]
    waits = _cost_below(state, index)
    if waits is not None:
        cost = abilities_of(state, waits.source)[waits.ability].cost
        choices = [owed_by(choice) for choice in cost.choice] or [()]
        return [merge(owed_by(cost), choice, extra) for choice in choices for extra in _extras(state)]
    return _prices_of_effect(state, index)


def _prices_of_effect(state: State, index: int) -> list[Bag]:
    """What an effect in progress may ask: a payment, an offer, the guards of a cove."""
    beneath = below(state, index)
    if not isinstance(beneath, Effects):
        return []
    if beneath.branch and not beneath.step:
        doing = effect_below(state, index - 1)
        return [owed_by(doing.cost)] if doing is not None and doing.name == "may" else []
    doing = effect_below(state, index)
    if doing is None:
        return []
    if doing.name == "pay":
        return [owed_by(doing.cost)]
    if doing.name == "protect_cove":
        return [owed_by(guard_cost(state, owner(state, beneath)))]
    return []
