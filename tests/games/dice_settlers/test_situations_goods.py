"""Situations of harvest and trade (91-96), and of research (97-100). L is a line of the rulebook."""

from __future__ import annotations

import pytest

from referee_service.games.dice_settlers.scoring import final_score_lines
from referee_service.games.dice_settlers.state import is_end_triggered, points_remaining
from referee_service.kernel.bags import size_of
from tests.games.dice_settlers.positions import question
from tests.games.dice_settlers.scenes import may, played, points, scene, why_not

OPEN = {25: {0: 1}}
"""A factory of seat 0 that keeps its turn open."""


def tokens(state) -> dict[str, int]:
    """The tokens of seat 0."""
    return dict(state.players[0].tokens)


def trading(held, symbols: int = 1, **wanted):
    """Seat 0 with these tokens and so many trade dice."""
    mine = {"active": ["yellow_trade"] * symbols, "tokens": held.split(), **wanted.pop("mine", {})}
    return scene(OPEN, mine=mine, **wanted)


# --- harvest --------------------------------------------------------------------------------------------------------


def test_a_token_for_every_resource_spent():
    """91, L519: the worked example, two wood and one gold; some dice may be kept back."""
    state = scene(OPEN, mine={"active": ["green_wood", "green_wood", "brown_gold"]})
    some = played(state, "harvest token=wood", "end_action")
    assert (tokens(some), size_of(some.players[0].active)) == ({"wood": 1}, 2)
    assert "action.one" in why_not(some, "harvest token=wood")
    state = played(state, "harvest token=wood", "harvest token=wood", "harvest token=gold")
    assert tokens(state) == {"gold": 1, "wood": 2}
    assert question(state) == "main"


def test_tokens_are_unlimited():
    """91, L101: a thirteenth wood token."""
    state = scene(OPEN, mine={"active": ["green_wood"], "tokens": ["wood"] * 12})
    assert tokens(played(state, "harvest token=wood")) == {"wood": 13}


# --- trade ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("held", "kind", "worth"),
    [
        pytest.param("gold gold wood", "identical", 6, id="92 gold for two woods"),
        pytest.param("gold wood wood", "different", None, id="92 two woods are not different"),
        pytest.param("gold iron wood", "different", 5, id="92 gold is itself or food"),
        pytest.param("gold iron wood", "identical", None, id="92 iron and wood are not identical"),
        pytest.param("gold gold gold", "identical", 6, id="three gold"),
        pytest.param("food iron wood", "different", 5, id="three different"),
        pytest.param("food iron", "any", 2, id="95 two of any kind"),
        pytest.param("wood wood", "any", 2, id="95 two of one kind"),
        pytest.param("wood wood", "identical", None, id="two are not three"),
        pytest.param("wood wood wood", "any", None, id="three are not two"),
    ],
)
def test_what_a_set_of_tokens_is_worth(held, kind, worth):
    """L536-541; ruling trade_joker."""
    state, line = trading(held), f"trade_tokens set={kind} tokens={held.replace(' ', ',')}"
    if worth is None:
        assert why_not(state, line) == {"trade_tokens.set"}
    else:
        state = played(state, line)
        assert (points(state), tokens(state)) == (worth, {})


def test_every_symbol_one_option_and_every_token_once():
    """93, L534-539: 6 for three woods, 2 for iron and gold, 3 for a die."""
    state = trading("gold iron wood wood wood", 3, mine={"bag": ["green"] * 5})
    state = played(state, "trade_tokens set=identical tokens=wood,wood,wood")
    assert why_not(state, "trade_tokens set=identical tokens=gold,wood,wood") == {"trade_tokens.held"}
    state = played(state, "trade_tokens set=any tokens=gold,iron", "trade_die", "sell_die die=yellow")
    assert (points(state), tokens(state), question(state)) == (11, {}, "main")
    assert size_of(state.players[0].bag) + size_of(state.players[0].spent) == 7


def test_which_dice_may_be_sold():
    """94; ruling trade_die: the one just spent and the one just gained, none of the bag; it leaves the game."""
    mine = {"bag": ["green"], "spent": ["brown"], "active": ["yellow_trade", "grey_raid"]}
    state = scene(OPEN, mine=mine)
    before = dict(state.supply)
    state = played(state, "trade_die")
    assert set(may(state, "sell_die")) == {f"sell_die die={die}" for die in ("grey_raid", "brown", "yellow")}
    assert why_not(state, "sell_die die=green") == {"sell_die.held"}
    state = played(state, "sell_die die=yellow")
    assert (points(state), dict(state.sold), dict(state.supply)) == (3, {"yellow": 1}, before)


def test_one_token_is_nothing_to_trade():
    """95, L538: and without a die that is active or spent there is nothing at all."""
    state = scene({25: {0: 1}, 10: {0: 1}}, mine={"tokens": ["wood"], "bag": ["green"]})
    assert may(state, "trade_tokens") == []
    assert why_not(state, "trade_die") == {"trade_die.dice"}
    assert why_not(state, "end_turn") == set()


