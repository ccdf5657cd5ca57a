"""Tests of the pending stack: questions to other seats, nested questions, and questions that lapse."""

import pytest

from referee_service.kernel.actions.decline import Decline
from referee_service.kernel.engine import apply
from referee_service.kernel.pending import lapse, pop, push, replace_top, top
from referee_service.kernel.score import total_points
from referee_service.kernel.state import CHANCE, question_of
from tests.kernel.positions import after, bag, given, legal, refusals, with_empty_deck
from tests.kernel.toy import GAME
from tests.kernel.toy.actions.ask import Ask
from tests.kernel.toy.decisions.cards import Roll
from tests.kernel.toy.decisions.requests import Give, Haggle
from tests.kernel.toy.questions import DealCardsFrame, RequestFrame, RollPaceFrame, TradeFrame


def test_the_top_frame_is_the_open_question():
    state = push(given(pending=()), TradeFrame(0), RollPaceFrame(CHANCE))
    assert top(state) == RollPaceFrame(CHANCE)
    assert question_of(top(state)) == "roll_pace"
    assert top(pop(state)) == TradeFrame(0)
    assert replace_top(state, TradeFrame(1)).pending == (TradeFrame(0), TradeFrame(1))
    assert top(pop(pop(state))) is None


def test_a_lapsed_question_emits_an_event():
    state = lapse(given())
    assert state.pending == ()
    assert [(event.kind, event.seat) for event in state.events] == [("lapsed", 0)]


def test_another_seat_may_answer_during_a_turn():
    state = after(given(hands=("", "silk")), Ask(1, "silk"))
    assert GAME.turn(state).seat == 1
    assert state.active_seat == 0
    state = after(state, Give())
    assert GAME.turn(state).seat == 0
    assert state.players[0].hand == bag(silk=1)
    assert total_points(state, 1) == 1


def test_a_question_may_be_declined():
    state, events = apply(GAME, after(given(hands=("", "silk")), Ask(1, "silk")), Decline())
    assert state.pending == (TradeFrame(0),)
    assert [(event.kind, event.seat) for event in events] == [("declined", 1)]


@pytest.mark.parametrize(("hand", "answers"), [("silk", [Give(), Decline()]), ("salt", [Decline()])])
def test_a_request_opens_even_if_the_hand_lacks_the_card(hand, answers):
    state = after(given(hands=("", hand)), Ask(1, "silk"))
    assert GAME.turn(state).verbs == ("give", "haggle", "decline")
    assert [action for action in legal(state) if not isinstance(action, Haggle)] == answers


def test_a_card_that_is_not_in_hand_cannot_be_given():
    assert refusals(after(given(hands=("", "salt")), Ask(1, "silk")), Give()) == ["give.have"]


def test_an_answer_may_push_another_question():
    state = after(given(hands=("salt", "silk")), Ask(1, "silk"), Haggle("salt"))
    assert [question_of(frame) for frame in state.pending] == ["trade", "request", "request"]
    assert top(state) == RequestFrame(0, "salt", by=1, haggled=True)
    state = after(state, Give())
    assert top(state) == RequestFrame(1, "silk", by=0, haggled=True)
    state = after(state, Give())
    assert [player.hand for player in state.players] == [bag(silk=1), bag(salt=1)]


def test_a_seat_haggles_once_and_for_another_kind_of_card():
    state = after(given(hands=("salt", "silk")), Ask(1, "silk"))
    assert refusals(state, Haggle("silk")) == ["haggle.other"]
    state = after(state, Haggle("salt"), Decline())
    assert refusals(state, Haggle("silk")) == ["haggle.once", "haggle.other"]
    assert refusals(state, Haggle("gold")) == ["haggle.once"]


def test_a_draw_from_an_empty_deck_lapses():
    state = with_empty_deck(given(pending=(TradeFrame(0), RollPaceFrame(CHANCE))))
    state, events = apply(GAME, state, Roll("swift"))
    assert state.pending == (TradeFrame(0),)
    assert [event.kind for event in events] == ["pace_rolled", "lapsed"]


def test_the_deal_ends_with_the_last_card():
    state = given(pending=(TradeFrame(0), DealCardsFrame(CHANCE, 0, 1)))
    assert after(state, legal(state)[0]).pending == (TradeFrame(0),)
