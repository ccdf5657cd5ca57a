"""Questions of a price: a card that waits for its payment, and the payment itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee_service.kernel.actions.pay import Pay, pay_verb
from referee_service.kernel.bags import Bag, merge_bags
from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.pending import pop
from referee_service.kernel.question import Below, question
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action

from ..content.cards import GOODS, goods_owed
from ..economy.costs import after_payment, auto_pay, extra_costs, guard_cost, is_exact_price, is_payable
from ..effects.commitments import COMMITTED_PAYMENT
from ..effects.origins import (
    ACTION_PLACES,
    COST_PLACES,
    cost_below,
    effect_below,
    is_ordered,
    opening_effect,
    player_of,
)
from ..effects.requirements import can_declare
from ..empire.placement import cover_cost, cover_location, enter_empire, is_placeable, placement_cost
from ..facts import payment_facts
from ..phases.ring import pawn_move_cost, pawn_placement_cost
from ..questions import EffectsFrame, PawnArrivalFrame, PlaceFrame
from ..state import State, amount_of, deciding_player, deciding_seat, site_at

# --- place: a card that enters the empire once it is paid -------------------------------------------------------------


def auto_place(state: State, frame: PlaceFrame) -> State:
    """Place the card that is now paid, over another location if one was chosen.

    An island of the hand is placed like a location (ruling 30: "placer n'importe quelle île de votre main").
    """
    seat = deciding_seat(state)
    state = pop(state)
    if frame.over is not None:
        state = cover_location(state, seat, frame.over)
    return enter_empire(state, seat, frame.card, event="built", host=frame.host)


def can_place(state: State, frame: PlaceFrame, below: Below) -> bool:
    """Return whether the card that waits can be placed there, in the player's turn or by an effect."""
    if not frame.card or not is_placeable(state, frame.card) or frame.host is not None:
        return False
    if frame.over is not None and (state.solo is None or site_at(player_of(state, frame), frame.over) is None):
        return False
    if opening_effect(state, frame, below, "build") is not None:
        return True
    return is_ordered(state, frame, below, "construct")


PLACE = question(PlaceFrame, over=ACTION_PLACES, step=auto_place, fits=can_place)


# --- payment: the goods -----------------------------------------------------------------------------------------------


MAX_PURPOSE_CHARS = 60
"""Limit of the length of a payment's purpose."""


def is_price_due(state: State, frame: PaymentFrame, below: Below) -> bool:
    """Return whether a payment has a price of the frames beneath, is open, and can be completed."""
    if is_exact_price(frame.owed, frame.pool) or len(frame.purpose) >= MAX_PURPOSE_CHARS:
        return False
    is_possible = is_payable(frame.owed, frame.pool, player_of(state, frame).goods)
    return is_possible and frame.owed in possible_prices(state, below) and keeps_pawn_action(state, frame, below)


def keeps_pawn_action(state: State, frame: PaymentFrame, below: Below) -> bool:
    """Return whether the action of a tile can still be declared once its pawn is paid."""
    pawn = below[-1]
    if not isinstance(pawn, PawnArrivalFrame):
        return True
    assert isinstance(frame.seat, int)
    ways = after_payment(state, frame.seat, frame.owed, frame.pool)
    return any(can_declare(paid, frame.seat, pawn.tile) for paid in ways)


def possible_prices(state: State, below: Below) -> list[Bag]:
    """Return the possible prices of a payment, by the frames beneath it."""
    origin = below[-1]
    if isinstance(origin, PlaceFrame):
        extra = goods_owed(cover_cost(state, origin.over))
        return [extra, merge_bags(goods_owed(placement_cost(state, origin.card)), extra)]
    if isinstance(origin, PawnArrivalFrame):
        price = pawn_placement_cost if origin.start is None else pawn_move_cost
        return [goods_owed(price(state, origin.tile))]
    cost = cost_below(state, below)
    if cost is not None:
        choices = [goods_owed(choice) for choice in cost.choice] or [()]
        return [merge_bags(goods_owed(cost), choice, extra) for choice in choices for extra in extra_costs(state)]
    return prices_of_effect(state, below)


def prices_of_effect(state: State, below: Below) -> list[Bag]:
    """Return the prices that an effect in progress may ask: a payment, an offer, the guards of a cove."""
    origin = below[-1]
    if isinstance(origin, EffectsFrame) and origin.branch and not origin.step:
        offer = effect_below(state, below[:-1])
        return [goods_owed(offer.cost)] if offer is not None and offer.name == "may" else []
    effect = effect_below(state, below)
    if effect is not None and effect.name == "pay":
        return [goods_owed(effect.cost)]
    if effect is not None and effect.name == "protect_cove":
        return [goods_owed(guard_cost(state, player_of(state, origin)))]
    return []


USE_GOODS = pay_verb(COMMITTED_PAYMENT)


def pay_objections(state: State, action: Action) -> Iterator[Refusal]:
    """Yield the reason why this good cannot pay. A good that the player lacks comes first."""
    assert isinstance(action, Pay)
    if action.source in GOODS and not amount_of(deciding_player(state), action.source):
        yield refuse("pay.held", source=action.source)
    else:
        yield from USE_GOODS.objections(state, action)


PAY = replace(USE_GOODS, objections=pay_objections)
PAYMENT = question(
    PaymentFrame,
    *("pay", "pay_cheapest"),
    over=(PlaceFrame, PawnArrivalFrame, *COST_PLACES),
    step=auto_pay,
    fits=is_price_due,
    closed_by=("ruling.payment",),
    facts=payment_facts,
)
