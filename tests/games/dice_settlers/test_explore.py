"""Main action explore: drawing and laying tiles, following and defending."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.dice_settlers.actions.choose_colour import ChooseColour
from referee_service.games.dice_settlers.actions.explore import Explore
from referee_service.games.dice_settlers.actions.place_tile import PlaceTile
from referee_service.games.dice_settlers.actions.settle import Settle
from referee_service.games.dice_settlers.decisions.exploration import AddTent, ChooseTile, DrawTile
from referee_service.games.dice_settlers.map_tiles import explore_cells, find_map_tile, is_controller
from referee_service.games.dice_settlers.questions import PlaceTileFrame
from referee_service.games.dice_settlers.turns import is_end_triggered
from referee_service.kernel.actions.decline import Decline
from tests.games.dice_settlers.full_positions import (
    after_lines,
    full_position,
    legal_lines,
    refused_rules,
    seat_to_move,
    tents_and_house,
)
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
    question,
    quiescent,
    refusals,
    spent_count,
    tents,
    tokens,
)
from tests.games.rules import rule

PAIR = {FOREST: {0: 1}, PLAIN: {1: 1}}
"""Two tiles: (0 0) of seat 0, (1 0) of seat 1. A third touches both at (0 1) or (1 -1)."""


def place_tile_position(tile, tiles=None, **wanted):
    """Return a position in which seat 0 is to lay a tile."""
    seat_0 = {"actions_done": ["explore"]} | wanted.pop("seat_0", {})
    return given(tiles or PAIR, seat_0=seat_0, has_acted=True, pending=(PlaceTileFrame(0, tile, 0),), **wanted)


@rule("explore.symbols")
@pytest.mark.parametrize(("symbols", "refused"), [(1, False), (2, False), (3, True)])
def test_an_exploration_draws_as_many_tiles_as_symbols(symbols, refused):
    state = given(PAIR, seat_0={"active": ["green_explore"] * 2})
    assert ("explore.symbols" in refusals(state, Explore(symbols))) is refused
    if not refused:
        assert after(state, Explore(symbols)).pending[-1].remaining == symbols


def test_scouts_draw_one_more_tile():
    state = given(PAIR, seat_0={"active": ["green_explore"], "technologies": ["scouts"]})
    assert after(state, Explore(1)).pending[-1].remaining == 2


@rule("explore.deck")
def test_ruling_explore_short_no_tiles_no_exploration():
    empty = given(PAIR, seat_0={"active": ["green_explore"] * 2}, deck={})
    assert "explore.deck" in refusals(empty, Explore(1))
    state = after(given(PAIR, seat_0={"active": ["green_explore"] * 2}, deck={HILL: 1}), Explore(2), DrawTile(HILL))
    assert (question(state), state.pending[-1].tile) == ("place_tile", HILL)


@rule("explore.spot")
def test_an_exploration_needs_a_free_cell_next_to_presence():
    ring = {FOREST: {0: 1}} | {tile: {1: 1} for tile in (PLAIN, HILL, DESERT, MOUNTAIN, "tile_09", "tile_10")}
    assert refusals(given(ring, seat_0={"active": ["green_explore"]}), Explore(1)) == {"explore.spot"}
    mapped = given(ring, seat_0={"active": ["green_explore"], "technologies": ["cartography"]})
    assert not refusals(mapped, Explore(1))


@rule("choose_tile.drawn")
def test_one_tile_is_laid_and_the_others_leave_the_game():
    state = given(PAIR, seat_0={"active": ["green_explore"] * 2}, deck={HILL: 1, DESERT: 1, MOUNTAIN: 1})
    state = after(state, Explore(2), DrawTile(HILL), DrawTile(DESERT))
    assert refusals(state, ChooseTile(MOUNTAIN)) == {"choose_tile.drawn"}
    state = after(state, ChooseTile(DESERT))
    assert state.deck == ((MOUNTAIN, 1),)
    assert not [map_tile for map_tile in after(state, PlaceTile(0, 1)).map if map_tile.tile == HILL]


@rule("place_tile.spot")
def test_ruling_explore_spot_beside_presence_at_two_tiles_if_possible():
    state = place_tile_position(HILL)
    assert [(a.q, a.r) for a in legal(state)] == [(0, 1), (1, -1)]
    assert refusals(state, PlaceTile(-1, 0)) == {"place_tile.spot"}
    assert tents(after(state, PlaceTile(0, 1)), HILL) == 1
    alone = place_tile_position(HILL, {FOREST: {0: 1}})
    assert len(legal(alone)) == 6


def test_without_presence_a_tile_lies_anywhere_at_two_tiles():
    state = given({FOREST: {1: 1}, PLAIN: {1: 1}, DESERT: {1: 1}})
    assert explore_cells(state, 0) == explore_cells(state, 1)
    assert (1, 1) in explore_cells(state, 0)


def test_the_tent_comes_from_the_general_supply():
    state = after(place_tile_position(HILL, seat_0={"tents": 0}), PlaceTile(0, 1))
    assert (tents(state, HILL), state.players[0].tents) == (1, 0)


def test_ruling_placement_only_no_factory_fires_when_it_is_laid():
    assert not tokens(after(place_tile_position("tile_16"), PlaceTile(0, 1)))
    assert tokens(after(place_tile_position("tile_29"), PlaceTile(0, 1))) == {"wood": 1}


def test_ruling_extra_action_comes_before_followers():
    state = place_tile_position("tile_15", seat_0={"active": ["white_settle"]}, seat_1={"tents": 1})
    state = after(state, PlaceTile(0, 1))
    assert question(state) == "extra_action"
    state = after(state, Settle("place", "tile_15"))
    assert (question(state), GAME.turn(state).seat) == ("follow", 1)
    assert state.players[0].actions_done == ("explore", "settle")


def test_ruling_tile_8_gives_a_die_of_an_accessible_colour():
    state = after(place_tile_position("tile_08"), PlaceTile(0, 1))
    assert [action.colour for action in legal(state)] == ["green", "orange"]
    assert refusals(state, ChooseColour("grey")) == {"recruit.access"}
    assert spent_count(after(state, ChooseColour("orange")), "orange") == 1
    assert question(after(place_tile_position("tile_08", supply={"grey": 2}), PlaceTile(0, 1))) == "follow"


def test_ruling_follow_clockwise_with_an_own_tent():
    tiles = {FOREST: {0: 1, 2: 1}, PLAIN: {1: 1}}
    state = after(place_tile_position(HILL, tiles, seats=3), PlaceTile(0, 1))
    assert (question(state), GAME.turn(state).seat) == ("follow", 1)
    state = after(state, AddTent())
    assert (GAME.turn(state).seat, tents(state, HILL, 1), state.players[1].tents) == (2, 1, 2)
    state = after(state, Decline())
    assert (question(state), GAME.turn(state).seat) == ("defend", 0)
    state = after(state, AddTent())
    assert (tents(state, HILL), state.players[0].tents) == (2, 2)
    assert is_controller(find_map_tile(state, HILL), 0)


def test_a_side_that_is_not_adjacent_or_has_no_tent_is_not_asked():
    assert question(after(place_tile_position(HILL, seat_1={"tents": 0}), PlaceTile(0, 1))) != "follow"
    far = {FOREST: {0: 1}, PLAIN: {}, DESERT: {}, MOUNTAIN: {1: 1}}
    assert question(after(place_tile_position(HILL, far), PlaceTile(1, -1))) != "follow"


def test_without_followers_the_explorer_adds_nothing():
    state = after(place_tile_position(HILL), PlaceTile(0, 1), Decline())
    assert tents(state, HILL) == 1
    assert question(state) != "defend"


def test_trackers_follow_from_anywhere_with_a_tent_of_the_general_supply():
    far = {FOREST: {0: 1}, PLAIN: {}, DESERT: {}, MOUNTAIN: {1: 1}}
    state = after(
        place_tile_position(HILL, far, seat_1={"tents": 0, "technologies": ["trackers"]}), PlaceTile(1, -1), AddTent()
    )
    assert (tents(state, HILL, 1), state.players[1].tents) == (1, 0)


def test_the_flower_of_positions_is_a_map():
    assert len(set(CELLS)) == len(CELLS)
    assert quiescent(replace(given(PAIR), has_acted=False)).map == given(PAIR).map


EXPLORE_DIE = {"active": ["white_explore", "white_settle"]}
"""Fields of a player who can explore with one die, and settle with another."""


def legal_cells(state) -> set[tuple[int, int]]:
    """Return the legal cells for the tile."""
    assert question(state) == "place_tile"
    return {(action.q, action.r) for action in legal(state, "place_tile")}


def test_scouts_add_a_tile_to_the_draw():
    """A die and two pioneers are two symbols, so three tiles are drawn. Two of them leave the game."""
    seat_0 = {"active": ["white_explore", "white_pioneer", "white_pioneer"], "technologies": ["scouts"]}
    state = full_position({24: {0: 1}}, seat_0=seat_0)
    assert refused_rules(state, "explore symbols=3") == {"explore.symbols"}
    state = after_lines(state, "explore symbols=2", *[f"draw_tile tile=tile_{n}" for n in (14, 16, 18)])
    assert len(legal_lines(state, "choose_tile")) == 3
    assert refused_rules(state, "choose_tile tile=tile_20") == {"choose_tile.drawn"}
    state = after_lines(state, "choose_tile tile=tile_14")
    assert not {"tile_14", "tile_16", "tile_18"} & set(dict(state.deck))


def test_no_exploration_without_a_symbol():
    """The technology adds a tile but gives no symbol."""
    state = full_position({25: {0: 2}}, seat_0={"technologies": ["scouts"], "active": ["white_pioneer"]})
    assert refused_rules(state, "explore symbols=1") == {"explore.symbols"}


def test_fewer_tiles_than_symbols():
    """Ruling explore_short: the last tile is drawn and must be laid; the empty deck triggers the end."""
    state = full_position({24: {0: 1}}, seat_0={"active": ["white_explore"] * 3}, deck=[14])
    assert not is_end_triggered(state)
    state = after_lines(state, "explore symbols=3", "draw_tile tile=tile_14")
    assert (question(state), legal_lines(state, "decline")) == ("place_tile", [])
    assert is_end_triggered(state)


def test_without_tiles_no_exploration_is_possible():
    """Ruling explore_short."""
    state = full_position({25: {0: 2}}, seat_0={"active": ["white_explore"]}, deck=[])
    assert refused_rules(state, "explore symbols=1") == {"explore.deck"}
    assert refused_rules(state, "end_turn") == set()


def test_the_last_two_tiles_both_leave_the_deck():
    """One is laid, the other leaves the game."""
    state = full_position({24: {0: 1}}, seat_0={"active": ["white_explore"] * 2}, deck=[14, 16])
    state = after_lines(state, "explore symbols=2", "draw_tile tile=tile_14", "draw_tile tile=tile_16")
    assert {action.tile for action in legal(state)} == {"tile_14", "tile_16"}
    assert state.deck == ()
    assert is_end_triggered(state)


@pytest.mark.parametrize(
    ("seats", "present", "spots"),
    [
        pytest.param(2, {1: {0: 1}}, {(1, -1), (0, 1)}, id="two tiles where two are possible"),
        pytest.param(3, {1: {0: 1}}, {(1, -1), (-1, 1)}, id="next to own presence"),
        pytest.param(3, {1: {"house": 0}}, {(1, -1), (-1, 1)}, id="a house is presence"),
        pytest.param(2, {3: {1: 1}}, {(1, -1), (0, 1)}, id="without presence next to any tile"),
        pytest.param(3, {3: {1: 1}}, {(1, -1), (-1, 1), (1, 1)}, id="at two tiles first"),
    ],
)
def test_where_a_tile_may_lie(seats, present, spots):
    """Ruling explore_spot."""
    state = after_lines(
        full_position(present, seats=seats, seat_0=EXPLORE_DIE), "explore symbols=1", "draw_tile tile=tile_14"
    )
    assert legal_cells(state) == spots


def test_at_the_end_of_a_row_two_cells_touch_two_tiles():
    land = {24: {"at": (2, 0)}, 18: {"at": (3, 0)}, 20: {0: 1, "at": (4, 0)}}
    state = after_lines(full_position(land, seat_0=EXPLORE_DIE), "explore symbols=1", "draw_tile tile=tile_14")
    assert legal_cells(state) == {(4, -1), (3, 1)}


NEIGHBOURS = {24: (0, -1), 18: (1, -1), 20: (0, 1), 14: (-1, 1), 16: (-1, 0)}


def test_without_a_free_neighbour_cell_no_exploration_is_possible():
    """The first turn may then end without a main action."""
    land = {tile: {"at": cell} for tile, cell in NEIGHBOURS.items()}
    state = full_position({1: {0: 1}, **land}, seat_0={"active": ["white_explore"], "technologies": ["fair"]})
    assert refused_rules(state, "explore symbols=1") == {"explore.spot"}
    assert refused_rules(state, "end_turn") == set()


def test_cartography_lifts_the_presence_but_not_the_two_neighbours():
    land = {tile: {"at": cell} for tile, cell in NEIGHBOURS.items()}
    state = full_position({1: {0: 1}, **land}, seat_0={**EXPLORE_DIE, "technologies": ["cartography"]})
    state = after_lines(state, "explore symbols=1", "draw_tile tile=tile_15")
    assert legal_cells(state) == {(2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2)}


def test_a_player_without_presence_returns_only_by_exploring():
    """Rulings explore_spot and settle_no_presence: tents can be taken, not placed."""
    state = full_position({24: {1: 1}}, seat_0={"active": ["white_explore", "white_settle"], "tents": 2})
    assert legal_lines(state, "settle") == ["settle option=take"]
    assert refused_rules(state, "settle option=place tile=tile_24") == {"settle.reach"}
    state = after_lines(state, "explore symbols=1", "draw_tile tile=tile_14", "place_tile q=1 r=-1")
    assert (tents_and_house(state, 14)[0], state.players[0].tents) == ((1, 0), 2)


def test_a_factory_just_laid_gives_nothing_automatically():
    """Ruling placement_only: the player may use it as a free action after the others answered."""
    state = full_position({24: {0: 1, 1: 1, "at": (-1, 0)}}, seat_0=EXPLORE_DIE, seat_1={"tents": 1})
    state = after_lines(state, "explore symbols=1", "draw_tile tile=tile_13", "place_tile q=-1 r=1")
    assert (question(state), seat_to_move(state)) == ("follow", 1)
    state = after_lines(state, "decline")
    assert state.players[0].tokens == ()
    assert refused_rules(state, "use_factory tile=tile_13 tent=tile_13") == set()


def test_the_desert_that_gives_a_die_of_an_accessible_colour():
    """Ruling tile_8: its own colour counts, the die is spent, and followers get nothing."""
    state = full_position(
        {24: {0: 1, 1: 1, "at": (-1, 0)}, 25: {0: 1, "at": (0, -1)}}, seat_0=EXPLORE_DIE, seat_1={"tents": 1}
    )
    state = after_lines(state, "explore symbols=1", "draw_tile tile=tile_08", "place_tile q=-1 r=1")
    assert set(legal_lines(state, "choose_colour")) == {"choose_colour colour=yellow", "choose_colour colour=orange"}
    assert refused_rules(state, "choose_colour colour=green") == {"recruit.access"}
    state = after_lines(state, "choose_colour colour=orange")
    assert dict(state.players[0].spent) == {"orange": 1, "white": 1}
    before = state.players[1].spent
    state = after_lines(state, "add_tent")
    assert state.players[1].spent == before


def test_the_desert_gives_nothing_when_the_colours_are_out():
    """Ruling tile_8."""
    supply = {"green": 2, "grey": 2, "brown": 2}
    state = full_position({24: {0: 1, "at": (-1, 0)}, 25: {0: 1, "at": (0, -1)}}, seat_0=EXPLORE_DIE, supply=supply)
    state = after_lines(state, "explore symbols=1", "draw_tile tile=tile_08", "place_tile q=-1 r=1")
    assert (question(state), dict(state.players[0].spent)) == ("main", {"white": 1})


def test_adjacent_sides_with_a_tent_follow_clockwise():
    """Ruling follow: clockwise, from a neighbour tile, with an own tent. Then the explorer adds one."""
    land = {24: {0: 1, 2: 1, "house": 1, "at": (-1, 0)}, 18: {3: 1, "at": (2, 0)}}
    state = full_position(land, seats=4, seat_0={**EXPLORE_DIE, "tents": 2}, seat_2={"tents": 2})
    state = after_lines(state, "explore symbols=1", "draw_tile tile=tile_14", "place_tile q=-1 r=1")
    assert (question(state), seat_to_move(state)) == ("follow", 2)
    state = after_lines(state, "add_tent")
    assert (question(state), seat_to_move(state), tents_and_house(state, 14)[0]) == ("defend", 0, (1, 0, 1, 0))
    state = after_lines(state, "add_tent")
    assert (tents_and_house(state, 14)[0], state.players[0].tents, state.players[2].tents) == ((2, 0, 1, 0), 1, 1)
    assert question(state) not in ("follow", "defend")


def test_if_no_side_follows_the_explorer_adds_no_tent():
    """Ruling follow."""
    land = {24: {0: 1, 1: 1, "at": (-1, 0)}, 25: {0: 1, "at": (0, -1)}}
    state = full_position(land, seat_0={**EXPLORE_DIE, "tents": 2}, seat_1={"tents": 1})
    state = after_lines(state, "explore symbols=1", "draw_tile tile=tile_14", "place_tile q=-1 r=1", "decline")
    assert (question(state), tents_and_house(state, 14)) == ("main", ((1, 0), -1))


def test_without_a_tent_the_explorer_cannot_defend():
    """Control is shared."""
    state = full_position(
        {24: {0: 1, 1: 1, "at": (-1, 0)}, 25: {0: 1, "at": (0, -1)}}, seat_0=EXPLORE_DIE, seat_1={"tents": 1}
    )
    state = after_lines(state, "explore symbols=1", "draw_tile tile=tile_14", "place_tile q=-1 r=1", "add_tent")
    assert (question(state), tents_and_house(state, 14)) == ("main", ((1, 1), -1))


def test_tents_are_unlimited():
    """Twenty tents on the map are no limit."""
    state = full_position({24: {0: 20, "at": (-1, 0)}}, seat_0={"active": ["white_explore", "white_settle"]})
    assert after_lines(state, "settle option=take").players[0].tents == 1
    state = after_lines(state, "explore symbols=1", "draw_tile tile=tile_14", "place_tile q=-1 r=1")
    assert tents_and_house(state, 14) == ((1, 0), -1)
