"""Payment of symbols: pairs of pioneers, conversions, technologies and bonus symbols of tiles."""

from __future__ import annotations

import pytest

from referee_service.games.dice_settlers.actions.recruit import Recruit
from referee_service.games.dice_settlers.actions.settle import Settle
from referee_service.games.dice_settlers.symbols import max_symbols
from referee_service.kernel.actions.pay import Pay
from referee_service.kernel.actions.pay_cheapest import PayCheapest
from referee_service.kernel.bags import size_of
from tests.games.dice_settlers.full_positions import (
    after_lines,
    full_position,
    legal_lines,
    points,
    refused_rules,
    seat_to_move,
    tents_and_house,
)
from tests.games.dice_settlers.positions import (
    FOREST,
    PLAIN,
    after,
    given,
    legal,
    question,
    refusals,
    spent_count,
)
from tests.games.rules import rule


@rule("ruling.payment")
def test_the_payer_chooses_if_several_pieces_can_pay():
    one = after(given(seat_0={"active": ["white_settle", "white_settle"]}), Settle("take"))
    assert question(one) == "acting"
    several = after(given(seat_0={"active": ["white_settle", "green_settle", "green_settle"]}), Settle("take"))
    assert question(several) == "payment"
    assert spent_count(after(several, Pay("green_settle")), "green") == 1


def test_two_pioneers_stand_for_any_symbol_but_gold():
    state = given(seat_0={"active": ["white_pioneer", "white_pioneer", "grey_raid"]})
    assert not refusals(state, Settle("take"))
    assert {action.token for action in legal(state, "harvest")} == {"wood", "iron", "food"}
    state = after(state, Settle("take"))
    assert spent_count(state, "white") == 2


def test_one_pioneer_is_not_enough():
    assert "action.symbol" in refusals(given(seat_0={"active": ["white_pioneer", "grey_raid"]}), Settle("take"))


def test_a_pioneer_laid_down_for_a_pair_is_never_wasted():
    active = ["white_pioneer", "white_pioneer", "orange_pioneer", "white_settle"]
    state = after(given(seat_0={"active": active}), Settle("take"), Pay("pair_white_pioneer"))
    assert refusals(state, Pay("white_settle")) == {"pay.completable"}
    state = after(state, Pay("pair_orange_pioneer"))
    assert (spent_count(state, "white"), spent_count(state, "orange"), question(state)) == (1, 1, "acting")


def test_the_cheapest_way_keeps_dice_for_later():
    active = ["white_pioneer", "white_pioneer", "white_settle"]
    state = after(given(seat_0={"active": active, "technologies": ["missionaries"]}), Settle("take"), PayCheapest())
    assert state.players[0].used_technologies == ("missionaries",)
    assert not spent_count(state, "white")


def test_the_cheapest_way_completes_a_pair_with_a_pioneer_of_any_kind():
    """A converted pioneer of an explosion comes before the dice, but only it can complete the pair."""
    seat_0 = {
        "active": ["white_pioneer"] + ["white_recruit"] * 4,
        "technologies": ["large_wagons", "conscription"],
        "extra_symbols": {"pioneer": 1},
    }
    state = after(given(seat_0=seat_0, options={"chained": True}), Recruit(("green", "green")))
    state = after(state, Pay("pair_white_pioneer"), PayCheapest())
    assert state.players[0].extra_symbols == ()
    assert spent_count(state, "white") == 3


def test_the_three_recruit_symbols():
    """Worked example: a die, a controlled tile, and a settle symbol through Conscription make three."""
    tiles = {"tile_27": {0: 1}, FOREST: {0: 1}}
    seat_0 = {"active": ["white_recruit", "white_settle"], "technologies": ["conscription"]}
    state = after(given(tiles, seat_0=seat_0), Recruit(("green", "orange")))
    assert (spent_count(state, "green"), spent_count(state, "orange"), spent_count(state, "white")) == (1, 1, 2)
    assert "recruit.symbols" in refusals(given({FOREST: {0: 1}}, seat_0=seat_0), Recruit(("green", "green")))


@pytest.mark.parametrize(("chained", "max_count"), [(True, 1), (False, 0)])
def test_ruling_conversion_chain_pioneer_settle_recruit(chained, max_count):
    seat_0 = {"active": ["white_pioneer"], "technologies": ["conscription", "large_wagons"]}
    state = given(seat_0=seat_0, options={"chained": chained})
    assert max_symbols(state, state.active_player, "recruit") == max_count
    assert max_symbols(state, state.active_player, "settle") == 1


def test_gold_rush_makes_gold_any_symbol():
    seat_0 = {"active": ["brown_gold"], "technologies": ["gold_rush"]}
    state = given(seat_0=seat_0)
    assert all(
        max_symbols(state, state.active_player, symbol) == 1
        for symbol in ("raid", "pioneer", "wood", "gold", "resource")
    )
    assert max_symbols(given(seat_0=seat_0 | {"technologies": []}), state.active_player, "raid") == 1
    plain = given(seat_0={"active": ["brown_gold"]})
    assert max_symbols(plain, plain.active_player, "raid") == 0


