"""The roll phase: quota, drawing, and what pioneers and resources are spent for."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.dice_settlers.actions.draw_die import DrawDie
from referee_service.games.dice_settlers.actions.draw_two import DrawTwo
from referee_service.games.dice_settlers.actions.end_roll import EndRoll
from referee_service.games.dice_settlers.actions.keep_dice import KeepDice
from referee_service.games.dice_settlers.actions.reroll import Reroll
from referee_service.games.dice_settlers.actions.roll_die import RollDie
from referee_service.games.dice_settlers.actions.set_die import SetDie
from referee_service.games.dice_settlers.actions.spend_symbol import SpendSymbol
from referee_service.games.dice_settlers.actions.throw_dice import ThrowDice
from referee_service.games.dice_settlers.questions import AdjustFrame, DrawDiceFrame
from referee_service.games.dice_settlers.questions import KeepDiceFrame as Keeping
from referee_service.games.dice_settlers.state import quota_of
from referee_service.games.dice_settlers.turns import begin_roll
from referee_service.kernel.bags import size_of
from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.state import CHANCE
from tests.games.dice_settlers.positions import (
    DESERT,
    FOREST,
    PLAIN,
    after,
    given,
    legal,
    question,
    refusals,
    resting,
    spent,
)
from tests.games.rules import rule


def rolling(active, **wanted):
    """Seat 0 in the middle of its roll phase."""
    return given(mine={"active": active, **wanted.pop("mine", {})}, stage="roll", **wanted)


def test_the_quota_of_seven():
    """Worked example: three, two more by a technology, and two controlled tiles."""
    tiles = {"tile_12": {0: 1}, "tile_23": {0: 2, 1: 2}, "tile_17": {0: 1, 1: 2}, "tile_21": {1: 1}}
    assert quota_of(given(tiles, mine={"technologies": ["stable_government"]}), 0) == 7


def test_presence_is_enough_where_a_tile_says_so():
    tiles = {"tile_38": {0: 1, 1: 3}, "tile_39": {1: 1}}
    assert quota_of(given(tiles), 0) == 4


def test_the_quota_never_exceeds_nine():
    tiles = {f"tile_{n:02}": {0: 1} for n in (2, 4, 6, 12, 17, 21, 23)}
    assert quota_of(given(tiles), 0) == 9
    assert quota_of(given({PLAIN: {0: 1}}), 0) == 3


def test_the_draw_of_four_dice_with_an_empty_bag():
    """Worked example: one kept, three in the bag, three spent, a quota of four. Ruling quota: the kept die is extra."""
    tiles = {"tile_12": {0: 1}}
    mine = {"active": ["white_settle"], "bag": ["white", "white", "green"], "spent": ["yellow", "yellow", "grey"]}
    state = begin_roll(given(tiles, mine=mine, stage="roll"), 0)
    state = after(resting(state), DrawDie("white", "pioneer"), DrawDie("green", "wood"), DrawDie("white", "settle"))
    assert dict(state.players[0].bag) == {"yellow": 2, "grey": 1}
    assert not state.players[0].spent
    state = after(state, DrawDie("grey", "raid"))
    assert size_of(state.players[0].active) == 5
    assert question(state) == "roll"


def test_capucine_draws_two_for_a_resource_and_rolls_two_again_for_a_pioneer():
    """Worked example."""
    state = rolling(["green_wood", "white_pioneer", "white_settle"], mine={"bag": ["white", "yellow", "grey"]})
    state = after(state, SpendSymbol("resource"), DrawTwo())
    state = after(state, DrawDie("white", "recruit"), DrawDie("grey", "iron"))
    assert spent(state, "green") == 1
    state = after(state, SpendSymbol("pioneer"), Reroll("grey_iron"), Reroll("white_recruit"), ThrowDice())
    state = after(state, RollDie("raid"), RollDie("explore"))
    assert dict(state.players[0].active) == {"grey_raid": 1, "white_explore": 1, "white_settle": 1}
    assert (spent(state, "green"), spent(state, "white")) == (1, 1)


def test_a_quota_beyond_all_dice_takes_what_there_is():
    state = resting(begin_roll(given(mine={"bag": ["white"]}, stage="roll"), 0))
    state = after(state, DrawDie("white", "settle"))
    assert size_of(state.players[0].active) == 1
    assert state.active_side == 1


def test_ruling_bag_refill_not_in_the_third_step():
    state = rolling(["green_wood", "white_settle"], mine={"bag": ["white"], "spent": ["grey"]})
    state = after(state, SpendSymbol("resource"), DrawTwo(), DrawDie("white", "recruit"))
    assert not state.players[0].bag
    assert (spent(state, "grey"), spent(state, "green")) == (1, 1)


@rule("spend_symbol.held")
def test_a_symbol_must_be_there():
    state = rolling(["white_pioneer", "white_settle"])
    assert refusals(state, SpendSymbol("resource")) == {"spend_symbol.held"}
    assert not refusals(state, SpendSymbol("pioneer"))


def test_ruling_resource_is_symbol_tokens_cannot_be_used():
    state = rolling(["white_pioneer", "white_settle"], mine={"tokens": {"gold": 3, "wood": 2}})
    assert refusals(state, SpendSymbol("resource")) == {"spend_symbol.held"}


@rule("spend_symbol.use")
def test_something_must_be_left_to_do():
    assert refusals(rolling(["white_pioneer"]), SpendSymbol("pioneer")) == {"spend_symbol.use"}
    lonely = rolling(["green_wood"], mine={"bag": ["white"]})
    assert not refusals(lonely, SpendSymbol("resource"))


def test_ruling_pioneer_roll_two_pioneers_are_a_resource():
    state = rolling(["white_pioneer", "orange_pioneer", "white_settle"], mine={"bag": ["white", "white"]})
    state = after(state, SpendSymbol("resource"))
    assert question(state) == "adjust"
    assert (spent(state, "white"), spent(state, "orange")) == (1, 1)
    assert not refusals(state, DrawTwo())


def adjusting(price, active, **mine):
    """Seat 0 after a symbol was paid in the roll phase."""
    return rolling(active, mine=mine, pending=(AdjustFrame(0, price),))


@rule("die.active", "set_die.face", "set_die.other")
def test_an_active_die_is_turned_to_another_of_its_faces():
    state = adjusting("pioneer", ["white_settle", "green_wood"])
    assert refusals(state, SetDie("grey_iron", "raid")) == {"die.active"}
    assert refusals(state, SetDie("white_settle", "gold")) == {"set_die.face"}
    assert refusals(state, SetDie("white_settle", "settle")) == {"set_die.other"}
    state = after(state, SetDie("green_wood", "explore"))
    assert dict(state.players[0].active) == {"green_explore": 1, "white_settle": 1}
    assert len(legal(adjusting("pioneer", ["white_settle", "green_wood"]), "set_die")) == 4 + 3


@rule("reroll.pioneer", "draw_two.resource")
def test_pioneers_roll_again_and_resources_draw():
    pioneer = adjusting("pioneer", ["white_settle"], bag=["white"])
    resource = adjusting("resource", ["white_settle"], bag=["white"])
    assert refusals(resource, Reroll("white_settle")) == {"reroll.pioneer"}
    assert not refusals(pioneer, Reroll("white_settle"))
    assert refusals(pioneer, DrawTwo()) == {"draw_two.resource"}
    assert not refusals(resource, DrawTwo())


@rule("draw_two.bag")
@pytest.mark.parametrize(("bag", "refused"), [([], True), (["grey"], False)])
def test_an_empty_bag_is_not_drawn_from(bag, refused):
    state = adjusting("resource", ["white_settle"], bag=bag, spent=["white"])
    assert ("draw_two.bag" in refusals(state, DrawTwo())) is refused


def test_no_more_than_three_dice_are_rolled_again():
    state = adjusting("pioneer", ["white_settle"] * 4)
    state = after(state, Reroll("white_settle"), Reroll("white_settle"), Reroll("white_settle"))
    assert question(state) == "roll_dice"
    assert dict(state.players[0].active) == {"white_settle": 1}


def test_ruling_simultaneous_the_roll_phase_goes_in_order():
    state = after(rolling(["white_pioneer", "white_settle"], seats=3, first_side=0), EndRoll())
    assert (question(state), state.pending[-1].to) == ("draw_dice", 1)


def test_who_can_spend_nothing_is_not_asked():
    state = rolling(["white_settle"], pending=(DrawDiceFrame(CHANCE, 0, 1, refill=True),), mine={"bag": ["white"]})
    assert after(state, DrawDie("white", "settle")).active_side == 1
    assert after(state, DrawDie("white", "pioneer")).active_side == 0


# --- clean-up -------------------------------------------------------------------------------------------------------


def cleaning(active, **wanted):
    """Seat 0, the first of two to clean up."""
    mine = {"active": active, "actions_done": ["settle"], "used_factories": ["tile_09"], **wanted.pop("mine", {})}
    return given(mine=mine, stage="cleanup", pending=(Keeping(0),), **wanted)


@rule("keep_dice.count", "keep_dice.sorted")
def test_one_die_is_kept_with_stewardship_two():
    state, pair = cleaning(["white_settle", "green_wood"]), KeepDice(("green_wood", "white_settle"))
    assert refusals(state, pair) == {"keep_dice.count"}
    assert refusals(state, KeepDice(("grey_iron",))) == {"die.active"}
    steward = cleaning(["white_settle", "green_wood"], mine={"technologies": ["stewardship"]})
    assert not refusals(steward, pair)
    assert refusals(steward, KeepDice(("white_settle", "green_wood"))) == {"keep_dice.sorted"}
    assert refusals(steward, KeepDice(("white_settle", "white_settle"))) == {"die.active"}


def test_the_die_kept_is_not_rolled_again_and_the_others_are_spent():
    state = after(cleaning(["white_settle", "green_wood"]), KeepDice(("green_wood",)))
    assert dict(state.players[0].active) == {"green_wood": 1}
    assert spent(state, "white") == 1


def test_nothing_need_be_kept():
    state = after(cleaning(["white_settle"]), KeepDice(()))
    assert not state.players[0].active


def test_ruling_cleanup_markers_are_ready_again():
    mine = {"technologies": ["education"], "used_technologies": ["education"]}
    state = after(cleaning(["white_settle"], mine=mine), KeepDice(()))
    assert (state.players[0].used_technologies, state.players[0].used_factories, state.players[0].actions_done) == ((), (), ())


def test_the_first_player_tile_goes_left():
    state = given({FOREST: {0: 1}, DESERT: {1: 1}}, stage="cleanup", turn_index=1, active_side=1, pending=(Keeping(1),))
    state = after(state, KeepDice(()))
    assert (state.round, state.first_side) == (2, 1)


def test_the_price_of_a_roll_symbol_is_asked_where_several_can_pay():
    state = after(rolling(["white_pioneer", "orange_pioneer", "white_settle"]), SpendSymbol("pioneer"))
    assert isinstance(state.pending[-1], PaymentFrame)
    assert replace(state, pending=()).stage == "roll"
