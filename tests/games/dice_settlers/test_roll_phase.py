"""Roll phase: quota, drawing, and the symbols spent on dice."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.dice_settlers.actions.end_roll import EndRoll
from referee_service.games.dice_settlers.actions.spend_symbol import SpendSymbol
from referee_service.games.dice_settlers.decisions.dice import DrawDie, DrawTwo, Reroll, RollDie, SetDie, ThrowDice
from referee_service.games.dice_settlers.map_tiles import quota_of
from referee_service.games.dice_settlers.questions import AdjustFrame, DrawDiceFrame
from referee_service.games.dice_settlers.turns import begin_roll
from referee_service.kernel.bags import size_of
from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.state import CHANCE
from tests.games.dice_settlers.full_positions import (
    SETTLE_DIE,
    after_lines,
    full_position,
    legal_lines,
    possible,
    refused_rules,
    seat_to_move,
)
from tests.games.dice_settlers.positions import (
    PLAIN,
    after,
    after_chance,
    given,
    legal,
    question,
    quiescent,
    refusals,
    spent_count,
)
from tests.games.rules import rule


def roll_position(active, **wanted):
    """Return a position in which seat 0 may spend symbols in the roll phase."""
    return given(seat_0={"active": active, **wanted.pop("seat_0", {})}, stage="roll", **wanted)


def test_the_quota_of_seven():
    """Worked example: three dice, two more by a technology, two more by controlled tiles."""
    tiles = {"tile_12": {0: 1}, "tile_23": {0: 2, 1: 2}, "tile_17": {0: 1, 1: 2}, "tile_21": {1: 1}}
    assert quota_of(given(tiles, seat_0={"technologies": ["stable_government"]}), 0) == 7


def test_presence_is_enough_where_a_tile_says_so():
    tiles = {"tile_38": {0: 1, 1: 3}, "tile_39": {1: 1}}
    assert quota_of(given(tiles), 0) == 4


def test_the_quota_never_exceeds_nine():
    tiles = {f"tile_{n:02}": {0: 1} for n in (2, 4, 6, 12, 17, 21, 23)}
    assert quota_of(given(tiles), 0) == 9
    assert quota_of(given({PLAIN: {0: 1}}), 0) == 3


def test_the_draw_of_four_dice_with_an_empty_bag():
    """Worked example: one die kept, three in the bag, three spent, quota four. Ruling quota: the kept die is extra."""
    tiles = {"tile_12": {0: 1}}
    seat_0 = {"active": ["white_settle"], "bag": ["white", "white", "green"], "spent": ["yellow", "yellow", "grey"]}
    state = begin_roll(given(tiles, seat_0=seat_0, stage="roll"), 0)
    state = after(quiescent(state), DrawDie("white", "pioneer"), DrawDie("green", "wood"), DrawDie("white", "settle"))
    assert dict(state.players[0].bag) == {"yellow": 2, "grey": 1}
    assert not state.players[0].spent
    state = after(state, DrawDie("grey", "raid"))
    assert size_of(state.players[0].active) == 5
    assert question(state) == "roll"


def test_capucine_draws_two_for_a_resource_and_rolls_two_again_for_a_pioneer():
    """Worked example."""
    state = roll_position(["green_wood", "white_pioneer", "white_settle"], seat_0={"bag": ["white", "yellow", "grey"]})
    state = after(state, SpendSymbol("resource"), DrawTwo())
    state = after(state, DrawDie("white", "recruit"), DrawDie("grey", "iron"))
    assert spent_count(state, "green") == 1
    state = after(state, SpendSymbol("pioneer"), Reroll("grey_iron"), Reroll("white_recruit"), ThrowDice())
    state = after(state, RollDie("raid"), RollDie("explore"))
    assert dict(state.players[0].active) == {"grey_raid": 1, "white_explore": 1, "white_settle": 1}
    assert (spent_count(state, "green"), spent_count(state, "white")) == (1, 1)


def test_a_quota_beyond_all_dice_takes_what_there_is():
    state = quiescent(begin_roll(given(seat_0={"bag": ["white"]}, stage="roll"), 0))
    state = after(state, DrawDie("white", "settle"))
    assert size_of(state.players[0].active) == 1
    assert state.active_side == 1


def test_ruling_bag_refill_not_in_the_third_step():
    state = roll_position(["green_wood", "white_settle"], seat_0={"bag": ["white"], "spent": ["grey"]})
    state = after(state, SpendSymbol("resource"), DrawTwo(), DrawDie("white", "recruit"))
    assert not state.players[0].bag
    assert (spent_count(state, "grey"), spent_count(state, "green")) == (1, 1)


@rule("spend_symbol.held")
def test_only_a_symbol_that_the_player_has_is_spent():
    state = roll_position(["white_pioneer", "white_settle"])
    assert refusals(state, SpendSymbol("resource")) == {"spend_symbol.held"}
    assert not refusals(state, SpendSymbol("pioneer"))


def test_ruling_resource_is_symbol_tokens_cannot_be_used():
    state = roll_position(["white_pioneer", "white_settle"], seat_0={"tokens": {"gold": 3, "wood": 2}})
    assert refusals(state, SpendSymbol("resource")) == {"spend_symbol.held"}


@rule("spend_symbol.use")
def test_a_spent_symbol_needs_a_die_to_use_it_on():
    assert refusals(roll_position(["white_pioneer"]), SpendSymbol("pioneer")) == {"spend_symbol.use"}
    lonely = roll_position(["green_wood"], seat_0={"bag": ["white"]})
    assert not refusals(lonely, SpendSymbol("resource"))


def test_ruling_pioneer_roll_two_pioneers_are_a_resource():
    state = roll_position(["white_pioneer", "orange_pioneer", "white_settle"], seat_0={"bag": ["white", "white"]})
    state = after(state, SpendSymbol("resource"))
    assert question(state) == "adjust"
    assert (spent_count(state, "white"), spent_count(state, "orange")) == (1, 1)
    assert not refusals(state, DrawTwo())


def adjust_position(price, active, **seat_0):
    """Return a position in which seat 0 has paid a symbol of the roll phase."""
    return roll_position(active, seat_0=seat_0, pending=(AdjustFrame(0, price),))


@rule("die.active", "set_die.face", "set_die.other")
def test_an_active_die_is_turned_to_another_of_its_faces():
    state = adjust_position("pioneer", ["white_settle", "green_wood"])
    assert refusals(state, SetDie("grey_iron", "raid")) == {"die.active"}
    assert refusals(state, SetDie("white_settle", "gold")) == {"set_die.face"}
    assert refusals(state, SetDie("white_settle", "settle")) == {"set_die.other"}
    state = after(state, SetDie("green_wood", "explore"))
    assert dict(state.players[0].active) == {"green_explore": 1, "white_settle": 1}
    assert len(legal(adjust_position("pioneer", ["white_settle", "green_wood"]), "set_die")) == 4 + 3


@rule("reroll.pioneer", "draw_two.resource")
def test_pioneers_roll_again_and_resources_draw():
    pioneer = adjust_position("pioneer", ["white_settle"], bag=["white"])
    resource = adjust_position("resource", ["white_settle"], bag=["white"])
    assert refusals(resource, Reroll("white_settle")) == {"reroll.pioneer"}
    assert not refusals(pioneer, Reroll("white_settle"))
    assert refusals(pioneer, DrawTwo()) == {"draw_two.resource"}
    assert not refusals(resource, DrawTwo())


@rule("draw_two.bag")
@pytest.mark.parametrize(("bag", "refused"), [([], True), (["grey"], False)])
def test_an_empty_bag_is_not_drawn_from(bag, refused):
    state = adjust_position("resource", ["white_settle"], bag=bag, spent=["white"])
    assert ("draw_two.bag" in refusals(state, DrawTwo())) is refused


def test_no_more_than_three_dice_are_rolled_again():
    state = adjust_position("pioneer", ["white_settle"] * 4)
    state = after(state, Reroll("white_settle"), Reroll("white_settle"), Reroll("white_settle"))
    assert question(state) == "roll_dice"
    assert dict(state.players[0].active) == {"white_settle": 1}


def test_ruling_simultaneous_the_roll_phase_goes_in_order():
    state = after(roll_position(["white_pioneer", "white_settle"], seats=3, first_side=0), EndRoll())
    assert (question(state), state.pending[-1].to) == ("draw_dice", 1)


def test_a_player_who_can_spend_no_symbol_is_not_asked():
    state = roll_position(
        ["white_settle"], pending=(DrawDiceFrame(CHANCE, 0, 1, refill=True),), seat_0={"bag": ["white"]}
    )
    assert after(state, DrawDie("white", "settle")).active_side == 1
    assert after(state, DrawDie("white", "pioneer")).active_side == 0


def test_the_player_chooses_the_piece_that_pays_a_roll_symbol():
    state = after(roll_position(["white_pioneer", "orange_pioneer", "white_settle"]), SpendSymbol("pioneer"))
    assert isinstance(state.pending[-1], PaymentFrame)
    assert replace(state, pending=()).stage == "roll"


def test_the_quota_is_at_most_nine_and_at_least_three():
    """Ruling quota: a sum of eleven is cut to nine."""
    land = {2: {0: 1}, 12: {0: 1}, 17: {0: 1}, 21: {0: 1}, 23: {0: 1}}
    rich = full_position(
        land, start_tiles=(2, 3), seat_0={**SETTLE_DIE, "technologies": ["stability", "stable_government"]}
    )
    assert quota_of(rich, 0) == 9
    assert quota_of(full_position({24: {0: 1}}, seat_0=SETTLE_DIE), 0) == 3


def test_the_quota_matters_at_the_start_of_the_roll_phase_only():
    """Researching stability draws no die in this round."""
    active = ["white_research", "white_research", "white_settle"]
    seat_0 = {"active": active, "tokens": ["food"], "bag": ["green", "green"]}
    state = after_lines(full_position({24: {0: 1}}, seat_0=seat_0), "research technology=stability")
    assert (size_of(state.players[0].bag), state.players[0].quota, quota_of(state, 0)) == (2, 3, 4)


def full_roll_position(*, land=None, **seat_0):
    """Return a full position in which chance is to draw the quota of seat 0."""
    land = land or {24: {0: 1}}
    quota = seat_0.setdefault("quota", 3)
    return full_position(land, seat_0=seat_0, stage="roll", pending=(DrawDiceFrame(CHANCE, 0, quota, refill=True),))


def after_draws(state):
    """Return the position after all draws, and the numbers of active dice, dice in the bag and spent dice."""
    while question(state) == "draw_dice" and state.active_side == 0:
        colour = next(colour for colour, _ in state.players[0].bag)
        state = after_lines(state, next(line for line in legal_lines(state, "draw_die") if f"colour={colour} " in line))
    return state, tuple(size_of(getattr(state.players[0], area)) for area in ("active", "bag", "spent"))


@pytest.mark.parametrize(
    ("active", "bag", "spent", "quota", "expected"),
    [
        pytest.param(1, 3, 3, 4, (5, 2, 0), id="short by one: spent dice go in, the kept die is extra"),
        pytest.param(0, 3, 4, 3, (3, 0, 4), id="the quota is met, the bag stays empty"),
        pytest.param(1, 1, 0, 5, (2, 0, 0), id="no more dice than there are"),
        pytest.param(0, 2, 3, 4, (4, 1, 0), id="the bag first, then the spent dice"),
    ],
)
def test_drawing_the_quota(active, bag, spent, quota, expected):
    """Rulings quota and bag_refill."""
    seat_0 = {"active": ["yellow_trade"] * active, "bag": ["green"] * bag, "spent": ["grey"] * spent}
    state, areas = after_draws(full_roll_position(quota=quota, **seat_0))
    assert areas == expected
    assert "yellow_trade" in dict(state.players[0].active) or not active


def test_the_bag_comes_first_and_dice_already_drawn_do_not_go_back():
    state = full_roll_position(quota=4, bag=["green", "green"], spent=["grey"] * 3)
    assert {line.split()[1] for line in legal_lines(state, "draw_die")} == {"colour=green"}
    state = after_lines(state, "draw_die colour=green face=wood", "draw_die colour=green face=wood")
    assert {line.split()[1] for line in legal_lines(state, "draw_die")} == {"colour=grey"}
    assert dict(state.players[0].active) == {"green_wood": 2}


def full_adjust_position(active, **seat_0):
    """Return a full position in which seat 0 may spend symbols in the roll phase."""
    return full_position({24: {0: 1}}, seat_0={"active": active, **seat_0}, stage="roll")


def test_a_kept_die_may_be_turned_and_rolled_again():
    """The rulebook is silent. A kept die is an active die like the others."""
    state = after_lines(full_adjust_position(["white_pioneer", "yellow_trade"]), "spend_symbol price=pioneer")
    assert refused_rules(state, "set_die die=yellow_trade face=food") == set()
    assert refused_rules(state, "reroll die=yellow_trade") == set()


def test_a_pioneer_rolls_up_to_three_dice_again():
    """One to three dice, without the spent pioneer."""
    state = full_adjust_position(["white_pioneer", "green_wood", "green_settle", "yellow_food", "grey_iron"])
    state = after_lines(state, "spend_symbol price=pioneer")
    assert dict(state.players[0].spent)["white"] == 1
    assert refused_rules(state, "reroll die=white_pioneer") == {"die.active"}
    state = after_lines(state, "reroll die=green_wood")
    assert refused_rules(state, "throw_dice") == set()
    state = after_lines(state, "reroll die=green_settle")
    assert refused_rules(state, "throw_dice") == set()
    state = after_lines(state, "reroll die=yellow_food")
    assert (question(state), seat_to_move(state)) == ("roll_dice", CHANCE)
    assert dict(state.players[0].active) == {"grey_iron": 1}
    assert size_of(after_chance(state).players[0].active) == 4


def test_a_die_is_turned_to_any_face_it_has_gold_too():
    """A die may be set to gold, although two pioneers cannot stand for gold."""
    state = after_lines(
        full_adjust_position(["white_pioneer", "brown_trade", "white_settle"]), "spend_symbol price=pioneer"
    )
    assert refused_rules(state, "set_die die=white_settle face=gold") == {"set_die.face"}
    state = after_lines(state, "set_die die=brown_trade face=gold")
    assert dict(state.players[0].active) == {"brown_gold": 1, "white_settle": 1}


def test_two_pioneers_draw_two_dice():
    """Ruling pioneer_roll: both are spent as one resource symbol."""
    state = full_adjust_position(["white_pioneer", "white_pioneer"], bag=["green", "green", "green"])
    state = after_lines(state, "spend_symbol price=resource")
    assert dict(state.players[0].spent) == {"white": 2}
    assert after_draws(state)[1] == (2, 1, 2)


def test_tokens_are_no_symbols():
    """Ruling resource_is_symbol."""
    state = full_adjust_position(["white_pioneer", "white_settle"], bag=["green"], tokens=["food"] * 3)
    assert refused_rules(state, "spend_symbol price=resource") == {"spend_symbol.held"}


def test_drawing_two_with_one_die_in_the_bag_draws_one():
    """The bag is not refilled in this step."""
    state = full_adjust_position(["green_wood", "white_settle"], bag=["green"], spent=["grey"] * 4)
    state, areas = after_draws(after_lines(state, "spend_symbol price=resource", "draw_two"))
    assert areas == (2, 0, 5)


def test_with_an_empty_bag_a_resource_only_turns_a_die():
    """The rulebook is silent. The bag has no die to draw."""
    state = full_adjust_position(["green_wood", "white_settle"], spent=["grey"] * 4)
    state = after_lines(state, "spend_symbol price=resource")
    assert refused_rules(state, "draw_two") == {"draw_two.bag"}
    assert refused_rules(state, "set_die die=white_settle face=recruit") == set()


@pytest.mark.parametrize(
    ("technology", "die", "as_pioneer"),
    [("gold_rush", "brown_gold", True), ("resourceful", "green_wood", True), ("stability", "brown_gold", False)],
)
def test_a_resource_that_counts_as_a_pioneer(technology, die, as_pioneer):
    """With the right technology the die may be spent as either symbol."""
    state = full_adjust_position([die, "white_settle"], bag=["green"], technologies=[technology])
    assert refused_rules(state, "spend_symbol price=resource") == set()
    assert (refused_rules(state, "spend_symbol price=pioneer") == set()) is as_pioneer
    if as_pioneer:
        assert refused_rules(after_lines(state, "spend_symbol price=pioneer"), "reroll die=white_settle") == set()


def test_dice_drawn_for_a_resource_may_be_spent_in_turn():
    state = full_adjust_position(["green_wood", "green_settle"], bag=["green", "green", "green"])
    state = after_lines(state, "spend_symbol price=resource", "draw_two")
    state = after_lines(state, "draw_die colour=green face=wood", "draw_die colour=green face=explore")
    state = after_lines(state, "spend_symbol price=resource", "draw_two")
    assert after_draws(state)[1] == (3, 0, 2)


def test_the_last_two_pioneers_are_not_spent_without_use():
    """Ruling spend_symbol.use: both would be spent as a resource, and no die would remain to turn or draw."""
    state = full_adjust_position(["white_pioneer", "white_pioneer"])
    assert refused_rules(state, "spend_symbol price=resource") == {"spend_symbol.use"}
    assert refused_rules(state, "spend_symbol price=pioneer") == set()


def test_after_the_roll_phase_nothing_is_rolled_again():
    state = full_position({24: {0: 1}}, seat_0={"active": ["white_pioneer", "white_settle"]})
    assert refused_rules(state, "spend_symbol price=pioneer") == {"referee.verb"}


def test_the_first_player_rolls_first():
    """Ruling simultaneous."""
    state = full_position(
        {24: {0: 1}},
        seats=3,
        round=2,
        seat_0={"bag": ["green"]},
        seat_1={"active": ["white_pioneer", "white_settle"]},
        seat_2={"bag": ["yellow"]},
        stage="roll",
    )
    assert (state.first_side, seat_to_move(state), question(state)) == (1, 1, "roll")
    state = possible(quiescent(after_lines(state, "end_roll")))
    assert (seat_to_move(state), state.active_side) == (CHANCE, 2)
