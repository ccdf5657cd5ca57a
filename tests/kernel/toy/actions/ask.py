"""The verb `ask`: ask another player for a card."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import push
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player
from tests.kernel.toy.content.schema import GOODS
from tests.kernel.toy.fields import GoodField, SeatField
from tests.kernel.toy.questions import RequestFrame
from tests.kernel.toy.state import State, hand_size, rule_number, seats_from


class Ask(Action, frozen=True, tag="ask"):
    """Ask another player for a card."""

    seat: SeatField
    good: GoodField


def candidates(state: State) -> list[Ask]:
    """Return one action per other seat and kind of card."""
    return [Ask(seat, good) for seat in seats_from(state, state.active_seat)[1:] for good in GOODS]


def objections(state: State, action: Ask) -> Iterator[Refusal]:
    """Yield every reason why this seat may not be asked."""
    asks, limit = state.active_player.asks, rule_number(state, state.active_player, "asks")
    if action.seat == state.active_seat:
        yield refuse("ask.other")
    if not hand_size(state, action.seat):
        yield refuse("ask.cards", seat=action.seat)
    if asks >= limit:
        yield refuse("ask.limit", asks=asks, limit=limit)


def apply(state: State, action: Ask) -> State:
    """Count the ask, and open the question for the other seat."""
    state = with_player(state, state.active_seat, asks=state.active_player.asks + 1)
    state = emit(state, "asked", state.active_seat, whom=action.seat, good=action.good)
    return push(state, RequestFrame(action.seat, action.good, by=state.active_seat))


ASK = verb(Ask, candidates, objections, apply, kinds={"good": "ask.kind"})
