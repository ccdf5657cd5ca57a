"""Commitments: a declared action must be carried out (p. 10, Note), so no answer before it may make it impossible.

A pawn that is being paid is committed to the action of its tile. A boost, and an Action with a Construct in capitals,
are committed to their Construct: only this action can be made impossible by what is paid, assigned or placed before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from msgspec import structs

from referee_service.kernel.bags import Bag, bag_of, count_in, merge_bags
from referee_service.kernel.game import Verb
from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.pending import replace_top
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action, Frame
from referee_service.kernel.tuples import with_player

from ..content.cards import GOLD, NO_COST, goods_owed
from ..content.schema import UpTo
from ..content.tables import abilities_of
from ..economy.costs import (
    PAYMENT_RULES,
    after_card_price,
    after_hand_cards,
    after_payment,
    cheapest_steps,
    expand_bag,
    negative,
    payments,
)
from ..economy.supply import spend_workers
from ..empire.cards import add_card
from ..empire.placement import cover_location
from ..questions import (
    AssignFrame,
    BoostWindowFrame,
    ChooseCostFrame,
    ChooseFrame,
    EffectsFrame,
    GainResourceFrame,
    PawnArrivalFrame,
    PayFromHandFrame,
    PayWithCardFrame,
    PerformActionFrame,
    PlaceFrame,
    ReleaseFrame,
)
from ..state import State, deciding_player, deciding_seat
from .requirements import (
    after_assignments,
    after_choice,
    after_effect,
    after_effects,
    after_releases,
    can_construct_in,
    can_declare,
    can_perform,
    orders_construct,
)
from .runner import effects_of_frame

# --- the action that waits --------------------------------------------------------------------------------------------


def committed_at(state: State) -> int | None:
    """Return the place on the stack of the frame that is committed to an action, or None."""
    for at in reversed(range(len(state.pending))):
        frame = state.pending[at]
        if isinstance(frame, PawnArrivalFrame):
            return at
        if isinstance(frame, PerformActionFrame):
            return at if frame.action == "construct" else None
        if isinstance(frame, EffectsFrame) and any(map(orders_construct, effects_of_frame(state, frame)[frame.step :])):
            return at
    return None


def declared_action(state: State) -> str:
    """Return the action that the frame on the stack is committed to."""
    at = committed_at(state)
    frame = state.pending[at] if at is not None else None
    return frame.tile if isinstance(frame, PawnArrivalFrame) else "construct"


def keeps_declared(state: State) -> bool:
    """Return whether the action that waits on the stack, if any, can still be carried out in some way."""
    at = committed_at(state)
    if at is None:
        return True
    frame = state.pending[at]
    assert isinstance(frame.seat, int)
    ways = after_frames(state, at, len(state.pending) - 1, frame.seat)
    if isinstance(frame, PawnArrivalFrame):
        return any(can_declare(after, frame.seat, frame.tile) for after in ways)
    if isinstance(frame, EffectsFrame):
        rest = effects_of_frame(state, frame)[frame.step :]
        return any(can_construct_in(after, frame.seat, rest, frame.slot) for after in ways)
    is_window_open = any(isinstance(above, BoostWindowFrame) for above in state.pending[at + 1 :])
    is_possible = can_declare if is_window_open else can_perform
    return any(is_possible(after, frame.seat, "construct") for after in ways)


# --- what the frames above it lead to ---------------------------------------------------------------------------------


def after_frames(state: State, bottom: int, top: int, seat: int) -> Iterator[State]:
    """Yield the state after each way to answer the frames from `top` down to the one above `bottom`."""
    if top == bottom:
        yield state
        return
    for after in after_frame(state, top, seat):
        yield from after_frames(after, bottom, top - 1, seat)


def after_frame(state: State, at: int, seat: int) -> Iterator[State]:
    """Yield the state after each way to answer one frame of the stack. Frames of other seats change nothing here."""
    if state.pending[at].seat != seat:
        yield state
        return
    match frame := state.pending[at]:
        case PaymentFrame():
            yield from after_payment(state, seat, frame.owed, frame.pool)
        case PayFromHandFrame():
            yield from after_hand_cards(state, seat, frame.remaining)
        case GainResourceFrame():
            yield from after_choice(state, seat, frame.remaining)
        case EffectsFrame():
            yield from after_effects(state, seat, effects_of_frame(state, frame)[frame.step :], frame.slot)
        case PlaceFrame():
            yield add_card(
                cover_location(state, seat, frame.over) if frame.over is not None else state, seat, frame.card
            )[0]
        case PayWithCardFrame() | ChooseCostFrame() | ChooseFrame() | AssignFrame() | ReleaseFrame():
            yield from after_question(state, seat, frame, effects_below(state, at))
        case _:
            yield state


def effects_below(state: State, at: int) -> EffectsFrame:
    """Return the effects that a question on the stack belongs to."""
    return next(frame for frame in reversed(state.pending[:at]) if isinstance(frame, EffectsFrame))


def after_question(state: State, seat: int, frame: Frame, effects: EffectsFrame) -> Iterator[State]:
    """Yield the state after each way to answer a question that belongs to these effects, or to their cost."""
    cost = abilities_of(state, effects.source)[effects.ability].cost
    if isinstance(frame, PayWithCardFrame):
        yield from after_card_price(state, seat, cost, effects.slot)
    elif isinstance(frame, ChooseCostFrame):
        for choice in cost.choice or (NO_COST,):
            if state.players[seat].workers >= choice.worker:
                owed = merge_bags(goods_owed(cost), goods_owed(choice), frame.extra)
                yield from after_payment(spend_workers(state, seat, choice.worker), seat, owed)
    else:
        current = effects_of_frame(state, effects)[effects.step - 1]
        if isinstance(frame, AssignFrame):
            is_free = frame.has_begun or not current.targets_itself
            least = int(not is_free) if isinstance(current.count, UpTo) else frame.remaining
            yield from after_assignments(state, seat, current, effects.slot, least)
        elif isinstance(frame, ReleaseFrame):
            yield from after_releases(state, seat, current, frame.remaining)
        else:
            yield from after_effect(state, seat, current, effects.slot)


# --- verbs that respect it --------------------------------------------------------------------------------------------


def committed(verb: Verb[State]) -> Verb[State]:
    """Build the verb without the actions that make a declared action impossible."""

    def evades(state: State, action: Action) -> bool:
        return not keeps_declared(verb.apply(state, action)) and keeps_declared(state)

    def candidates(state: State) -> Iterable[Action]:
        found = verb.candidates(state)
        return found if committed_at(state) is None else [action for action in found if not evades(state, action)]

    def objections(state: State, action: Action) -> Iterator[Refusal]:
        refusals = list(verb.objections(state, action))
        yield from refusals
        if not refusals and committed_at(state) is not None and evades(state, action):
            yield refuse("declare.resolved", action=declared_action(state))

    return replace(verb, candidates=candidates, objections=objections)


def are_answers_known(verb: Verb[State]) -> Callable[[State], bool]:
    """Build the check that all seats know which answers are legal, with the verb before `committed`.

    While an action is declared, the hand can decide which answers keep it possible. A single answer is always legal.
    """

    def is_known(state: State) -> bool:
        return committed_at(state) is None or len(list(verb.candidates(state))) == 1

    return is_known


def committed_steps(state: State, payment: PaymentFrame) -> tuple[str, ...]:
    """Return the goods that pay the rest of a price the cheapest way that keeps a declared action possible."""
    steps = cheapest_steps(state, payment)
    if committed_at(state) is None:
        return steps
    cheapest = merge_bags(payment.pool, bag_of(steps))
    others = payments(payment.owed, payment.pool, deciding_player(state).goods)
    by_gold = sorted(others, key=lambda paid: count_in(paid, GOLD))
    paid = next((paid for paid in (cheapest, *by_gold) if keeps_declared(paid_with(state, payment, paid))), cheapest)
    return expand_bag(merge_bags(paid, negative(payment.pool)))


def paid_with(state: State, payment: PaymentFrame, paid: Bag) -> State:
    """Return the state with the whole price in the pool of the open payment."""
    goods = merge_bags(deciding_player(state).goods, payment.pool, negative(paid))
    state = with_player(state, deciding_seat(state), goods=goods)
    return replace_top(state, structs.replace(payment, pool=paid))


COMMITTED_PAYMENT = replace(PAYMENT_RULES, cheapest_steps=committed_steps)
"""The payment rules of the verbs: no payment makes a declared action impossible."""
