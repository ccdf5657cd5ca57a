"""Main actions: recruit, settle, raid, harvest, trade, research; when they may be done and how they are paid."""

from __future__ import annotations

import pytest

from referee_service.games.dice_settlers.actions.end_action import EndAction
from referee_service.games.dice_settlers.actions.end_turn import EndTurn
from referee_service.games.dice_settlers.actions.explore import Explore
from referee_service.games.dice_settlers.actions.harvest import Harvest
from referee_service.games.dice_settlers.actions.raid import Raid
from referee_service.games.dice_settlers.actions.recruit import Recruit
from referee_service.games.dice_settlers.actions.research import Research
from referee_service.games.dice_settlers.actions.sell_die import SellDie
from referee_service.games.dice_settlers.actions.settle import Settle
from referee_service.games.dice_settlers.actions.trade_die import TradeDie
from referee_service.games.dice_settlers.actions.trade_tokens import TradeTokens
from referee_service.games.dice_settlers.questions import ExtraActionFrame
from referee_service.games.dice_settlers.state import points_remaining
from referee_service.games.dice_settlers.symbols import max_symbols
from referee_service.kernel.actions.pay import Pay
from referee_service.kernel.actions.pay_cheapest import PayCheapest
from referee_service.kernel.bags import count_in
from tests.games.dice_settlers.positions import (
    DESERT,
    FOREST,
    HILL,
    MOUNTAIN,
    PLAIN,
    after,
    given,
    legal,
    lines,
    question,
    refusals,
    resting,
    spent,
    tents,
    tokens,
)
from tests.games.rules import rule

# --- when -----------------------------------------------------------------------------------------------------------


@rule("action.one")
def test_a_turn_has_one_main_action():
    state = given(mine={"active": ["white_settle", "white_recruit"]}, has_acted=True)
    assert refusals(state, Settle("take")) == {"action.one"}
    assert not refusals(given(mine={"active": ["white_settle"]}), Settle("take"))


@rule("action.different")
def test_ruling_round_vs_turn_all_actions_of_a_round_differ():
    """Worked example: exploring and settling are done, so the second turn may be neither."""
    active = ["white_settle", "white_explore", "white_recruit"]
    state = given(mine={"active": active, "actions_done": ["explore", "settle"]}, turn_index=2)
    assert refusals(state, Settle("take")) == {"action.different"}
    assert refusals(state, Explore(1)) == {"action.different"}
    assert not refusals(state, Recruit(("green",)))


@rule("action.under_way")
def test_an_action_under_way_comes_first():
    state = after(given(mine={"active": ["white_settle"] * 3 + ["green_wood"]}), Settle("take"))
    assert question(state) == "acting"
    assert refusals(state, Harvest("wood")) == {"action.under_way"}
    assert not refusals(state, Settle("take"))


@rule("action.symbol")
def test_every_step_takes_a_symbol():
    assert "action.symbol" in refusals(given(mine={"active": ["white_recruit"]}), Settle("take"))
    assert not refusals(given(mine={"active": ["white_settle"]}), Settle("take"))


@rule("end_turn.first")
def test_ruling_first_turn_takes_an_action_and_the_second_does_not():
    state = given(mine={"active": ["white_settle"]})
    assert refusals(state, EndTurn()) == {"end_turn.first"}
    assert not refusals(given(mine={"active": ["white_settle"]}, turn_index=2), EndTurn())
    idle = given({"tile_09": {0: 1}}, mine={"active": ["grey_raid"]})
    assert not refusals(idle, EndTurn())


def test_who_can_do_nothing_passes():
    assert resting(given(mine={"active": ["grey_raid"]})).active_side == 1


def test_after_the_action_the_turn_ends_by_itself_unless_something_free_can_be_done():
    assert after(given(mine={"active": ["white_settle"]}), Settle("take")).active_side == 1
    assert after(given({"tile_09": {0: 1}}, mine={"active": ["white_settle"]}), Settle("take")).active_side == 0


