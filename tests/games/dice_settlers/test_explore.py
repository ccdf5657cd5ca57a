"""Exploring: tiles turned up, where they lie, what they give, who follows; and free actions."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.dice_settlers.actions.add_tent import AddTent
from referee_service.games.dice_settlers.actions.build_house import BuildHouse
from referee_service.games.dice_settlers.actions.choose_colour import ChooseColour
from referee_service.games.dice_settlers.actions.choose_tile import ChooseTile
from referee_service.games.dice_settlers.actions.choose_token import ChooseToken
from referee_service.games.dice_settlers.actions.draw_tile import DrawTile
from referee_service.games.dice_settlers.actions.explode import Explode
from referee_service.games.dice_settlers.actions.explore import Explore
from referee_service.games.dice_settlers.actions.govern import Govern
from referee_service.games.dice_settlers.actions.harvest import Harvest
from referee_service.games.dice_settlers.actions.place_tile import PlaceTile
from referee_service.games.dice_settlers.actions.research import Research
from referee_service.games.dice_settlers.actions.settle import Settle
from referee_service.games.dice_settlers.actions.use_factory import UseFactory
from referee_service.games.dice_settlers.questions import PlaceTileFrame as Placing
from referee_service.games.dice_settlers.state import explore_cells, houses_remaining, is_controller, map_tile
from referee_service.games.dice_settlers.symbols import max_symbols
from referee_service.kernel.actions.decline import Decline
from tests.games.dice_settlers.positions import (
    CELLS,
    DESERT,
    FOREST,
    GAME,
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

PAIR = {FOREST: {0: 1}, PLAIN: {1: 1}}
"""Two tiles: (0 0) of seat 0, (1 0) of seat 1. A third touches both at (0 1) or (1 -1)."""


def placing(tile, tiles=None, **wanted):
    """Seat 0 with a tile to lay."""
    mine = {"actions_done": ["explore"]} | wanted.pop("mine", {})
    return given(tiles or PAIR, mine=mine, has_acted=True, pending=(Placing(0, tile, 0),), **wanted)


# --- turning up -----------------------------------------------------------------------------------------------------


@rule("explore.symbols")
@pytest.mark.parametrize(("symbols", "refused"), [(1, False), (2, False), (3, True)])
def test_as_many_tiles_as_symbols(symbols, refused):
    state = given(PAIR, mine={"active": ["green_explore"] * 2})
    assert ("explore.symbols" in refusals(state, Explore(symbols))) is refused
    if not refused:
        assert after(state, Explore(symbols)).pending[-1].remaining == symbols


def test_scouts_turn_up_one_tile_more():
    state = given(PAIR, mine={"active": ["green_explore"], "technologies": ["scouts"]})
    assert after(state, Explore(1)).pending[-1].remaining == 2


@rule("explore.deck")
def test_ruling_explore_short_no_tiles_no_exploration():
    empty = given(PAIR, mine={"active": ["green_explore"] * 2}, deck={})
    assert "explore.deck" in refusals(empty, Explore(1))
    state = after(given(PAIR, mine={"active": ["green_explore"] * 2}, deck={HILL: 1}), Explore(2), DrawTile(HILL))
    assert (question(state), state.pending[-1].tile) == ("place_tile", HILL)


@rule("explore.spot")
def test_there_must_be_room_beside_your_presence():
    ring = {FOREST: {0: 1}} | {tile: {1: 1} for tile in (PLAIN, HILL, DESERT, MOUNTAIN, "tile_09", "tile_10")}
    assert refusals(given(ring, mine={"active": ["green_explore"]}), Explore(1)) == {"explore.spot"}
    mapped = given(ring, mine={"active": ["green_explore"], "technologies": ["cartography"]})
    assert not refusals(mapped, Explore(1))


@rule("choose_tile.drawn")
def test_one_tile_is_laid_and_the_others_leave_the_game():
    state = given(PAIR, mine={"active": ["green_explore"] * 2}, deck={HILL: 1, DESERT: 1, MOUNTAIN: 1})
    state = after(state, Explore(2), DrawTile(HILL), DrawTile(DESERT))
    assert refusals(state, ChooseTile(MOUNTAIN)) == {"choose_tile.drawn"}
    state = after(state, ChooseTile(DESERT))
    assert state.deck == ((MOUNTAIN, 1),)
    assert not [place for place in after(state, PlaceTile(0, 1)).map if place.tile == HILL]


# --- laying ---------------------------------------------------------------------------------------------------------


@rule("place_tile.spot")
def test_ruling_explore_spot_beside_presence_at_two_tiles_if_possible():
    state = placing(HILL)
    assert [(a.q, a.r) for a in legal(state)] == [(0, 1), (1, -1)]
    assert refusals(state, PlaceTile(-1, 0)) == {"place_tile.spot"}
    assert tents(after(state, PlaceTile(0, 1)), HILL) == 1
    alone = placing(HILL, {FOREST: {0: 1}})
    assert len(legal(alone)) == 6


def test_without_presence_a_tile_lies_anywhere_at_two_tiles():
    state = given({FOREST: {1: 1}, PLAIN: {1: 1}, DESERT: {1: 1}})
    assert explore_cells(state, 0) == explore_cells(state, 1)
    assert (1, 1) in explore_cells(state, 0)


def test_the_tent_comes_from_the_general_supply():
    state = after(placing(HILL, mine={"tents": 0}), PlaceTile(0, 1))
    assert (tents(state, HILL), state.players[0].tents) == (1, 0)


def test_ruling_placement_only_no_factory_fires_when_it_is_laid():
    assert not tokens(after(placing("tile_16"), PlaceTile(0, 1)))
    assert tokens(after(placing("tile_29"), PlaceTile(0, 1))) == {"wood": 1}


def test_ruling_extra_action_comes_before_followers():
    state = placing("tile_15", mine={"active": ["white_settle"]}, other={"tents": 1})
    state = after(state, PlaceTile(0, 1))
    assert question(state) == "extra_action"
    state = after(state, Settle("place", "tile_15"))
    assert (question(state), GAME.turn(state).seat) == ("follow", 1)
    assert state.players[0].actions_done == ("explore", "settle")


def test_ruling_tile_8_gives_a_die_of_an_accessible_colour():
    state = after(placing("tile_08"), PlaceTile(0, 1))
    assert [action.colour for action in legal(state)] == ["green", "orange"]
    assert refusals(state, ChooseColour("grey")) == {"recruit.access"}
    assert spent(after(state, ChooseColour("orange")), "orange") == 1
    assert question(after(placing("tile_08", supply={"grey": 2}), PlaceTile(0, 1))) == "follow"


# --- following ------------------------------------------------------------------------------------------------------


def test_ruling_follow_clockwise_with_a_tent_of_ones_own():
    tiles = {FOREST: {0: 1, 2: 1}, PLAIN: {1: 1}}
    state = after(placing(HILL, tiles, seats=3), PlaceTile(0, 1))
    assert (question(state), GAME.turn(state).seat) == ("follow", 1)
    state = after(state, AddTent())
    assert (GAME.turn(state).seat, tents(state, HILL, 1), state.players[1].tents) == (2, 1, 2)
    state = after(state, Decline())
    assert (question(state), GAME.turn(state).seat) == ("defend", 0)
    state = after(state, AddTent())
    assert (tents(state, HILL), state.players[0].tents) == (2, 2)
    assert is_controller(map_tile(state, HILL), 0)


def test_who_is_not_beside_or_has_no_tent_is_not_asked():
    assert question(after(placing(HILL, other={"tents": 0}), PlaceTile(0, 1))) != "follow"
    far = {FOREST: {0: 1}, PLAIN: {}, DESERT: {}, MOUNTAIN: {1: 1}}
    assert question(after(placing(HILL, far), PlaceTile(1, -1))) != "follow"


def test_without_followers_the_explorer_adds_nothing():
    state = after(placing(HILL), PlaceTile(0, 1), Decline())
    assert tents(state, HILL) == 1
    assert question(state) != "defend"


def test_trackers_follow_from_anywhere_with_a_tent_of_the_general_supply():
    far = {FOREST: {0: 1}, PLAIN: {}, DESERT: {}, MOUNTAIN: {1: 1}}
    state = after(placing(HILL, far, other={"tents": 0, "technologies": ["trackers"]}), PlaceTile(1, -1), AddTent())
    assert (tents(state, HILL, 1), state.players[1].tents) == (1, 0)


# --- factories ------------------------------------------------------------------------------------------------------

WORKS = {"tile_09": {0: 2}, "tile_16": {0: 1}, FOREST: {0: 1}, "tile_13": {1: 1}}


@rule("use_factory.factory", "use_factory.tent")
def test_a_tent_of_the_tile_serves_the_factory():
    state = given(WORKS, mine={"active": ["white_settle"]})
    assert refusals(state, UseFactory(FOREST, FOREST)) == {"use_factory.factory"}
    assert refusals(state, UseFactory("tile_13", "tile_13")) == {"use_factory.tent"}
    assert refusals(state, UseFactory("tile_16", "tile_09")) == {"use_factory.tent"}
    state = after(state, UseFactory("tile_09", "tile_09"))
    assert (tents(state, "tile_09"), state.players[0].tents) == (1, 3 + 1 + 2)


@rule("use_factory.once")
def test_ruling_factory_once_a_round_for_each_player():
    state = after(given(WORKS, mine={"active": ["white_settle"]}), UseFactory("tile_09", "tile_09"))
    assert refusals(state, UseFactory("tile_09", "tile_09")) == {"use_factory.once"}
    theirs = given({"tile_09": {0: 1}}, mine={"active": ["white_settle"]}, other={"used_factories": ["tile_09"]})
    assert not refusals(theirs, UseFactory("tile_09", "tile_09"))
    double = {"active": ["white_settle"], "technologies": ["double_shift"], "used_factories": ["tile_09"]}
    assert not refusals(given(WORKS, mine=double), UseFactory("tile_09", "tile_09"))


def test_ruling_saisonniers_a_tent_from_beside_serves_as_well():
    tiles = {FOREST: {0: 1}, "tile_13": {1: 1}}
    action = UseFactory("tile_13", FOREST)
    assert refusals(given(tiles, mine={"active": ["white_settle"]}), action) == {"use_factory.tent"}
    state = given(tiles, mine={"active": ["white_settle"], "technologies": ["seasonal_workers"]})
    state = after(state, action)
    assert (tokens(state), tents(state, FOREST), state.players[0].tents) == ({"gold": 1}, 0, 4)
    assert refusals(state, action) >= {"use_factory.once"}


@pytest.mark.parametrize(
    ("tile", "technologies", "gained"),
    [("tile_16", [], {"wood": 1}), ("tile_25", ["increased_production"], {"food": 2}), ("tile_11", [], {})],
)
def test_what_factories_make(tile, technologies, gained):
    mine = {"active": ["white_settle"], "technologies": technologies}
    state = after(given({tile: {0: 1}}, mine=mine), UseFactory(tile, tile))
    assert tokens(state) == gained
    assert spent(state, "brown") == (tile == "tile_11")


@rule("score.factory")
def test_a_factory_gives_two_points():
    state = given({"tile_37": {0: 1}}, mine={"active": ["white_settle"]}, seats=4)
    assert not lines(state)
    assert lines(after(state, UseFactory("tile_37", "tile_37"))) == {"score.factory": 2}


def test_ruling_extra_action_factory_is_a_free_action():
    state = given({"tile_30": {0: 1}, FOREST: {0: 1}}, mine={"active": ["white_settle", "green_wood"]}, seats=3)
    state = after(state, UseFactory("tile_30", "tile_30"))
    assert (question(state), state.has_acted) == ("extra_action", False)
    state = after(state, Harvest("wood"))
    assert not refusals(state, Settle("take"))
    assert refusals(state, Harvest("wood")) >= {"action.different"}


@rule("build_house.site")
def test_ruling_tile_33_three_tents_anywhere_become_a_house():
    tiles = {"tile_33": {0: 3}, FOREST: {0: 3, 1: 5}, PLAIN: {0: 3, "house": 1}, HILL: {0: 2}}
    state = after(given(tiles, mine={"active": ["white_settle"]}, seats=3), UseFactory("tile_33", "tile_33"))
    assert [action.tile for action in legal(state)] == [FOREST]
    assert refusals(state, BuildHouse("tile_33")) == {"build_house.site"}
    state = after(state, BuildHouse(FOREST))
    assert (map_tile(state, FOREST).house, tents(state, FOREST), state.players[0].tents) == (0, 0, 4)


# --- governing ------------------------------------------------------------------------------------------------------


@rule("govern.lead")
@pytest.mark.parametrize(("mine", "theirs", "refused"), [(5, 2, False), (4, 2, True), (3, 0, False), (2, 0, True)])
def test_ruling_govern_three_more_than_each_other_player(mine, theirs, refused):
    """Worked example: five tents where nobody has more than two."""
    state = given({FOREST: {0: mine, 1: theirs, 2: 1 if theirs else 0}}, seats=3, mine={"active": ["white_settle"]})
    assert ("govern.lead" in refusals(state, Govern(FOREST))) is refused
    if not refused:
        state = after(state, Govern(FOREST))
        assert (map_tile(state, FOREST).house, tents(state, FOREST)) == (0, mine - 3)
        assert (state.players[0].tents, houses_remaining(state, 0)) == (3, 4)


@rule("govern.house", "govern.left")
def test_one_house_on_a_tile_and_five_in_all():
    state = given({FOREST: {0: 3, "house": 1}, PLAIN: {0: 3}}, mine={"active": ["white_settle"]})
    assert refusals(state, Govern(FOREST)) == {"govern.house"}
    assert not refusals(state, Govern(PLAIN))
    built = {tile: {"house": 0} for tile in (HILL, DESERT, MOUNTAIN, "tile_09", "tile_10")}
    assert refusals(given({PLAIN: {0: 3}, **built}), Govern(PLAIN)) == {"govern.left"}


@rule("govern.tents")
def test_engineering_governs_with_a_lead_of_two_but_three_tents_go():
    mine = {"active": ["white_settle"], "technologies": ["engineering"]}
    assert refusals(given({FOREST: {0: 2}}, mine=mine), Govern(FOREST)) == {"govern.tents"}
    assert not refusals(given({FOREST: {0: 3, 1: 1}}, mine=mine), Govern(FOREST))


# --- exploding ------------------------------------------------------------------------------------------------------


@rule("explode.explosive")
def test_an_explosive_technology_is_given_up_for_its_effect_and_had_again():
    tiles = {FOREST: {0: 1}, MOUNTAIN: {0: 1, 1: 1}}
    mine = {"active": ["white_research"] * 2, "technologies": ["dynamite", "stability"], "tokens": {"iron": 1}}
    state = given(tiles, mine=mine, technologies=("stability", "dynamite"))
    assert refusals(state, Explode("stability")) == {"explode.explosive"}
    assert refusals(state, Research("dynamite")) == {"research.twice"}
    state = after(state, Explode("dynamite"))
    assert max_symbols(state, state.active_player, "raid") == 3
    assert not refusals(state, Research("dynamite"))


def test_symbols_of_an_explosion_last_for_the_turn():
    state = given(PAIR, mine={"active": ["white_settle"], "technologies": ["expedition"]}, turn_index=2)
    state = after(state, Explode("expedition"), Settle("take"))
    assert state.active_side == 1
    assert not state.players[0].extra_symbols


def test_the_lode_gives_two_tokens_of_choice_and_the_gunshot_an_action():
    state = after(given(mine={"active": ["white_settle"], "technologies": ["lode"]}), Explode("lode"))
    assert tokens(after(state, ChooseToken("gold"), ChooseToken("iron"))) == {"gold": 1, "iron": 1}
    state = after(given(mine={"active": ["white_settle"], "technologies": ["gunshot"]}), Explode("gunshot"))
    assert question(state) == "extra_action"


def test_the_flower_of_positions_is_a_map():
    assert len(set(CELLS)) == len(CELLS)
    assert resting(replace(given(PAIR), has_acted=False)).map == given(PAIR).map
