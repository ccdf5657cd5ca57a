"""Free action use_factory, and the house of tile 33."""

from __future__ import annotations

import pytest

from referee_service.games.dice_settlers.actions.harvest import Harvest
from referee_service.games.dice_settlers.actions.settle import Settle
from referee_service.games.dice_settlers.actions.use_factory import UseFactory
from referee_service.games.dice_settlers.decisions.gains import BuildHouse
from referee_service.games.dice_settlers.map_tiles import find_map_tile
from tests.games.dice_settlers.full_positions import (
    SETTLE_DIE,
    after_lines,
    full_position,
    legal_lines,
    refused_rules,
    seat_to_move,
    tents_and_house,
)
from tests.games.dice_settlers.positions import (
    FOREST,
    HILL,
    MOUNTAIN,
    PLAIN,
    after,
    given,
    legal,
    points_by_rule,
    question,
    refusals,
    spent_count,
    tents,
    tokens,
)
from tests.games.rules import rule

FACTORIES = {"tile_09": {0: 2}, "tile_16": {0: 1}, FOREST: {0: 1}, "tile_13": {1: 1}}


@rule("use_factory.factory", "use_factory.tent")
def test_a_tent_of_the_tile_serves_the_factory():
    state = given(FACTORIES, seat_0={"active": ["white_settle"]})
    assert refusals(state, UseFactory(FOREST, FOREST)) == {"use_factory.factory"}
    assert refusals(state, UseFactory("tile_13", "tile_13")) == {"use_factory.tent"}
    assert refusals(state, UseFactory("tile_16", "tile_09")) == {"use_factory.tent"}
    state = after(state, UseFactory("tile_09", "tile_09"))
    assert (tents(state, "tile_09"), state.players[0].tents) == (1, 3 + 1 + 2)


@rule("use_factory.once")
def test_ruling_factory_once_a_round_for_each_player():
    state = after(given(FACTORIES, seat_0={"active": ["white_settle"]}), UseFactory("tile_09", "tile_09"))
    assert refusals(state, UseFactory("tile_09", "tile_09")) == {"use_factory.once"}
    seat_1 = given({"tile_09": {0: 1}}, seat_0={"active": ["white_settle"]}, seat_1={"used_factories": ["tile_09"]})
    assert not refusals(seat_1, UseFactory("tile_09", "tile_09"))
    double = {"active": ["white_settle"], "technologies": ["double_shift"], "used_factories": ["tile_09"]}
    assert not refusals(given(FACTORIES, seat_0=double), UseFactory("tile_09", "tile_09"))


def test_ruling_saisonniers_a_tent_of_a_neighbour_serves_as_well():
    tiles = {FOREST: {0: 1}, PLAIN: {0: 1}, "tile_13": {1: 1}}
    action = UseFactory("tile_13", FOREST)
    assert refusals(given(tiles, seat_0={"active": ["white_settle"]}), action) == {"use_factory.tent"}
    state = given(tiles, seat_0={"active": ["white_settle"], "technologies": ["seasonal_workers"]})
    state = after(state, action)
    assert (tokens(state), tents(state, FOREST), state.players[0].tents) == ({"gold": 1}, 0, 4)
    assert refusals(state, action) >= {"use_factory.once"}


@pytest.mark.parametrize(
    ("tile", "technologies", "gained"),
    [("tile_16", [], {"wood": 1}), ("tile_25", ["increased_production"], {"food": 2}), ("tile_11", [], {})],
)
def test_what_factories_make(tile, technologies, gained):
    seat_0 = {"active": ["white_settle"], "technologies": technologies}
    state = after(given({tile: {0: 1}}, seat_0=seat_0), UseFactory(tile, tile))
    assert tokens(state) == gained
    assert spent_count(state, "brown") == (tile == "tile_11")


@rule("score.factory")
def test_a_factory_gives_two_points():
    state = given({"tile_37": {0: 1}}, seat_0={"active": ["white_settle"]}, seats=4)
    assert not points_by_rule(state)
    assert points_by_rule(after(state, UseFactory("tile_37", "tile_37"))) == {"score.factory": 2}


def test_ruling_extra_action_factory_is_a_free_action():
    state = given({"tile_30": {0: 1}, FOREST: {0: 1}}, seat_0={"active": ["white_settle", "green_wood"]}, seats=3)
    state = after(state, UseFactory("tile_30", "tile_30"))
    assert (question(state), state.has_acted) == ("extra_action", False)
    state = after(state, Harvest("wood"))
    assert not refusals(state, Settle("take"))
    assert refusals(state, Harvest("wood")) >= {"action.different"}


@rule("build_house.site")
def test_ruling_tile_33_three_tents_anywhere_become_a_house():
    tiles = {"tile_33": {0: 3}, FOREST: {0: 3, 1: 5}, PLAIN: {0: 3, "house": 1}, HILL: {0: 2}, MOUNTAIN: {0: 3}}
    state = after(given(tiles, seat_0={"active": ["white_settle"]}, seats=3), UseFactory("tile_33", "tile_33"))
    assert [action.tile for action in legal(state)] == [FOREST, MOUNTAIN]
    assert refusals(state, BuildHouse("tile_33")) == {"build_house.site"}
    state = after(state, BuildHouse(FOREST))
    assert (find_map_tile(state, FOREST).house, tents(state, FOREST), state.players[0].tents) == (0, 0, 4)