def test_two_turns_each_in_order():
    state = given(seats=3, mine={"active": ["white_settle", "white_recruit"]}, turn_index=2, active_side=2)
    state = after(state, Settle("take"))
    assert (state.turn_index, state.active_side) == (3, 0)
    assert not refusals(state, EndTurn())


# --- paying ---------------------------------------------------------------------------------------------------------


@rule("ruling.payment")
def test_where_several_can_pay_the_payer_is_asked():
    one = after(given(mine={"active": ["white_settle", "white_settle"]}), Settle("take"))
    assert question(one) == "acting"
    several = after(given(mine={"active": ["white_settle", "green_settle", "green_settle"]}), Settle("take"))
    assert question(several) == "payment"
    assert spent(after(several, Pay("green_settle")), "green") == 1


def test_two_pioneers_stand_for_any_symbol_but_gold():
    state = given(mine={"active": ["white_pioneer", "white_pioneer", "grey_raid"]})
    assert not refusals(state, Settle("take"))
    assert {action.token for action in legal(state, "harvest")} == {"wood", "iron", "food"}
    state = after(state, Settle("take"))
    assert spent(state, "white") == 2


def test_one_pioneer_is_not_enough():
    assert "action.symbol" in refusals(given(mine={"active": ["white_pioneer", "grey_raid"]}), Settle("take"))


def test_a_pioneer_laid_down_for_a_pair_is_never_wasted():
    active = ["white_pioneer", "white_pioneer", "orange_pioneer", "white_settle"]
    state = after(given(mine={"active": active}), Settle("take"), Pay("pair_white_pioneer"))
    assert refusals(state, Pay("white_settle")) == {"pay.completable"}
    state = after(state, Pay("pair_orange_pioneer"))
    assert (spent(state, "white"), spent(state, "orange"), question(state)) == (1, 1, "acting")


def test_the_cheapest_way_keeps_dice_for_later():
    active = ["white_pioneer", "white_pioneer", "white_settle"]
    state = after(given(mine={"active": active, "technologies": ["missionaries"]}), Settle("take"), PayCheapest())
    assert state.players[0].used_technologies == ("missionaries",)
    assert not spent(state, "white")


def test_the_three_recruit_symbols():
    """Worked example: a die, a controlled tile, and a settle symbol through Conscription make three."""
    tiles = {"tile_27": {0: 1}, FOREST: {0: 1}}
    mine = {"active": ["white_recruit", "white_settle"], "technologies": ["conscription"]}
    state = after(given(tiles, mine=mine), Recruit(("green", "orange")))
    assert (spent(state, "green"), spent(state, "orange"), spent(state, "white")) == (1, 1, 2)
    assert "recruit.symbols" in refusals(given({FOREST: {0: 1}}, mine=mine), Recruit(("green", "green")))


@pytest.mark.parametrize(("chained", "most"), [(True, 1), (False, 0)])
def test_ruling_conversion_chain_pioneer_settle_recruit(chained, most):
    mine = {"active": ["white_pioneer"], "technologies": ["conscription", "large_wagons"]}
    state = given(mine=mine, options={"chained": chained})
    assert max_symbols(state, state.active_player, "recruit") == most
    assert max_symbols(state, state.active_player, "settle") == 1


def test_gold_rush_makes_gold_any_symbol():
    mine = {"active": ["brown_gold"], "technologies": ["gold_rush"]}
    state = given(mine=mine)
    assert all(
        max_symbols(state, state.active_player, symbol) == 1
        for symbol in ("raid", "pioneer", "wood", "gold", "resource")
    )
    assert max_symbols(given(mine=mine | {"technologies": []}), state.active_player, "raid") == 1
    plain = given(mine={"active": ["brown_gold"]})
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
    with_it = given(mine={"active": [die], "technologies": [technology]})
    without = given(mine={"active": [die]})
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
    ready = given(mine={"technologies": [technology]})
    used = given(mine={"technologies": [technology], "used_technologies": [technology]})
    assert max_symbols(ready, ready.active_player, symbol) == 1
    assert max_symbols(used, used.active_player, symbol) == 0


