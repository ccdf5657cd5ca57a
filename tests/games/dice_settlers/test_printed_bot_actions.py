"""Recruit, explore, trade and research of the printed Bot, and its houses."""

from __future__ import annotations

import pytest

from referee_service.games.dice_settlers.actions.choose_colour import ChooseColour
from referee_service.games.dice_settlers.actions.place_tile import PlaceTile
from referee_service.games.dice_settlers.decisions.exploration import AddTent, DrawTile
from referee_service.games.dice_settlers.printed_bot.priorities import bot_cells
from referee_service.games.dice_settlers.questions import (
    PlaceTileFrame,
)
from referee_service.games.dice_settlers.state import BOT
from referee_service.kernel.state import CHANCE
from tests.games.dice_settlers.full_positions import (
    after_bot_action,
    after_lines,
    full_position,
    legal_lines,
    points,
    refused_rules,
    seat_to_move,
    tents_and_house,
)
from tests.games.dice_settlers.positions import (
    DESERT,
    FOREST,
    GAME,
    HILL,
    MOUNTAIN,
    PLAIN,
    after,
    bot_action,
    points_by_rule,
    question,
    refusals,
    solo,
    tents,
)
from tests.games.rules import rule

GREEN_AND_GREY = {FOREST: {1: 1}, MOUNTAIN: {1: 1}, PLAIN: {0: 1}}


QUEUE = ["white"] * 3 + ["yellow"] * 3 + ["green"]


@rule("bot.recruit")
def test_the_printed_bot_takes_the_colour_it_has_fewest_of():
    """Worked example: grey first, then the rarer of green and grey. The player breaks a tie."""
    state = bot_action("recruit", 1, GREEN_AND_GREY, dice_queue=QUEUE)
    assert state.bot.dice_queue[-1] == "grey"
    rarer = bot_action(
        "recruit", 1, GREEN_AND_GREY, dice_queue=[*QUEUE, "grey"], supply={"green": 3, "grey": 2, "brown": 1}
    )
    assert rarer.bot.dice_queue[-1] == "grey"
    state = bot_action("recruit", 1, GREEN_AND_GREY, dice_queue=[*QUEUE, "grey"])
    assert (question(state), GAME.turn(state).seat) == ("bot_recruit", 0)
    assert refusals(state, ChooseColour("yellow")) == {"bot.recruit"}
    assert after(state, ChooseColour("green")).bot.dice_queue[-1] == "green"


@rule("score.bot_force")
@pytest.mark.parametrize(("force", "dice", "points"), [(1, 1, None), (2, 1, None), (3, 2, None), (5, 2, 2)])
def test_ruling_solo_recruit_2_one_die_no_points(force, dice, points):
    state = bot_action("recruit", force, {FOREST: {1: 1}, PLAIN: {0: 1}})
    assert (len(state.bot.dice_queue), points_by_rule(state, BOT).get("score.bot_force")) == (dice, points)


@rule("ruling.bot_one_die")
def test_one_die_instead_of_two_leaves_force_unused():
    state = bot_action("recruit", 3, {FOREST: {1: 1}}, supply={"green": 1, "grey": 1, "brown": 1})
    assert (len(state.bot.dice_queue), points_by_rule(state, BOT)) == (1, {"score.bot_force": 2})
    assert points_by_rule(bot_action("recruit", 3, {FOREST: {1: 1}}), BOT) == {}


@pytest.mark.parametrize(("leftover", "points"), [(0, None), (1, 4), (2, 8)])
def test_ruling_solo_nothing_all_force_becomes_points_easy_and_hard(leftover, points):
    state = bot_action("recruit", 4, {FOREST: {1: 1}}, supply={"grey": 3}, options={"bot_leftover": leftover})
    assert points_by_rule(state, BOT).get("score.bot_force") == points
    state = bot_action("explore", 4, deck={}, options={"bot_leftover": leftover})
    assert points_by_rule(state, BOT).get("score.bot_force") == points
    state = bot_action("research", 4, {FOREST: {1: 1}}, options={"bot_leftover": leftover})
    assert points_by_rule(state, BOT).get("score.bot_force") == points


def test_ruling_solo_explore_spot_far_from_the_player():
    tiles = {FOREST: {0: 1}, PLAIN: {1: 1}, HILL: {1: 1}}
    assert bot_cells(solo(tiles)) == ((1, 1),)
    beside = {FOREST: {0: 1}, PLAIN: {1: 1}}
    assert bot_cells(solo(beside)) == ((0, 1), (1, -1))


def test_the_bot_explores_with_one_force_and_ignores_the_tile():
    tiles = {FOREST: {0: 1}, PLAIN: {1: 1}, HILL: {1: 1}}
    state = after(bot_action("explore", 3, tiles, deck={"tile_15": 1, DESERT: 1}), DrawTile("tile_15"))
    assert tents(state, "tile_15", BOT) == 1
    assert (points_by_rule(state, BOT), state.bot.tents) == ({"score.bot_force": 2}, 3)
    assert question(state) == "main"


