"""Requests for cards: the seat that is asked gives the card, haggles for another one, or declines."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.bags import add_to, count_in, remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import expect_top, pop, push, replace_top
from referee_service.kernel.question import Below, question
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.score import award
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player
from tests.kernel.toy.content.schema import GOODS
from tests.kernel.toy.fields import GoodField
from tests.kernel.toy.questions import RequestFrame, TradeFrame
from tests.kernel.toy.state import State, hand_size, rule_number


class Give(Action, frozen=True, tag="give"):
    """Give the card."""


def give_candidates(state: State) -> list[Give]:
    """Return the only action of this verb."""
    return [Give()]


def give_objections(state: State, action: Give) -> Iterator[Refusal]:
    """Yield a refusal if the hand lacks the card."""
    request = expect_top(state, RequestFrame)
    if not count_in(state.players[request.seat].hand, request.good):
        yield refuse("give.have", good=request.good)


def apply_give(state: State, action: Give) -> State:
    """Move the card openly to the other hand, and score points for the giver."""
    request = expect_top(state, RequestFrame)
    giver, taker = state.players[request.seat], state.players[request.by]
    state = with_player(pop(state), request.seat, hand=remove_from(giver.hand, request.good))
    state = with_player(state, request.by, hand=add_to(taker.hand, request.good))
    state = award(state, request.seat, rule_number(state, giver, "thanks"), "give.thanks")
    return emit(state, "given", request.seat, whom=request.by, good=request.good)


class Haggle(Action, frozen=True, tag="haggle"):
    """Ask for another card in return."""

    good: GoodField


def haggle_candidates(state: State) -> list[Haggle]:
    """Return one action per other kind of card, or none if the seat has haggled."""
    request = expect_top(state, RequestFrame)
    return [] if request.haggled else [Haggle(good) for good in GOODS if good != request.good]


def haggle_objections(state: State, action: Haggle) -> Iterator[Refusal]:
    """Yield every reason why the seat may not haggle for this card."""
    request = expect_top(state, RequestFrame)
    if request.haggled:
        yield refuse("haggle.once")
    if action.good == request.good:
        yield refuse("haggle.other", good=action.good)


def apply_haggle(state: State, action: Haggle) -> State:
    """Ask the other seat. Its answer reopens the first question."""
    request = expect_top(state, RequestFrame)
    state = emit(state, "asked", request.seat, whom=request.by, good=action.good)
    state = replace_top(state, replace(request, haggled=True))
    return push(state, RequestFrame(request.by, action.good, by=request.seat, haggled=True))


def is_request_possible(state: State, frame: RequestFrame, below: Below) -> bool:
    """Return whether the active player asks another seat, or that seat haggles with the active player."""
    first = below[-1]
    if isinstance(first, RequestFrame):
        is_answer = len(below) == 2 and first.haggled and frame.haggled and frame.good != first.good
        return is_answer and (frame.seat, frame.by) == (first.by, first.seat)
    return frame.by == state.active_seat != frame.seat and state.active_player.asks > 0


def is_hand_empty(state: State) -> bool:
    """Return whether the seat that is asked has no cards. All seats see that it can give none."""
    return not hand_size(state, expect_top(state, RequestFrame).seat)


def request_facts(state: State) -> dict[str, Fact]:
    """Return the seat that asks, and the card."""
    request = expect_top(state, RequestFrame)
    return {"by": request.by, "good": request.good}


GIVE = verb(Give, give_candidates, give_objections, apply_give)
HAGGLE = verb(Haggle, haggle_candidates, haggle_objections, apply_haggle, exact=True, kinds={"good": "ask.kind"})
REQUEST = question(
    RequestFrame,
    *("give", "haggle", "decline"),
    any_seat=True,
    over=(TradeFrame, RequestFrame),
    fits=is_request_possible,
    forced=is_hand_empty,
    facts=request_facts,
)
