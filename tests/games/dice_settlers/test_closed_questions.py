"""Questions and turns that close automatically: a late action is refused first by the rule that closed them."""

from __future__ import annotations

import pytest

from referee_service.games.dice_settlers.questions import KeepDiceFrame
from referee_service.games.dice_settlers.turns import begin_round
from referee_service.kernel import engine
from referee_service.kernel.notation import parse_notation
from referee_service.kernel.pending import close_question
from referee_service.kernel.state import CHANCE
from referee_service.kernel.templates import slot_names
from tests.games.dice_settlers.full_positions import (
    OPEN_FACTORY,
    after_lines,
    full_position,
    refused_rules,
    seat_to_move,
)
from tests.games.dice_settlers.positions import GAME, question
from tests.games.rules import rule


def refused_in_order(state, line: str, seat: int = 0) -> list[str]:
    """Return the rules that forbid a move of this seat, the rule that closed its question first."""
    return [refusal.rule for refusal in engine.judge(GAME, state, seat, parse_notation(GAME, line))]


def after_picking_up(*dice: str):
    """Return the position after seat 0 spent a pioneer and picked up these dice of its five."""
    active = ["white_pioneer", "white_pioneer", "green_wood", "green_settle", "yellow_food", "grey_iron"]
    state = full_position({24: {0: 1}}, seat_0={"active": active, "bag": ["white"]}, stage="roll")
    return after_lines(state, "spend_symbol price=pioneer", *(f"reroll die={die}" for die in dice))


@rule("reroll.three")
def test_a_fourth_die_is_not_rolled_again_while_chance_is_to_roll_the_three():
    state = after_picking_up("green_wood", "green_settle", "yellow_food")
    assert (question(state), seat_to_move(state)) == ("roll_dice", CHANCE)
    assert refused_in_order(state, "reroll die=grey_iron") == ["reroll.three", "referee.seat"]
    assert refused_in_order(state, "throw_dice") == ["reroll.three", "referee.seat"]
    assert refused_in_order(after_picking_up("green_wood", "green_settle"), "reroll die=grey_iron") == []


def test_a_fourth_die_is_not_rolled_again_after_the_three_were_rolled():
    state = after_picking_up("green_wood", "green_settle", "yellow_food")
    state = after_lines(state, "roll_die face=wood", "roll_die face=wood", "roll_die face=food")
    assert (question(state), seat_to_move(state)) == ("roll", 0)
    assert refused_in_order(state, "reroll die=grey_iron") == ["reroll.three", "referee.verb"]
    state = after_lines(state, "spend_symbol price=pioneer")
    assert refused_in_order(state, "reroll die=grey_iron") == []


def test_the_last_die_in_hand_is_rolled_automatically_and_no_other_can_follow():
    state = full_position({24: {0: 1}}, seat_0={"active": ["white_pioneer", "green_wood"]}, stage="roll")
    state = after_lines(state, "spend_symbol price=pioneer", "reroll die=green_wood")
    assert refused_in_order(state, "reroll die=green_wood") == ["referee.forced", "referee.seat"]


@rule("roll.ended")
def test_a_roll_without_a_symbol_to_spend_ends():
    """A pioneer alone has no die to change."""
    dice = {"seat_0": {"active": ["white_pioneer"]}, "seat_1": {"bag": ["white"]}}
    state = full_position({24: {0: 1}}, stage="roll", **dice)
    assert (question(state), state.active_side) == ("draw_dice", 1)
    assert refused_in_order(state, "spend_symbol price=pioneer") == ["roll.ended", "referee.seat"]
    assert refused_in_order(state, "end_roll") == ["roll.ended", "referee.seat"]
    dice["seat_0"] = {"active": ["white_pioneer", "white_settle"]}
    assert refused_in_order(full_position({24: {0: 1}}, stage="roll", **dice), "spend_symbol price=pioneer") == []


@rule("action.ended", "turn.ended")
def test_an_action_without_a_further_symbol_ends_and_then_the_turn():
    seats = {"seat_0": {"active": ["white_settle"]}, "seat_1": {"active": ["white_settle"]}}
    state = after_lines(full_position({24: {0: 1}, 18: {1: 1}}, **seats), "settle option=take")
    assert seat_to_move(state) == 1
    late = ["action.ended", "turn.ended", "referee.seat"]
    assert refused_in_order(state, "settle option=take") == late
    assert refused_in_order(state, "end_action") == ["action.ended", "referee.seat"]
    assert refused_in_order(state, "end_turn") == ["turn.ended", "referee.seat"]
    assert refused_in_order(state, "govern tile=tile_24") == ["turn.ended", "referee.seat"]
    rich = {"active": ["white_settle", "yellow_settle"]}
    more = after_lines(full_position({24: {0: 1}}, seat_0=rich), "settle option=take")
    assert refused_in_order(more, "settle option=take") == []


def test_a_free_action_keeps_the_turn_open_after_the_main_action():
    state = after_lines(full_position(OPEN_FACTORY, seat_0={"active": ["white_settle"]}), "settle option=take")
    assert refused_rules(state, "end_turn") == set()
    assert refused_in_order(state, "end_action") == ["action.ended", "referee.verb"]
    assert refused_rules(state, "settle option=take") == {"action.one", "action.different", "action.symbol"}


