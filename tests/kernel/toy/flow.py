"""Sequence of play: the stages, and the triggers of stalls."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.pending import push
from referee_service.kernel.question import Flow, Stage
from referee_service.kernel.state import CHANCE, Event
from referee_service.kernel.triggers import PendingTrigger, TriggerSystem
from referee_service.kernel.tuples import with_player
from tests.kernel.toy.content.tables import content
from tests.kernel.toy.decisions import QUESTIONS
from tests.kernel.toy.questions import DealCardsFrame, RollPaceFrame, TradeFrame
from tests.kernel.toy.setup import first_deal
from tests.kernel.toy.state import State, is_over, seats_from


def stage_of(state: State) -> str:
    """Return the stage: the first deal, a turn, or the end."""
    if state.pending and isinstance(state.pending[0], DealCardsFrame):
        return "deal"
    return "over" if is_over(state) else "turn"


def active_seat(state: State) -> int:
    """Return the seat in turn."""
    return state.active_seat


def begin_turn(state: State) -> State:
    """Begin the turn of the next seat: chance rolls the pace, then the player trades."""
    seat = (state.active_seat + 1) % len(state.players)
    state = replace(with_player(state, seat, asks=0), active_seat=seat, turns_remaining=state.turns_remaining - 1)
    return push(state, TradeFrame(seat), RollPaceFrame(CHANCE))


FLOW = Flow(
    QUESTIONS,
    (Stage("deal", plan=first_deal), Stage("turn", step=begin_turn), Stage("over")),
    stage=stage_of,
    seat=active_seat,
)


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
