"""Situations of paying (53-62) and recruiting (63-67). L is a line of the rulebook."""

from __future__ import annotations

import pytest

from referee_service.kernel.bags import size_of
from tests.games.dice_settlers.positions import question
from tests.games.dice_settlers.scenes import may, next_seat, played, points, scene, stands, why_not


def spent(state, colour: str) -> int:
    """Spent dice of seat 0 of one colour."""
    return dict(state.players[0].spent).get(colour, 0)


# --- symbols --------------------------------------------------------------------------------------------------------


def test_a_die_a_tile_and_a_converted_die_make_three_symbols():
    """53, L344: the worked example recruits two dice."""
    mine = {"active": ["white_recruit", "yellow_settle"], "technologies": ["conscription"]}
    state = scene({24: {0: 1}, 27: {0: 1}}, seats=3, mine=mine)
    state = played(state, "recruit dice=orange,yellow")
    assert dict(state.players[0].spent) == {"orange": 1, "white": 1, "yellow": 2}
    alone = scene({24: {0: 1}}, seats=3, mine=mine)
    assert why_not(alone, "recruit dice=yellow,yellow") == {"recruit.symbols"}


@pytest.mark.parametrize("others", [0, 1])
def test_the_symbol_of_a_controlled_tile_is_enough_for_one_trade(others):
    """54; rulings bonus_symbol_alone and shared_control: a tie for control will do, and one option is all."""
    state = scene({10: {0: 1, 1: others}, 24: {0: 1}}, mine={"tokens": ["wood"] * 4})
    state = played(state, "trade_tokens set=any tokens=wood,wood")
    assert points(state) == 2
    assert question(state) != "acting"


def test_with_the_switch_off_a_tile_only_adds_a_symbol():
    """54; ruling bonus_symbol_alone as an option."""
    tokens = {"tokens": ["wood"] * 4}
    land, off = {10: {0: 1}, 25: {0: 2}}, {"bonus_alone": False}
    state = scene(land, mine=tokens, options=off)
    assert why_not(state, "trade_tokens set=any tokens=wood,wood") == {"action.symbol"}
    state = scene(land, mine={**tokens, "active": ["yellow_trade"]}, options=off)
    state = played(state, *["trade_tokens set=any tokens=wood,wood"] * 2)
    assert points(state) == 4


def test_without_control_the_tile_gives_no_symbol():
    """54: seat 1 has more tents there."""
    state = scene({10: {0: 1, 1: 2}, 25: {0: 2}}, mine={"tokens": ["wood"] * 4})
    assert why_not(state, "trade_tokens set=any tokens=wood,wood") == {"action.symbol"}


def test_the_symbol_of_a_tile_cannot_be_converted():
    """55, L949: a settle symbol for settling is no recruit symbol, whatever counts as what."""
    state = scene({28: {0: 1}, 25: {0: 1}}, seats=3, mine={"technologies": ["conscription"], "tents": 1})
    assert why_not(state, "recruit dice=yellow") == {"recruit.symbols"}
    assert why_not(state, "settle option=take") == set()


def test_control_won_during_the_action_adds_no_symbol():
    """56, L499."""
    land = {24: {0: 1, "at": (-1, 0)}, 28: {1: 1, "at": (-1, 1)}, 25: {0: 1}}
    state = scene(land, seats=3, mine={"active": ["white_settle", "yellow_settle"], "tents": 5})
    state = played(state, "settle option=place tile=tile_28", "settle option=place tile=tile_28")
    assert stands(state, 28)[0] == (2, 1, 0)
    assert question(state) == "main"


def test_control_lost_during_the_action_keeps_the_symbol():
    """56, L499: seat 0 recalls its tent from the tile that adds a symbol, and still spends the second one."""
    land = {24: {0: 1}, 28: {0: 1}, 25: {0: 1}}
    state = scene(land, seats=3, mine={"active": ["white_settle"]})
    state = played(state, "settle option=recall tile=tile_28", "settle option=take")
    assert (state.players[0].tents, question(state)) == (2, "main")


@pytest.mark.parametrize(("chained", "two"), [(True, True), (False, False)])
def test_conversions_in_a_chain(chained, two):
    """57; ruling conversion_chain: three pioneers as settle as recruit, or with the switch off just one recruit."""
    mine = {"active": ["white_pioneer"] * 3, "technologies": ["large_wagons", "conscription"]}
    state = scene({24: {0: 1}}, mine=mine, options={"chained": chained})
    assert (why_not(state, "recruit dice=yellow,yellow") == set()) is two
    state = played(state, "recruit dice=yellow")
    assert size_of(state.players[0].active) == (2 if chained else 1)


def test_dice_and_pairs_of_pioneers_pay_together():
    """58, L429: four pioneers and a recruit die are three symbols."""
    state = scene({24: {0: 1}}, mine={"active": ["white_recruit", *["white_pioneer"] * 4]})
    assert why_not(state, "recruit dice=yellow,yellow,yellow") == {"recruit.symbols"}
    state = played(state, "recruit dice=yellow,yellow")
    assert (spent(state, "white"), spent(state, "yellow"), state.players[0].active) == (5, 2, ())


