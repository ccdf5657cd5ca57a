"""Tests of questions that close automatically: forced answers, lapsed questions, and refusals that name the reason."""

from __future__ import annotations

import dataclasses

import pytest
from msgspec.structs import replace

from referee_service.kernel import engine
from referee_service.kernel.actions.decline import Decline
from referee_service.kernel.game import only_legal_action
from referee_service.kernel.narration import narrate
from referee_service.kernel.pending import close_question, close_top, lapse, pop
from referee_service.kernel.question import Flow, Stage, question
from referee_service.kernel.state import CHANCE, ClosedQuestion, Event
from tests.kernel.positions import after, given, legal, refusals
from tests.kernel.toy import GAME
from tests.kernel.toy.actions.ask import Ask
from tests.kernel.toy.actions.build import Build
from tests.kernel.toy.actions.rest import Rest
from tests.kernel.toy.decisions.cards import Roll
from tests.kernel.toy.decisions.requests import Give, Haggle, apply_haggle
from tests.kernel.toy.flow import FLOW, active_seat, stage_of
from tests.kernel.toy.questions import RequestFrame, RollPaceFrame, TradeFrame

HAGGLING = given(hands=("", "silk"), asks=1, pending=(TradeFrame(0), RequestFrame(1, "silk", by=0)))
"""Seat 1 may give a card or ask seat 0, whose hand is empty, for another one."""
FORCED = ClosedQuestion(0, "request", "referee.forced", "decline")


def game_with(**changes):
    """Return the toy game with another record of the question `request`."""
    record = next(each for each in FLOW.questions if each.frame is RequestFrame)
    records = [dataclasses.replace(record, **changes) if each is record else each for each in FLOW.questions]
    flow = Flow(records, FLOW.stages, stage=stage_of, seat=active_seat)
    return dataclasses.replace(GAME, flow=flow)


# --- forced answers -------------------------------------------------------------------------------------------------


def test_a_forced_question_with_one_legal_answer_is_answered_with_an_event():
    state, events = engine.apply(GAME, HAGGLING, Haggle("salt"))
    assert [event.kind for event in events] == ["asked", "forced", "declined"]
    assert events[1] == Event("forced", 0, {"answer": "decline"})
    assert state.pending == (TradeFrame(0), RequestFrame(1, "silk", by=0, haggled=True))


def test_the_event_of_a_forced_answer_has_its_label_in_both_languages():
    event = engine.apply(GAME, HAGGLING, Haggle("salt"))[1][1]
    catalogue = GAME.catalogue()
    assert narrate(catalogue, event, "en") == "Seat 0 has only one legal answer: Decline."
    assert narrate(catalogue, event, "fr") == "La place 0 n'a qu'une réponse permise : Refuser."
    hidden = Event("forced", 0, {}, {"answer": "decline"}, (0,))
    assert narrate(catalogue, hidden, "en", seat=1) == "Seat 0 has only one legal answer."
    assert narrate(catalogue, hidden, "en", seat=0) == "Seat 0 has only one legal answer: Decline."


def test_the_label_of_a_forced_answer_has_the_names_of_its_fields():
    event = Event("forced", 0, {"answer": "ask seat=1 good=silk"})
    label = "Ask seat 1 for silk"
    assert narrate(GAME.catalogue(), event, "en") == f"Seat 0 has only one legal answer: {label}."


def test_a_question_with_two_legal_answers_waits_for_its_seat():
    state = given(hands=("salt", "silk"), asks=1, pending=HAGGLING.pending)
    waiting = after(state, Haggle("salt"))
    assert waiting.pending[-1] == RequestFrame(0, "salt", by=1, haggled=True)
    assert legal(waiting) == [Give(), Decline()]


def test_a_question_that_is_not_forced_waits_for_its_only_answer():
    game = game_with(forced=False)
    state, events = engine.apply(game, HAGGLING, Haggle("salt"))
    assert [event.kind for event in events] == ["asked"]
    assert engine.legal_actions(game, state) == [Decline()]
    assert not list(game.audit(state))


