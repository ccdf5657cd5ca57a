"""Settle of the printed Bot: its priorities, and the tents it fetches."""

from __future__ import annotations

import pytest

from referee_service.games.dice_settlers.decisions.printed_bot import ChooseForBot
from referee_service.games.dice_settlers.map_tiles import find_map_tile
from referee_service.games.dice_settlers.printed_bot.hexagon import (
    tents_in_supply,
)
from referee_service.games.dice_settlers.printed_bot.priorities import settle_choices
from referee_service.games.dice_settlers.state import BOT
from tests.games.dice_settlers.full_positions import (
    after_bot_action,
    after_lines,
    legal_lines,
    points,
    tents_and_house,
)
from tests.games.dice_settlers.positions import (
    FOREST,
    HILL,
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
    """Priorities: new terrain, new tile, near to a house, end sole or shared control, most points, the player."""
    state = solo(tiles)
    assert settle_choices(state) == chosen
    if len(chosen) > 1:
        state = bot_action("settle", 1, tiles)
        assert refusals(state, ChooseForBot(FOREST)) == {"bot.priority"}
        assert tents(after(state, ChooseForBot(HILL)), HILL, BOT) == 2


def test_denying_sole_control_comes_before_denying_shared_control():
    tiles = {FOREST: {1: 1, 0: 2}, "tile_16": {1: 2, 0: 3}, "tile_15": {1: 1, 0: 2}}
    assert settle_choices(solo(tiles)) == [FOREST]


TIED = {FOREST: {1: 5, 0: 5}}
"""One tile where no side gets the lead to govern."""


@pytest.mark.parametrize(("force", "left"), [(2, 2), (3, 4)])
def test_ruling_solo_settle_5_the_first_example(force, left):
    """Worked example: one tent is placed, then three are fetched, or five with more force. One of them is placed."""
    state = bot_action("settle", force, TIED, bot={"tents": 1})
    assert (state.bot.tents, tents(state, FOREST, BOT)) == (left, 7)
    assert not points_by_rule(state, BOT)


def test_ruling_solo_tents_the_second_example():
    """Worked example: two tents, two in the supply, force five. All are fetched, and three force score."""
    state = bot_action("settle", 5, {FOREST: {1: 16, 0: 20}}, bot={"tents": 2})
    assert (tents(state, FOREST, BOT), state.bot.tents) == (19, 1)
    assert points_by_rule(state, BOT) == {"score.bot_force": 3}


def test_the_bot_governs_at_once_while_it_has_houses():
    state = bot_action("settle", 1, {FOREST: {1: 2}}, bot={"tents": 1})
    assert (find_map_tile(state, FOREST).house, tents(state, FOREST, BOT)) == (BOT, 0)
    built = {f"tile_{n:02}": {"house": 1} for n in (2, 6, 12, 10, 21)}
    state = bot_action("settle", 1, {FOREST: {1: 2}} | built, bot={"tents": 1})
    assert (find_map_tile(state, FOREST).house, tents(state, FOREST, BOT)) == (-1, 3)


def after_choices(state):
    """Return the position after the player chose the first tile in every tie."""
    while question(state) == "bot_settle":
        state = after_lines(state, legal_lines(state, "choose_for_bot")[0])
    return state


def test_new_ground_first_then_where_fewest_tents_are_missing():
    land = {24: {1: 1, "at": (-1, 0)}, 17: {"at": (-2, 0)}, 20: {0: 1, "at": (-2, 1)}, 23: {"at": (-1, 1)}}
    one = after_bot_action("settle", 1, land, bot_tents=5)
    assert [tents_and_house(one, tile)[0][1] for tile in (17, 20, 23)] == [1, 0, 0]
    two = after_bot_action("settle", 2, land, bot_tents=5)
    assert [tents_and_house(two, tile)[0][1] for tile in (17, 20, 23)] == [1, 1, 0]


@pytest.mark.parametrize(
    ("tile", "prefers"),
    [
        pytest.param(14, 18, id="no points for the second: no tent"),
        pytest.param(24, 24, id="points for the second: a tent"),
        pytest.param(17, 18, id="no points at all: no tent"),
    ],
)
def test_a_new_tile_with_the_players_house(tile, prefers):
    """The Bot is present on every terrain, and tile 18 needs one more tent for a house."""
    known = {1: {1: 1}, 3: {1: 1}, 13: {1: 1}}
    land = {**known, 18: {1: 2, "at": (-1, 0)}, tile: {"house": 0, "at": (-2, 1)}}
    state = after_bot_action("settle", 1, land, bot_tents=5)
    assert tents_and_house(state, prefers) == (((0, 0), 1) if prefers == 18 else ((0, 1), 0))


def test_new_ground_counts_even_beside_the_players_house():
    """The exception is for the second priority only."""
    land = {18: {1: 2, "at": (-1, 0)}, 14: {"house": 0, "at": (-1, 1)}, 1: {1: 1}}
    state = after_bot_action("settle", 1, land, bot_tents=5)
    assert tents_and_house(state, 14) == ((0, 1), 0)


@pytest.mark.parametrize(("built", "prefers"), [(4, 18), (5, 20)])
def test_without_a_house_left_no_tile_is_nearer_to_one(built, prefers):
    """The Bot then ends the player's sole control of tile 20."""
    houses = {tile: {"house": 1} for tile in (12, 16, 22, 13, 23)[:built]}
    more = {tile: {1: 1} for tile in (12, 16, 22, 13, 23)[built:]}
    land = {1: {1: 1}, 3: {1: 1}, **houses, **more, 18: {1: 2}, 20: {0: 2, 1: 1}}
    state = after_bot_action("settle", 1, land, bot_tents=5)
    assert tents_and_house(state, prefers) == (((0, 0), 1) if prefers == 18 else ((2, 2), -1))


@pytest.mark.parametrize(
    ("own", "force", "expected", "expected_points", "on_map"),
    [
        pytest.param(1, 2, 2, 0, 4, id="one placed, three fetched, one placed"),
        pytest.param(1, 3, 4, 0, 4, id="one placed, five fetched, one placed"),
        pytest.param(0, 4, 4, 0, 4, id="five fetched with all force"),
        pytest.param(0, 1, 2, 0, 4, id="three fetched"),
        pytest.param(2, 5, 1, 3, 16, id="only two to fetch"),
        pytest.param(0, 1, 1, 1, 18, id="two instead of three"),
        pytest.param(0, 3, 0, 3, 20, id="none to fetch"),
        pytest.param(5, 3, 2, 0, 1, id="tents enough"),
    ],
)
def test_the_bot_fetches_tents_when_it_has_none(own, force, expected, expected_points, on_map):
    """Rulings solo_settle_5 and solo_tents."""
    tents = on_map // 2
    land = {1: {1: tents, 0: 20}, 3: {1: on_map - tents, 0: 20}}
    state = after_choices(after_bot_action("settle", force, land, bot_tents=own))
    assert (state.bot.tents, points(state, 1)) == (expected, expected_points)
    assert tents_in_supply(state) + state.bot.tents + sum(map_tile.tents[1] for map_tile in state.map) == 20


def test_the_tents_of_a_house_can_be_fetched_again():
    """16 tents on the map, two in the supply. The first one makes a house, so five can be fetched."""
    land = {1: {1: 2}, 3: {1: 14, 0: 20}}
    state = after_bot_action("settle", 5, land, bot_tents=2)
    assert tents_and_house(state, 1)[1] == 1
    assert (state.bot.tents, points(state, 1)) == (4, 0)


def test_without_presence_the_printed_bot_settles_nowhere():
    """Ruling solo_nothing."""
    state = after_bot_action("settle", 2, {24: {0: 1}}, bot_tents=3)
    assert (state.bot.tents, points(state, 1)) == (3, 2)