def test_two_pioneers_are_any_resource_but_gold():
    """59; ruling harvest_pioneer."""
    state = scene({24: {0: 1}}, mine={"active": ["white_pioneer", "white_pioneer"]})
    assert set(may(state, "harvest")) == {"harvest token=wood", "harvest token=iron", "harvest token=food"}
    assert why_not(state, "harvest token=gold") == {"action.symbol"}


def test_gold_that_counts_as_anything_may_be_harvested_as_anything():
    """59, L214."""
    state = scene({24: {0: 1}}, mine={"active": ["brown_gold"], "technologies": ["gold_rush"]})
    assert len(may(state, "harvest")) == 4
    plain = scene({24: {0: 1}}, mine={"active": ["brown_gold"]})
    assert may(plain, "harvest") == ["harvest token=gold"]


def test_a_technology_gives_its_symbol_once_a_round():
    """60; rulings once and cleanup_markers: used up, then ready again after the clean-up."""
    mine = {"active": ["white_research"], "tokens": ["food", "wood"], "technologies": ["education"], "tents": 1}
    state = scene({24: {0: 1}, 25: {0: 1}}, mine=mine)
    state = played(state, "research technology=stability")
    assert state.players[0].used_technologies == ("education",)
    used = scene({24: {0: 1}, 25: {0: 1}}, mine={**mine, "used_technologies": ["education"]})
    assert why_not(used, "research technology=stability") == {"research.symbols"}
    state = played(state, "end_turn")
    while state.round == 1:
        state = played(state, "end_turn" if may(state, "end_turn") else "keep_dice dice=")
    assert state.players[0].used_technologies == ()


def test_a_technology_just_researched_works_at_once():
    """61, L547 and L555: a raid in the second turn with the symbol of the card researched in the first."""
    mine = {"active": ["white_research", "green_research"], "tokens": ["iron"], "tents": 1}
    state = scene({18: {0: 1}, 20: {0: 1, 1: 1}}, mine=mine, technologies=["military_training"])
    state = played(state, "research technology=military_training")
    assert (state.turn_index, next_seat(state), may(state, "raid")) == (2, 0, ["raid tile=tile_20 side=1"])


def test_dice_do_not_pay_tokens():
    """62, L543: an active die with wood is no wood token."""
    mine = {"active": ["white_research", "white_research", "green_wood"]}
    state = scene({24: {0: 1}, 18: {0: 1}}, mine=mine)
    assert why_not(state, "research technology=large_wagons") == {"research.tokens"}


# --- recruit --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("symbols", "dice"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 2), (6, 3)])
def test_one_three_or_six_symbols_buy_one_two_or_three_dice(symbols, dice):
    """63, L445; ruling recruit_steps."""
    state = scene({25: {0: 1}}, mine={"active": ["white_recruit"] * symbols})
    assert max(line.count("yellow") for line in may(state, "recruit")) == dice
    state = played(state, f"recruit dice={','.join(['yellow'] * dice)}")
    assert (spent(state, "white"), spent(state, "yellow")) == ((1, 3, 6)[dice - 1], dice)


def test_dice_of_the_terrains_where_you_are_the_same_or_different():
    """64; rulings recruit_steps and gained_dice."""
    state = scene({24: {0: 1}, 14: {0: 1}}, mine={"active": ["orange_recruit"] * 3})
    two = {line for line in may(state, "recruit") if "," in line}
    assert two == {f"recruit dice={pair}" for pair in ("brown,brown", "brown,yellow", "yellow,yellow")}
    assert why_not(state, "recruit dice=white") == {"recruit.access"}
    assert why_not(state, "recruit dice=grey,yellow") == {"recruit.access"}


def test_no_more_dice_than_there_are():
    """65; ruling recruit_steps: one is left, so two are refused and one is not."""
    supply = {"yellow": 1, "green": 3, "grey": 3, "orange": 2}
    state = scene({24: {0: 1}}, mine={"active": ["orange_recruit"] * 3}, supply=supply)
    assert why_not(state, "recruit dice=yellow,yellow") == {"recruit.supply"}
    assert why_not(state, "recruit dice=yellow") == set()


def test_a_house_is_presence_for_recruiting():
    """66, L364 and L445."""
    state = scene({18: {"house": 0}}, mine={"active": ["white_recruit"]})
    assert may(state, "recruit") == ["recruit dice=green"]


def test_the_tent_that_served_a_factory_is_no_longer_present():
    """67, L445 and L579: the factory gives its brown die, then brown is out of reach."""
    state = scene({11: {0: 1}, 24: {0: 1}}, mine={"active": ["white_recruit"]})
    assert why_not(state, "recruit dice=brown") == set()
    state = played(state, "use_factory tile=tile_11 tent=tile_11")
    assert spent(state, "brown") == 1
    assert why_not(state, "recruit dice=brown") == {"recruit.access"}
