"""Situations of the Bot's trade, research and governing (154-157), and of the end of a solo game (159-167).

L is a line of the rulebook.
"""

from __future__ import annotations

import pytest

from referee_service.games.dice_settlers.questions import KeepDiceFrame, RollDiceFrame
from referee_service.games.dice_settlers.scoring import final_score_lines, result
from referee_service.games.dice_settlers.state import is_end_triggered
from referee_service.kernel.state import CHANCE
from tests.games.dice_settlers.positions import question
from tests.games.dice_settlers.scenes import at, bot_acts, bot_scene, may, played, points, scene, stands, why_not
from tests.games.rules import rule

HUMAN = {24: {0: 1}}


# --- trade and research ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("force", "centre", "each", "worth", "left"),
    [(2, 4, 2, 8, 0), (3, 2, 2, 6, 0), (1, 5, 2, 6, 2), (2, 0, 2, 2, 0), (2, 4, 1, 4, 0), (2, 4, 3, 12, 0)],
)
def test_the_bot_trades_the_tokens_of_the_centre(force, centre, each, worth, left):
    """154 and 164, L794: up to three for each force, a point for force unused; tokens at the sides do not count."""
    land, options = {**HUMAN, 18: {1: 1}}, {"bot_trade": each}
    state = bot_acts("trade", force, land, centre=["wood"] * centre, options=options)
    assert (points(state, 1), sum(count for _, count in state.bot.centre)) == (worth, left)


ALL_BUT_DESERT = {24: {1: 1}, 14: {1: 1}, 18: {1: 1}, 20: {1: 1}}


def test_the_bot_researches_the_card_of_most_points():
    """155, L800-805: prosperity needs a desert; education comes before builder on the table; one force is left."""
    state = bot_acts("research", 4, ALL_BUT_DESERT, centre=["food", "wood", "wood", "iron"])
    assert state.bot.technologies == ("education",)
    assert (dict(state.bot.centre), points(state, 1)) == ({"iron": 1, "wood": 1}, 1)
    again = bot_acts(
        "research", 4, ALL_BUT_DESERT, centre=["food", "wood", "wood", "iron"], bot_technologies=["education"]
    )
    assert again.bot.technologies == ("builder", "education")
    assert (dict(again.bot.centre), points(again, 1)) == ({"food": 1}, 0)


def test_gold_pays_for_the_bot_what_is_lacking():
    """155, L804; and where nothing can be had all force is worth points."""
    state = bot_acts("research", 3, ALL_BUT_DESERT, centre=["gold", "wood"])
    assert (state.bot.technologies, state.bot.centre) == (("education",), ())
    poor = bot_acts("research", 4, ALL_BUT_DESERT)
    assert (poor.bot.technologies, points(poor, 1)) == ((), 4)


def test_technologies_and_tiles_do_nothing_for_the_bot():
    """156, L739 and L807: palisades do not protect it."""
    mine = {"active": ["grey_raid"], "tents": 1}
    cards = ["stability", "palisades", "conscription"]
    state = scene({24: {0: 1, 1: 2}, 10: {1: 1}}, seats=1, mine=mine, bot_technologies=cards)
    assert stands(played(state, "raid tile=tile_24 side=1"), 24)[0] == (2, 1)
    traded = bot_acts("trade", 1, {24: {0: 1}, 10: {1: 1}}, bot_technologies=cards)
    assert points(traded, 1) == 1


# --- governing ------------------------------------------------------------------------------------------------------


@rule("ruling.bot_governs")
@pytest.mark.parametrize("action", ["settle", "trade"])
@pytest.mark.parametrize(("human", "governs"), [(0, True), (1, False)])
def test_a_lead_that_the_player_gave_away_becomes_a_house_when_the_bot_acts(action, human, governs):
    """157, silent: governing is free and at once (L756), so it comes first, whatever the Bot does then."""
    state = bot_acts(action, 1, {1: {0: human, 1: 3}, 3: {1: 1}, 24: {0: 1}}, bot_tents=1)
    assert stands(state, 1) == (((0, 0), 1) if governs else ((human, 3), -1))


def test_the_last_house_goes_where_most_points_are():
    """157: ruling bot_governs."""
    built = {tile: {"house": 1} for tile in (12, 16, 22, 13)}
    state = bot_acts("trade", 1, {**built, 24: {1: 3}, 20: {1: 3}, 18: {1: 3}})
    assert [stands(state, tile)[1] for tile in (24, 20, 18)] == [-1, 1, -1]


# --- clean-up and end -----------------------------------------------------------------------------------------------


def cleaning(land, **wanted):
    """The player has no dice to keep, and is asked about the Bot's factories if there is anything to ask."""
    return scene(land, seats=1, mine={"bag": ["green"]}, stage="cleanup", pending=(KeepDiceFrame(0),), **wanted)


def test_the_player_may_remove_one_tent_of_the_bot_from_a_factory():
    """159, L813; ruling solo_factory_removal: to its own supply, without the effect of the factory."""
    land = {13: {0: 1, 1: 3}, 16: {1: 2}, 25: {0: 2, 1: 2}, 11: {1: 1, "house": 1}, 24: {1: 5}}
    state = cleaning(land, bot_tents=1)
    assert set(may(state, "remove_tent")) == {"remove_tent tile=tile_13", "remove_tent tile=tile_16"}
    assert why_not(state, "decline") == set()
    assert why_not(state, "remove_tent tile=tile_25") == {"remove_tent.factory"}
    assert why_not(state, "remove_tent tile=tile_24") == {"remove_tent.factory"}
    state = played(state, "remove_tent tile=tile_13")
    assert (stands(state, 13)[0], state.bot.tents, state.bot.centre) == ((1, 2), 2, ())
    assert state.round == 2