@pytest.mark.parametrize(("left", "ends"), [(4, True), (6, True), (7, False)])
def test_points_beyond_the_supply_come_from_the_box(left, ends):
    """96, L525; ruling vp_overflow: all six are gained; the last one of the supply triggers the end."""
    state = trading("wood wood wood", points={1: 30 - left})
    assert points_remaining(state) == left
    assert not is_end_triggered(state)
    state = played(state, "trade_tokens set=identical tokens=wood,wood,wood")
    assert (points(state), points_remaining(state), is_end_triggered(state)) == (6, max(0, left - 6), ends)


# --- research -------------------------------------------------------------------------------------------------------


TRAINING = "research technology=military_training"


@pytest.mark.parametrize(
    ("active", "held", "land", "why"),
    [
        pytest.param(["white_research"] * 2, "gold", {18: {0: 1}, 20: {"house": 0}}, set(), id="gold for iron"),
        pytest.param(["white_pioneer"] * 4, "iron", {18: {0: 1}, 20: {0: 1}}, set(), id="four pioneers"),
        pytest.param(
            ["white_research"] * 2, "gold " * 10, {18: {0: 1}}, {"research.terrains"}, id="no mountain, however rich"
        ),
        pytest.param(
            ["white_research"], "iron", {18: {0: 1}, 20: {0: 1}}, {"research.symbols"}, id="one symbol is not two"
        ),
        pytest.param(
            ["white_research"] * 2, "wood", {18: {0: 1}, 20: {0: 1}}, {"research.tokens"}, id="wood is not iron"
        ),
    ],
)
def test_what_military_training_takes(active, held, land, why):
    """97, L545-567; ruling entrainement."""
    mine = {"active": active, "tokens": held.split()}
    state = scene({**OPEN, **land}, mine=mine, technologies=["military_training"])
    assert why_not(state, TRAINING) == why
    if not why:
        assert played(state, TRAINING).players[0].technologies == ("military_training",)


def test_everybody_may_have_a_technology_once():
    """98, L549; ruling research_one: one card in an action."""
    mine = {"active": ["white_research"] * 6, "tokens": ["iron"] * 3}
    state = scene({**OPEN, 18: {0: 1}, 20: {0: 1}}, mine=mine, other={"technologies": ["military_training"]})
    state = played(state, TRAINING)
    assert why_not(state, TRAINING) == {"action.one", "action.different", "research.twice"}
    assert "action.one" in why_not(state, "research technology=improved_tools")


def test_other_tokens_do_not_stand_for_gold():
    """99, L545: foreign trade costs food, wood and gold."""
    land, research = {14: {0: 1}, 12: {0: 1}}, "research technology=foreign_trade"
    dice = ["white_research"] * 4
    poor = scene({**OPEN, **land}, mine={"active": dice, "tokens": ["food", "wood", "wood"]}, technologies=["foreign_trade"])
    assert why_not(poor, research) == {"research.tokens"}
    short = scene({**OPEN, **land}, mine={"active": dice, "tokens": ["gold", "wood"]}, technologies=["foreign_trade"])
    assert why_not(short, research) == {"research.tokens"}
    rich = scene({**OPEN, **land}, mine={"active": dice, "tokens": ["gold", "gold", "wood"]}, technologies=["foreign_trade"])
    assert tokens(played(rich, research)) == {}


def test_an_explosive_technology_explodes_and_may_be_researched_again():
    """100, L901-905; ruling research_one: never twice at a time, and by a research action only."""
    mine = {"active": ["grey_raid", "white_research", "white_research"], "tokens": ["iron"], "tents": 3}
    land = {**OPEN, 20: {0: 1, 1: 3}}
    state = scene(land, mine={**mine, "technologies": ["dynamite"]})
    assert why_not(state, "research technology=dynamite") == {"research.twice"}
    state = played(state, "explode technology=dynamite")
    assert (state.players[0].technologies, dict(state.players[0].extra_symbols)) == ((), {"raid": 3})
    assert why_not(state, "explode technology=dynamite") == {"explode.explosive"}
    assert why_not(state, "research technology=dynamite") == set()
    done = scene(land, mine={**mine, "technologies": ["dynamite"], "actions_done": ["research"]}, has_acted=True)
    done = played(done, "explode technology=dynamite")
    assert "action.different" in why_not(done, "research technology=dynamite")


def test_an_explosive_technology_counts_while_its_marker_lies_there():
    """100, L901: for its own points and for the university."""
    mine = {"active": ["white_settle"], "technologies": ["university", "dynamite"]}
    state = scene(OPEN, mine=mine)
    assert card_points(state) == [("score.technology", 2), ("score.technology", 4), ("score.technology_effect", 2)]
    state = played(state, "explode technology=dynamite")
    assert card_points(state) == [("score.technology", 4), ("score.technology_effect", 1)]


def card_points(state) -> list[tuple[str, int]]:
    """What the technologies of seat 0 would score."""
    lines = [
        (line.rule, line.points) for line in final_score_lines(state, 0) if line.rule.startswith("score.technology")
    ]
    return sorted(lines)
