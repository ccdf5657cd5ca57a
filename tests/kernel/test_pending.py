"""Open questions: asked out of turn, on top of each other, and dropped when nothing can answer them."""

import pytest

from referee_service.kernel.actions.decline import Decline
from referee_service.kernel.engine import apply
from referee_service.kernel.pending import lapse, make_turn_function, pop, push, replace_top, top
from referee_service.kernel.score import total_points
from referee_service.kernel.state import CHANCE, Turn, question_of
from tests.kernel.positions import after, bag, given, legal, refusals, with_empty_deck
from tests.kernel.toy import GAME
from tests.kernel.toy.actions.ask import Ask
from tests.kernel.toy.actions.give import Give
from tests.kernel.toy.actions.haggle import Haggle
from tests.kernel.toy.actions.roll import Roll
from tests.kernel.toy.state import Asked, Cards, Pace, Trade


def test_the_last_question_opened_is_asked_first():
    state = push(given(pending=()), Trade(0), Pace(CHANCE))
    assert top(state) == Pace(CHANCE)
    assert question_of(top(state)) == "pace"
    assert top(pop(state)) == Trade(0)
    assert replace_top(state, Trade(1)).pending == (Trade(0), Trade(1))
    assert top(pop(pop(state))) is None


def test_without_an_open_question_the_seat_in_turn_has_its_own():
    questions = {"pace": ("roll",), "act": ("build", "rest")}
    turn = make_turn_function(questions, lambda state: (state.current, "act") if state.turns_left else None)
    assert turn(given(pending=(Pace(CHANCE),))) == Turn(CHANCE, "pace", ("roll",))
    assert turn(given(pending=(), current=1)) == Turn(1, "act", ("build", "rest"))
    assert turn(given(pending=(), turns_left=0)) is None


def test_a_question_that_lapses_says_so():
    state = lapse(given())
    assert state.pending == ()
    assert [(event.kind, event.seat) for event in state.events] == [("lapsed", 0)]


def test_another_seat_answers_out_of_turn():
    state = after(given(hands=("", "silk")), Ask(1, "silk"))
    assert GAME.turn(state).seat == 1
    assert state.current == 0
    state = after(state, Give())
    assert GAME.turn(state).seat == 0
    assert state.players[0].hand == bag(silk=1)
    assert total_points(state, 1) == 1


def test_a_question_may_be_declined():
    state, events = apply(GAME, after(given(hands=("", "silk")), Ask(1, "silk")), Decline())
    assert state.pending == (Trade(0),)
    assert [(event.kind, event.seat) for event in events] == [("declined", 1)]


@pytest.mark.parametrize(("hand", "answers"), [("silk", [Give(), Decline()]), ("salt", [Decline()])])
def test_the_question_is_asked_whatever_the_hand_holds(hand, answers):
    state = after(given(hands=("", hand)), Ask(1, "silk"))
    assert GAME.turn(state).verbs == ("give", "haggle", "decline")
    assert [action for action in legal(state) if not isinstance(action, Haggle)] == answers


def test_a_card_that_is_not_in_hand_cannot_be_given():
    assert refusals(after(given(hands=("", "salt")), Ask(1, "silk")), Give()) == ["give.have"]


def test_an_answer_may_open_another_question_on_top():
    state = after(given(hands=("salt", "silk")), Ask(1, "silk"), Haggle("salt"))
    assert [question_of(frame) for frame in state.pending] == ["trade", "asked", "asked"]
    assert top(state) == Asked(0, "salt", by=1, haggled=True)
    state = after(state, Give())
    assert top(state) == Asked(1, "silk", by=0, haggled=True)
    state = after(state, Give())
    assert [player.hand for player in state.players] == [bag(silk=1), bag(salt=1)]


def test_one_haggles_once_and_for_something_else():
    state = after(given(hands=("salt", "silk")), Ask(1, "silk"))
    assert refusals(state, Haggle("silk")) == ["haggle.other"]
    state = after(state, Haggle("salt"), Decline())
    assert refusals(state, Haggle("silk")) == ["haggle.once", "haggle.other"]
    assert refusals(state, Haggle("gold")) == ["haggle.once"]


def test_a_draw_from_an_empty_deck_lapses():
    state = with_empty_deck(given(pending=(Trade(0), Pace(CHANCE))))
    state, events = apply(GAME, state, Roll("swift"))
    assert state.pending == (Trade(0),)
    assert [event.kind for event in events] == ["paced", "lapsed"]


def test_dealing_ends_with_the_last_card():
    state = given(pending=(Trade(0), Cards(CHANCE, 0, 1)))
    assert after(state, legal(state)[0]).pending == (Trade(0),)