def test_the_player_lays_the_tile_where_the_bot_is_indifferent_and_may_follow():
    state = after(bot_action("explore", 1, deck={HILL: 1}), DrawTile(HILL))
    assert (question(state), GAME.turn(state).seat) == ("place_tile", 0)
    assert refusals(state, PlaceTile(-1, 0)) == {"place_tile.spot"}
    state = after(state, PlaceTile(0, 1))
    assert question(state) == "follow"
    state = after(state, AddTent())
    assert (tents(state, HILL), tents(state, HILL, BOT), state.bot.tents) == (1, 2, 2)


def test_ruling_solo_follow_the_bot_always_follows():
    state = solo(seat_0={"actions_done": ["explore"]}, has_acted=True, pending=(PlaceTileFrame(0, HILL, 0),))
    state = after(state, PlaceTile(0, 1))
    assert (tents(state, HILL, BOT), question(state)) == (1, "defend")
    far = {FOREST: {0: 1}, PLAIN: {}, DESERT: {}, MOUNTAIN: {1: 1}}
    state = solo(far, seat_0={"actions_done": ["explore"]}, has_acted=True, pending=(PlaceTileFrame(0, HILL, 0),))
    assert tents(after(state, PlaceTile(1, -1)), HILL, BOT) == 0


@rule("score.bot_trade")
@pytest.mark.parametrize(("each", "points"), [(1, 4), (2, 8), (3, 12)])
def test_the_bot_trades_up_to_three_tokens_for_each_force_easy_and_hard(each, points):
    state = bot_action("trade", 3, centre={"iron": 3, "gold": 1}, options={"bot_trade": each})
    assert points_by_rule(state, BOT) == {"score.bot_trade": points, "score.bot_force": 1}
    assert state.bot.centre == ()
    assert points_by_rule(bot_action("trade", 1), BOT) == {"score.bot_force": 1}


def test_the_bot_trades_gold_last():
    assert dict(bot_action("trade", 1, centre={"iron": 2, "wood": 1, "gold": 2}).bot.centre) == {"gold": 2}


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
    state = bot_action("research", force, ALL, centre=centre)
    assert state.bot.technologies == ((technology,) if technology else ())
    assert points_by_rule(state, BOT).get("score.bot_force") == points
    assert technology is None or not state.bot.centre


def test_among_equal_technologies_the_first_on_the_table():
    state = bot_action("research", 2, ALL, centre={"gold": 1}, technologies=("scouts", "stewardship"))
    assert state.bot.technologies == ("scouts",)
    state = bot_action(
        "research",
        2,
        ALL,
        centre={"gold": 1},
        technologies=("scouts", "stewardship"),
        bot={"technologies": ("scouts",)},
    )
    assert state.bot.technologies == ("scouts", "stewardship")


HUMAN = {24: {0: 1}}


@pytest.mark.parametrize(("force", "dice", "expected_points"), [(1, 1, 0), (2, 1, 0), (3, 2, 0), (4, 2, 1), (5, 2, 2)])
def test_one_or_two_dice_and_points_beyond(force, dice, expected_points):
    """Ruling solo_recruit_2: new dice at the end of the queue."""
    state = after_bot_action("recruit", force, {**HUMAN, 14: {1: 1}}, dice_queue=["green"])
    assert state.bot.dice_queue == ("green", *["white"] * force, *["brown"] * dice)
    assert points(state, 1) == expected_points


def test_the_colour_it_has_fewest_of_then_the_rarest():
    """Grey first. Then the Bot has as many grey as green dice, and takes the rarer colour."""
    land, queue = {**HUMAN, 18: {1: 1}, 20: {1: 1}}, ["yellow", "yellow", "yellow", "green"]
    rare_grey = {"orange": 2, "brown": 2, "grey": 3, "green": 3}
    assert after_bot_action("recruit", 3, land, dice_queue=queue, supply=rare_grey).bot.dice_queue[-2:] == (
        "grey",
        "grey",
    )
    rare_green = {"orange": 2, "brown": 2, "grey": 4, "green": 1}
    assert after_bot_action("recruit", 3, land, dice_queue=queue, supply=rare_green).bot.dice_queue[-2:] == (
        "grey",
        "green",
    )


