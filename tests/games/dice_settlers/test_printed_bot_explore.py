"""Exploring by the printed Bot: the player breaks ties, among the cells that the Bot's priority leaves."""

from __future__ import annotations

import pytest

from referee_service.games.dice_settlers.map_tiles import explore_cells
from referee_service.games.dice_settlers.state import BOT
from tests.games.dice_settlers.full_positions import after_bot_action, after_lines, full_position, refused_rules
from tests.games.rules import rule

ROW = {1: {0: 1}, 24: {"at": (2, 0)}, 18: {1: 1, "at": (3, 0)}, 20: {"at": (4, 0)}}


@rule("bot.explore")
@pytest.mark.parametrize(
    ("land", "refused", "allowed"),
    [
        pytest.param(ROW, (3, -1), (4, -1), id="nearer to the player's tents"),
        pytest.param(ROW | {20: {"house": 0, "at": (4, 0)}}, (4, -1), (3, -1), id="next to the player's house"),
    ],
)
def test_the_player_breaks_a_tie_of_the_exploring_bot_only_among_cells_far_from_the_player(land, refused, allowed):
    """Ruling solo_explore_spot: both cells obey the usual rules of exploring, so only the Bot's priority decides."""
    state = after_lines(after_bot_action("explore", 1, land), "draw_tile tile=tile_16")
    assert {refused, allowed} <= set(explore_cells(state, BOT))
    assert refused_rules(state, "place_tile q={} r={}".format(*refused)) == {"bot.explore"}
    assert refused_rules(state, "place_tile q={} r={}".format(*allowed)) == set()


def test_a_cell_that_the_usual_rules_forbid_is_not_refused_by_the_priority_of_the_bot():
    """Ruling solo_explore_spot: the usual rules come first. This cell is far from the player, but touches one tile."""
    state = after_lines(after_bot_action("explore", 1, ROW), "draw_tile tile=tile_16")
    assert refused_rules(state, "place_tile q=5 r=0") == {"place_tile.spot"}


def test_the_priority_of_the_bot_does_not_restrict_the_player_who_explores():
    land = ROW | {18: {0: 1, "at": (3, 0)}, 20: {1: 1, "at": (4, 0)}}
    state = full_position(land, seats=1, seat_0={"active": ["white_explore", "white_settle"]})
    state = after_lines(state, "explore symbols=1", "draw_tile tile=tile_16")
    assert refused_rules(state, "place_tile q=3 r=-1") == set()
    assert refused_rules(state, "place_tile q=5 r=0") == {"place_tile.spot"}
