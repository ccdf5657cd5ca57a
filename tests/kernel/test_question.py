"""Tests of question records, stages and the flow: turn, automatic steps, audit of the stack, checks at load."""

from __future__ import annotations

import dataclasses

import pytest
from msgspec.structs import replace

from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.pending import pop, push
from referee_service.kernel.question import Flow, Stage, question
from referee_service.kernel.state import CHANCE, Turn
from tests.kernel.positions import bag, given
from tests.kernel.toy import GAME
from tests.kernel.toy.flow import FLOW, active_seat
from tests.kernel.toy.questions import DealCardsFrame, RequestFrame, RollPaceFrame, TradeFrame

QUESTIONS = {each.frame: each for each in FLOW.questions}
DEAL = given(pending=(DealCardsFrame(CHANCE, 1, 2), DealCardsFrame(CHANCE, 0, 2)), active_seat=1, turns_remaining=6)


def faults(state, flow=FLOW):
    """Return the paths and questions of the stack's faults."""
    found = list(flow.stack_audit(state))
    assert all(each.rule == "audit.question" for each in found)
    return [(each.path, each.facts["question"]) for each in found]


def flow_with(*records, **stages):
    """Return the flow of the toy game with other records for these frames."""
    questions = QUESTIONS | {each.frame: each for each in records}
    return Flow(questions.values(), FLOW.stages, stage=lambda state: "turn", seat=active_seat, **stages)


# --- turn and automatic steps ---------------------------------------------------------------------------------------


def test_the_top_frame_decides_whose_turn_it_is():
    state = given(pending=(TradeFrame(0), RequestFrame(1, "silk", by=0)))
    assert FLOW.turn(state) == Turn(1, "request", ("give", "haggle", "decline"))


def test_on_an_empty_stack_the_stage_asks_the_seat_in_turn():
    stages = [Stage("turn", "main", ("rest",))]
    flow = Flow(FLOW.questions, stages, stage=lambda state: "turn", seat=active_seat)
    assert flow.turn(given(pending=(), active_seat=1)) == Turn(1, "main", ("rest",))
    assert flow.verbs["main"] == ("rest",)


def test_a_stage_without_a_question_ends_the_game():
    assert FLOW.turn(given(pending=(), turns_remaining=0)) is None


def test_the_step_of_the_top_question_runs_with_its_frame():
    state = push(given(), DealCardsFrame(CHANCE, 0, 0))
    assert FLOW.automatic_step(state) == given()
    waiting = push(given(), DealCardsFrame(CHANCE, 0, 1))
    assert FLOW.automatic_step(waiting) is waiting


def test_the_step_of_the_stage_runs_on_an_empty_stack_only():
    assert FLOW.automatic_step(given(pending=())).pending == (TradeFrame(1), RollPaceFrame(CHANCE))
    assert FLOW.automatic_step(given()) is not None
    finished = given(pending=(), turns_remaining=0)
    assert FLOW.automatic_step(finished) is finished


# --- audit of the stack ---------------------------------------------------------------------------------------------


def test_a_stack_of_play_has_no_fault():
    assert not faults(given())
    assert not faults(push(given(), RollPaceFrame(CHANCE)))


def test_a_frame_over_a_class_that_its_record_does_not_list_is_a_fault():
    assert faults(push(given(), RollPaceFrame(CHANCE), RollPaceFrame(CHANCE))) == [("pending[2]", "roll_pace")]


def test_closed_is_the_default_of_over():
    assert question(RollPaceFrame).over == frozenset()
    assert question(RollPaceFrame, stages=("turn",)).over == {None}
    assert faults(push(given(), RollPaceFrame(CHANCE)), flow_with(question(RollPaceFrame, chance=True)))


def test_a_question_outside_its_stages_is_a_fault():
    record = question(RollPaceFrame, "roll", chance=True, over=(TradeFrame,), stages=("night",))
    state = push(given(), RollPaceFrame(CHANCE))
    assert faults(state, flow_with(record)) == [("pending[1]", "roll_pace")]
    assert not faults(state, flow_with(record, current_stages=lambda state: ("turn", "night")))


@pytest.mark.parametrize(("seat", "is_fault"), [(0, False), (1, True), (CHANCE, True)])
def test_a_question_belongs_to_the_seat_in_turn(seat, is_fault):
    assert bool(faults(given(pending=(TradeFrame(seat),)))) is is_fault


@pytest.mark.parametrize(("seat", "is_fault"), [(0, True), (CHANCE, False)])
def test_a_question_of_chance_belongs_to_chance(seat, is_fault):
    assert bool(faults(push(given(), RollPaceFrame(seat)))) is is_fault