def test_a_factory_returns_the_tent_and_works_once_a_round_per_player():
    """Ruling factory_once: seat 0 uses it once, with any tent. Seat 1 may still use it."""
    land = {9: {0: 1, 1: 1, "at": (-1, 0)}, 24: {0: 1, "at": (-1, 1)}}
    seat_0 = {**SETTLE_DIE, "tents": 2, "technologies": ["seasonal_workers"]}
    state = after_lines(full_position(land, seat_0=seat_0, seat_1=SETTLE_DIE), "use_factory tile=tile_09 tent=tile_09")
    assert (state.players[0].tents, tents_and_house(state, 9)[0]) == (5, (0, 1))
    assert refused_rules(state, "use_factory tile=tile_09 tent=tile_24") == {"use_factory.once"}
    state = after_lines(state, "settle option=take")
    assert (seat_to_move(state), refused_rules(state, "use_factory tile=tile_09 tent=tile_09")) == (1, set())


def test_a_house_is_no_tent_for_a_factory():
    """A factory needs a tent, not control."""
    state = full_position({25: {"house": 0}, 16: {0: 1, 1: 3}}, seat_0=SETTLE_DIE)
    assert refused_rules(state, "use_factory tile=tile_25 tent=tile_25") == {"use_factory.tent"}
    assert refused_rules(state, "use_factory tile=tile_16 tent=tile_16") == set()


@pytest.mark.parametrize(
    ("cell", "technologies", "refused"),
    [
        pytest.param((-1, 1), ["seasonal_workers"], set(), id="from a neighbour tile with the technology"),
        pytest.param((-1, 1), [], {"use_factory.tent"}, id="not without the technology"),
        pytest.param((0, 1), ["seasonal_workers"], {"use_factory.tent"}, id="not from two tiles away"),
    ],
)
def test_a_tent_of_a_tile_next_to_the_factory(cell, technologies, refused):
    """Ruling saisonniers."""
    state = full_position(
        {25: {"at": (-1, 0)}, 24: {0: 1, "at": cell}, 18: {0: 1}}, seat_0={**SETTLE_DIE, "technologies": technologies}
    )
    assert refused_rules(state, "use_factory tile=tile_25 tent=tile_24") == refused
    if not refused:
        state = after_lines(state, "use_factory tile=tile_25 tent=tile_24")
        assert (tents_and_house(state, 24)[0], state.players[0].tents, dict(state.players[0].tokens)) == (
            (0, 0),
            1,
            {"food": 1},
        )


@rule("ruling.idle_factory")
@pytest.mark.parametrize(("brown", "gained"), [(0, {}), (1, {"brown": 1})])
def test_a_factory_may_be_used_without_a_gain(brown, gained):
    """The rulebook is silent. Without a brown die the tent still returns, and no other colour replaces the die."""
    supply = {"green": 2, "grey": 2, "orange": 2, "brown": brown}
    state = full_position({11: {0: 1}, 24: {0: 1}}, seat_0=SETTLE_DIE, supply=supply)
    state = after_lines(state, "use_factory tile=tile_11 tent=tile_11")
    assert (dict(state.players[0].spent), state.players[0].tents) == (gained, 1)


def test_three_tents_become_a_house_without_a_lead():
    """Ruling tile_33."""
    land = {33: {0: 3}, 24: {0: 3, 1: 5}, 18: {0: 3, "house": 1}, 20: {0: 2}, 14: {0: 3}}
    state = after_lines(full_position(land, seats=3, seat_0=SETTLE_DIE), "use_factory tile=tile_33 tent=tile_33")
    assert legal_lines(state, "build_house") == ["build_house tile=tile_24", "build_house tile=tile_14"]
    assert refused_rules(state, "build_house tile=tile_33") == {"build_house.site"}
    state = after_lines(state, "build_house tile=tile_24")
    assert (tents_and_house(state, 24), state.players[0].tents) == (((0, 5, 0), 0), 1)


def test_without_a_house_or_a_site_the_house_factory_does_nothing():
    """Ruling tile_33: after the activation three tents on the tile suffice. Without a house left there is no effect."""
    four = after_lines(full_position({33: {0: 4}}, seats=3, seat_0=SETTLE_DIE), "use_factory tile=tile_33 tent=tile_33")
    assert tents_and_house(four, 33) == ((0, 0, 0), 0)
    built = {tile: {"house": 0} for tile in (18, 20, 14, 16, 22)}
    none = after_lines(
        full_position({33: {0: 4}, **built}, seats=3, seat_0=SETTLE_DIE), "use_factory tile=tile_33 tent=tile_33"
    )
    assert question(none) == "main"
    assert tents_and_house(none, 33) == ((3, 0, 0), -1)
