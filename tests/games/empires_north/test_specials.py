"""Specials: which events trigger them, in which order, and how often.

Sources: L = line of the rulebook, R = ruling of the game's page, C = rule of the card set.
"""

from __future__ import annotations

import pytest

from referee_service.kernel.tuples import with_player
from tests.games.empires_north.positions import (
    after,
    after_chance,
    after_specials,
    given,
    legal,
    play,
    points,
    points_by_rule,
    position,
    possible,
    question,
    supply_of,
)


def test_ruling_3_several_specials_wait_and_their_owner_orders_them():
    state = given(empire=("twin_ships", "valkyrie", "raider_cove"), queue=((0, ""),))
    state = play(state, "pass_round", "pass_round", "land pile=near island=driftwood_isle")
    assert question(state) == "simultaneous"
    state = play(state, "resolve source=valkyrie", "choose option=raze", "resolve source=twin_ships")
    assert (supply_of(state, "raze"), supply_of(state, "food"), points(state)) == (1, 1, 1)


def test_a_special_with_a_limit_reacts_once_in_a_round():
    state = given(empire=("watchtower",), queue=((0, "raze"), (0, "raze")))
    state = play(state, "pass_round", "pass_round", "land pile=near island=driftwood_isle", "take_island conquer=true")
    state = play(state, "land pile=near island=herring_bank", "take_island conquer=true")
    assert points(state) == 1


def test_ruling_2_specials_of_a_player_who_has_passed_still_react():
    state = given(empire=("twin_ships",), queue=((0, ""),))
    state = play(state, "pass_round", "pass_round", "land pile=near island=driftwood_isle")
    assert points(state) == 1


def test_no_special_reacts_to_its_own_arrival():
    state = given("panuk", hand=("storyteller",), goods={"wood": 2, "stone": 2})
    assert points_by_rule(play(state, "build card=storyteller")) == {}
    island = given(queue=((0, "raze"),), near=("signal_isle",))
    island = play(island, "pass_round", "pass_round", "land pile=near island=signal_isle", "take_island conquer=true")
    assert points_by_rule(island) == {}


@pytest.mark.parametrize(
    ("clan", "listener", "wanted", "moves", "gained"),
    [
        ("glenn", "piper", {}, ["place_pawn tile=populate"], 1),
        ("panuk", "kayak_shed", {}, ["place_pawn tile=sail", "sail fish=false raze=false"], 1),
        (
            "heidel",
            "tavern_runner",
            {"pawns": ("explore",), "goods": {"food": 1}},
            ["move_pawn start=explore tile=populate"],
            1,
        ),
        ("nanurjuk", "winter_quarters", {"hand": ("hide_tents",), "goods": {"sheep": 1}}, ["build card=hide_tents"], 1),
        (
            "nanurjuk",
            "winter_quarters",
            {"hand": ("cairn",), "goods": {"wood": 2, "stone": 2}},
            ["build card=cairn"],
            0,
        ),
        ("nanurjuk", "cairn", {"hand": ("moving_day",)}, ["place_pawn tile=harvest", "play_boost card=moving_day"], 2),
    ],
)
def test_each_special_reacts_to_its_event(clan, listener, wanted, moves, gained):
    empire = (listener, "summer_camp") if clan == "nanurjuk" else (listener,)
    state = given(clan, other="ulaf", empire=empire, **wanted)
    assert points(play(state, *moves)) == gained


def test_good_neighbours_react_to_shepherds_only():
    state = given("glenn", other="ulaf", empire=("good_neighbours", "wool_shed", "common_workshop"))
    assert supply_of(play(state, "use_location slot=4"), "food") == 1
    assert supply_of(play(state, "use_location slot=5", "choose option=wood"), "food") == 0


def test_the_mapmakers_react_to_exploring():
    state = given(empire=("mapmaker_rock",))
    assert supply_of(after_chance(play(state, "place_pawn tile=explore")), "food") == 1


def test_specials_react_only_to_events_of_their_owner():
    """The ship of another pillages."""
    state = position("glenn", other="ulaf", opponent_empire=("twin_ships",), queue=((0, ""), (1, "")), passed=True)
    state = with_player(with_player(state, 0, ships=1), 1, ships=1)
    state = play(possible(state), "pass_round", "land pile=near island=herring_bank")
    assert (points(state, 0), points(state, 1)) == (0, 0)
    state = play(state, "land pile=near island=driftwood_isle")
    assert points(state, 1) == 1


def test_keeps_pay_for_one_conquest_of_a_round_and_the_signal_for_every_one():
    """The action phase and the expedition are one round; a card does not react to its own entry."""
    empire = ("watchtower", "watchtower", "treasury", "white_keep", "signal_isle")
    state = position(
        empire=empire, hand=("following_wind", "axe_yard"), queue=((0, "raze"), (0, "raze")), ships=0, passed=True
    )
    state = play(state, "place_pawn tile=explore", "play_boost card=following_wind")
    state = play(state, "choose option=conquer_now_food", "choose_ship place=0", "land pile=near island=herring_bank")
    state = after_chance(after_specials(state))
    assert (points(state), supply_of(state, "food")) == (6, 1 + 1)
    state = play(state, "pass_round", "land pile=near island=driftwood_isle", "take_island conquer=true")
    assert points(after_specials(state)) == 7


def test_an_island_does_not_react_to_its_own_conquest():
    """Signal Isle gives its bonus only."""
    state = position(queue=((0, "raze"),), ships=1, near=("signal_isle", "herring_bank"), passed=True)
    state = play(state, "pass_round", "land pile=near island=signal_isle", "take_island conquer=true")
    assert (points(state), supply_of(state, "food")) == (0, 1)


def test_specials_at_once_are_ordered_by_their_owner_before_the_next_ship():
    """Ruling 3: none of them may be delayed."""
    empire = ("valkyrie", "twin_ships", "twin_ships", "raider_cove")
    state = position(
        empire=empire, queue=((0, ""), (0, "")), ships=0, near=("stone_circle", "herring_bank"), passed=True
    )
    state = play(state, "pass_round", "land pile=near island=stone_circle")
    assert question(state) == "simultaneous"
    seen = 0
    while question(state) in ("simultaneous", "choose"):
        assert "decline" not in {type(action).__name__.lower() for action in legal(state)}
        state, seen = after(state, legal(state)[0]), seen + 1
    assert question(state) == "voyage"
    assert (points(state), supply_of(state, "stone")) == (3, 1)
    assert supply_of(state, "food") + supply_of(state, "raze") == 2
    state = after_specials(play(state, "land pile=near island=herring_bank"))
    assert points(state) == 5


def test_an_upgrade_is_built_but_an_island_is_not():
    """Marble Coast reacts to a card of the hand of any kind, but not to a conquest."""
    state = position(empire=("marble_coast",), hand=("rock_ledge",), queue=((0, "raze"),), ships=1, passed=True)
    built = play(state, "place_pawn tile=explore", "build_field card=rock_ledge host=2")
    assert points(built) == 1
    state = play(state, "pass_round", "land pile=near island=herring_bank", "take_island conquer=true")
    assert points(state) == 0
