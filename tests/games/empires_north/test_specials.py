"""Specials: which events trigger them, in which order, and how often.

Sources: L = line of the rulebook, R = ruling of the game's page, C = rule of the card set.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.empires_north import GAME
from referee_service.games.empires_north.state import Ship
from referee_service.kernel.tuples import with_player
from tests.games.empires_north.positions import (
    after,
    after_chance,
    after_specials,
    faults,
    given,
    legal,
    play,
    points,
    points_by_rule,
    position,
    possible,
    question,
    slot_of,
    supply_of,
    with_pack,
)
from tests.games.rules import rule


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
        ("panuk", "kayak_shed", {}, ["place_pawn tile=sail"], 1),
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


PIPER = "{when: special, hears: populated, limit: 1, effects: [{gain: {what: {vp: 1}}}]}"
"""The Special of the Piper."""


@rule("ruling.specials")
@pytest.mark.parametrize(("scope", "by_owner", "by_other"), [("own", 1, 0), ("other", 0, 1), ("any", 1, 1)])
def test_a_special_reacts_to_deeds_of_its_owner_of_another_or_of_any_player(scope, by_owner, by_other):
    """L505: Specials may react in the turn of any player."""
    state = position("ulaf", opponent_empire=("piper",))
    state = with_pack(state, (PIPER, PIPER.replace("populated,", f"populated, scope: {scope},")))
    state = play(state, "place_pawn tile=populate")
    assert (points(state, 0), points(state, 1)) == (0, by_other)
    assert not faults(state)
    state = position("glenn", empire=("piper",))
    state = with_pack(state, (PIPER, PIPER.replace("populated,", f"populated, scope: {scope},")))
    state = play(state, "place_pawn tile=populate")
    assert (points(state, 0), points(state, 1)) == (by_owner, 0)


def test_the_player_who_acts_comes_first_and_a_special_of_another_may_ask():
    valkyrie = "hears: pillaged, limit: 1, effects: [{gain_one_of: [{raze: 1}, {food: 1}]}]"
    raider_cove = "hears: pillaged, effects: [{gain: {what: {food: 1}}}]"
    state = position("glenn", other="ulaf", opponent_empire=("valkyrie", "valkyrie"), empire=("raider_cove",))
    state = replace(
        with_player(with_player(state, 0, ships=1), 1, passed=True), queue=(Ship(0, fish=False, raze=False),)
    )
    state = with_pack(
        state,
        (valkyrie, valkyrie.replace("pillaged", "pillaged, scope: other")),
        (raider_cove, "hears: pillaged, scope: any, effects: [{gain_one_of: [{food: 1}, {wood: 1}]}]"),
    )
    state = play(state, "pass_round", "land pile=near island=herring_bank")
    seats = []
    while question(state) in ("choose", "simultaneous"):
        assert not faults(state)
        seats.append(GAME.turn(state).seat)
        state = after(state, legal(state)[0])
    assert seats == [0, 1, 1]
    assert supply_of(state, "raze", 1) == 2


def test_a_special_of_another_player_reacts_to_a_card_in_the_same_slot():
    """A card does not react to its own entry, but slots of another empire are not its own."""
    guild = "{when: special, hears: built, filter: {type_in: [shepherd, hearth]}, limit: 1"
    state = position("ulaf", opponent_empire=("builders_guild",), hand=("axe_yard",), goods={"wood": 1})
    state = with_pack(state, (guild, "{when: special, hears: built, scope: other, limit: 1"))
    state = play(state, "build card=axe_yard")
    assert slot_of(state, "axe_yard") == slot_of(state, "builders_guild", 1)
    assert (points(state, 0), points(state, 1)) == (0, 1)


RUNNER = "hears: pawn_moved, limit: 1, effects: [{gain: {what: {vp: 1}}}]"
"""The Special of the Tavern Runner."""


def test_a_special_that_asks_may_wait_above_the_boost_window():
    """The pawn moves, and the window of its action is open already."""
    state = position("heidel", empire=("tavern_runner",), hand=("cooper",), pawns=("explore",), goods={"food": 1})
    state = with_pack(state, (RUNNER, "hears: pawn_moved, limit: 1, effects: [{gain_one_of: [{vp: 1}, {wood: 1}]}]"))
    state = play(state, "move_pawn start=explore tile=populate")
    assert (question(state), faults(state)) == ("choose", set())
    assert question(play(state, "choose option=wood")) == "boost_window"


def test_a_special_that_asks_may_wait_above_the_next_pawn_that_an_effect_moves():
    state = position("heidel", empire=("tavern_runner",), hand=("drinking_competition",), pawns=("explore",))
    state = with_pack(
        state,
        (RUNNER, "hears: pawn_moved, limit: 1, effects: [{gain_one_of: [{vp: 1}, {wood: 1}]}]"),
        ("effects: [{move_pawn: 1}, {gain: {what: {food: 1}}}]", "effects: [{move_pawn: 2}]"),
    )
    state = play(state, "place_pawn tile=harvest", "play_boost card=drinking_competition")
    state = play(state, "shift_pawn start=harvest exhausted=false tile=sail")
    assert (question(state), faults(state)) == ("choose", set())
    assert question(play(state, "choose option=wood")) == "shift_pawn"


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
