"""Ending the turn: only with both dice used. It gives up a purchase that is still possible."""

from __future__ import annotations

import pytest

from referee_service.games.burgundy.actions.end_turn import EndTurn
from referee_service.games.burgundy.actions.take_workers import TakeWorkers
from referee_service.games.burgundy.questions import FreeActionFrame
from referee_service.kernel.actions.decline import Decline
from referee_service.kernel.state import CHANCE
from tests.games.burgundy.positions import SCHOOL, after, given, legal, refusals
from tests.games.rules import rule


@rule("end_turn.dice")
@pytest.mark.parametrize(("dice", "refused"), [([3, 5], True), ([3], True), ([], False)])
def test_a_turn_ends_only_once_both_dice_are_used(dice, refused):
    state = given(dice=dice, silver=2, depots={0: ["ship"]})
    assert refusals(state, EndTurn()) == ({"end_turn.dice"} if refused else set())
    assert (EndTurn() in legal(state)) is not refused


def test_ending_the_turn_gives_up_the_purchase():
    state = after(given(dice=[], silver=2, depots={0: ["ship"]}), EndTurn())
    assert (state.active_seat, state.players[0].silver, state.depots[0]) == (1, 2, ("ship",))


def test_the_other_seat_may_not_end_the_turn():
    assert refusals(given(dice=[], silver=2, depots={0: ["ship"]}), EndTurn(), seat=1) == {"referee.seat"}


def test_a_turn_does_not_end_over_an_open_question():
    assert refusals(given(dice=[], silver=2, pending=(FreeActionFrame(0),)), EndTurn()) == {"referee.verb"}


# --- a turn that ends automatically ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "ends"),
    [
        pytest.param({"silver": 2, "depots": {0: ["ship"]}}, False, id="a tile can be bought"),
        pytest.param({"silver": 1, "depots": {0: ["ship"]}}, True, id="too little silver"),
        pytest.param({"silver": 2, "depots": {1: ["ship"]}}, True, id="the black depot is empty"),
        pytest.param({"silver": 2, "depots": {0: ["ship"]}, "may_buy": False}, True, id="already bought"),
        pytest.param(
            {"silver": 2, "depots": {1: ["ship"]}, "estate": {SCHOOL[0]: "knowledge_6"}},
            False,
            id="another depot sells",
        ),
    ],
)
def test_after_the_last_die_the_turn_ends_automatically_unless_a_tile_can_be_bought(wanted, ends):
    state = after(given(dice=[3], **wanted), TakeWorkers(3))
    assert (state.active_seat == 1) is ends


def test_after_the_last_die_only_buying_and_ending_are_left():
    state = after(given(dice=[3], silver=2, depots={0: ["ship"]}), TakeWorkers(3))
    assert {type(action).__name__ for action in legal(state)} == {"BuyTile", "EndTurn"}


def test_after_the_end_of_a_turn_a_late_action_is_refused_by_the_ruling_that_ended_it():
    state = after(given(dice=[3]), TakeWorkers(3))
    assert refusals(state, TakeWorkers(3), seat=0) == {"ruling.turn_ends", "referee.seat"}
    assert refusals(state, Decline(), seat=0) == {"ruling.turn_ends", "referee.seat"}, "the whole turn is over"
    assert refusals(state, TakeWorkers(3), seat=CHANCE) == {"referee.seat"}