@pytest.mark.parametrize(
    ("technology", "die", "symbol"),
    [
        ("large_wagons", "white_pioneer", "settle"),
        ("land_grab", "grey_raid", "settle"),
        ("versatile_explorers", "white_explore", "settle"),
        ("resourceful", "green_wood", "pioneer"),
        ("conscription", "white_settle", "recruit"),
    ],
)
def test_conversions_by_technologies(technology, die, symbol):
    with_it = given(seat_0={"active": [die], "technologies": [technology]})
    without = given(seat_0={"active": [die]})
    assert max_symbols(with_it, with_it.active_player, symbol) == 1
    assert max_symbols(without, without.active_player, symbol) == 0


@pytest.mark.parametrize(
    ("technology", "symbol"),
    [
        ("wanderlust", "explore"),
        ("military_training", "raid"),
        ("commitment", "recruit"),
        ("education", "research"),
        ("missionaries", "settle"),
    ],
)
def test_ruling_once_a_symbol_each_round(technology, symbol):
    ready = given(seat_0={"technologies": [technology]})
    used = given(seat_0={"technologies": [technology], "used_technologies": [technology]})
    assert max_symbols(ready, ready.active_player, symbol) == 1
    assert max_symbols(used, used.active_player, symbol) == 0


def test_adaptability_lets_a_single_pioneer_pay_once_a_round():
    seat_0 = {"active": ["white_pioneer"], "technologies": ["adaptability"]}
    state = given({FOREST: {0: 1}, PLAIN: {1: 1}}, seat_0=seat_0)
    assert max_symbols(state, state.active_player, "raid") == 1
    assert max_symbols(state, state.active_player, "gold") == 0
    state = after(state, Settle("take"))
    assert state.players[0].used_technologies == ("adaptability",)
    assert spent_count(state, "white") == 1


@pytest.mark.parametrize(("alone", "refused"), [(True, False), (False, True)])
def test_ruling_bonus_symbol_alone(alone, refused):
    state = given({"tile_28": {0: 1}}, seat_0={"active": ["grey_raid"]}, options={"bonus_alone": alone})
    assert ("action.symbol" in refusals(state, Settle("take"))) is refused


def test_a_controlled_tile_adds_a_symbol_at_the_start_of_the_action():
    state = given({"tile_28": {0: 1}}, seat_0={"active": ["white_settle"]})
    state = after(state, Settle("recall", "tile_28"))
    assert spent_count(state, "white") == 0
    state = after(state, Settle("take"))
    assert (spent_count(state, "white"), state.players[0].tents) == (1, 5)
    alone = given({"tile_28": {0: 1}}, seat_0={"active": ["white_settle"]}, options={"bonus_alone": False})
    assert spent_count(after(alone, Settle("take")), "white") == 1


def test_a_die_a_tile_and_a_converted_die_make_three_symbols():
    """The worked example recruits two dice."""
    seat_0 = {"active": ["white_recruit", "yellow_settle"], "technologies": ["conscription"]}
    state = full_position({24: {0: 1}, 27: {0: 1}}, seats=3, seat_0=seat_0)
    state = after_lines(state, "recruit dice=orange,yellow")
    assert dict(state.players[0].spent) == {"orange": 1, "white": 1, "yellow": 2}
    alone = full_position({24: {0: 1}}, seats=3, seat_0=seat_0)
    assert refused_rules(alone, "recruit dice=yellow,yellow") == {"recruit.symbols"}


@pytest.mark.parametrize("others", [0, 1])
def test_the_symbol_of_a_controlled_tile_is_enough_for_one_trade(others):
    """Rulings bonus_symbol_alone and shared_control: a tie for control suffices, for one trade."""
    state = full_position({10: {0: 1, 1: others}, 24: {0: 1}}, seat_0={"tokens": ["wood"] * 4})
    state = after_lines(state, "trade_tokens set=any tokens=wood,wood")
    assert points(state) == 2
    assert question(state) != "acting"


def test_with_the_switch_off_a_tile_only_adds_a_symbol():
    """Ruling bonus_symbol_alone, with the option off."""
    tokens = {"tokens": ["wood"] * 4}
    land, off = {10: {0: 1}, 25: {0: 2}}, {"bonus_alone": False}
    state = full_position(land, seat_0=tokens, options=off)
    assert refused_rules(state, "trade_tokens set=any tokens=wood,wood") == {"action.symbol"}
    state = full_position(land, seat_0={**tokens, "active": ["yellow_trade"]}, options=off)
    state = after_lines(state, *["trade_tokens set=any tokens=wood,wood"] * 2)
    assert points(state) == 4


def test_without_control_the_tile_gives_no_symbol():
    """Seat 1 has more tents there."""
    state = full_position({10: {0: 1, 1: 2}, 25: {0: 2}}, seat_0={"tokens": ["wood"] * 4})
    assert refused_rules(state, "trade_tokens set=any tokens=wood,wood") == {"action.symbol"}


