"""Main action trade: sets of tokens and dice for points."""

from __future__ import annotations

import pytest

from referee_service.games.dice_settlers.actions.trade_die import TradeDie
from referee_service.games.dice_settlers.actions.trade_tokens import TradeTokens
from referee_service.games.dice_settlers.decisions.main_action import SellDie
from referee_service.games.dice_settlers.state import points_remaining
from referee_service.games.dice_settlers.turns import is_end_triggered
from referee_service.kernel.bags import count_in, size_of
from tests.games.dice_settlers.full_positions import (
    OPEN_FACTORY,
    after_lines,
    full_position,
    legal_lines,
    points,
    refused_rules,
)
from tests.games.dice_settlers.positions import (
    after,
    given,
    points_by_rule,
    question,
    refusals,
    tokens,
)
from tests.games.rules import rule


def trade_position(symbols=1, **held):
    """Return a position of seat 0 with trade symbols and tokens."""
    return given(seat_0={"active": ["brown_trade"] * symbols, "tokens": held})


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
    """Worked example: one wood and two gold count as three wood."""
    action = TradeTokens(kind, tuple(traded.split()))
    state = trade_position(food=3, wood=3, iron=3, gold=3)
    assert refusals(state, action) == (set() if points else {"trade_tokens.set"})
    if points:
        state = after(state, action)
        assert points_by_rule(state) == {f"score.trade_{kind}": points}
        assert sum(tokens(state).values()) == 12 - len(action.tokens)


@rule("trade_tokens.held", "trade_tokens.sorted")
def test_traded_tokens_must_be_owned_and_sorted():
    state = trade_position(food=1, wood=2)
    assert refusals(state, TradeTokens("any", ("food", "food"))) == {"trade_tokens.held"}
    assert refusals(state, TradeTokens("any", ("wood", "food"))) == {"trade_tokens.sorted"}
    assert not refusals(state, TradeTokens("any", ("food", "wood")))


@rule("score.trade_die", "sell_die.held")
def test_ruling_trade_die_the_die_just_spent_may_be_sold():
    state = after(given(seat_0={"active": ["brown_trade"], "bag": ["grey"], "spent": ["white"]}), TradeDie())
    assert question(state) == "sell_die"
    assert refusals(state, SellDie("grey")) == {"sell_die.held"}
    assert refusals(state, SellDie("brown_trade")) == {"sell_die.held"}
    state = after(state, SellDie("brown"))
    assert points_by_rule(state) == {"score.trade_die": 3}
    assert (state.sold, count_in(state.supply, "brown")) == ((("brown", 1),), 5)
    assert state.players[0].spent == (("white", 1),)


def test_an_active_die_may_be_sold():
    state = after(given(seat_0={"active": ["brown_trade", "white_settle"]}), TradeDie(), SellDie("white_settle"))
    assert state.sold == (("white", 1),)
    assert not state.players[0].active


@rule("trade_die.dice")
def test_a_die_in_the_bag_cannot_be_sold():
    state = given({"tile_10": {0: 1}}, seat_0={"bag": ["white"]})
    assert refusals(state, TradeDie()) == {"trade_die.dice"}
    assert not refusals(given({"tile_10": {0: 1}}, seat_0={"spent": ["white"]}), TradeDie())


def test_foreign_trade_gives_a_point_more_for_each_option():
    seat_0 = {"active": ["brown_trade"], "tokens": {"food": 2}, "technologies": ["foreign_trade"]}
    assert points_by_rule(after(given(seat_0=seat_0), TradeTokens("any", ("food", "food")))) == {"score.trade_any": 3}


def test_ruling_vp_overflow_more_points_come_from_the_box():
    state = trade_position(6, gold=18)
    for _ in range(6):
        state = after(state, TradeTokens("identical", ("gold",) * 3))
    assert points_remaining(state) == 0
    assert points_by_rule(state) == {"score.trade_identical": 36}


