"""Sequence of play: the verbs that answer each question, the automatic steps, and the triggers of stalls."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from referee_service.kernel.pending import lapse, make_turn_function, pop, push, top
from referee_service.kernel.state import CHANCE, Event, Turn
from referee_service.kernel.triggers import PendingTrigger, TriggerSystem
from referee_service.kernel.tuples import with_player
from tests.kernel.toy.content.tables import content
from tests.kernel.toy.questions import DealCardsFrame, RollPaceFrame, TradeFrame
from tests.kernel.toy.state import State, seats_from

QUESTIONS = {
    "roll_pace": ("roll",),
    "deal_cards": ("draw",),
    "trade": ("build", "ask", "rest"),
    "payment": ("pay", "pay_cheapest"),
    "request": ("give", "haggle", "decline"),
    "simultaneous": ("resolve",),
}
"""Verbs that answer each question."""

turn: Callable[[State], Turn | None] = make_turn_function(QUESTIONS, lambda state: None)


def automatic_step(state: State) -> State:
    """Perform one automatic step, or return the same state object if none is pending."""
    frame = top(state)
    if isinstance(frame, DealCardsFrame):
        if not frame.remaining:
            return pop(state)
        if not state.deck:
            return lapse(state)
    if frame is None and state.turns_remaining:
        return begin_turn(state)
    return state


def begin_turn(state: State) -> State:
    """Begin the turn of the next seat: chance rolls the pace, then the player trades."""
    seat = (state.active_seat + 1) % len(state.players)
    state = replace(with_player(state, seat, asks=0), active_seat=seat, turns_remaining=state.turns_remaining - 1)
    return push(state, TradeFrame(seat), RollPaceFrame(CHANCE))


def listeners(state: State, event: Event) -> list[PendingTrigger]:
    """Return a trigger for each stall that reacts to an opening, those of the active player first."""
    stalls = content(state).stalls
    return [
        PendingTrigger(seat, stall, event.kind)
        for seat in seats_from(state, state.active_seat)
        for stall in state.players[seat].stalls
        if stalls[stall].on_opened
    ]


def fire(state: State, trigger: PendingTrigger) -> State:
    """Apply the effects of a stall that reacts to an opening."""
    for effect in content(state).stalls[trigger.source].on_opened:
        state = effect(state, trigger.seat)
    return state


TRIGGERS = TriggerSystem(event_kinds=frozenset({"opened"}), listeners=listeners, fire=fire)
