"""Tests of the engine: judge, list and apply actions, and hide what a seat may not see."""

import pytest

from referee_service.kernel.actions.pay import Pay
from referee_service.kernel.engine import apply, judge, nearest_legal_actions, outcomes, visible_action
from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.state import CHANCE
from tests.kernel.positions import FINISHED, after, given, legal, refusals
from tests.kernel.toy import GAME
from tests.kernel.toy.actions.ask import Ask
from tests.kernel.toy.actions.build import Build
from tests.kernel.toy.actions.rest import Rest
from tests.kernel.toy.decisions.cards import Draw, Roll
from tests.kernel.toy.decisions.requests import Give
from tests.kernel.toy.questions import DealCardsFrame, RollPaceFrame, TradeFrame

DEALING = given(pending=(TradeFrame(0), DealCardsFrame(CHANCE, 1, 1)))
"""Chance deals one card to seat 1."""


# --- judge ----------------------------------------------------------------------------------------------------------


def test_no_action_is_legal_after_the_end_of_the_game():
    assert refusals(FINISHED, Rest(), seat=0) == ["referee.over"]
    assert legal(FINISHED) == []
    assert outcomes(GAME, FINISHED) == ()


def test_only_the_seat_to_move_may_act():
    (refusal,) = judge(GAME, given(), 1, Rest())
    assert refusal.rule == "referee.seat"
    assert refusal.facts == {"seat": 1, "turn": 0, "decider": 0}
    assert GAME.catalogue().ruling(refusal, "en").message == "Seat 1 may not act now; seat 0 decides."
    assert refusals(given(), Rest(), seat=CHANCE) == ["referee.seat"]


def test_an_action_must_answer_the_open_question():
    (refusal,) = judge(GAME, given(), 0, Give())
    assert refusal.rule == "referee.verb"
    assert refusal.facts == {"verb": "give", "open": ("build", "ask", "rest")}


@pytest.mark.parametrize("action", [Ask(9, "silk"), Ask(-1, "silk"), Ask(1, "camel"), Build("castle")])
def test_an_unknown_value_is_refused_before_the_objections_of_the_verb_run(action):
    assert refusals(given(), action) == ["referee.field"]


def test_a_component_of_another_kind_breaks_a_rule_of_the_game():
    (refusal,) = judge(GAME, given(), 0, Build("silk"))
    assert (refusal.rule, refusal.facts) == ("build.kind", {"stall": "silk", "kind": "good"})
    assert GAME.catalogue().ruling(refusal, "en").message == "Silk is a card; only stalls can be built."
    assert GAME.catalogue().ruling(refusal, "fr").message == "Soie est une carte ; on ne construit que des étals."
    assert refusals(given(), Ask(1, "inn")) == ["ask.kind"]
    assert refusals(given(), Ask(9, "inn")) == ["referee.field", "ask.kind"]


def test_a_verb_that_lists_its_choices_refuses_components_of_every_kind_by_its_own_rule():
    frame = PaymentFrame(0, (("silk", 1),), (), "inn")
    state = given(hands=("silk", ""), pending=(TradeFrame(0), frame))
    assert refusals(state, Pay("inn")) == ["pay.source"]
    assert refusals(state, Pay("camel")) == ["referee.field"]


def test_an_outcome_with_a_component_of_another_kind_cannot_happen():
    assert refusals(DEALING, Draw("inn"), seat=CHANCE) == ["referee.chance"]
    assert refusals(DEALING, Draw("camel"), seat=CHANCE) == ["referee.field"]


def test_every_unknown_value_gives_a_refusal():
    assert refusals(given(), Ask(9, "camel")) == ["referee.field", "referee.field"]


def test_judge_returns_all_refusals_at_once():
    assert refusals(given(asks=1), Ask(0, "silk")) == ["ask.other", "ask.cards", "ask.limit"]


def test_a_legal_action_has_no_refusals():
    assert refusals(given(), Rest()) == []


def test_an_outcome_of_chance_must_be_possible():
    state = given(hands=("gold gold gold gold", ""), pending=(TradeFrame(0), DealCardsFrame(CHANCE, 1, 1)))
    assert refusals(state, Draw("gold")) == ["referee.chance"]
    assert refusals(state, Draw("silk")) == []


# --- lists ----------------------------------------------------------------------------------------------------------


def test_legal_actions_are_in_the_order_of_the_verbs():
    state = given(hands=("spice silk silk", "salt"))
    assert [type(action) for action in legal(state)] == sorted(map(type, legal(state)), key=[Build, Ask, Rest].index)
    assert legal(state, "build") == [Build("herald"), Build("inn"), Build("scribe")]
    assert legal(state, "give") == []


def test_outcomes_have_their_weights():
    rolling = given(pending=(TradeFrame(0), RollPaceFrame(CHANCE)))
    assert outcomes(GAME, rolling) == [(Roll("slow"), 3), (Roll("steady"), 2), (Roll("swift"), 1)]
    assert outcomes(GAME, given()) == ()


def test_nearest_legal_actions_have_the_same_verb_first_and_then_the_most_equal_fields():
    state = given(hands=("silk", "salt", "", "salt"))
    nearest = nearest_legal_actions(GAME, state, 0, Ask(2, "salt"), limit=3)
    assert nearest[:2] == [Ask(1, "salt"), Ask(3, "salt")]
    assert isinstance(nearest[2], Ask)
    assert nearest_legal_actions(GAME, state, 0, Build("inn"), limit=1) == legal(state)[:1]
    assert nearest_legal_actions(GAME, FINISHED, 0, Rest()) == []


def test_only_the_seat_to_move_gets_nearest_legal_actions():
    state = given(hands=("silk", "salt", "", "salt"))
    assert nearest_legal_actions(GAME, state, 0, Ask(2, "salt"))
    assert all(nearest_legal_actions(GAME, state, seat, Ask(2, "salt")) == [] for seat in (1, 2, 3, CHANCE))


# --- apply ----------------------------------------------------------------------------------------------------------


def test_apply_returns_the_events_and_removes_them_from_the_state():
    state, events = apply(GAME, given(), Rest())
    assert [event.kind for event in events] == ["rested"]
    assert state.events == ()
    assert state.processed_events == 0


def test_automatic_steps_run_until_the_next_decision():
    state, _ = apply(GAME, given(), Rest())
    assert state.active_seat == 1
    assert state.pending == (TradeFrame(1), RollPaceFrame(CHANCE))


def test_apply_does_not_change_the_state_before_it():
    before = given(hands=("silk", "salt"))
    copy = given(hands=("silk", "salt"))
    after(before, Ask(1, "salt"), Give())
    assert before == copy


# --- visible actions ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seat", "visible"), [(1, Draw("silk")), (0, None), (None, None)])
def test_a_secret_action_is_visible_only_to_the_seats_of_visible_to(seat, visible):
    assert visible_action(GAME, DEALING, Draw("silk"), seat) == visible


def test_a_public_action_is_visible_to_all_seats():
    assert all(visible_action(GAME, given(), Rest(), seat) == Rest() for seat in (0, 1, None))
