"""Main action raid."""

from __future__ import annotations

import pytest

from referee_service.games.dice_settlers.actions.raid import Raid
from tests.games.dice_settlers.full_positions import (
    after_lines,
    full_position,
    refused_rules,
    tents_and_house,
)
from tests.games.dice_settlers.positions import (
    DESERT,
    FOREST,
    HILL,
    PLAIN,
    after,
    given,
    legal,
    question,
    refusals,
    spent_count,
    tents,
)
from tests.games.rules import rule

CAMP = {FOREST: {0: 1, 1: 2}, PLAIN: {1: 1}, HILL: {0: 2}, DESERT: {0: 1, 1: 1}}


@rule("raid.tents", "raid.presence", "raid.victim")
def test_a_raid_needs_presence_a_victim_and_a_tent():
    state = given(CAMP, seat_0={"active": ["grey_raid"]})
    assert refusals(state, Raid(PLAIN, 1)) == {"raid.presence"}
    assert refusals(state, Raid(HILL, 1)) == {"raid.victim"}
    assert refusals(state, Raid(FOREST, 0)) == {"raid.own"}
    assert refusals(given(CAMP, seat_0={"active": ["grey_raid"], "tents": 0}), Raid(FOREST, 1)) == {"raid.tents"}
    state = after(state, Raid(FOREST, 1))
    assert (tents(state, FOREST), tents(state, FOREST, 1)) == (2, 1)
    assert (state.players[0].tents, state.players[1].tents) == (2, 4)


@rule("raid.one_tile")
def test_ruling_raid_one_tile_and_several_victims():
    tiles = {FOREST: {0: 1, 1: 1, 2: 1}, DESERT: {0: 1, 1: 1}}
    state = after(given(tiles, seats=3, seat_0={"active": ["grey_raid"] * 3}), Raid(FOREST, 1))
    assert refusals(state, Raid(DESERT, 1)) == {"raid.one_tile"}
    state = after(state, Raid(FOREST, 2))
    assert (tents(state, FOREST), spent_count(state, "grey")) == (3, 2)
    assert question(state) == "main"


def test_houses_are_safe_from_raids():
    state = given({FOREST: {0: 1, "house": 1}, DESERT: {0: 1, 1: 1}}, seat_0={"active": ["grey_raid"]})
    assert [action.tile for action in legal(state, "raid")] == [DESERT]


@pytest.mark.parametrize(("technology", "lost"), [("palisades", 1), ("walls", 2)])
def test_ruling_raid_shield_the_first_symbols_are_lost(technology, lost):
    state = given({FOREST: {0: 1, 1: 3}}, seat_0={"active": ["grey_raid"] * 3}, seat_1={"technologies": [technology]})
    state = after(state, *[Raid(FOREST, 1)] * 3)
    assert tents(state, FOREST, 1) == 3 - (3 - lost)


def raid_position(land, symbols: int, tents: int, **wanted):
    """Return a position of seat 0 with raid symbols, tents, and a factory that keeps the turn open."""
    seat_0 = {"active": ["grey_raid"] * symbols, "tents": tents}
    return full_position({25: {0: 1}, **land}, seat_0=seat_0, **wanted)


def test_a_raid_of_several_victims_on_one_tile():
    """Ruling raid: the tents return to their owners."""
    state = raid_position({24: {0: 1, 1: 2, 2: 1}, 18: {0: 1, 1: 1}}, 3, 3, seats=3)
    state = after_lines(state, "raid tile=tile_24 side=1")
    assert refused_rules(state, "raid tile=tile_18 side=1") == {"raid.one_tile"}
    state = after_lines(state, "raid tile=tile_24 side=2", "raid tile=tile_24 side=1")
    assert tents_and_house(state, 24) == ((4, 0, 0), -1)
    assert [player.tents for player in state.players] == [0, 2, 1]


def test_a_raid_spends_no_more_symbols_than_own_tents():
    """Ruling raid: one tent allows one symbol, and no tent allows no raid."""
    state = after_lines(raid_position({24: {0: 1, 1: 3}}, 3, 1), "raid tile=tile_24 side=1")
    assert (tents_and_house(state, 24), state.players[0].tents, question(state)) == (((2, 2), -1), 0, "main")
    assert dict(state.players[0].active) == {"grey_raid": 2}
    state = raid_position({24: {0: 1, 1: 3}}, 3, 0)
    assert refused_rules(state, "raid tile=tile_24 side=1") == {"raid.tents"}


def test_houses_raid_and_are_not_raided():
    """Ruling raid."""
    state = after_lines(raid_position({24: {"house": 0, 1: 2}}, 1, 1), "raid tile=tile_24 side=1")
    assert tents_and_house(state, 24) == ((1, 1), 0)
    state = after_lines(raid_position({24: {0: 1, 1: 1, "house": 1}}, 2, 2), "raid tile=tile_24 side=1")
    assert tents_and_house(state, 24) == ((2, 0), 1)
    assert question(state) == "main"


def test_a_shield_takes_the_first_symbol_aimed_at_its_owner():
    """Ruling raid_shield: the shield protects its owner only, and one tent of the raider suffices."""
    shield = {"technologies": ["palisades"]}
    state = raid_position({24: {0: 1, 1: 2, 2: 1}}, 3, 2, seats=3, seat_1=shield)
    state = after_lines(state, "raid tile=tile_24 side=2", "raid tile=tile_24 side=1")
    assert tents_and_house(state, 24) == ((2, 2, 0), -1)
    state = after_lines(state, "raid tile=tile_24 side=1")
    assert tents_and_house(state, 24) == ((3, 1, 0), -1)
    one_tent = raid_position({24: {0: 1, 1: 2}}, 2, 1, seat_1=shield)
    assert tents_and_house(after_lines(one_tent, *["raid tile=tile_24 side=1"] * 2), 24) == ((2, 1), -1)


def test_a_symbol_lost_to_a_shield_is_still_spent():
    """Rulings raid_shield and first_turn: the raid counts as possible, because the symbol can be paid."""
    state = raid_position({24: {0: 1, 1: 2}}, 1, 1, seat_1={"technologies": ["palisades"]})
    assert refused_rules(state, "end_turn") == {"end_turn.first"}
    state = after_lines(state, "raid tile=tile_24 side=1")
    assert (tents_and_house(state, 24), state.players[0].active, state.players[0].actions_done) == (
        ((1, 2), -1),
        (),
        ("raid",),
    )