def test_adaptability_lets_one_pioneer_do_once_a_round():
    mine = {"active": ["white_pioneer"], "technologies": ["adaptability"]}
    state = given(mine=mine)
    assert max_symbols(state, state.active_player, "raid") == 1
    assert max_symbols(state, state.active_player, "gold") == 0
    state = after(state, Settle("take"))
    assert state.players[0].used_technologies == ("adaptability",)
    assert spent(state, "white") == 1


@pytest.mark.parametrize(("alone", "refused"), [(True, False), (False, True)])
def test_ruling_bonus_symbol_alone(alone, refused):
    state = given({"tile_28": {0: 1}}, mine={"active": ["grey_raid"]}, options={"bonus_alone": alone})
    assert ("action.symbol" in refusals(state, Settle("take"))) is refused


def test_a_controlled_tile_adds_a_symbol_at_the_start_of_the_action():
    state = given({"tile_28": {0: 1}}, mine={"active": ["white_settle"]})
    state = after(state, Settle("recall", "tile_28"))
    assert spent(state, "white") == 0
    state = after(state, Settle("take"))
    assert (spent(state, "white"), state.players[0].tents) == (1, 5)
    alone = given({"tile_28": {0: 1}}, mine={"active": ["white_settle"]}, options={"bonus_alone": False})
    assert spent(after(alone, Settle("take")), "white") == 1


# --- recruit --------------------------------------------------------------------------------------------------------

THREE = {FOREST: {0: 1}, PLAIN: {0: 1}, HILL: {1: 1}}


@rule("recruit.count", "recruit.sorted", "recruit.access")
def test_dice_of_colours_where_you_are_present():
    state = given(THREE, mine={"active": ["white_recruit"] * 6})
    assert refusals(state, Recruit(())) == {"recruit.count"}
    assert refusals(state, Recruit(("brown",))) == {"recruit.access"}
    assert refusals(state, Recruit(("white",))) == {"recruit.access"}
    assert refusals(state, Recruit(("yellow", "green"))) == {"recruit.sorted"}
    assert not refusals(state, Recruit(("green", "green", "yellow")))


@rule("recruit.symbols")
@pytest.mark.parametrize(("symbols", "most"), [(1, 1), (2, 1), (3, 2), (5, 2), (6, 3)])
def test_ruling_recruit_steps_one_three_or_six_symbols(symbols, most):
    state = given(THREE, mine={"active": ["orange_recruit"] * symbols})
    assert max(len(action.dice) for action in legal(state, "recruit")) == most
    assert ("recruit.symbols" in refusals(state, Recruit(("green",) * 3))) is (most < 3)


@rule("recruit.supply")
def test_dice_are_limited():
    state = given(THREE, mine={"active": ["white_recruit"] * 3}, supply={"green": 1, "yellow": 2})
    assert refusals(state, Recruit(("green", "green"))) == {"recruit.supply"}
    assert not refusals(state, Recruit(("yellow", "yellow")))


def test_ruling_gained_dice_go_to_the_spent_area():
    state = after(given(THREE, mine={"active": ["white_recruit"]}), Recruit(("green",)))
    assert (spent(state, "green"), count_in(state.supply, "green")) == (1, 4)


# --- settle ---------------------------------------------------------------------------------------------------------

ROW = {FOREST: {0: 1}, PLAIN: {}, HILL: {1: 1}, "tile_09": {}}
"""Forest in the middle, the others around it: all are beside it."""


@rule("settle.tile")
def test_a_tile_is_named_to_place_and_to_recall():
    state = given(ROW, mine={"active": ["white_settle"]})
    assert refusals(state, Settle("take", FOREST)) == {"settle.tile"}
    assert refusals(state, Settle("place")) == {"settle.tile"}
    assert not refusals(state, Settle("place", FOREST))