@rule("turn.passed")
@pytest.mark.parametrize(("land", "passed"), [({24: {0: 1}}, True), ({24: {0: 1}, **OPEN_FACTORY}, False)])
def test_a_turn_without_any_action_is_passed(land, passed):
    seats = {"seat_0": {"active": ["white_pioneer"]}, "seat_1": {"active": ["white_settle"]}}
    state = full_position({18: {1: 1}} | land, **seats)
    assert refused_in_order(state, "end_turn") == (["turn.passed", "referee.seat"] if passed else [])


def after_laying(seats: int = 3, **wanted):
    """Return the position after seat 0 explored tile 14 beside its tile 24, where seat 1 may be present too."""
    land = {24: {0: 1, 1: 1, "at": (-1, 0)}, 25: {0: 1, "at": (0, -1)}}
    explorer = {"active": ["white_explore", "white_settle"], "tents": wanted.pop("tents", 1)}
    state = full_position(land, seats=seats, seat_0=explorer, **wanted)
    return after_lines(state, "explore symbols=1", "draw_tile tile=tile_14", "place_tile q=-1 r=1")


@rule("follow.possible")
def test_a_side_without_a_tent_or_a_neighbour_tile_is_not_asked_to_follow():
    without_a_tent = after_laying(seats=2)
    assert refused_in_order(without_a_tent, "add_tent", seat=1) == ["follow.possible", "referee.seat"]
    far_away = after_laying(seat_1={"tents": 1}, seat_2={"tents": 1})
    assert (question(far_away), seat_to_move(far_away)) == ("follow", 1)
    assert refused_in_order(far_away, "add_tent", seat=1) == []


def test_a_side_that_is_far_away_may_not_follow_after_the_others():
    state = after_lines(after_laying(seat_1={"tents": 1}, seat_2={"tents": 1}), "add_tent")
    assert (question(state), seat_to_move(state)) == ("defend", 0)
    assert refused_in_order(state, "add_tent", seat=2) == ["follow.possible", "referee.seat"]


@rule("defend.possible")
@pytest.mark.parametrize(
    ("tents", "answer", "refused"),
    [
        pytest.param(1, "decline", ["defend.possible", "referee.verb"], id="no side followed"),
        pytest.param(0, "add_tent", ["defend.possible", "referee.verb"], id="no tent"),
        pytest.param(1, "add_tent", [], id="a side followed, and a tent is left"),
    ],
)
def test_the_explorer_adds_a_tent_only_after_another_side_followed(tents, answer, refused):
    state = after_lines(after_laying(seats=2, tents=tents, seat_1={"tents": 1}), answer)
    assert refused_in_order(state, "add_tent") == refused


@rule("remove_tent.none")
@pytest.mark.parametrize(
    ("bot_tents", "refused"), [(1, ["remove_tent.none", "referee.seat"]), (2, [])], ids=["one tent", "two tents"]
)
def test_without_a_factory_that_the_bot_crowds_no_tent_is_removed(bot_tents, refused):
    """The solo clean-up ends at once."""
    seat_0 = {"active": ["white_settle"], "bag": ["green"]}
    state = full_position({25: {1: bot_tents}}, seats=1, seat_0=seat_0, stage="cleanup", pending=(KeepDiceFrame(0),))
    state = after_lines(state, "keep_dice dice=white_settle")
    assert refused_in_order(state, "remove_tent tile=tile_25") == refused


@rule("ruling.payment")
def test_a_price_that_leaves_no_choice_is_paid_automatically():
    rich = {"active": ["white_settle", "white_settle", "white_explore"]}
    state = after_lines(full_position({24: {0: 1}}, seat_0=rich), "settle option=take")
    assert refused_in_order(state, "pay source=white_settle") == ["ruling.payment", "referee.verb"]
    rich = {"active": ["white_settle", "yellow_settle"]}
    choice = engine.apply(GAME, full_position({24: {0: 1}}, seat_0=rich), parse_notation(GAME, "settle option=take"))[0]
    assert question(choice) == "payment"
    assert refused_in_order(choice, "pay source=white_settle") == []


def test_a_price_in_tokens_without_a_choice_is_paid_automatically():
    seat_0 = {"active": ["white_research", "white_research", "white_settle"], "tokens": ["food"]}
    state = after_lines(full_position({24: {0: 1}, **OPEN_FACTORY}, seat_0=seat_0), "research technology=stability")
    assert refused_in_order(state, "pay source=token_food") == ["ruling.payment", "referee.verb"]


@pytest.mark.parametrize("closing", sorted(set().union(*GAME.flow.closing_rules.values())))
def test_the_message_of_a_closing_rule_needs_no_other_facts_than_the_seat_and_the_verb(closing):
    known = {"seat", "verb"} | ({"answer"} if closing == "referee.forced" else set())
    for language in ("en", "fr"):
        assert slot_names(GAME.catalogue().rules[closing].message[language]) <= known


def test_what_ended_a_turn_belongs_to_its_round():
    state = full_position({24: {0: 1}})
    for name, closing in (("main", "turn.ended"), ("remove_tent", "remove_tent.none")):
        state = close_question(state, 0, name, closing)
    names = {closed.question for closed in begin_round(state).closed}
    assert "main" not in names
    assert "remove_tent" in names