def test_any_seat_may_answer_if_the_record_or_the_flow_says_so():
    state = given(pending=(TradeFrame(1),))
    assert faults(state)
    assert not faults(state, flow_with(question(TradeFrame, stages=("turn",), any_seat=True)))
    anyone = Flow(FLOW.questions, FLOW.stages, stage=lambda state: "turn", seat=lambda state: None)
    assert not faults(state, anyone)
    assert faults(given(pending=(TradeFrame(CHANCE),)), anyone)


def test_a_check_sees_all_frames_beneath_and_none_above():
    seen = []

    def fits(state, frame, below):
        seen.append((frame, below))
        return True

    frames = (TradeFrame(0), RollPaceFrame(CHANCE))
    record = question(RollPaceFrame, chance=True, over=(TradeFrame,), fits=fits)
    assert not faults(given(pending=frames), flow_with(record))
    assert seen == [(frames[1], frames[:1])]


def test_the_audit_stops_at_the_lowest_misfit_so_that_checks_may_trust_what_lies_beneath():
    payment = PaymentFrame(0, bag(silk=1), (), "inn")
    assert faults(given(pending=(payment, RollPaceFrame(0)))) == [("pending[0]", "payment")]


# --- plans ----------------------------------------------------------------------------------------------------------


def test_the_bottom_part_of_the_plan_may_be_open():
    assert not faults(DEAL)
    assert not faults(pop(DEAL))


def test_the_last_planned_frame_may_be_partly_answered():
    top = DEAL.pending[-1]
    assert not faults(replace(DEAL, pending=(DEAL.pending[0], replace(top, remaining=1))))
    assert faults(replace(DEAL, pending=(DEAL.pending[0], replace(top, remaining=3)))) == [("pending[1]", "deal_cards")]
    answered_below = (replace(DEAL.pending[0], remaining=1), top)
    assert FLOW.planned_frames(replace(DEAL, pending=answered_below)) == 1
    assert faults(replace(DEAL, pending=answered_below)) == [("pending[1]", "deal_cards")]


def test_a_planned_frame_of_another_seat_is_a_fault():
    assert faults(replace(DEAL, pending=(replace(DEAL.pending[0], to=0),))) == [("pending[0]", "deal_cards")]


def test_a_stage_may_say_what_a_partly_answered_frame_is():
    stages = [dataclasses.replace(FLOW.stages[0], is_remainder=lambda state, planned, frame: frame.to == 0)]
    flow = Flow(FLOW.questions, stages, stage=lambda state: "deal", seat=active_seat)
    assert not faults(replace(DEAL, pending=(DealCardsFrame(CHANCE, 0, 9),)), flow)


# --- checks at load -------------------------------------------------------------------------------------------------


def flow_without(frame, *more):
    """Return the flow of the toy game without the question of a frame, and with more records."""
    questions = [each for each in FLOW.questions if each.frame is not frame]
    return Flow([*questions, *more], FLOW.stages, stage=lambda state: "turn", seat=active_seat)


class StrayFrame(TradeFrame, frozen=True, tag="stray"):
    """A frame that the state of the toy game lacks."""


@pytest.mark.parametrize(
    ("flow", "message"),
    [
        (flow_without(RollPaceFrame), "frames of the state without a question: RollPaceFrame"),
        (flow_without(None, question(StrayFrame, "rest")), "questions whose frame the state lacks: StrayFrame"),
        (flow_with(question(RequestFrame, "give", over=(StrayFrame,))), "frames in `over` that are no question"),
        (flow_with(question(RequestFrame, "giev")), "verbs of a question that the game lacks: giev"),
        (flow_with(question(RequestFrame, "give", "decline")), "verbs that answer no question: haggle"),
    ],
)
def test_frames_questions_and_verbs_of_a_game_must_match(flow, message):
    with pytest.raises(TypeError, match=message):
        dataclasses.replace(GAME, flow=flow)


def test_no_two_records_have_the_same_question_or_stage():
    with pytest.raises(TypeError, match="records with the same question: trade"):
        Flow(FLOW.questions, [Stage("turn", "trade", ("rest",))], stage=lambda state: "turn", seat=active_seat)
    with pytest.raises(TypeError, match="records with the same question: request"):
        Flow((*FLOW.questions, QUESTIONS[RequestFrame]), (), stage=lambda state: "turn", seat=active_seat)
    with pytest.raises(TypeError, match="records with the same stage: turn"):
        Flow((), (Stage("turn"), Stage("turn")), stage=lambda state: "turn", seat=active_seat)