def test_the_player_picks_among_tied_colours():
    land, queue = {**HUMAN, 18: {1: 1}, 20: {1: 1}}, ["yellow", "yellow", "yellow", "green"]
    supply = {"orange": 2, "brown": 2, "grey": 3, "green": 2}
    state = after_bot_action("recruit", 3, land, dice_queue=queue, supply=supply)
    assert (question(state), seat_to_move(state)) == ("bot_recruit", 0)
    assert set(legal_lines(state, "choose_colour")) == {"choose_colour colour=green", "choose_colour colour=grey"}
    assert refused_rules(state, "choose_colour colour=brown") == {"bot.recruit"}
    assert after_lines(state, "choose_colour colour=green").bot.dice_queue[-2:] == ("grey", "green")


def test_an_exhausted_colour_is_no_choice():
    """Brown dice are out, so the Bot takes another accessible colour, or gets points."""
    supply = {"green": 3, "grey": 2, "orange": 2}
    state = after_bot_action("recruit", 1, {**HUMAN, 14: {1: 1}, 18: {1: 1}}, supply=supply)
    assert state.bot.dice_queue[-1] == "green"
    without_dice = after_bot_action("recruit", 3, {**HUMAN, 14: {1: 1}}, supply=supply)
    assert (without_dice.bot.dice_queue, points(without_dice, 1)) == (("white",) * 3, 3)


def test_force_is_unused_if_only_one_of_two_dice_is_available():
    """Ruling bot_one_die: the die uses one force, and the rest is unused."""
    supply = {"green": 3, "grey": 2, "orange": 2, "brown": 1}
    state = after_bot_action("recruit", 3, {**HUMAN, 14: {1: 1}}, supply=supply)
    assert (state.bot.dice_queue[-1], points(state, 1)) == ("brown", 2)


def test_the_bot_explores_with_one_force():
    """One tile with a tent from the general supply, no effect of the tile, points for the other force."""
    land = {1: {0: 1}, 3: {1: 1}}
    state = after_bot_action("explore", 3, land, bot_tents=2)
    assert (seat_to_move(state), question(state), points(state, 1)) == (CHANCE, "draw_tiles", 2)
    state = after_lines(state, "draw_tile tile=tile_15")
    state = after_lines(state, legal_lines(state, "place_tile")[0])
    assert (tents_and_house(state, 15), state.bot.tents, question(state)) == (((0, 1), -1), 2, "main")
    assert state.bot.dice_queue == ("white",) * 3


def test_without_tiles_all_force_is_worth_points():
    """Ruling solo_nothing."""
    state = after_bot_action("explore", 3, {1: {0: 1}, 3: {1: 1}}, deck=[])
    assert (points(state, 1), question(state)) == (3, "main")


def test_the_bot_lays_tiles_by_the_usual_rules_and_the_player_picks_among_equals():
    """Ruling solo_explore_spot: cells at two tiles come before cells away from the player."""
    state = after_lines(after_bot_action("explore", 1, {1: {0: 1}, 3: {1: 1}}), "draw_tile tile=tile_14")
    assert (question(state), seat_to_move(state)) == ("place_tile", 0)
    assert set(legal_lines(state, "place_tile")) == {"place_tile q=1 r=-1", "place_tile q=0 r=1"}
    assert refused_rules(state, "place_tile q=2 r=0") == {"place_tile.spot"}


@pytest.mark.parametrize(("tents", "expected"), [(1, (1, 2)), (0, (1, 1))])
def test_the_player_follows_and_the_printed_bot_defends_automatically(tents, expected):
    """With a tent of its own supply, if it has one."""
    state = after_bot_action("explore", 1, {1: {0: 1}, 3: {1: 1}}, seat_0={"tents": 1}, bot_tents=tents)
    state = after_lines(state, "draw_tile tile=tile_14", "place_tile q=0 r=1")
    assert (question(state), seat_to_move(state)) == ("follow", 0)
    assert tents_and_house(after_lines(state, "add_tent"), 14)[0] == expected
    assert tents_and_house(after_lines(state, "decline"), 14)[0] == (0, 1)


@pytest.mark.parametrize(
    ("human", "spots"),
    [
        pytest.param({1: {0: 1}}, {(4, -1), (3, 1)}, id="away from tents"),
        pytest.param({1: {0: 1}, 20: {"house": 0}}, {(2, 1), (3, -1)}, id="not next to a house if possible"),
        pytest.param({20: {"house": 0}}, {(2, 1), (3, -1)}, id="a house alone: all are equally far"),
    ],
)
def test_far_from_tents_and_not_beside_any_presence(human, spots):
    """Cells next to tents or houses are avoided. Distance is counted from the nearest tent."""
    row = {24: {"at": (2, 0)}, 18: {1: 1, "at": (3, 0)}, 20: {"at": (4, 0)}}
    land = {tile: row.get(tile, {}) | human.get(tile, {}) for tile in (*row, *human)}
    state = after_lines(after_bot_action("explore", 1, land), "draw_tile tile=tile_16")
    assert set(legal_lines(state, "place_tile")) == {f"place_tile q={q} r={r}" for q, r in spots}


