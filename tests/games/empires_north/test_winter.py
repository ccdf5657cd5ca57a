"""Scenario Winter is Coming.

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
    before_event,
    event_position,
    given,
    legal,
    new_game,
    next_lookout,
    picks,
    play,
    points,
    points_by_rule,
    possible,
    question,
    refusals,
    site,
    slot_of,
    solo_position,
    supply_of,
    take,
    use,
    with_points,
)
from tests.games.rules import refuses, rule


@rule("trade.offered")
@refuses("trade.offered")
def test_only_a_scenario_offers_an_exchange():
    assert refusals(given(), "trade") == {"trade.offered"}
    assert refusals(given(seats=1), "trade") == set()


@rule("trade.price")
@pytest.mark.parametrize(("workers", "refused"), [(1, True), (2, False)])
def test_winter_exchanges_two_workers_for_food(workers, refused):
    state = given(seats=1, workers=workers)
    assert ("trade.price" in refusals(state, "trade")) is refused
    if not refused:
        assert supply_of(play(state, "trade"), "food") == 1


def test_winter_begins_with_three_more_food():
    state = after_chance(new_game(1, scenario="winter").state)
    assert supply_of(play(state, "choose_clan clan=panuk"), "food") == 4


def test_the_pantry_turns_three_foods_into_points():
    state = play(solo_position("winter", goods={"food": 1, "fish": 1, "sheep": 1}), "use_location slot=3")
    assert points(state) == 4
    assert site(state, "winter_location").exhausted


def test_the_exchange_has_no_limit():
    state = play(solo_position("winter", workers=4), "trade", "trade")
    assert (supply_of(state, "food"), state.players[0].spent_workers) == (2, 4)


@pytest.mark.parametrize(("number", "goods"), [(1, {"food": 1}), (5, {"wood": 1})])
def test_winter_events_that_take_goods(number, goods):
    state = event_position("winter", number, goods=goods)
    state = play(state, "choose option=pay") if question(state) == "choose" else state
    assert not state.players[0].goods


@pytest.mark.parametrize("number", [3, 5])
def test_ruling_28_frozen_lands_exhaust_a_field_until_the_clean_up(number):
    state = play(event_position("winter", number), "pick_card slot=0")
    assert state.players[0].empire[0].exhausted
    state = before_event(play(state, "pass_round"))
    assert not state.players[0].empire[0].exhausted


def test_a_blizzard_takes_a_card_of_the_hand_if_there_is_one():
    state = event_position("winter", 4, hand=("axe_yard", "valkyrie"))
    assert dict(play(state, "discard_card card=valkyrie").players[0].hand) == {"axe_yard": 1}
    assert question(event_position("winter", 4)) == "main"


@rule("score.unfed")
@pytest.mark.parametrize(("goods", "lost"), [({"food": 3, "fish": 2}, 0), ({"food": 3, "gold": 1}, -3), ({}, -15)])
def test_at_the_end_every_worker_eats_or_costs_three_points(goods, lost):
    state = play(replace(solo_position("winter", goods=goods), round=4), "pass_round")
    assert points_by_rule(state).get("score.unfed", 0) == lost


def test_winter_begins_with_three_food_more():
    state = play(after_chance(new_game(1, scenario="winter").state), "choose_clan clan=heidel")
    assert dict(state.players[0].goods) == {"food": 5, "wood": 1, "sheep": 1, "stone": 1}


def test_two_workers_for_a_food_as_often_as_there_are_two():
    state = play(solo_position("winter"), "trade", "trade")
    assert (state.active_player.workers, state.active_player.spent_workers, supply_of(state, "food")) == (1, 4, 2)
    assert refusals(state, "trade") == {"trade.price"}


def test_the_pantry_accepts_gold_for_missing_food_once_a_round():
    state = solo_position("winter", goods={"food": 1, "fish": 1, "gold": 1})
    state = play(state, use(state, "winter_location"))
    assert (points(state), state.active_player.goods) == (4, ())
    assert "use_location.ready" in refusals(state, use(state, "winter_location"))


def test_frozen_lands_take_a_field_with_its_upgrades():
    """Ruling 28: an upgrade is no field; one placed later still gives its goods."""
    state = given("heidel", seats=1, scenario="winter", hand=("barley_row",))
    field = slot_of(state, "heidel_barley_field")
    state, _ = take(state, 0, "barley_row", host=field)
    state = after_event(possible(state), 3)
    assert picks(state) == {"heidel_barley_field", "heidel_birch_wood", "heidel_hill_pasture"}
    state = play(state, f"pick_card slot={field}")
    harvested = play(state, "place_pawn tile=harvest", "go_on")
    assert refusals(harvested, f"harvest slot={field}") == {"harvest.ready"}
    placed = play(state, "place_pawn tile=populate", f"build_field card=barley_row host={field}")
    assert supply_of(placed, "food") == 1


def test_a_blizzard_without_cards_takes_nothing():
    """Ruling 26."""
    assert points(after_event(with_points(solo_position("winter"), 5), 4)) == 5
    state = after_event(solo_position("winter", hand=("axe_yard", "valkyrie")), 4)
    assert {action.card for action in legal(state)} == {"axe_yard", "valkyrie"}


@pytest.mark.parametrize(
    ("goods", "expected"), [({}, "exhaust_field"), ({"wood": 1}, "choose"), ({"gold": 1}, "choose")]
)
def test_cold_nights_take_a_wood_or_a_field(goods, expected):
    """It never costs two points."""
    state = after_event(with_points(solo_position("winter", goods=goods), 5), 5)
    assert (question(state), points(state)) == (expected, 5)


@pytest.mark.parametrize(("answer", "made", "food"), [("accept", 2, 0), ("decline", 0, 1)])
def test_travellers_may_be_fed(answer, made, food):
    state = play(after_event(solo_position("winter", goods={"food": 1}), 2), answer)
    assert (points(state), supply_of(state, "food")) == (made, food)


CARDS = ("axe_yard",) * 3 + ("watchtower",) * 2 + ("twin_ships",) * 2 + ("valkyrie",) * 2


def test_the_end_of_winter():
    """Food, fish and gold feed five of six workers, also spent ones; 22 - 3 + 12 cards + a pair is 32."""
    goods = bag_of(["food"] * 3 + ["fish", "wood", "wood", "gold"])
    state = solo_position("winter", empire=CARDS, workers=3, spent_workers=3)
    state = after_last_round(with_points(with_player(state, 0, goods=goods), 22))
    assert (points(state), points_by_rule(state)["score.unfed"]) == (32, -3)
    assert GAME.result(state).winners == (0,)


def test_hunger_may_lead_below_zero_at_the_end():
    """The limit of 0 holds during play only: 1 - 24 + 9."""
    state = after_last_round(with_points(solo_position("winter", empire=CARDS[:6], workers=8), 1))
    assert points(state) == -14
    assert GAME.result(state).winners == ()


@pytest.mark.parametrize(
    ("reading", "goods", "hungry"),
    [
        ("food_or_fish", {"sheep": 5}, 5),
        ("food", {"fish": 5}, 5),
        ("food", {"gold": 5}, 0),
        ("food_or_sheep", {"sheep": 5}, 0),
    ],
)
def test_the_food_of_workers_depends_on_the_option(reading, goods, hungry):
    state = after_last_round(solo_position("winter", goods=goods, slots=(("winter_feed", reading),)))
    assert points_by_rule(state).get("score.unfed", 0) == -3 * hungry


def test_fields_exhausted_by_the_cold_are_ready_after_the_clean_up():
    state = after_event(solo_position("winter"), 3)
    state = play(state, f"pick_card slot={slot_of(state, 'ulaf_stone_pit')}")
    assert site(state, "ulaf_stone_pit").exhausted
    assert not site(next_lookout(state), "ulaf_stone_pit").exhausted
