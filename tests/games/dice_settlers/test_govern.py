"""Free action govern."""

from __future__ import annotations

import pytest

from referee_service.games.dice_settlers.actions.govern import Govern
from referee_service.games.dice_settlers.map_tiles import find_map_tile, houses_remaining
from tests.games.dice_settlers.full_positions import (
    SETTLE_DIE,
    after_lines,
    full_position,
    refused_rules,
    tents_and_house,
)
from tests.games.dice_settlers.positions import (
    DESERT,
    FOREST,
    HILL,
    MOUNTAIN,
    PLAIN,
    after,
    given,
    refusals,
    tents,
)
from tests.games.rules import rule


@rule("govern.lead")
@pytest.mark.parametrize(("seat_0", "seat_1", "refused"), [(5, 2, False), (4, 2, True), (3, 0, False), (2, 0, True)])
def test_ruling_govern_three_more_than_each_other_player(seat_0, seat_1, refused):
    """Worked example: five tents on a tile where no other player has more than two."""
    state = given({FOREST: {0: seat_0, 1: seat_1, 2: 1 if seat_1 else 0}}, seats=3, seat_0={"active": ["white_settle"]})
    assert ("govern.lead" in refusals(state, Govern(FOREST))) is refused
    if not refused:
        state = after(state, Govern(FOREST))
        assert (find_map_tile(state, FOREST).house, tents(state, FOREST)) == (0, seat_0 - 3)
        assert (state.players[0].tents, houses_remaining(state, 0)) == (3, 4)


@rule("govern.house", "govern.left")
def test_one_house_on_a_tile_and_five_in_all():
    state = given({FOREST: {0: 3, "house": 1}, PLAIN: {0: 3}}, seat_0={"active": ["white_settle"]})
    assert refusals(state, Govern(FOREST)) == {"govern.house"}
    assert not refusals(state, Govern(PLAIN))
    built = {tile: {"house": 0} for tile in (HILL, DESERT, MOUNTAIN, "tile_09", "tile_10")}
    assert refusals(given({PLAIN: {0: 3}, **built}), Govern(PLAIN)) == {"govern.left"}


@rule("govern.tents")
def test_engineering_governs_with_a_lead_of_two_but_three_tents_go():
    seat_0 = {"active": ["white_settle"], "technologies": ["engineering"]}
    assert refusals(given({FOREST: {0: 2}}, seat_0=seat_0), Govern(FOREST)) == {"govern.tents"}
    assert not refusals(given({FOREST: {0: 3, 1: 1}}, seat_0=seat_0), Govern(FOREST))


@pytest.mark.parametrize(
    ("pieces", "technologies", "refused"),
    [
        ({0: 5, 1: 2, 2: 2}, [], set()),
        ({0: 4, 1: 2}, [], {"govern.lead"}),
        ({0: 5, 1: 1, 2: 3}, [], {"govern.lead"}),
        ({0: 3}, [], set()),
        ({0: 5, "house": 1}, [], {"govern.house"}),
        ({0: 5, "house": 0}, [], {"govern.house"}),
        ({0: 3, 1: 1}, [], {"govern.lead"}),
        ({0: 3, 1: 1}, ["engineering"], set()),
        ({0: 2}, ["engineering"], {"govern.tents"}),
    ],
)
def test_which_lead_allows_governing(pieces, technologies, refused):
    """Ruling govern: a lead over each player, no house, and three tents go to the general supply."""
    state = full_position(
        {24: pieces}, seats=3, seat_0={**SETTLE_DIE, "technologies": technologies, "tents": 1}, seat_1=SETTLE_DIE
    )
    assert refused_rules(state, "govern tile=tile_24") == refused
    assert refused_rules(state, "govern tile=tile_24", seat=1) == {"referee.seat"}
    if not refused:
        state = after_lines(state, "govern tile=tile_24")
        assert (tents_and_house(state, 24)[0][0], tents_and_house(state, 24)[1], state.players[0].tents) == (
            pieces[0] - 3,
            0,
            1,
        )


def test_a_sixth_house_is_refused():
    built = {tile: {"house": 0} for tile in (18, 20, 14, 16, 22)}
    assert refused_rules(full_position({24: {0: 3}, **built}, seat_0=SETTLE_DIE), "govern tile=tile_24") == {
        "govern.left"
    }


def test_any_number_of_free_actions_before_and_after_the_main_one():
    land = {24: {0: 3}, 18: {0: 4}, 20: {0: 3}, 25: {0: 1}}
    state = after_lines(
        full_position(land, seat_0={"active": ["white_recruit"]}), "govern tile=tile_24", "govern tile=tile_18"
    )
    state = after_lines(state, "recruit dice=green", "govern tile=tile_20")
    assert [tents_and_house(state, tile)[1] for tile in (24, 18, 20)] == [0, 0, 0]