@rule("settle.tents")
@pytest.mark.parametrize(("held", "refused"), [(0, True), (1, False)])
def test_a_tent_of_the_personal_supply_is_placed(held, refused):
    state = given(ROW, mine={"active": ["white_settle"], "tents": held})
    assert ("settle.tents" in refusals(state, Settle("place", PLAIN))) is refused


@rule("settle.reach")
def test_settling_goes_from_tile_to_tile():
    around = {PLAIN: {}, FOREST: {0: 1}, HILL: {}, DESERT: {}, MOUNTAIN: {}}
    state = given(around, mine={"active": ["white_settle"] * 3})
    assert refusals(state, Settle("place", MOUNTAIN)) == {"settle.reach"}
    state = after(state, Settle("place", PLAIN))
    assert not refusals(state, Settle("place", MOUNTAIN))


def test_ruling_settle_no_presence_tents_are_taken_but_not_placed():
    state = given({FOREST: {1: 1}}, mine={"active": ["white_settle"]})
    assert legal(state, "settle") == [Settle("take")]
    assert refusals(state, Settle("place", FOREST)) == {"settle.reach"}


@rule("settle.recall")
def test_tents_are_recalled_and_houses_are_not():
    state = given({FOREST: {0: 1}, PLAIN: {"house": 0}}, mine={"active": ["white_settle"]})
    assert refusals(state, Settle("recall", PLAIN)) == {"settle.recall"}
    state = after(state, Settle("recall", FOREST))
    assert (tents(state, FOREST), state.players[0].tents) == (0, 4)


@pytest.mark.parametrize(("recall", "refused"), [("one_for_each", True), ("any_number", False)])
def test_ruling_settle_recall_one_for_each_symbol_or_any_number(recall, refused):
    state = given({FOREST: {0: 3}, "tile_09": {0: 1}}, mine={"active": ["white_settle"]}, options={"recall": recall})
    state = after(state, Settle("recall", FOREST))
    assert bool(refusals(state, Settle("recall", FOREST))) is refused
    if not refused:
        state = after(state, Settle("recall", FOREST), EndAction())
        assert (tents(state, FOREST), spent(state, "white")) == (1, 1)


# --- raid -----------------------------------------------------------------------------------------------------------

CAMP = {FOREST: {0: 1, 1: 2}, PLAIN: {1: 1}, HILL: {0: 2}, DESERT: {0: 1, 1: 1}}


@rule("raid.tents", "raid.presence", "raid.victim")
def test_raid_where_you_are_present_with_a_tent_at_hand():
    state = given(CAMP, mine={"active": ["grey_raid"]})
    assert refusals(state, Raid(PLAIN, 1)) == {"raid.presence"}
    assert refusals(state, Raid(HILL, 1)) == {"raid.victim"}
    assert refusals(state, Raid(FOREST, 0)) == {"raid.victim"}
    assert refusals(given(CAMP, mine={"active": ["grey_raid"], "tents": 0}), Raid(FOREST, 1)) == {"raid.tents"}
    state = after(state, Raid(FOREST, 1))
    assert (tents(state, FOREST), tents(state, FOREST, 1)) == (2, 1)
    assert (state.players[0].tents, state.players[1].tents) == (2, 4)


@rule("raid.one_tile")
def test_ruling_raid_one_tile_and_several_victims():
    tiles = {FOREST: {0: 1, 1: 1, 2: 1}, DESERT: {0: 1, 1: 1}}
    state = after(given(tiles, seats=3, mine={"active": ["grey_raid"] * 3}), Raid(FOREST, 1))
    assert refusals(state, Raid(DESERT, 1)) == {"raid.one_tile"}
    state = after(state, Raid(FOREST, 2))
    assert (tents(state, FOREST), spent(state, "grey")) == (3, 2)
    assert question(state) == "main"


def test_houses_are_safe_from_raids():
    state = given({FOREST: {0: 1, "house": 1}, DESERT: {0: 1, 1: 1}}, mine={"active": ["grey_raid"]})
    assert [action.tile for action in legal(state, "raid")] == [DESERT]