def test_a_question_is_not_answered_where_the_record_says_that_its_answers_are_secret():
    state = given(hands=("gold", "silk"), asks=1, pending=HAGGLING.pending)
    waiting, events = engine.apply(GAME, state, Haggle("salt"))
    assert [event.kind for event in events] == ["asked"], "seat 1 must not learn that seat 0 has no salt"
    assert legal(waiting) == [Decline()]


def test_a_forced_answer_that_is_due_is_a_fault_of_a_state():
    due = apply_haggle(HAGGLING, Haggle("salt"))
    assert [fault.rule for fault in GAME.audit(due)] == ["referee.rest"]
    assert not list(game_with(forced=False).audit(due))


def test_the_search_for_the_only_legal_action_stops_at_the_second_one():
    turn = GAME.turn(given(hands=("silk", "salt")))
    assert only_legal_action(GAME.verbs, turn, given(asks=1)) == Rest()
    assert only_legal_action(GAME.verbs, turn, given(hands=("silk", "salt"))) is None
    no_rest = {**GAME.verbs, "rest": dataclasses.replace(GAME.verbs["rest"], candidates=lambda state: [])}
    assert only_legal_action(no_rest, turn, given(asks=1)) is None


# --- what closed a question -----------------------------------------------------------------------------------------


def test_a_late_answer_is_refused_by_the_rule_that_closed_the_question():
    state = engine.apply(GAME, HAGGLING, Haggle("salt"))[0]
    assert state.closed == (FORCED,)
    assert refusals(state, Give(), seat=0) == ["referee.forced", "referee.seat"]
    assert refusals(state, Rest(), seat=0) == ["referee.seat"], "the closed question had no such answer"
    assert refusals(state, Give(), seat=1) == []


def test_the_refusal_of_a_late_answer_names_the_answer_that_was_given():
    (forced, _) = engine.judge(GAME, engine.apply(GAME, HAGGLING, Haggle("salt"))[0], 0, Give())
    message = (
        "Only one answer was legal for seat 0, so “Decline” was played automatically; “Give” is no longer possible."
    )
    assert GAME.catalogue().ruling(forced, "en").message == message


def test_a_rule_that_ended_a_turn_is_the_reason_against_every_later_action_of_its_seat():
    stages = (*FLOW.stages, Stage("market", "stroll", ("rest",), closed_by=("ask.limit",)))
    game = dataclasses.replace(GAME, flow=Flow(FLOW.questions, stages, stage=stage_of, seat=active_seat))
    state = close_question(given(active_seat=1, pending=(TradeFrame(1),)), 0, "stroll", "ask.limit")
    assert [each.rule for each in engine.judge(game, state, 0, Build("inn"))] == ["ask.limit", "referee.seat"]
    own_turn = close_question(given(), 0, "stroll", "ask.limit")
    assert [each.rule for each in engine.judge(game, own_turn, 0, Give())] == ["referee.verb"]


def test_the_next_action_of_a_seat_clears_what_closed_before():
    state = engine.apply(GAME, HAGGLING, Haggle("salt"))[0]
    assert after(state, Decline()).closed == ()


def test_an_action_of_chance_keeps_what_closed_before():
    state = given(pending=(TradeFrame(1), RollPaceFrame(CHANCE)), active_seat=1)
    state = replace(state, closed=(FORCED,))
    assert engine.apply(GAME, state, Roll("slow"))[0].closed == (FORCED,)


def test_a_lapsed_question_is_closed_for_lack_of_an_answer():
    state = lapse(HAGGLING)
    assert state.closed == (ClosedQuestion(1, "request", "referee.lapsed"),)
    assert refusals(state, Give(), seat=1) == ["referee.lapsed", "referee.seat"]
    assert refusals(state, Give(), seat=0) == ["referee.verb"]


