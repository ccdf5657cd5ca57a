"""Main action research."""

from __future__ import annotations

import pytest

from referee_service.games.dice_settlers.actions.research import Research
from referee_service.kernel.actions.pay import Pay
from referee_service.kernel.actions.pay_cheapest import PayCheapest
from tests.games.dice_settlers.full_positions import (
    OPEN_FACTORY,
    after_lines,
    full_position,
    refused_rules,
)
from tests.games.dice_settlers.positions import (
    FOREST,
    MOUNTAIN,
    PLAIN,
    after,
    given,
    question,
    refusals,
    spent_count,
    tokens,
)
from tests.games.rules import rule

TRAINING_TILES = {FOREST: {0: 1}, MOUNTAIN: {0: 1}}


def research_position(**seat_0):
    """Return a position in which seat 0 can research Military Training."""
    table = ("wanderlust", "improved_tools", "military_training")
    tiles = seat_0.pop("tiles", TRAINING_TILES | {PLAIN: {1: 1}})
    return given(tiles, seat_0={"active": ["white_research"] * 2, "tokens": {"iron": 1}} | seat_0, technologies=table)


@rule("research.terrains", "research.symbols", "research.tokens")
def test_the_price_of_military_training():
    """Worked example: two research symbols, an iron (or gold) token, forest and mountain."""
    action = Research("military_training")
    assert refusals(research_position(tiles={FOREST: {0: 1}}), action) == {"research.terrains"}
    assert refusals(research_position(active=["white_research"]), action) == {"research.symbols"}
    assert refusals(research_position(tokens={"wood": 1}), action) == {"research.tokens"}
    for token in ("iron", "gold"):
        state = after(research_position(tokens={token: 1}), action)
        assert (state.players[0].technologies, tokens(state)) == (("military_training",), {})
        assert spent_count(state, "white") == 2


@rule("research.table", "research.twice")
def test_ruling_research_one_never_the_same_twice():
    assert "research.table" in refusals(research_position(), Research("walls"))
    assert refusals(research_position(technologies=["military_training"]), Research("military_training")) == {
        "research.twice"
    }
    state = research_position()
    assert not refusals(state, Research("military_training"))
    assert after(state, Research("military_training")).players[0].actions_done == ("research",)


def test_gold_or_the_token_itself_is_the_payers_choice():
    state = after(research_position(tokens={"iron": 1, "gold": 1}), Research("military_training"))
    assert question(state) == "payment"
    assert tokens(after(state, Pay("gold_for_iron"))) == {"iron": 1}
    assert tokens(after(state, PayCheapest())) == {"gold": 1}


def test_several_players_may_have_the_same_technology():
    state = research_position()
    other = given(
        TRAINING_TILES,
        seat_0={"active": ["white_research"] * 2, "tokens": {"iron": 1}},
        technologies=state.technologies,
    )
    assert not refusals(other, Research("military_training"))


RESEARCH_TRAINING = "research technology=military_training"


@pytest.mark.parametrize(
    ("active", "held", "land", "why"),
    [
        pytest.param(["white_research"] * 2, "gold", {18: {0: 1}, 20: {"house": 0}}, set(), id="gold for iron"),
        pytest.param(["white_pioneer"] * 4, "iron", {18: {0: 1}, 20: {0: 1}}, set(), id="four pioneers"),
        pytest.param(["white_research"] * 2, "gold " * 10, {18: {0: 1}}, {"research.terrains"}, id="no mountain"),
        pytest.param(
            ["white_research"], "iron", {18: {0: 1}, 20: {0: 1}}, {"research.symbols"}, id="one symbol is not two"
        ),
        pytest.param(
            ["white_research"] * 2, "wood", {18: {0: 1}, 20: {0: 1}}, {"research.tokens"}, id="wood is not iron"
        ),
    ],
)
def test_the_full_price_of_military_training(active, held, land, why):
    """Ruling entrainement."""
    seat_0 = {"active": active, "tokens": held.split()}
    state = full_position({**OPEN_FACTORY, **land}, seat_0=seat_0, technologies=["military_training"])
    assert refused_rules(state, RESEARCH_TRAINING) == why
    if not why:
        assert after_lines(state, RESEARCH_TRAINING).players[0].technologies == ("military_training",)


def test_each_player_may_have_a_technology_once():
    """Ruling research_one: one card per action."""
    seat_0 = {"active": ["white_research"] * 6, "tokens": ["iron"] * 3}
    state = full_position(
        {**OPEN_FACTORY, 18: {0: 1}, 20: {0: 1}}, seat_0=seat_0, seat_1={"technologies": ["military_training"]}
    )
    state = after_lines(state, RESEARCH_TRAINING)
    assert refused_rules(state, RESEARCH_TRAINING) == {"action.one", "action.different", "research.twice"}
    assert "action.one" in refused_rules(state, "research technology=improved_tools")


def test_other_tokens_do_not_stand_for_gold():
    """Foreign trade costs food, wood and gold."""
    land, research = {14: {0: 1}, 12: {0: 1}}, "research technology=foreign_trade"
    dice = ["white_research"] * 4
    poor = full_position(
        {**OPEN_FACTORY, **land},
        seat_0={"active": dice, "tokens": ["food", "wood", "wood"]},
        technologies=["foreign_trade"],
    )
    assert refused_rules(poor, research) == {"research.tokens"}
    short = full_position(
        {**OPEN_FACTORY, **land}, seat_0={"active": dice, "tokens": ["gold", "wood"]}, technologies=["foreign_trade"]
    )
    assert refused_rules(short, research) == {"research.tokens"}
    rich = full_position(
        {**OPEN_FACTORY, **land},
        seat_0={"active": dice, "tokens": ["gold", "gold", "wood"]},
        technologies=["foreign_trade"],
    )
    assert tokens(after_lines(rich, research)) == {}
