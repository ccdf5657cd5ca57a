"""Main action recruit."""

from __future__ import annotations

import pytest

from referee_service.games.dice_settlers.actions.recruit import Recruit
from referee_service.kernel.bags import count_in
from tests.games.dice_settlers.full_positions import (
    after_lines,
    full_position,
    legal_lines,
    refused_rules,
)
from tests.games.dice_settlers.positions import (
    FOREST,
    HILL,
    PLAIN,
    after,
    given,
    legal,
    refusals,
    spent_count,
)
from tests.games.rules import rule

THREE_TERRAINS = {FOREST: {0: 1}, PLAIN: {0: 1}, HILL: {1: 1}}


@rule("recruit.count", "recruit.sorted", "recruit.access")
def test_recruited_colours_need_presence_on_their_terrain():
    state = given(THREE_TERRAINS, seat_0={"active": ["white_recruit"] * 6})
    assert refusals(state, Recruit(())) == {"recruit.count"}
    assert refusals(state, Recruit(("brown",))) == {"recruit.access"}
    assert refusals(state, Recruit(("white",))) == {"recruit.white", "recruit.supply"}
    assert refusals(state, Recruit(("yellow", "green"))) == {"recruit.sorted"}
    assert not refusals(state, Recruit(("green", "green", "yellow")))


@rule("recruit.symbols")
@pytest.mark.parametrize(("symbols", "max_dice"), [(1, 1), (2, 1), (3, 2), (5, 2), (6, 3)])
def test_ruling_recruit_steps_one_three_or_six_symbols(symbols, max_dice):
    state = given(THREE_TERRAINS, seat_0={"active": ["orange_recruit"] * symbols})
    assert max(len(action.dice) for action in legal(state, "recruit")) == max_dice
    assert ("recruit.symbols" in refusals(state, Recruit(("green",) * 3))) is (max_dice < 3)


@rule("recruit.supply")
def test_dice_are_limited():
    state = given(THREE_TERRAINS, seat_0={"active": ["white_recruit"] * 3}, supply={"green": 1, "yellow": 2})
    assert refusals(state, Recruit(("green", "green"))) == {"recruit.supply"}
    assert not refusals(state, Recruit(("yellow", "yellow")))


def test_ruling_gained_dice_go_to_the_spent_area():
    state = after(given(THREE_TERRAINS, seat_0={"active": ["white_recruit"]}), Recruit(("green",)))
    assert (spent_count(state, "green"), count_in(state.supply, "green")) == (1, 4)


@pytest.mark.parametrize(("symbols", "dice"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 2), (6, 3)])
def test_one_three_or_six_symbols_buy_one_two_or_three_dice(symbols, dice):
    """Ruling recruit_steps."""
    state = full_position({25: {0: 1}}, seat_0={"active": ["white_recruit"] * symbols})
    assert max(line.count("yellow") for line in legal_lines(state, "recruit")) == dice
    state = after_lines(state, f"recruit dice={','.join(['yellow'] * dice)}")
    assert (spent_count(state, "white"), spent_count(state, "yellow")) == ((1, 3, 6)[dice - 1], dice)


def test_dice_of_the_terrains_where_you_are_the_same_or_different():
    """Rulings recruit_steps and gained_dice."""
    state = full_position({24: {0: 1}, 14: {0: 1}}, seat_0={"active": ["orange_recruit"] * 3})
    two = {line for line in legal_lines(state, "recruit") if "," in line}
    assert two == {f"recruit dice={pair}" for pair in ("brown,brown", "brown,yellow", "yellow,yellow")}
    assert "recruit.white" in refused_rules(state, "recruit dice=white")
    assert refused_rules(state, "recruit dice=grey,yellow") == {"recruit.access"}


def test_no_more_dice_than_there_are():
    """Ruling recruit_steps: one yellow die is left, so two are refused and one is not."""
    supply = {"yellow": 1, "green": 3, "grey": 3, "orange": 2}
    state = full_position({24: {0: 1}}, seat_0={"active": ["orange_recruit"] * 3 + ["white_settle"]}, supply=supply)
    assert refused_rules(state, "recruit dice=yellow,yellow") == {"recruit.supply"}
    assert refused_rules(state, "recruit dice=yellow") == set()


def test_a_house_is_presence_for_recruiting():
    state = full_position({18: {"house": 0}}, seat_0={"active": ["white_recruit", "white_settle"]})
    assert legal_lines(state, "recruit") == ["recruit dice=green"]


def test_the_tent_that_served_a_factory_is_no_longer_present():
    """The factory gives its brown die, then brown dice are not accessible."""
    state = full_position({11: {0: 1}, 24: {0: 1}}, seat_0={"active": ["white_recruit", "white_settle"]})
    assert refused_rules(state, "recruit dice=brown") == set()
    state = after_lines(state, "use_factory tile=tile_11 tent=tile_11")
    assert spent_count(state, "brown") == 1
    assert refused_rules(state, "recruit dice=brown") == {"recruit.access"}