def test_a_step_names_the_rule_that_closes_its_question():
    def close_after_haggling(state, frame):
        return pop(close_top(state, "haggle.once")) if frame.haggled else state

    game = game_with(step=close_after_haggling, closed_by=frozenset({"haggle.once"}))
    state = engine.apply(game, HAGGLING, Haggle("salt"))[0]
    assert [each.rule for each in state.closed] == ["haggle.once", "haggle.once"]
    assert not list(game.audit(state))
    assert [each.rule for each in engine.judge(game, state, 1, Give())] == ["haggle.once", "referee.seat"]


def test_a_question_that_closes_twice_keeps_both_rules_in_order_and_each_once():
    lapsed, forced = ClosedQuestion(1, "request", "referee.lapsed"), replace(FORCED, seat=1)
    state = close_question(lapse(HAGGLING), 1, "request", "referee.forced", "decline")
    assert state.closed == (lapsed, forced)
    assert close_question(state, 1, "request", "referee.lapsed").closed == (forced, lapsed)


def test_chance_needs_no_explanation():
    assert close_question(given(), CHANCE, "roll_pace", "referee.lapsed").closed == ()


@pytest.mark.parametrize(
    "closed",
    [
        (ClosedQuestion(0, "trade", "referee.forced", "rest"),),
        (replace(FORCED, answer="rest"),),
        (replace(FORCED, answer=""),),
        (ClosedQuestion(0, "request", "referee.lapsed", "decline"),),
        (ClosedQuestion(0, "nothing", "referee.lapsed"),),
        (ClosedQuestion(0, "request", "give.have"),),
        (FORCED, FORCED),
    ],
    ids=[
        *("not forced", "no answer to it", "without its answer", "with an answer"),
        *("unknown question", "another rule", "twice"),
    ],
)
def test_the_audit_refuses_what_cannot_have_closed(closed):
    assert [fault.rule for fault in GAME.audit(replace(given(), closed=closed))] == ["audit.closed"]
    assert not list(GAME.audit(replace(given(), closed=(FORCED,))))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_fault_of_a_closed_question_never_shows_a_forged_rule(language):
    (fault,) = GAME.audit(replace(given(), closed=(ClosedQuestion(0, "request", "no_rule"),)))
    assert "no_rule" not in GAME.catalogue().ruling(fault, language).message


def test_the_audit_refuses_a_closed_question_of_a_missing_seat():
    forged = replace(given(), closed=(replace(FORCED, seat=5),))
    assert [(fault.path, fault.rule) for fault in GAME.audit(forged)] == [("closed[0].seat", "audit.range")]


def test_a_verb_that_does_not_answer_is_refused_by_the_rule_that_the_record_names():
    game = game_with(refused={"build": "build.available"})
    assert [each.rule for each in engine.judge(game, HAGGLING, 1, Build("inn"))] == ["build.available"]
    assert [each.rule for each in engine.judge(game, HAGGLING, 1, Rest())] == ["referee.verb"]
    assert [each.rule for each in engine.judge(game, HAGGLING, 0, Build("inn"))] == ["referee.seat"]


def test_a_rule_that_closed_a_question_and_forbids_a_verb_is_cited_once():
    game = game_with(refused={"ask": "haggle.once"}, closed_by=frozenset({"haggle.once"}))
    state = replace(HAGGLING, closed=(ClosedQuestion(1, "trade", "haggle.once"),))
    assert [each.rule for each in engine.judge(game, state, 1, Ask(0, "salt"))] == ["haggle.once"]
    assert [each.rule for each in engine.judge(game, state, 1, Rest())] == ["haggle.once", "referee.verb"]


@pytest.mark.parametrize("verb", ["sing", "give"])
def test_a_refused_verb_exists_and_is_no_answer(verb):
    with pytest.raises(TypeError, match=verb):
        game_with(refused={verb: "build.available"})


def test_a_record_of_a_question_has_its_own_closing_rules():
    record = question(RequestFrame, "give", closed_by=("haggle.once",))
    assert (record.forced, record.closed_by) == (False, {"haggle.once"})
    assert FLOW.closing_rules["request"] == {"referee.forced", "referee.lapsed"}
    assert FLOW.closing_rules["trade"] == {"referee.lapsed"}
