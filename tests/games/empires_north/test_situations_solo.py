"""Situations of solo rounds and of Winter as a reader of the rulebook answers them. L = line, R = ruling."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.empires_north import GAME
from referee_service.kernel import engine
from referee_service.kernel.bags import bag_of
from referee_service.kernel.tuples import with_player
from tests.games.empires_north.positions import (
    after_chance,
    begun,
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
from tests.games.empires_north.situations import (
    alone,
    altered,
    at,
    ended,
    looked_out,
    picks,
    sound,
    struck,
    use,
)


def dear(state, *tiles: str):
    """The position with these tiles on their solo side."""
    return sound(replace(state, solo=replace(state.solo, solo_side_tiles=tuple(sorted(tiles)))))


# --- all scenarios --------------------------------------------------------------------------------------------------


def test_nothing_tells_the_event_while_cards_are_chosen():
    """L712, R25: it is drawn after the lookout and its banks; any of the five, the last one too."""
    state = alone("winter")
    state = after_chance(played(state, "pass_round"))
    assert (question(state), state.solo.event) == ("keep", "")
    state = looked_out(alone("winter", "mackinnon", empire=("granary",)))
    assert {action.event[-1] for action, _ in engine.outcomes(GAME, state)} == set("12345")


def test_banks_pay_before_the_event_is_known():
    """R25."""
    state = altered(alone("winter", "mackinnon", empire=("granary",)), "granary", goods=(("food", 2),))
    assert points(looked_out(state)) == 2


@pytest.mark.parametrize(
    ("goods", "made", "left"),
    [({"food": 1}, 5, 5), ({"gold": 2}, 5, 5), ({"fish": 3}, 5, 3), ({}, 5, 3), ({}, 1, 0), ({}, 0, 0)],
)
def test_an_event_is_paid_by_who_can_and_costs_points_otherwise(goods, made, left):
    """L712, R26: gold pays, so it must; never below nothing."""
    state = struck(having(alone("winter", goods=goods), made), 1)
    if question(state) == "payment":
        assert refusals(state, "decline") == {"referee.verb"}
        state = played(state, "pay_cheapest")
    assert (question(state), points(state)) == ("main", left)
    assert sum(n for _, n in state.players[0].goods) == sum(goods.values()) - (left == 5)


def test_only_tiles_where_pawns_end_turn_dear():
    """L722-727, R27: the tile that a pawn left is white, an empty dear one turns white again."""
    state = dear(alone("winter", goods={"food": 1}), "explore")
    state = played(state, "place_pawn tile=harvest", "harvest slot=0")
    state = played(state, "move_pawn start=harvest tile=sail", "sail fish=false raze=false", "place_pawn tile=populate")
    state = played(state, "pass_round", "land pile=near island=herring_bank")
    assert state.solo.solo_side_tiles == ("populate", "sail")


def test_a_tile_turns_dear_where_a_card_has_taken_the_pawn():
    """R27."""
    state = alone("winter", "heidel", hand=("drinking_competition",))
    state = played(state, "place_pawn tile=harvest", "play_boost card=drinking_competition")
    state = played(state, "shift_pawn start=harvest exhausted=false tile=explore", "harvest slot=0")
    assert looked_out(state).solo.solo_side_tiles == ("explore",)


@pytest.mark.parametrize(
    ("pawns", "action", "goods", "refused"),
    [
        ((), "place_pawn tile=populate", {}, {"place_pawn.price"}),
        ((), "place_pawn tile=populate", {"gold": 1}, set()),
        ((), "place_pawn tile=sail", {}, set()),
        (("explore",), "move_pawn start=explore tile=populate", {"food": 1}, {"move_pawn.price"}),
        (("explore",), "move_pawn start=explore tile=populate", {"food": 1, "gold": 1}, set()),
        (("explore",), "move_pawn start=explore tile=sail", {"food": 1}, set()),
    ],
)
def test_what_a_dear_tile_costs(pawns, action, goods, refused):
    """L725: one food to place, two to move there."""
    assert refusals(dear(alone("winter", pawns=pawns, goods=goods), "populate"), action) == refused


def test_a_dear_tile_by_option_costs_workers():
    """Worker to the clan tile; gold stands only for the food."""
    slots = (("solo_tiles", "worker"),)
    state = dear(alone("winter", pawns=("explore",), goods={"gold": 1}, slots=slots), "populate")
    placed = played(state, "place_pawn tile=populate")
    assert (placed.active_player.workers, placed.active_player.spent_workers, has(placed, "gold")) == (5, 1, 1)
    moved = played(state, "move_pawn start=explore tile=populate")
    assert (moved.active_player.spent_workers, has(moved, "gold")) == (1, 0)
    tired = sound(with_player(state, 0, workers=0, spent_workers=5))
    assert refusals(tired, "place_pawn tile=populate") == {"place_pawn.price"}


def test_an_action_in_capitals_costs_nothing_more_on_a_dear_tile():
    """L582: no pawn, so no tile is turned either."""
    state = dear(alone("winter", empire=("smokehouse_bay",)), "harvest")
    state = played(state, use(state, "smokehouse_bay"))
    assert (question(state), state.active_player.spent_workers) == ("harvest", 1)
    assert looked_out(played(state, "harvest slot=0")).solo.solo_side_tiles == ()


@pytest.mark.parametrize(("made", "won"), [(26, False), (27, True)])
def test_the_threshold_is_reached_by_as_many_points(made, won):
    """L735: three base fields and workers fed; thirty points are enough, one less is not."""
    state = ended(having(alone("winter", goods={"food": 5}), made))
    assert points(state) == made + 3
    result = GAME.result(state)
    assert (result.winners, result.ranking) == (((0,), ((0,),)) if won else ((), ((), (0,))))


def test_a_larger_table_has_no_events():
    assert at().solo is None
    assert refusals(at(workers=5), "trade") == {"trade.offered"}


# --- winter ---------------------------------------------------------------------------------------------------------


def test_winter_begins_with_three_food_more():
    """L749."""
    state = played(after_chance(begun(1, scenario="winter").state), "choose_clan clan=heidel")
    assert dict(state.players[0].goods) == {"food": 5, "wood": 1, "sheep": 1, "stone": 1}


def test_two_workers_for_a_food_as_often_as_there_are_two():
    """L753."""
    state = played(alone("winter"), "trade", "trade")
    assert (state.active_player.workers, state.active_player.spent_workers, has(state, "food")) == (1, 4, 2)
    assert refusals(state, "trade") == {"trade.price"}


def test_the_pantry_takes_gold_for_what_is_missing_once_a_round():
    """L791."""
    state = alone("winter", goods={"food": 1, "fish": 1, "gold": 1})
    state = played(state, use(state, "winter_location"))
    assert (points(state), state.active_player.goods) == (4, ())
    assert "use_location.ready" in refusals(state, use(state, "winter_location"))


def test_frozen_lands_take_a_field_with_its_upgrades():
    """L775, R28: an upgrade is no field of its own; one placed later still gives its own goods."""
    state = given("heidel", seats=1, scenario="winter", hand=("barley_row",))
    field = slot_of(state, "heidel_barley_field")
    state, _ = take(state, 0, "barley_row", host=field)
    state = struck(sound(state), 3)
    assert picks(state) == {"heidel_barley_field", "heidel_birch_wood", "heidel_hill_pasture"}
    state = played(state, f"pick_card slot={field}")
    harvested = played(state, "place_pawn tile=harvest", "go_on")
    assert refusals(harvested, f"harvest slot={field}") == {"harvest.ready"}
    placed = played(state, "place_pawn tile=populate", f"build_field card=barley_row host={field}")
    assert has(placed, "food") == 1


def test_a_blizzard_without_cards_takes_nothing():
    """L779, R26."""
    assert points(struck(having(alone("winter"), 5), 4)) == 5
    state = struck(alone("winter", hand=("axe_yard", "valkyrie")), 4)
    assert {action.card for action in legal(state)} == {"axe_yard", "valkyrie"}


@pytest.mark.parametrize(("goods", "asked"), [({}, "exhaust_field"), ({"wood": 1}, "choose"), ({"gold": 1}, "choose")])
def test_cold_nights_take_a_wood_or_a_field(goods, asked):
    """L783: never two points."""
    state = struck(having(alone("winter", goods=goods), 5), 5)
    assert (question(state), points(state)) == (asked, 5)


@pytest.mark.parametrize(("answer", "made", "food"), [("accept", 2, 0), ("decline", 0, 1)])
def test_travellers_may_be_fed(answer, made, food):
    """L771."""
    state = played(struck(alone("winter", goods={"food": 1}), 2), answer)
    assert (points(state), has(state, "food")) == (made, food)


CARDS = ("axe_yard",) * 3 + ("watchtower",) * 2 + ("twin_ships",) * 2 + ("valkyrie",) * 2


def test_the_end_of_winter():
    """L757-759: food, fish and gold feed five of six, also those spent; 22 - 3 + 12 cards + a pair is 32."""
    goods = bag_of(["food"] * 3 + ["fish", "wood", "wood", "gold"])
    state = alone("winter", empire=CARDS, workers=3, spent_workers=3)
    state = ended(having(with_player(state, 0, goods=goods), 22))
    assert (points(state), cited(state)["score.unfed"]) == (32, -3)
    assert GAME.result(state).winners == (0,)


def test_hunger_may_lead_below_nothing_at_the_end():
    """The floor holds during play only: 1 - 24 + 9."""
    state = ended(having(alone("winter", empire=CARDS[:6], workers=8), 1))
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
def test_what_feeds_by_option(reading, goods, hungry):
    state = ended(alone("winter", goods=goods, slots=(("winter_feed", reading),)))
    assert cited(state).get("score.unfed", 0) == -3 * hungry


def test_fields_exhausted_by_the_cold_are_ready_after_the_clean_up():
    state = struck(alone("winter"), 3)
    state = played(state, f"pick_card slot={slot_of(state, 'ulaf_stone_pit')}")
    assert site(state, "ulaf_stone_pit").exhausted
    assert not site(looked_out(state), "ulaf_stone_pit").exhausted