@pytest.mark.parametrize(("technology", "lost"), [("palisades", 1), ("walls", 2)])
def test_ruling_raid_shield_the_first_symbols_are_lost(technology, lost):
    state = given({FOREST: {0: 1, 1: 3}}, mine={"active": ["grey_raid"] * 3}, other={"technologies": [technology]})
    state = after(state, *[Raid(FOREST, 1)] * 3)
    assert tents(state, FOREST, 1) == 3 - (3 - lost)


# --- harvest --------------------------------------------------------------------------------------------------------


def test_two_wood_and_a_gold():
    """Worked example: three dice, three tokens."""
    state = given(mine={"active": ["green_wood", "green_wood", "brown_gold"]})
    state = after(state, Harvest("wood"), Harvest("wood"), Harvest("gold"))
    assert tokens(state) == {"wood": 2, "gold": 1}


def test_ruling_harvest_pioneer_two_pioneers_bring_no_gold():
    state = given(mine={"active": ["white_pioneer", "white_pioneer"]})
    assert "action.symbol" in refusals(state, Harvest("gold"))
    assert tokens(after(state, Harvest("iron"))) == {"iron": 1}


@rule("ruling.first_token")
def test_improved_tools_add_to_the_kind_harvested_first():
    mine = {"active": ["green_wood", "brown_gold"], "technologies": ["improved_tools"]}
    state = after(given(mine=mine), Harvest("gold"), Harvest("wood"))
    assert tokens(state) == {"gold": 2, "wood": 1}


# --- trade ----------------------------------------------------------------------------------------------------------


def trading(symbols=1, **held):
    """Seat 0 with trade symbols and tokens."""
    return given(mine={"active": ["brown_trade"] * symbols, "tokens": held})


@rule("score.trade_identical", "score.trade_different", "score.trade_any", "trade_tokens.set")
@pytest.mark.parametrize(
    ("kind", "traded", "points"),
    [
        ("identical", "food food food", 6),
        ("identical", "gold gold wood", 6),
        ("identical", "gold gold gold", 6),
        ("identical", "food food wood", None),
        ("different", "food iron wood", 5),
        ("different", "food gold iron", 5),
        ("different", "food gold gold", 5),
        ("different", "food food gold", None),
        ("different", "food iron", None),
        ("any", "food food", 2),
        ("any", "gold wood", 2),
        ("any", "food food food", None),
    ],
)
def test_ruling_trade_joker_sets_with_gold_for_anything(kind, traded, points):
    """Worked example: a wood and two gold are three wood."""
    action = TradeTokens(kind, tuple(traded.split()))
    state = trading(food=3, wood=3, iron=3, gold=3)
    assert refusals(state, action) == (set() if points else {"trade_tokens.set"})
    if points:
        state = after(state, action)
        assert lines(state) == {f"score.trade_{kind}": points}
        assert sum(tokens(state).values()) == 12 - len(action.tokens)


@rule("trade_tokens.held", "trade_tokens.sorted")
def test_tokens_that_are_held_in_order():
    state = trading(food=1, wood=2)
    assert refusals(state, TradeTokens("any", ("food", "food"))) == {"trade_tokens.held"}
    assert refusals(state, TradeTokens("any", ("wood", "food"))) == {"trade_tokens.sorted"}
    assert not refusals(state, TradeTokens("any", ("food", "wood")))


@rule("score.trade_die", "sell_die.held")
def test_ruling_trade_die_the_die_just_spent_may_be_sold():
    state = after(given(mine={"active": ["brown_trade"], "bag": ["grey"], "spent": []}), TradeDie())
    assert question(state) == "sell_die"
    assert refusals(state, SellDie("grey")) == {"sell_die.held"}
    assert refusals(state, SellDie("brown_trade")) == {"sell_die.held"}
    state = after(state, SellDie("brown"))
    assert lines(state) == {"score.trade_die": 3}
    assert (state.sold, state.players[0].spent, count_in(state.supply, "brown")) == ((("brown", 1),), (), 5)