def full_trade_position(held, symbols: int = 1, **wanted):
    """Return a full position of seat 0 with these tokens and this number of trade dice."""
    seat_0 = {"active": ["yellow_trade"] * symbols, "tokens": held.split(), **wanted.pop("seat_0", {})}
    return full_position(OPEN_FACTORY, seat_0=seat_0, **wanted)


@pytest.mark.parametrize(
    ("held", "kind", "worth"),
    [
        pytest.param("gold gold wood", "identical", 6, id="gold for two woods"),
        pytest.param("gold wood wood", "different", None, id="two woods are not different"),
        pytest.param("gold iron wood", "different", 5, id="gold counts as gold or food"),
        pytest.param("gold iron wood", "identical", None, id="iron and wood are not identical"),
        pytest.param("gold gold gold", "identical", 6, id="three gold"),
        pytest.param("food iron wood", "different", 5, id="three different"),
        pytest.param("food iron", "any", 2, id="two of any kind"),
        pytest.param("wood wood", "any", 2, id="two of one kind"),
        pytest.param("wood wood", "identical", None, id="two are not three"),
        pytest.param("wood wood wood", "any", None, id="three are not two"),
    ],
)
def test_what_a_set_of_tokens_is_worth(held, kind, worth):
    """Ruling trade_joker."""
    state, line = full_trade_position(held), f"trade_tokens set={kind} tokens={held.replace(' ', ',')}"
    if worth is None:
        assert refused_rules(state, line) == {"trade_tokens.set"}
    else:
        state = after_lines(state, line)
        assert (points(state), tokens(state)) == (worth, {})


def test_every_symbol_one_option_and_every_token_once():
    """6 for three woods, 2 for iron and gold, 3 for a die."""
    state = full_trade_position("gold iron wood wood wood", 3, seat_0={"bag": ["green"] * 4, "spent": ["green"]})
    state = after_lines(state, "trade_tokens set=identical tokens=wood,wood,wood")
    assert refused_rules(state, "trade_tokens set=identical tokens=gold,wood,wood") == {"trade_tokens.held"}
    state = after_lines(state, "trade_tokens set=any tokens=gold,iron", "trade_die", "sell_die die=yellow")
    assert (points(state), tokens(state), question(state)) == (11, {}, "main")
    assert size_of(state.players[0].bag) + size_of(state.players[0].spent) == 7


def test_which_dice_may_be_sold():
    """Ruling trade_die: active and spent dice, also the one just spent, but no die of the bag."""
    seat_0 = {"bag": ["green"], "spent": ["brown"], "active": ["yellow_trade", "grey_raid"]}
    state = full_position(OPEN_FACTORY, seat_0=seat_0)
    before = dict(state.supply)
    state = after_lines(state, "trade_die")
    assert set(legal_lines(state, "sell_die")) == {f"sell_die die={die}" for die in ("grey_raid", "brown", "yellow")}
    assert refused_rules(state, "sell_die die=green") == {"sell_die.held"}
    state = after_lines(state, "sell_die die=yellow")
    assert (points(state), dict(state.sold), dict(state.supply)) == (3, {"yellow": 1}, before)


def test_one_token_is_nothing_to_trade():
    """Without an active or spent die no trade is possible."""
    state = full_position({25: {0: 1}, 10: {0: 1}}, seat_0={"tokens": ["wood"], "bag": ["green"]})
    assert legal_lines(state, "trade_tokens") == []
    assert refused_rules(state, "trade_die") == {"trade_die.dice"}
    assert refused_rules(state, "end_turn") == set()


@pytest.mark.parametrize(("left", "ends"), [(4, True), (6, True), (7, False)])
def test_points_beyond_the_supply_come_from_the_box(left, ends):
    """Ruling vp_overflow: all six points are gained. The last point of the supply triggers the end."""
    state = full_trade_position("wood wood wood", points={1: 30 - left})
    assert points_remaining(state) == left
    assert not is_end_triggered(state)
    state = after_lines(state, "trade_tokens set=identical tokens=wood,wood,wood")
    assert (points(state), points_remaining(state), is_end_triggered(state)) == (6, max(0, left - 6), ends)
