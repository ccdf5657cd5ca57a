"""The Bot of the solo game: its dice, its marker, its six actions and priorities, its adjustments."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.dice_settlers.actions.add_tent import AddTent
from referee_service.games.dice_settlers.actions.choose_colour import ChooseColour
from referee_service.games.dice_settlers.actions.choose_for_bot import ChooseForBot
from referee_service.games.dice_settlers.actions.draw_tile import DrawTile
from referee_service.games.dice_settlers.actions.end_turn import EndTurn
from referee_service.games.dice_settlers.actions.keep_dice import KeepDice
from referee_service.games.dice_settlers.actions.move_bot import MoveBot
from referee_service.games.dice_settlers.actions.place_tile import PlaceTile
from referee_service.games.dice_settlers.actions.queue_die import QueueDie
from referee_service.games.dice_settlers.actions.remove_tent import RemoveTent
from referee_service.games.dice_settlers.actions.settle import Settle
from referee_service.games.dice_settlers.printed_bot.hexagon import assign_dice, dice_to_take, marker_stop
from referee_service.games.dice_settlers.printed_bot.priorities import bot_cells, settle_choices
from referee_service.games.dice_settlers.questions import BotActFrame, BotMoveFrame
from referee_service.games.dice_settlers.questions import KeepDiceFrame as Keeping
from referee_service.games.dice_settlers.questions import PlaceTileFrame as Placing
from referee_service.games.dice_settlers.scoring import final_score_lines
from referee_service.games.dice_settlers.state import BOT, map_tile
from referee_service.kernel.actions.decline import Decline
from referee_service.kernel.bags import size_of
from referee_service.kernel.state import CHANCE
from tests.games.dice_settlers.positions import (
    DESERT,
    FOREST,
    GAME,
    HILL,
    MOUNTAIN,
    PLAIN,
    TABLES,
    after,
    legal,
    lines,
    question,
    refusals,
    resting,
    solo,
    tents,
)
from tests.games.rules import rule


def acting(action, force, tiles=None, **wanted):
    """A solo game in which the Bot acts with this force, and what happens by itself has happened."""
    wanted = {"active_side": BOT, "turn_index": 1, "mine": {"active": ["white_settle"]}} | wanted
    return resting(solo(tiles, pending=(BotActFrame(0, action, force),), **wanted))


def side(state, action):
    """What lies at a side of the hexagon."""
    return state.bot.edges[TABLES.hexagon.index(action)]


# --- rolling --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("queue", "quota", "cap", "taken"),
    [
        (1, 9, 1, 1),
        (4, 9, 1, 4),
        (5, 9, 1, 4),
        (8, 9, 1, 4),
        (9, 9, 1, 5),
        (10, 9, 1, 5),
        (11, 9, 1, 6),
        (14, 9, 1, 6),
        (14, 3, 1, 4),
        (14, 3, 0, 3),
        (14, 3, 2, 5),
        (0, 3, 1, 0),
    ],
)
def test_how_many_dice_the_bot_takes_and_the_easy_and_hard_caps(queue, quota, cap, taken):
    state = solo(dice_queue=["white"] * queue, mine={"quota": quota}, options={"bot_cap": cap})
    assert dice_to_take(state) == taken


def test_the_bots_six_dice():
    """Worked example: pioneer, wood, research, settle and two gold, with an iron token in the centre."""
    state = solo(around={"recruit": ["white"]}, centre={"iron": 1})
    rolled = ("white_pioneer", "green_wood", "white_research", "white_settle", "brown_gold", "brown_gold")
    state = assign_dice(state, rolled)
    assert [dict(side(state, action).dice) for action in ("settle", "research", "explore")] == [{"white": 1}] * 3
    assert [side(state, action).token for action in ("raid", "trade", "explore")] == ["wood", "gold", "gold"]
    assert not side(state, "research").token
    assert state.pending[-1].dice == (("brown", 2), ("green", 1))


def test_ruling_solo_centre_empty_takes_all_tokens():
    state = assign_dice(solo(), ("green_wood", "brown_gold"))
    assert dict(state.bot.centre) == {"wood": 1, "gold": 1}
    full = {action: ["white", "iron"] for action in TABLES.hexagon}
    state = assign_dice(solo(around=full, centre={"iron": 1}), ("green_wood",))
    assert dict(state.bot.centre) == {"iron": 1, "wood": 1}


def test_ruling_solo_next_side_the_markers_own_side_comes_last():
    state = assign_dice(solo(bot={"marker": 2}), ("white_pioneer",))
    assert size_of(side(state, "raid").dice) == 1
    lonely = {action: ["white"] for action in TABLES.hexagon if action != "research"}
    state = assign_dice(solo(around=lonely, bot={"marker": 2}), ("white_pioneer",))
    assert size_of(side(state, "research").dice) == 1


@rule("ruling.bot_order")
def test_dice_of_resources_queue_again_in_random_order():
    state = resting(assign_dice(solo(dice_queue=["white"]), ("green_wood", "grey_iron", "grey_iron")))
    assert question(state) == "queue_dice"
    assert {action.colour for action in legal(state)} == {"green", "grey"}
    state = after(state, QueueDie("grey"), QueueDie("green"))
    assert state.bot.dice_queue == ("white", "grey", "green", "grey")
    assert assign_dice(solo(centre={"food": 1}), ("green_wood", "grey_iron")).bot.edges[1].token == "wood"


# --- the marker -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("steps", "action"), [(1, "explore"), (2, "explore"), (3, "research"), (4, "trade"), (5, "recruit")]
)
def test_the_markers_steps(steps, action):
    """Worked example: one or two to explore, three to research, four past raid to trade; its own side comes last."""
    around = {"explore": ["white", "gold"], "research": ["white"], "trade": ["white"], "recruit": ["green"]}
    assert TABLES.hexagon[marker_stop(solo(around=around).bot, steps)] == action


def test_what_lies_where_the_marker_stops_is_the_force_and_is_cleared_away():
    state = solo(around={"trade": ["white", "green", "gold"]}, active_side=BOT, turn_index=1, pending=(BotMoveFrame(CHANCE),))
    state = after(state, MoveBot(1))
    assert (state.pending[0].action, state.pending[0].force) == ("trade", 3)
    assert state.pending[-1].dice == (("green", 1), ("white", 1))
    assert side(state, "trade") == replace(side(state, "trade"), dice=(), token="")
    assert state.bot.centre == ()


def test_with_nothing_around_the_bot_does_nothing():
    state = solo(active_side=BOT, turn_index=1, mine={"active": ["white_settle"]}, pending=(BotMoveFrame(CHANCE),))
    assert resting(state).active_side == 0


def test_the_gold_rush_keeps_tokens_as_gold():
    around = {"trade": ["white", "iron"]}
    state = solo(around=around, active_side=BOT, turn_index=1, pending=(BotMoveFrame(CHANCE),), options={"gold_rush": True})
    assert dict(after(state, MoveBot(1)).bot.centre) == {}
    assert lines(after(state, MoveBot(1)), BOT) == {"score.bot_trade": 2, "score.bot_force": 1}
    assert dict(assign_dice(state, ("green_wood",)).bot.centre) == {"gold": 1}


def test_ruling_solo_first_the_human_begins_and_the_tile_goes_round():
    state = solo(stage="cleanup", pending=(Keeping(0),), mine={"active": ["white_settle"]}, deck={HILL: 1})
    assert state.first_side == 0
    state = after(state, KeepDice(()))
    assert (state.round, state.first_side, state.stage) == (2, BOT, "roll")


# --- recruit --------------------------------------------------------------------------------------------------------

GREEN_AND_GREY = {FOREST: {1: 1}, MOUNTAIN: {1: 1}, PLAIN: {0: 1}}
QUEUE = ["white"] * 3 + ["yellow"] * 3 + ["green"]


@rule("bot.recruit")
def test_the_grey_die():
    """Worked example: it takes grey first, then green or grey by what is rarer, and among equals you choose."""
    state = acting("recruit", 1, GREEN_AND_GREY, dice_queue=QUEUE)
    assert state.bot.dice_queue[-1] == "grey"
    rarer = acting("recruit", 1, GREEN_AND_GREY, dice_queue=[*QUEUE, "grey"], supply={"green": 3, "grey": 2, "brown": 1})
    assert rarer.bot.dice_queue[-1] == "grey"
    state = acting("recruit", 1, GREEN_AND_GREY, dice_queue=[*QUEUE, "grey"])
    assert (question(state), GAME.turn(state).seat) == ("bot_recruit", 0)
    assert refusals(state, ChooseColour("yellow")) == {"bot.recruit"}
    assert after(state, ChooseColour("green")).bot.dice_queue[-1] == "green"


@rule("score.bot_force")
@pytest.mark.parametrize(("force", "dice", "points"), [(1, 1, None), (2, 1, None), (3, 2, None), (5, 2, 2)])
def test_ruling_solo_recruit_2_one_die_no_points(force, dice, points):
    state = acting("recruit", force, {FOREST: {1: 1}, PLAIN: {0: 1}})
    assert (len(state.bot.dice_queue), lines(state, BOT).get("score.bot_force")) == (dice, points)


@rule("ruling.bot_one_die")
def test_one_die_where_two_were_meant_leaves_force_over():
    state = acting("recruit", 3, {FOREST: {1: 1}}, supply={"green": 1, "grey": 1, "brown": 1})
    assert (len(state.bot.dice_queue), lines(state, BOT)) == (1, {"score.bot_force": 2})
    assert lines(acting("recruit", 3, {FOREST: {1: 1}}), BOT) == {}


@pytest.mark.parametrize(("leftover", "points"), [(0, None), (1, 4), (2, 8)])
def test_ruling_solo_nothing_all_force_becomes_points_easy_and_hard(leftover, points):
    state = acting("recruit", 4, {FOREST: {1: 1}}, supply={"grey": 3}, options={"bot_leftover": leftover})
    assert lines(state, BOT).get("score.bot_force") == points
    state = acting("explore", 4, deck={}, options={"bot_leftover": leftover})
    assert lines(state, BOT).get("score.bot_force") == points
    state = acting("research", 4, {FOREST: {1: 1}}, options={"bot_leftover": leftover})
    assert lines(state, BOT).get("score.bot_force") == points


# --- explore --------------------------------------------------------------------------------------------------------


def test_ruling_solo_explore_spot_far_from_the_player():
    tiles = {FOREST: {0: 1}, PLAIN: {1: 1}, HILL: {1: 1}}
    assert bot_cells(solo(tiles)) == ((1, 1),)
    beside = {FOREST: {0: 1}, PLAIN: {1: 1}}
    assert bot_cells(solo(beside)) == ((0, 1), (1, -1))


def test_the_bot_explores_with_one_force_and_ignores_the_tile():
    tiles = {FOREST: {0: 1}, PLAIN: {1: 1}, HILL: {1: 1}}
    state = after(acting("explore", 3, tiles, deck={"tile_15": 1, DESERT: 1}), DrawTile("tile_15"))
    assert tents(state, "tile_15", BOT) == 1
    assert (lines(state, BOT), state.bot.tents) == ({"score.bot_force": 2}, 3)
    assert question(state) == "main"


def test_the_player_lays_the_tile_where_the_bot_is_indifferent_and_may_follow():
    state = after(acting("explore", 1, deck={HILL: 1}), DrawTile(HILL))
    assert (question(state), GAME.turn(state).seat) == ("place_tile", 0)
    assert refusals(state, PlaceTile(-1, 0)) == {"place_tile.spot"}
    state = after(state, PlaceTile(0, 1))
    assert question(state) == "follow"
    state = after(state, AddTent())
    assert (tents(state, HILL), tents(state, HILL, BOT), state.bot.tents) == (1, 2, 2)


def test_ruling_solo_follow_the_bot_always_follows():
    state = solo(mine={"actions_done": ["explore"]}, has_acted=True, pending=(Placing(0, HILL, 0),))
    state = after(state, PlaceTile(0, 1))
    assert (tents(state, HILL, BOT), question(state)) == (1, "defend")
    far = {FOREST: {0: 1}, PLAIN: {}, DESERT: {}, MOUNTAIN: {1: 1}}
    state = solo(far, mine={"actions_done": ["explore"]}, has_acted=True, pending=(Placing(0, HILL, 0),))
    assert tents(after(state, PlaceTile(1, -1)), HILL, BOT) == 0


# --- settle ---------------------------------------------------------------------------------------------------------


@rule("bot.priority")
@pytest.mark.parametrize(
    ("tiles", "chosen"),
    [
        ({FOREST: {1: 1}, "tile_16": {}, PLAIN: {}}, [PLAIN]),
        ({FOREST: {1: 1}, "tile_16": {}, PLAIN: {1: 1}}, ["tile_16"]),
        ({FOREST: {1: 1}, HILL: {1: 2}, "tile_10": {"house": 0, 0: 1}}, [HILL]),
        ({FOREST: {1: 1}, "tile_16": {1: 2}}, ["tile_16"]),
        ({FOREST: {1: 1, 0: 2}, "tile_16": {1: 2, 0: 3}}, [FOREST]),
        ({FOREST: {1: 1, 0: 2}, "tile_16": {1: 2, 0: 2}}, ["tile_16"]),
        ({FOREST: {1: 1, 0: 1}, "tile_16": {1: 2, 0: 2}}, [FOREST]),
        ({"tile_18": {1: 1}, "tile_17": {1: 1}}, ["tile_18"]),
        ({"tile_16": {1: 1}, PLAIN: {1: 1}, HILL: {1: 1}}, ["tile_16", PLAIN, HILL]),
    ],
)
def test_where_the_bot_settles(tiles, chosen):
    """New colours, new tiles, near to a house, breaking sole control, then shared control, the most points, you."""
    state = solo(tiles)
    assert settle_choices(state) == chosen
    if len(chosen) > 1:
        state = acting("settle", 1, tiles)
        assert refusals(state, ChooseForBot(FOREST)) == {"bot.priority"}
        assert tents(after(state, ChooseForBot(HILL)), HILL, BOT) == 2


def test_denying_sole_control_comes_before_denying_shared_control():
    tiles = {FOREST: {1: 1, 0: 2}, "tile_16": {1: 2, 0: 3}, "tile_15": {1: 1, 0: 2}}
    assert settle_choices(solo(tiles)) == [FOREST]


TIED = {FOREST: {1: 5, 0: 5}}
"""One tile, where nobody will govern."""


@pytest.mark.parametrize(("force", "left"), [(2, 2), (3, 4)])
def test_ruling_solo_settle_5_the_first_example(force, left):
    """Worked example: one tent, then three more are fetched, or five with more force; one of them is placed."""
    state = acting("settle", force, TIED, bot={"tents": 1})
    assert (state.bot.tents, tents(state, FOREST, BOT)) == (left, 7)
    assert not lines(state, BOT)


def test_ruling_solo_tents_the_second_example():
    """Worked example: two tents and two in the supply, force five: all are fetched, and three force are points."""
    state = acting("settle", 5, {FOREST: {1: 16, 0: 20}}, bot={"tents": 2})
    assert (tents(state, FOREST, BOT), state.bot.tents) == (19, 1)
    assert lines(state, BOT) == {"score.bot_force": 3}


def test_the_bot_governs_at_once_while_it_has_houses():
    state = acting("settle", 1, {FOREST: {1: 2}}, bot={"tents": 1})
    assert (map_tile(state, FOREST).house, tents(state, FOREST, BOT)) == (BOT, 0)
    built = {f"tile_{n:02}": {"house": 1} for n in (2, 6, 12, 10, 21)}
    state = acting("settle", 1, {FOREST: {1: 2}} | built, bot={"tents": 1})
    assert (map_tile(state, FOREST).house, tents(state, FOREST, BOT)) == (-1, 3)


# --- raid -----------------------------------------------------------------------------------------------------------


def test_the_bot_raids_where_most_force_is_used():
    tiles = {FOREST: {1: 1, 0: 1}, PLAIN: {1: 3, 0: 2}}
    state = acting("raid", 2, tiles)
    assert (tents(state, PLAIN), tents(state, PLAIN, BOT), state.players[0].tents) == (0, 2, 5)
    assert map_tile(state, PLAIN).house == BOT


@pytest.mark.parametrize(
    ("tiles", "raided"),
    [
        ({FOREST: {1: 1, 0: 2}, MOUNTAIN: {1: 2, 0: 2}}, FOREST),
        ({FOREST: {1: 2, 0: 2}, MOUNTAIN: {1: 1, 0: 4}}, FOREST),
        ({FOREST: {1: 2, 0: 1}, MOUNTAIN: {1: 3, 0: 1}}, MOUNTAIN),
        ({FOREST: {1: 2, 0: 1}, MOUNTAIN: {1: 2, 0: 1}}, MOUNTAIN),
    ],
)
def test_the_priorities_of_a_raid(tiles, raided):
    """Breaking sole control, then shared control, near to a house, the most points."""
    state = acting("raid", 1, tiles)
    assert tents(state, raided) == tiles[raided][0] - 1


def test_among_equal_raids_the_player_chooses():
    state = acting("raid", 1, {PLAIN: {1: 1, 0: 1}, HILL: {1: 1, 0: 1}})
    assert question(state) == "bot_raid"
    assert tents(after(state, ChooseForBot(HILL)), HILL) == 0


def test_ruling_solo_raid_left_each_unused_force_is_worth_points():
    state = acting("raid", 3, {FOREST: {1: 1, 0: 1}})
    assert lines(state, BOT) == {"score.bot_force": 2}
    state = acting("raid", 2, {FOREST: {1: 1, 0: 2}}, bot={"tents": 0})
    assert (lines(state, BOT), tents(state, FOREST)) == ({"score.bot_force": 2}, 2)


@pytest.mark.parametrize(
    ("technologies", "left", "points"), [([], 1, None), (["palisades"], 2, None), (["walls"], 3, 1)]
)
def test_shields_lessen_the_bots_raid(technologies, left, points):
    mine = {"active": ["white_settle"], "technologies": technologies}
    state = acting("raid", 2, {FOREST: {1: 1, 0: 3}}, mine=mine)
    assert (tents(state, FOREST), lines(state, BOT).get("score.bot_shielded")) == (left, points)


# --- trade and research ---------------------------------------------------------------------------------------------


@rule("score.bot_trade")
@pytest.mark.parametrize(("each", "points"), [(1, 4), (2, 8), (3, 12)])
def test_the_bot_trades_up_to_three_tokens_for_each_force_easy_and_hard(each, points):
    state = acting("trade", 3, centre={"iron": 3, "gold": 1}, options={"bot_trade": each})
    assert lines(state, BOT) == {"score.bot_trade": points, "score.bot_force": 1}
    assert state.bot.centre == ()
    assert lines(acting("trade", 1), BOT) == {"score.bot_force": 1}


def test_the_bot_trades_gold_last():
    assert dict(acting("trade", 1, centre={"iron": 2, "wood": 1, "gold": 2}).bot.centre) == {"gold": 2}


ALL = {FOREST: {1: 1}, PLAIN: {1: 1}, MOUNTAIN: {1: 1}, DESERT: {1: 1}, HILL: {1: 1}, "tile_09": {0: 1}}


@pytest.mark.parametrize(
    ("force", "centre", "technology", "points"),
    [
        (4, {"gold": 3}, "prosperity", None),
        (3, {"gold": 2}, "education", None),
        (2, {"food": 1}, "conscription", None),
        (5, {"food": 1}, "conscription", 3),
        (2, {"wood": 1}, "large_wagons", None),
        (1, {"gold": 3}, None, 1),
        (4, {}, None, 4),
    ],
)
def test_the_bot_researches_the_most_points_it_can_pay(force, centre, technology, points):
    state = acting("research", force, ALL, centre=centre)
    assert state.bot.technologies == ((technology,) if technology else ())
    assert lines(state, BOT).get("score.bot_force") == points
    assert technology is None or not state.bot.centre


def test_among_equal_technologies_the_first_on_the_table():
    state = acting("research", 2, ALL, centre={"gold": 1}, technologies=("scouts", "stewardship"))
    assert state.bot.technologies == ("scouts",)
    state = acting(
        "research", 2, ALL, centre={"gold": 1}, technologies=("scouts", "stewardship"), bot={"technologies": ("scouts",)}
    )
    assert state.bot.technologies == ("scouts", "stewardship")


# --- clean-up and the end -------------------------------------------------------------------------------------------


@rule("remove_tent.factory")
def test_ruling_solo_factory_removal_one_tent_of_one_tile():
    tiles = {"tile_09": {1: 2, 0: 1}, "tile_13": {1: 1}, "tile_16": {1: 2, 0: 2}, FOREST: {1: 3}}
    state = solo(tiles, stage="cleanup", pending=(Keeping(0),), mine={"active": ["white_settle"]})
    state = after(state, KeepDice(()))
    assert legal(state) == [RemoveTent("tile_09"), Decline()]
    assert refusals(state, RemoveTent("tile_13")) == {"remove_tent.factory"}
    state = after(state, RemoveTent("tile_09"))
    assert (tents(state, "tile_09", BOT), state.bot.tents, state.stage) == (1, 4, "roll")


@rule("score.bot_technology", "score.bot_token")
@pytest.mark.parametrize(
    ("options", "technology", "token"),
    [({}, 2, 3), ({"bot_technology": 0, "bot_token": 0}, None, None), ({"bot_technology": 2}, 4, 3)],
)
def test_what_the_bot_scores_beside_easy_and_hard(options, technology, token):
    bot = {"technologies": ("education", "stability")}
    state = solo(around={"raid": ["iron"]}, centre={"gold": 2}, bot=bot, options=options)
    found = {line.rule: line.points for line in final_score_lines(state, BOT)}
    assert (found.get("score.bot_technology"), found.get("score.bot_token")) == (technology, token)


@rule("ruling.bot_effects")
def test_cards_count_nothing_for_the_bot():
    state = solo(dice_queue=["white"] * 4, bot={"technologies": ("prosperity",)})
    rules = {line.rule: line.points for line in final_score_lines(state, BOT)}
    assert rules["score.technology"] == 5
    assert "score.technology_effect" not in rules
    mine = solo(mine={"technologies": ["prosperity"]})
    assert "score.technology_effect" in {line.rule for line in final_score_lines(mine, 0)}


def test_ruling_solo_scoring_dice_in_the_queue_and_around_the_hexagon_count():
    state = solo(dice_queue=["white"] * 3, around={"raid": ["white", "green", "iron"]})
    assert {line.rule: line.points for line in final_score_lines(state, BOT)}["score.dice"] == 6


def test_the_player_and_the_bot_take_turns():
    state = solo(mine={"active": ["white_settle", "green_wood"]}, around={"trade": ["white"]})
    state = after(state, Settle("take"))
    assert (state.active_side, question(state)) == (BOT, "bot_move")
    state = after(state, MoveBot(1))
    assert (state.active_side, state.turn_index) == (0, 2)
    assert not refusals(state, EndTurn())