def test_the_symbol_of_a_tile_cannot_be_converted():
    """The tile's settle symbol counts only for settling, even with Conscription."""
    state = full_position({28: {0: 1}, 25: {0: 1}}, seats=3, seat_0={"technologies": ["conscription"], "tents": 1})
    assert refused_rules(state, "recruit dice=yellow") == {"recruit.symbols"}
    assert refused_rules(state, "settle option=take") == set()


def test_control_won_during_the_action_adds_no_symbol():
    land = {24: {0: 1, "at": (-1, 0)}, 28: {1: 1, "at": (-1, 1)}, 25: {0: 1}}
    state = full_position(land, seats=3, seat_0={"active": ["white_settle", "yellow_settle"], "tents": 5})
    state = after_lines(state, "settle option=place tile=tile_28", "settle option=place tile=tile_28")
    assert tents_and_house(state, 28)[0] == (2, 1, 0)
    assert question(state) == "main"


def test_control_lost_during_the_action_keeps_the_symbol():
    """Seat 0 recalls its tent from the tile that adds a symbol, and still spends that symbol."""
    land = {24: {0: 1}, 28: {0: 1}, 25: {0: 1}}
    state = full_position(land, seats=3, seat_0={"active": ["white_settle"]})
    state = after_lines(state, "settle option=recall tile=tile_28", "settle option=take")
    assert (state.players[0].tents, question(state)) == (2, "main")


@pytest.mark.parametrize(("chained", "two"), [(True, True), (False, False)])
def test_conversions_in_a_chain(chained, two):
    """Ruling conversion_chain: each pioneer becomes settle, then recruit. Without the option two pioneers pay one."""
    seat_0 = {"active": ["white_pioneer"] * 3, "technologies": ["large_wagons", "conscription"]}
    state = full_position({24: {0: 1}}, seat_0=seat_0, options={"chained": chained})
    assert (refused_rules(state, "recruit dice=yellow,yellow") == set()) is two
    state = after_lines(state, "recruit dice=yellow")
    assert size_of(state.players[0].active) == (2 if chained else 1)


def test_dice_and_pairs_of_pioneers_pay_together():
    """Four pioneers and a recruit die are three symbols."""
    state = full_position({24: {0: 1}}, seat_0={"active": ["white_recruit", *["white_pioneer"] * 4]})
    assert refused_rules(state, "recruit dice=yellow,yellow,yellow") == {"recruit.symbols"}
    state = after_lines(state, "recruit dice=yellow,yellow")
    assert (spent_count(state, "white"), spent_count(state, "yellow"), state.players[0].active) == (5, 2, ())


def test_two_pioneers_are_any_resource_but_gold():
    """Ruling harvest_pioneer."""
    state = full_position({24: {0: 1}}, seat_0={"active": ["white_pioneer", "white_pioneer"]})
    assert set(legal_lines(state, "harvest")) == {"harvest token=wood", "harvest token=iron", "harvest token=food"}
    assert refused_rules(state, "harvest token=gold") == {"action.symbol"}


def test_gold_that_counts_as_anything_may_be_harvested_as_anything():
    state = full_position({24: {0: 1}}, seat_0={"active": ["brown_gold"], "technologies": ["gold_rush"]})
    assert len(legal_lines(state, "harvest")) == 4
    plain = full_position({24: {0: 1}}, seat_0={"active": ["brown_gold", "white_settle"]})
    assert legal_lines(plain, "harvest") == ["harvest token=gold"]


def test_a_technology_gives_its_symbol_once_a_round():
    """Rulings once and cleanup_markers: the technology is used up until the clean-up."""
    seat_0 = {"active": ["white_research"], "tokens": ["food", "wood"], "technologies": ["education"], "tents": 1}
    state = full_position({24: {0: 1}, 25: {0: 1}}, seat_0=seat_0)
    state = after_lines(state, "research technology=stability")
    assert state.players[0].used_technologies == ("education",)
    used = full_position({24: {0: 1}, 25: {0: 1}}, seat_0={**seat_0, "used_technologies": ["education"]})
    assert refused_rules(used, "research technology=stability") == {"research.symbols"}
    state = after_lines(state, "end_turn")
    while state.round == 1:
        state = after_lines(state, "end_turn" if legal_lines(state, "end_turn") else "keep_dice dice=")
    assert state.players[0].used_technologies == ()


def test_a_technology_just_researched_works_at_once():
    """A raid in the second turn with the symbol of the card researched in the first."""
    seat_0 = {"active": ["white_research", "green_research"], "tokens": ["iron"], "tents": 1}
    state = full_position({18: {0: 1}, 20: {0: 1, 1: 1}}, seat_0=seat_0, technologies=["military_training"])
    state = after_lines(state, "research technology=military_training")
    assert (state.turn_index, seat_to_move(state), legal_lines(state, "raid")) == (2, 0, ["raid tile=tile_20 side=1"])


def test_dice_do_not_pay_tokens():
    """An active die with wood is no wood token."""
    seat_0 = {"active": ["white_research", "white_research", "green_wood", "white_settle"]}
    state = full_position({24: {0: 1}, 18: {0: 1}}, seat_0=seat_0)
    assert refused_rules(state, "research technology=large_wagons") == {"research.tokens"}
