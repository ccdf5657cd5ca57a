"""Raid of the printed Bot."""

from __future__ import annotations

import pytest

from referee_service.games.dice_settlers.decisions.printed_bot import ChooseForBot
from referee_service.games.dice_settlers.map_tiles import find_map_tile
from referee_service.games.dice_settlers.state import BOT
from tests.games.dice_settlers.full_positions import (
    after_bot_action,
    points,
    tents_and_house,
)
from tests.games.dice_settlers.positions import (
    FOREST,
    HILL,
    MOUNTAIN,
    PLAIN,
    after,
    bot_action,
    points_by_rule,
    question,
    tents,
)
from tests.games.rules import rule


def test_the_bot_raids_where_most_force_is_used():
    tiles = {FOREST: {1: 1, 0: 1}, PLAIN: {1: 3, 0: 2}}
    state = bot_action("raid", 2, tiles)
    assert (tents(state, PLAIN), tents(state, PLAIN, BOT), state.players[0].tents) == (0, 2, 5)
    assert find_map_tile(state, PLAIN).house == BOT


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
    """Priorities: end sole control, end shared control, fewest tents to a house, most points."""
    state = bot_action("raid", 1, tiles)
    assert tents(state, raided) == tiles[raided][0] - 1


def test_among_equal_raids_the_player_chooses():
    state = bot_action("raid", 1, {PLAIN: {1: 1, 0: 1}, HILL: {1: 1, 0: 1}})
    assert question(state) == "bot_raid"
    assert tents(after(state, ChooseForBot(HILL)), HILL) == 0


def test_ruling_solo_raid_left_each_unused_force_is_worth_points():
    state = bot_action("raid", 3, {FOREST: {1: 1, 0: 1}})
    assert points_by_rule(state, BOT) == {"score.bot_force": 2}
    state = bot_action("raid", 2, {FOREST: {1: 1, 0: 2}}, bot={"tents": 0})
    assert (points_by_rule(state, BOT), tents(state, FOREST)) == ({"score.bot_force": 2}, 2)


@pytest.mark.parametrize(
    ("technologies", "left", "points"), [([], 1, None), (["palisades"], 2, None), (["walls"], 3, 1)]
)
def test_shields_lessen_the_bots_raid(technologies, left, points):
    seat_0 = {"active": ["white_settle"], "technologies": technologies}
    state = bot_action("raid", 2, {FOREST: {1: 1, 0: 3}}, seat_0=seat_0)
    assert (tents(state, FOREST), points_by_rule(state, BOT).get("score.bot_shielded")) == (left, points)


def test_the_bot_raids_where_most_force_can_be_used():
    """Three tents return to the player, and a lead of four becomes a house."""
    state = after_bot_action("raid", 3, {24: {1: 1, 0: 2}, 18: {1: 1, 0: 3}}, bot_tents=5)
    assert (tents_and_house(state, 24), tents_and_house(state, 18)) == (((2, 1), -1), ((0, 1), 1))
    assert (state.players[0].tents, state.bot.tents, points(state, 1)) == (3, 2, 0)


def test_the_bot_ends_sole_control_first_and_unused_force_is_worth_points():
    """Ruling solo_raid_left."""
    state = after_bot_action("raid", 3, {24: {1: 1, 0: 2}, 18: {1: 3, 0: 3}}, bot_tents=1)
    assert (tents_and_house(state, 24)[0], tents_and_house(state, 18)[0], points(state, 1)) == ((1, 2), (3, 3), 2)


def test_a_house_in_the_middle_of_a_raid():
    """The house is built at a lead of three. The raid continues without a second house."""
    state = after_bot_action("raid", 3, {24: {1: 4, 0: 3}}, bot_tents=5)
    assert (tents_and_house(state, 24), state.bot.tents, points(state, 1)) == (((0, 4), 1), 2, 0)


@pytest.mark.parametrize(
    ("who", "tents"), [({1: 1, 0: 3}, 0), ({1: 1}, 3), ({0: 3}, 3)], ids=["no tent", "no victim", "not present"]
)
def test_a_raid_that_cannot_happen_is_worth_its_force(who, tents):
    """Rulings solo_raid_left and solo_nothing."""
    state = after_bot_action("raid", 3, {24: who, 18: {1: 1}}, bot_tents=tents)
    assert (points(state, 1), tents_and_house(state, 24)[0]) == (3, (who.get(0, 0), who.get(1, 0)))


@rule("score.bot_shielded")
@pytest.mark.parametrize("leftover", [0, 1, 2])
@pytest.mark.parametrize(("force", "raided", "shielded"), [(2, 0, 1), (1, 0, 1), (4, 2, 0)])
def test_walls_against_the_bot(force, raided, shielded, leftover):
    """Absorbed force scores nothing. If all is absorbed, the Bot gets one point at every difficulty."""
    seat_0 = {"technologies": ["walls"]}
    state = after_bot_action(
        "raid", force, {24: {1: 1, 0: 4}}, bot_tents=5, seat_0=seat_0, options={"bot_leftover": leftover}
    )
    assert tents_and_house(state, 24)[0] == (4 - raided, 1 + raided)
    assert points(state, 1) == shielded