@pytest.mark.parametrize(
    ("cell", "tents", "expected"),
    [
        pytest.param((0, 1), 2, (1, 1), id="adjacent and with a tent"),
        pytest.param((0, 1), 0, (1, 0), id="without a tent"),
        pytest.param((2, 0), 2, (1, 0), id="not adjacent"),
    ],
)
def test_the_bot_always_follows_when_it_can(cell, tents, expected):
    """Ruling solo_follow: then the player may defend."""
    land = {1: {0: 1}, 18: {1: 1, "at": cell}, 25: {0: 1, "at": (-1, 0)}}
    state = full_position(land, seats=1, seat_0={"active": ["white_explore"], "tents": 1}, bot_tents=tents)
    state = after_lines(state, "explore symbols=1", "draw_tile tile=tile_14", "place_tile q=-1 r=1")
    assert tents_and_house(state, 14)[0] == expected
    assert question(state) == ("defend" if expected[1] else "main")


@pytest.mark.parametrize(
    ("force", "centre", "each", "expected_points", "left"),
    [(2, 4, 2, 8, 0), (3, 2, 2, 6, 0), (1, 5, 2, 6, 2), (2, 0, 2, 2, 0), (2, 4, 1, 4, 0), (2, 4, 3, 12, 0)],
)
def test_the_bot_trades_the_tokens_of_the_centre(force, centre, each, expected_points, left):
    """Up to three tokens per force, and a point per unused force. Tokens at the edges do not count."""
    land, options = {**HUMAN, 18: {1: 1}}, {"bot_trade": each}
    state = after_bot_action("trade", force, land, centre=["wood"] * centre, options=options)
    assert (points(state, 1), sum(count for _, count in state.bot.centre)) == (expected_points, left)


ALL_BUT_DESERT = {24: {1: 1}, 14: {1: 1}, 18: {1: 1}, 20: {1: 1}}


def test_the_bot_researches_the_card_of_most_points():
    """Prosperity needs a desert. Education comes before builder on the table. One force is unused."""
    state = after_bot_action("research", 4, ALL_BUT_DESERT, centre=["food", "wood", "wood", "iron"])
    assert state.bot.technologies == ("education",)
    assert (dict(state.bot.centre), points(state, 1)) == ({"iron": 1, "wood": 1}, 1)
    again = after_bot_action(
        "research", 4, ALL_BUT_DESERT, centre=["food", "wood", "wood", "iron"], bot_technologies=["education"]
    )
    assert again.bot.technologies == ("builder", "education")
    assert (dict(again.bot.centre), points(again, 1)) == ({"food": 1}, 0)


def test_gold_pays_for_the_bot_what_is_lacking():
    """Without a payable technology all force scores as unused."""
    state = after_bot_action("research", 3, ALL_BUT_DESERT, centre=["gold", "wood"])
    assert (state.bot.technologies, state.bot.centre) == (("education",), ())
    poor = after_bot_action("research", 4, ALL_BUT_DESERT)
    assert (poor.bot.technologies, points(poor, 1)) == ((), 4)


def test_technologies_and_tiles_do_nothing_for_the_bot():
    """Palisades do not protect the Bot."""
    seat_0 = {"active": ["grey_raid", "white_settle"], "tents": 1}
    cards = ["stability", "palisades", "conscription"]
    state = full_position({24: {0: 1, 1: 2}, 10: {1: 1}}, seats=1, seat_0=seat_0, bot_technologies=cards)
    assert tents_and_house(after_lines(state, "raid tile=tile_24 side=1"), 24)[0] == (2, 1)
    traded = after_bot_action("trade", 1, {24: {0: 1}, 10: {1: 1}}, bot_technologies=cards)
    assert points(traded, 1) == 1


@rule("ruling.bot_governs")
@pytest.mark.parametrize("action", ["settle", "trade"])
@pytest.mark.parametrize(("human", "governs"), [(0, True), (1, False)])
def test_a_lead_that_the_player_gave_away_becomes_a_house_when_the_bot_acts(action, human, governs):
    """The rulebook is silent. Governing is a free action, so it comes before any action of the Bot."""
    state = after_bot_action(action, 1, {1: {0: human, 1: 3}, 3: {1: 1}, 24: {0: 1}}, bot_tents=1)
    assert tents_and_house(state, 1) == (((0, 0), 1) if governs else ((human, 3), -1))


def test_the_last_house_goes_where_most_points_are():
    """Ruling bot_governs."""
    built = {tile: {"house": 1} for tile in (12, 16, 22, 13)}
    state = after_bot_action("trade", 1, {**built, 24: {1: 3}, 20: {1: 3}, 18: {1: 3}})
    assert [tents_and_house(state, tile)[1] for tile in (24, 20, 18)] == [-1, 1, -1]
