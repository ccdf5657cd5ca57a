"""Situations of the Outpost as a reader of the rulebook answers them. L = line of the rulebook, R = ruling."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.empires_north import GAME
from referee_service.kernel.bags import bag_of
from referee_service.kernel.tuples import with_player
from tests.games.empires_north.positions import (
    after_chance,
    cited,
    given,
    has,
    having,
    legal,
    played,
    points,
    question,
    refusals,
    site,
    slot_of,
    take,
)
from tests.games.empires_north.situations import alone, altered, ended, holding, slots_of, sound, struck, use

FIVE = ("fishing_boats",) * 3 + ("war_hall",) * 2
"""Action locations on all foundations that there are at first."""


# --- foundations ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("goods", "over", "refused"),
    [
        ({"wood": 1}, "", {"build.foundation"}),
        ({"wood": 1}, " over=4", {"build.over", "build.price"}),
        ({"wood": 1, "stone": 1}, " over=4", set()),
        ({"wood": 1, "gold": 1}, " over=4", set()),
        ({"wood": 1, "stone": 1}, " over=0", {"build.over"}),
    ],
)
def test_a_sixth_action_location_goes_over_another_for_a_stone(goods, over, refused):
    """L804-806, R29."""
    state = alone("outpost", empire=FIVE, hand=("axe_yard",), goods=goods)
    assert refusals(state, f"build card=axe_yard{over}") == refused


@pytest.mark.parametrize("card", ["watchtower", "floki_workshop", "sister_ship"])
def test_locations_without_a_printed_action_need_no_foundation_and_cover_nothing(card):
    """L804-806, R29; a copy is judged by what it shows itself."""
    state = alone("outpost", empire=FIVE, hand=(card,), goods={"wood": 3, "stone": 3})
    assert refusals(state, f"build card={card}") == set()
    assert refusals(state, f"build card={card} over=4") == {"build.over"}


def test_construct_waives_the_price_but_not_the_stone():
    """R29: the surcharge of the scenario is no printed cost."""
    state = alone("outpost", empire=FIVE, hand=("axe_yard",))
    assert refusals(state, "place_pawn tile=construct") == {"declare.possible"}
    state = alone("outpost", empire=FIVE, hand=("axe_yard",), goods={"stone": 1})
    state = played(state, "place_pawn tile=construct", "go_on", "construct card=axe_yard over=4")
    assert (has(state, "stone"), state.solo.covered) == (0, ("fishing_boats",))


def test_a_covered_card_loses_all_and_the_new_one_is_ready():
    """R29: not leaving, so no Cairn hears it; a copy of it goes blank."""
    empire = ("ice_hunters", "second_camp", "cairn")
    state = alone("outpost", "nanurjuk", empire=empire, hand=("river_trade",), goods={"stone": 2})
    state = altered(state, "second_camp", copied_slot=slot_of(state, "ice_hunters"))
    state = altered(state, "ice_hunters", exhausted=True)
    state = played(state, f"build card=river_trade over={slot_of(state, 'ice_hunters')}")
    assert (points(state), state.players[0].discard) == (0, ())
    assert not site(state, "river_trade").exhausted
    assert refusals(state, use(state, "second_camp")) == {"use_location.action"}


def test_building_over_is_free_to_choose():
    """L806: also while a foundation is left, for the stone."""
    state = alone("outpost", empire=("fishing_boats",), hand=("axe_yard",), goods={"wood": 1, "stone": 1})
    assert {action.over for action in legal(state, "build")} == {None, slot_of(state, "fishing_boats")}


def test_a_foundation_is_free_again_when_its_top_card_leaves():
    """The covered card stays annulled beneath."""
    state = alone("outpost", "nanurjuk", empire=("river_trade", "sled_trail"), hand=("kinfolk",), goods={"wood": 2})
    state = sound(replace(state, solo=replace(state.solo, foundations=2)))
    assert refusals(state, "build card=kinfolk") == {"build.foundation"}
    state = played(state, use(state, "sled_trail"))
    assert refusals(state, "build card=kinfolk") == set()


# --- exploring ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("goods", "asked"), [({"wood": 1}, "offer"), ({"gold": 1}, "offer"), ({"stone": 1}, "main")])
def test_after_exploring_a_foundation_is_offered_for_a_wood(goods, asked):
    """L807: by the tile and by the headquarters."""
    tile = after_chance(played(alone("outpost", goods=goods), "place_pawn tile=explore"))
    headquarters = alone("outpost", goods=goods)
    headquarters = played(headquarters, use(headquarters, "outpost_location"), "assign good=worker slot=3")
    for state in (tile, after_chance(headquarters)):
        assert question(state) == asked
        if asked == "offer":
            assert played(state, "accept").solo.foundations == 6
            assert played(state, "decline").solo.foundations == 5


def test_help_from_the_country_is_an_exploration_with_all_that_belongs_to_it():
    """L807: the window first, then a card, then the offer."""
    state = struck(alone("outpost", hand=("rock_ledge",), goods={"wood": 1}), 4)
    assert question(state) == "boost_window"
    state = after_chance(played(state, "build_field card=rock_ledge host=2"))
    assert question(state) == "offer"


@pytest.mark.parametrize("clan", ["ulaf", "heidel"])
def test_help_from_the_country_does_nothing_where_no_card_is_left(clan):
    """R26: no penalty, and nobody must play a boost for it (Ulaf holds one that goes with exploring)."""
    state = struck(having(holding(alone("outpost", clan)), 5), 4)
    assert (question(state), points(state), state.solo.event) == ("main", 5, "outpost_event_4")


# --- headquarters ---------------------------------------------------------------------------------------------------


def test_the_headquarters_take_a_worker_of_the_supply_for_good():
    """L814, L835, R16."""
    broke = alone("outpost", workers=0, spent_workers=5)
    assert refusals(broke, use(broke, "outpost_location")) == {"use_location.possible"}
    state = alone("outpost")
    state = after_chance(played(state, use(state, "outpost_location"), "assign good=worker slot=3"))
    state = struck(state, 5)
    assert (site(state, "outpost_location").goods, state.players[0].workers) == ((("worker", 1),), 4)
    assert not site(state, "outpost_location").exhausted


def test_a_worker_at_the_headquarters_is_no_deposit():
    """2.8.1: workers are no goods, so the Counting House hears nothing; a resource by option it hears."""
    for slots, good, gained in (((), "worker", 0), ((("outpost_headquarters", "food"),), "food", 1)):
        state = alone("outpost", "mackinnon", empire=("counting_house",), goods={"food": 1}, slots=slots)
        state = played(state, use(state, "outpost_location"), f"assign good={good} slot=3")
        assert points(state) == gained


def test_headquarters_that_take_food_take_no_gold():
    """L641: it lies there and counts there, and no longer among resources."""
    slots = (("outpost_headquarters", "food"),)
    poor = alone("outpost", goods={"gold": 2}, slots=slots)
    assert refusals(poor, use(poor, "outpost_location")) == {"use_location.possible"}
    state = alone("outpost", goods={"food": 2}, slots=slots)
    state = ended(after_chance(played(state, use(state, "outpost_location"), "assign good=food slot=3")))
    assert (cited(state)["score.assigned"], cited(state).get("score.resources", 0)) == (1, 0)


# --- the end --------------------------------------------------------------------------------------------------------


def final(slots=()):
    """Fifteen points, six cards without and five with an Action, two covered, two islands, three at headquarters."""
    cards = ("iron_hill", "watchtower", "treasury", *FIVE, "herring_bank", "golden_reef")
    near, distant = ("old_market", "driftwood_isle"), ("ruined_city", "abbey_isle")
    state = given(seats=1, scenario="outpost", slots=slots, near=near, distant=distant, empire=cards)
    state = with_player(state, 0, goods=bag_of(["wood", "wood", "food", "stone", "fish", "gold"]), workers=2)
    deck = state.players[0].deck
    covered = ("axe_yard", "axe_yard")
    state = with_player(
        state, 0, deck=tuple((card, n - covered.count(card)) for card, n in deck if n > covered.count(card))
    )
    state = replace(state, solo=replace(state.solo, covered=covered, foundations=7))
    return having(altered(state, "outpost_location", goods=(("worker", 3),)), 15)


@pytest.mark.parametrize(
    ("slots", "sum_"), [((), 40), ((("outpost_covered", "one"),), 38), ((("outpost_covered", "none"),), 36)]
)
def test_the_end_of_the_outpost(slots, sum_):
    """L811-814, R29: 15 + 6 + 5 + 2 covered + islands double + headquarters + pairs + gold; 40 is enough."""
    state = ended(final(slots))
    assert points(state) == sum_
    assert (GAME.result(state).winners == (0,)) is (sum_ >= 40)


def test_foundations_are_a_number_that_shows_no_card():
    """L799, L807: nobody sees which cards lie there."""
    assert isinstance(GAME.view(alone("outpost"), 0).board.solo.foundations, int)


def test_both_prices_of_foundations_can_be_read_as_stone():
    """Slots are readings: L807 and event 2 each have one."""
    slots = (("outpost_event_2", "stone"), ("outpost_foundation", "stone"))
    state = after_chance(played(alone("outpost", goods={"stone": 1}, slots=slots), "place_pawn tile=explore"))
    assert played(state, "accept").solo.foundations == 6
    state = struck(alone("outpost", goods={"stone": 2}, slots=slots), 2)
    assert played(state, "accept").solo.foundations == 7
    assert question(struck(alone("outpost", goods={"wood": 2}, slots=slots), 2)) == "main"


def test_the_headquarters_are_counted_by_no_card():
    """L716, L735: no point of its own, no type, not among the exhausted."""
    state = alone("outpost", "heidel", empire=("dormitory",))
    state = altered(state, "outpost_location", exhausted=True)
    assert points(played(state, use(state, "dormitory"))) == 0
    assert slots_of(state, "outpost_location") == [3]
    state, _ = take(given("heidel", seats=1, scenario="outpost"), 0, "cooper")
    assert cited(ended(state))["score.cards"] == 4