def test_a_tent_may_be_removed_before_the_final_score():
    """159: in the last round too."""
    state = cleaning({16: {1: 2, 0: 1}, 24: {0: 1}}, is_last_round=True, deck=[])
    assert question(state) == "remove_tent"
    state = played(state, "remove_tent tile=tile_16")
    assert state.stage == "over"
    assert {line.rule: line.points for line in state.score_lines[0]}["score.tile_first"] == 12


@pytest.mark.parametrize(
    ("options", "worth"),
    [
        pytest.param({}, 70, id="as the book has it"),
        pytest.param({"bot_technology": 0, "bot_token": 0}, 63, id="easy: nothing beside"),
        pytest.param({"bot_technology": 2}, 72, id="hard: two for each technology"),
    ],
)
def test_the_whole_score_of_the_bot(options, worth):
    """160, L807-820; ruling solo_scoring: no effects of cards, all its dice, its tokens."""
    land = {20: {"house": 1}, 14: {"house": 1}, 24: {1: 1}, 18: {0: 1}}
    state = scene(
        land,
        seats=1,
        mine={"active": ["white_settle"], "tokens": ["wood"] * 4},
        dice_queue=["white"] * 3 + ["green"] * 2 + ["grey"],
        around={"raid": ["grey", "grey", "iron"], "trade": ["brown", "food"]},
        centre=["wood", "wood", "gold"],
        bot_technologies=["builder", "prosperity"],
        points={1: 17},
        options=options,
    )
    assert 17 + sum(line.points for line in final_score_lines(state, 1)) == worth
    assert sum(line.points for line in final_score_lines(state, 0)) == 7 + (1 + state.players[0].spent[0][1]) // 2 * 3


@pytest.mark.parametrize(
    ("wanted", "ends"),
    [
        ({}, False),
        ({"points": {0: 10, 1: 20}}, True),
        ({"points": {0: 10, 1: 19}}, False),
        ({"supply": {"green": 1, "grey": 1}, "dice_queue": ["brown"] * 5}, True),
    ],
)
def test_the_bot_brings_the_end_nearer_like_a_player(wanted, ends):
    """161, L654: by its points, its dice; and by its fifth house."""
    assert is_end_triggered(bot_scene({24: {0: 1}, 18: {1: 1}}, {"raid": ["white"]}, **wanted)) is ends


def test_the_fifth_house_of_the_bot():
    """161, L329."""
    built = {tile: {"house": 1} for tile in (12, 16, 22, 13)}
    assert not is_end_triggered(bot_scene({24: {0: 1}, **built, 18: {1: 2}}, {"raid": ["white"]}))
    state = bot_acts("settle", 1, {1: {1: 1}, 3: {1: 1}, **built, 18: {1: 2}}, bot_tents=1)
    assert stands(state, 18)[1] == 1
    assert is_end_triggered(state)


# --- difficulty and the gold rush -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "force", "worth"), [("explore", 3, (0, 2, 4)), ("explore", 4, (0, 3, 6)), ("recruit", 5, (0, 2, 4))]
)
def test_unused_force_by_difficulty(action, force, worth):
    """163, L827 and L835."""
    for leftover in (0, 1, 2):
        state = bot_acts(action, force, {1: {0: 1}, 14: {1: 1}}, options={"bot_leftover": leftover})
        assert points(state, 1) == worth[leftover]


def test_in_the_gold_rush_tokens_used_come_to_the_centre_as_gold_before_the_action():
    """165, L706-708 and L845: three gold for one force, a point for the other."""
    around, options = {"trade": ["white", "wood"]}, {"gold_rush": True}
    state = bot_scene({24: {0: 1}, 18: {1: 1}}, around, centre=["gold", "gold"], options=options)
    state = played(state, "move_bot steps=1")
    assert (points(state, 1), state.bot.centre) == (7, ())
    usual = bot_scene({24: {0: 1}, 18: {1: 1}}, around, centre=["gold", "gold"])
    assert points(played(usual, "move_bot steps=1"), 1) == 5


def test_in_the_gold_rush_the_first_gold_opens_the_centre():
    """166, L845: then tokens are spread, and each stays what it is until it comes to the centre."""
    state = bot_scene({1: {0: 1}, 3: {1: 1}}, {"explore": ["gold"]}, options={"gold_rush": True}, deck=[])
    state = played(state, "move_bot steps=1")
    assert (dict(state.bot.centre), points(state, 1)) == ({"gold": 1}, 1)
    rolling = {"stage": "roll", "turn_index": 1, "active_side": 0, "pending": (RollDiceFrame(CHANCE, 1, ("green", "green")),)}
    mine = {"active": ["white_settle"]}
    spread = scene(HUMAN, seats=1, mine=mine, centre=["gold"], options={"gold_rush": True}, **rolling)
    spread = played(spread, "roll_die face=wood", "roll_die face=wood")
    assert [at(spread, action)[1] for action in ("explore", "research")] == ["wood", "wood"]
    empty = scene(HUMAN, seats=1, mine=mine, options={"gold_rush": True}, **rolling)
    empty = played(empty, "roll_die face=wood", "roll_die face=wood")
    assert dict(empty.bot.centre) == {"gold": 2}


@pytest.mark.parametrize(("bots", "winners"), [(9, (0,)), (10, (0,)), (11, ())])
def test_who_wins_alone(bots, winners):
    """167, L631 and L817; ruling beaten: a tie is shared. Both have four dice and the same tile."""
    queue = ["white", "white", "white", "green"]
    state = cleaning({24: {0: 1, 1: 1}}, is_last_round=True, points={0: 10, 1: bots}, dice_queue=queue)
    assert (state.stage, points(state) - points(state, 1)) == ("over", 10 - bots)
    assert result(state).winners == winners
