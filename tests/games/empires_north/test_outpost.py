"""Scenario The Outpost.

Sources: L = line of the rulebook, R = ruling of the game's page, C = rule of the card set.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.empires_north import GAME
from referee_service.kernel.bags import bag_of
from referee_service.kernel.tuples import with_player
from tests.games.empires_north.positions import (
    after_chance,
    after_event,
    after_last_round,
    event_position,
    faults,
    given,
    legal,
    play,
    points,
    points_by_rule,
    possible,
    question,
    refusals,
    site,
    slot_of,
    slots_of,
    solo_position,
    supply_of,
    take,
    use,
    with_piles,
    with_points,
    with_site,
)
from tests.games.rules import rule


@rule("build.foundation")
@pytest.mark.parametrize(("foundations", "refused"), [(0, True), (1, False)])
def test_action_locations_need_a_foundation(foundations, refused):
    state = solo_position("outpost", hand=("axe_yard",), goods={"wood": 1})
    state = replace(state, solo=replace(state.solo, foundations=foundations))
    assert ("build.foundation" in refusals(state, "build card=axe_yard")) is refused


def test_ruling_29_other_locations_and_islands_need_none():
    state = solo_position("outpost", hand=("watchtower",), goods={"wood": 1, "stone": 2})
    state = replace(state, solo=replace(state.solo, foundations=0))
    assert refusals(state, "build card=watchtower") == set()


@rule("build.over")
@pytest.mark.parametrize(
    ("goods", "slot", "refused"),
    [({"wood": 1}, 4, True), ({"wood": 1, "stone": 1}, 4, False), ({"wood": 1, "stone": 1}, 0, True)],
)
def test_building_over_costs_a_stone_more(goods, slot, refused):
    state = solo_position("outpost", hand=("axe_yard",), empire=("fishing_boats",), goods=goods)
    assert ("build.over" in refusals(state, f"build card=axe_yard over={slot}")) is refused


@rule("score.covered")
def test_ruling_29_a_covered_card_has_no_effect_but_counts_two_points():
    state = solo_position("outpost", hand=("axe_yard",), empire=("fishing_boats",), goods={"wood": 1, "stone": 1})
    state = play(state, "build card=axe_yard over=4")
    assert (state.solo.covered, [s.card for s in state.players[0].empire][-1]) == (("fishing_boats",), "axe_yard")
    assert not faults(state)
    done = play(replace(state, round=4), "pass_round")
    assert (points_by_rule(done)["score.covered"], points_by_rule(done)["score.cards"]) == (2, 4)
    assert "score.covered" not in points_by_rule(play(replace(solo_position("outpost"), round=4), "pass_round"))


def test_exploring_may_buy_a_foundation():
    state = after_chance(play(solo_position("outpost", goods={"wood": 1}), "place_pawn tile=explore"))
    assert question(state) == "offer"
    assert play(state, "accept").solo.foundations == 6


@rule("score.assigned")
def test_the_headquarters_assigns_a_worker_to_explore_and_scores_for_it():
    state = after_chance(play(solo_position("outpost"), "use_location slot=3"))
    assert (state.players[0].workers, dict(site(state, "outpost_location").goods)) == (4, {"worker": 1})
    assert points_by_rule(play(replace(state, round=4), "pass_round"))["score.assigned"] == 1
    assert "score.assigned" not in points_by_rule(play(replace(solo_position("outpost"), round=4), "pass_round"))


@pytest.mark.parametrize(
    ("number", "gained"),
    [(1, {"gold": 2}), (3, {"raze": 1}), (5, {"food": 1, "wood": 1, "stone": 1, "fish": 1})],
)
def test_outpost_events_that_give(number, gained):
    assert dict(event_position("outpost", number).players[0].goods) == gained


def test_new_horizons_and_local_help():
    state = play(event_position("outpost", 2, goods={"wood": 2}), "accept")
    assert state.solo.foundations == 7
    assert sum(count for _, count in after_chance(event_position("outpost", 4)).players[0].hand) == 1


def test_islands_count_two_points_at_the_outpost():
    state = play(replace(solo_position("outpost", empire=("driftwood_isle",)), round=4), "pass_round")
    assert points_by_rule(state)["score.islands"] == 2


FIVE = ("fishing_boats",) * 3 + ("war_hall",) * 2
"""Action locations on all foundations of the start."""


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
    """Ruling 29."""
    state = solo_position("outpost", empire=FIVE, hand=("axe_yard",), goods=goods)
    assert refusals(state, f"build card=axe_yard{over}") == refused


@pytest.mark.parametrize("card", ["watchtower", "floki_workshop", "sister_ship"])
def test_locations_without_a_printed_action_need_no_foundation_and_cover_nothing(card):
    """Ruling 29: a copy counts by its own printed text."""
    state = solo_position("outpost", empire=FIVE, hand=(card,), goods={"wood": 3, "stone": 3})
    assert refusals(state, f"build card={card}") == set()
    assert refusals(state, f"build card={card} over=4") == {"build.over"}


def test_construct_waives_the_cost_but_not_the_stone_for_covering():
    """Ruling 29: the extra cost of the scenario is not a printed cost."""
    state = solo_position("outpost", empire=FIVE, hand=("axe_yard",))
    assert refusals(state, "place_pawn tile=construct") == {"declare.possible"}
    state = solo_position("outpost", empire=FIVE, hand=("axe_yard",), goods={"stone": 1})
    state = play(state, "place_pawn tile=construct", "construct card=axe_yard over=4")
    assert (supply_of(state, "stone"), state.solo.covered) == (0, ("fishing_boats",))


def test_a_covered_card_loses_all_and_the_new_one_is_ready():
    """Ruling 29: covering is not leaving, so no Cairn reacts; a copy of the card goes blank."""
    empire = ("ice_hunters", "second_camp", "cairn")
    state = solo_position("outpost", "nanurjuk", empire=empire, hand=("river_trade",), goods={"stone": 2})
    state = with_site(state, "second_camp", copied_slot=slot_of(state, "ice_hunters"))
    state = with_site(state, "ice_hunters", exhausted=True)
    state = play(state, f"build card=river_trade over={slot_of(state, 'ice_hunters')}")
    assert (points(state), state.players[0].discard) == (0, ())
    assert not site(state, "river_trade").exhausted
    assert refusals(state, use(state, "second_camp")) == {"use_location.action"}


def test_covering_is_possible_while_a_foundation_is_free():
    """Also while a foundation is free, for the stone."""
    state = solo_position("outpost", empire=("fishing_boats",), hand=("axe_yard",), goods={"wood": 1, "stone": 1})
    assert {action.over for action in legal(state, "build")} == {None, slot_of(state, "fishing_boats")}


def test_a_foundation_is_free_again_when_its_top_card_leaves():
    """The covered card stays below without effect."""
    state = solo_position(
        "outpost", "nanurjuk", empire=("river_trade", "sled_trail"), hand=("kinfolk",), goods={"wood": 2}
    )
    state = possible(replace(state, solo=replace(state.solo, foundations=2)))
    assert refusals(state, "build card=kinfolk") == {"build.foundation"}
    state = play(state, use(state, "sled_trail"))
    assert refusals(state, "build card=kinfolk") == set()


@pytest.mark.parametrize(
    ("goods", "expected"), [({"wood": 1}, "offer"), ({"gold": 1}, "offer"), ({"stone": 1}, "main")]
)
def test_after_exploring_a_foundation_is_offered_for_a_wood(goods, expected):
    """By the tile and by the headquarters."""
    tile = after_chance(play(solo_position("outpost", goods=goods), "place_pawn tile=explore"))
    headquarters = solo_position("outpost", goods=goods)
    headquarters = play(headquarters, use(headquarters, "outpost_location"))
    for state in (tile, after_chance(headquarters)):
        assert question(state) == expected
        if expected == "offer":
            assert play(state, "accept").solo.foundations == 6
            assert play(state, "decline").solo.foundations == 5


def test_local_help_is_a_complete_explore_action():
    """The window first, then a card, then the offer."""
    state = after_event(solo_position("outpost", hand=("rock_ledge",), goods={"wood": 1}), 4)
    assert question(state) == "boost_window"
    state = after_chance(play(state, "build_field card=rock_ledge host=2"))
    assert question(state) == "offer"


@pytest.mark.parametrize("clan", ["ulaf", "heidel"])
def test_local_help_does_nothing_if_no_card_is_left(clan):
    """Ruling 26: no penalty, and the player need not play a boost for it (Ulaf holds one for Explore)."""
    state = after_event(with_points(with_piles(solo_position("outpost", clan)), 5), 4)
    assert (question(state), points(state), state.solo.event) == ("main", 5, "outpost_event_4")


def test_the_headquarters_take_a_worker_of_the_supply_for_good():
    """Ruling 16."""
    broke = solo_position("outpost", workers=0, spent_workers=5)
    assert refusals(broke, use(broke, "outpost_location")) == {"use_location.possible"}
    state = solo_position("outpost")
    state = after_chance(play(state, use(state, "outpost_location")))
    state = after_event(state, 5)
    assert (site(state, "outpost_location").goods, state.players[0].workers) == ((("worker", 1),), 4)
    assert not site(state, "outpost_location").exhausted


def test_a_worker_at_the_headquarters_is_no_deposit():
    """2.8.1: workers are no goods, so the Counting House does not react; it reacts to a resource by option."""
    for slots, good, gained in (((), "worker", 0), ((("outpost_headquarters", "food"),), "food", 1)):
        state = solo_position("outpost", "mackinnon", empire=("counting_house",), goods={"food": 1}, slots=slots)
        state = play(state, use(state, "outpost_location"))
        assert (site(state, "outpost_location").goods, points(state)) == (((good, 1),), gained)


def test_headquarters_that_take_food_take_no_gold():
    """It scores there, and no longer among the resources."""
    slots = (("outpost_headquarters", "food"),)
    poor = solo_position("outpost", goods={"gold": 2}, slots=slots)
    assert refusals(poor, use(poor, "outpost_location")) == {"use_location.possible"}
    state = solo_position("outpost", goods={"food": 2}, slots=slots)
    state = after_last_round(after_chance(play(state, use(state, "outpost_location"))))
    assert (points_by_rule(state)["score.assigned"], points_by_rule(state).get("score.resources", 0)) == (1, 0)


def final_position(slots=()):
    """Return a position with 15 points, 6 cards without and 5 with an Action, 2 covered, 2 islands, 3 workers at HQ."""
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
    return with_points(with_site(state, "outpost_location", goods=(("worker", 3),)), 15)


@pytest.mark.parametrize(
    ("slots", "sum_"), [((), 40), ((("outpost_covered", "one"),), 38), ((("outpost_covered", "none"),), 36)]
)
def test_the_end_of_the_outpost(slots, sum_):
    """Ruling 29: 15 + 6 + 5 + 2 covered + islands double + headquarters + pairs + gold; 40 is enough."""
    state = after_last_round(final_position(slots))
    assert points(state) == sum_
    assert (GAME.result(state).winners == (0,)) is (sum_ >= 40)


def test_foundations_are_a_count_without_cards():
    """The cards there are not known."""
    assert isinstance(GAME.view(solo_position("outpost"), 0).board.solo.foundations, int)


def test_both_prices_of_foundations_can_be_read_as_stone():
    """Slots are readings: the offer after Explore and event 2 each have one."""
    slots = (("outpost_event_2", "stone"), ("outpost_foundation", "stone"))
    state = after_chance(play(solo_position("outpost", goods={"stone": 1}, slots=slots), "place_pawn tile=explore"))
    assert play(state, "accept").solo.foundations == 6
    state = after_event(solo_position("outpost", goods={"stone": 2}, slots=slots), 2)
    assert play(state, "accept").solo.foundations == 7
    assert question(after_event(solo_position("outpost", goods={"wood": 2}, slots=slots), 2)) == "main"


def test_the_headquarters_are_counted_by_no_card():
    """No point of its own, no type, not among the exhausted."""
    state = solo_position("outpost", "heidel", empire=("dormitory",))
    state = with_site(state, "outpost_location", exhausted=True)
    assert points(play(state, use(state, "dormitory"))) == 0
    assert slots_of(state, "outpost_location") == [3]
    state, _ = take(given("heidel", seats=1, scenario="outpost"), 0, "cooper")
    assert points_by_rule(after_last_round(state))["score.cards"] == 4
