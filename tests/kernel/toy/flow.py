"""Who decides now, what happens by itself, and what listens to it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from referee_service.kernel.pending import lapse, make_turn_function, pop, push, top
from referee_service.kernel.state import CHANCE, Event, Turn
from referee_service.kernel.triggers import PendingTrigger, TriggerSystem
from referee_service.kernel.tuples import with_player
from tests.kernel.toy.content.tables import SHELF, content
from tests.kernel.toy.state import CaravanOptions, Cards, Pace, Player, State, Trade, seats_from

ANSWERS = {
    "pace": ("roll",),
    "cards": ("draw",),
    "trade": ("build", "ask", "rest"),
    "payment": ("pay", "pay_cheapest"),
    "asked": ("give", "haggle", "decline"),
    "simultaneous": ("resolve",),
}
"""The verbs that answer each question."""


def setup(seats: int, options: CaravanOptions, pack: str) -> State:
    """Everybody is dealt cards, seat 0 first; then seat 0 begins."""
    tables = SHELF.get(pack)
    deals = [Cards(CHANCE, seat, tables.numbers["first_cards"]) for seat in reversed(range(seats))]
    return State(
        pack=pack,
        deck=tables.cards,
        market=tables.market,
        players=(Player(),) * seats,
        current=seats - 1,
        turns_left=options.rounds * seats,
        pending=tuple(deals),
        score_lines=((),) * seats,
    )


turn: Callable[[State], Turn | None] = make_turn_function(ANSWERS, lambda state: None)


def proceed(state: State) -> State:
    """One thing that happens by itself, or the very same state when nothing does."""
    question = top(state)
    if isinstance(question, Cards):
        if not question.left:
            return pop(state)
        if not state.deck:
            return lapse(state)
    if question is None and state.turns_left:
        return next_turn(state)
    return state


def next_turn(state: State) -> State:
    """The next player rolls and trades."""
    seat = (state.current + 1) % len(state.players)
    state = replace(with_player(state, seat, asked=0), current=seat, turns_left=state.turns_left - 1)
    return push(state, Trade(seat), Pace(CHANCE))


def listeners(state: State, event: Event) -> list[PendingTrigger]:
    """The stalls that hear of an opening, the current player's first."""
    stalls = content(state).stalls
    return [
        PendingTrigger(seat, stall, event.kind)
        for seat in seats_from(state, state.current)
        for stall in state.players[seat].stalls
        if stalls[stall].on_opened
    ]


def fire(state: State, fired: PendingTrigger) -> State:
    """A stall does what it does when one opens."""
    for effect in content(state).stalls[fired.source].on_opened:
        state = effect(state, fired.seat)
    return state


TRIGGERS = TriggerSystem(event_kinds=frozenset({"opened"}), listeners=listeners, fire=fire)