def test_an_active_die_may_be_sold():
    state = after(given(mine={"active": ["brown_trade", "white_settle"]}), TradeDie(), SellDie("white_settle"))
    assert state.sold == (("white", 1),)
    assert not state.players[0].active


@rule("trade_die.dice")
def test_a_die_in_the_bag_cannot_be_sold():
    state = given({"tile_10": {0: 1}}, mine={"bag": ["white"]})
    assert refusals(state, TradeDie()) == {"trade_die.dice"}
    assert not refusals(given({"tile_10": {0: 1}}, mine={"spent": ["white"]}), TradeDie())


def test_foreign_trade_gives_a_point_more_for_each_option():
    mine = {"active": ["brown_trade"], "tokens": {"food": 2}, "technologies": ["foreign_trade"]}
    assert lines(after(given(mine=mine), TradeTokens("any", ("food", "food")))) == {"score.trade_any": 3}


def test_ruling_vp_overflow_more_points_come_from_the_box():
    state = trading(6, gold=18)
    for _ in range(6):
        state = after(state, TradeTokens("identical", ("gold",) * 3))
    assert points_remaining(state) == 0
    assert lines(state) == {"score.trade_identical": 36}


# --- research -------------------------------------------------------------------------------------------------------

TRAINING = {FOREST: {0: 1}, MOUNTAIN: {0: 1}}


def researching(**mine):
    """Seat 0 before the table of the third set."""
    table = ("wanderlust", "improved_tools", "military_training")
    tiles = mine.pop("tiles", TRAINING)
    return given(tiles, mine={"active": ["white_research"] * 2, "tokens": {"iron": 1}} | mine, technologies=table)


@rule("research.terrains", "research.symbols", "research.tokens")
def test_the_price_of_military_training():
    """Worked example: two research symbols, an iron (or gold) token, forest and mountain."""
    action = Research("military_training")
    assert refusals(researching(tiles={FOREST: {0: 1}}), action) == {"research.terrains"}
    assert refusals(researching(active=["white_research"]), action) == {"research.symbols"}
    assert refusals(researching(tokens={"wood": 1}), action) == {"research.tokens"}
    for token in ("iron", "gold"):
        state = after(researching(tokens={token: 1}), action)
        assert (state.players[0].technologies, tokens(state)) == (("military_training",), {})
        assert spent(state, "white") == 2


@rule("research.table", "research.twice")
def test_ruling_research_one_never_the_same_twice():
    assert "research.table" in refusals(researching(), Research("walls"))
    assert refusals(researching(technologies=["military_training"]), Research("military_training")) == {
        "research.twice"
    }
    state = researching()
    assert not refusals(state, Research("military_training"))
    assert after(state, Research("military_training")).players[0].actions_done == ("research",)


def test_gold_or_the_token_itself_is_the_payers_choice():
    state = after(researching(tokens={"iron": 1, "gold": 1}), Research("military_training"))
    assert question(state) == "payment"
    assert tokens(after(state, Pay("gold_for_iron"))) == {"iron": 1}
    assert tokens(after(state, PayCheapest())) == {"gold": 1}


def test_a_card_takes_markers_of_everybody():
    state = researching()
    other = given(TRAINING, mine={"active": ["white_research"] * 2, "tokens": {"iron": 1}}, technologies=state.technologies)
    assert not refusals(other, Research("military_training"))


# --- extra actions --------------------------------------------------------------------------------------------------


def test_ruling_extra_action_at_once_and_counted():
    state = given(mine={"active": ["white_settle"], "actions_done": ["explore"]}, has_acted=True, pending=(ExtraActionFrame(0),))
    assert refusals(state, Explore(1)) >= {"action.different"}
    state = after(state, Settle("take"))
    assert state.players[0].actions_done == ("explore", "settle")


def test_an_extra_action_that_is_not_possible_is_lost():
    state = given({"tile_09": {0: 1}}, mine={"actions_done": ["explore"]}, has_acted=True, pending=(ExtraActionFrame(0),))
    assert question(resting(state)) == "main"
