"""Each effect verb, each cost, each event that specials hear: with what it needs, and without."""

from __future__ import annotations

import pytest

from referee_service.games.empires_north.content.cards import effect
from referee_service.games.empires_north.content.tables import PACKS
from referee_service.games.empires_north.empire.cards import update_site
from referee_service.games.empires_north.state import Pawn, Ship
from referee_service.kernel.engine import visible_action
from referee_service.kernel.tuples import with_player
from tests.games.empires_north.positions import (
    GAME,
    after,
    after_chance,
    cited,
    given,
    has,
    legal,
    played,
    points,
    question,
    refusals,
    site,
    slot_of,
    take,
)
from tests.games.rules import rule

# --- costs ----------------------------------------------------------------------------------------------------------


@rule("pick_card.meant")
@pytest.mark.parametrize(("slot", "refused"), [(3, True), (4, False), (5, False), (0, True)])
def test_exhausting_another_card_as_a_cost(slot, refused):
    state = played(given("heidel", empire=("tired_guards", "cooper", "small_brewery")), "use_location slot=3")
    assert ("pick_card.meant" in refusals(state, f"pick_card slot={slot}")) is refused
    state = played(state, "pick_card slot=4", "choose option=raze")
    assert site(state, "cooper").exhausted
    assert has(state, "raze") == 1


def test_a_lone_card_pays_without_a_question():
    state = played(given("heidel", empire=("tired_guards", "cooper")), "use_location slot=3")
    assert question(state) == "choose"


@rule("ruling.leaving")
def test_a_card_that_leaves_loses_its_goods_and_spends_its_workers():
    state = given("nanurjuk", empire=("sled_trail", "summer_camp", "river_trade"))
    state = played(state, "use_location slot=3", "pick_card slot=4")
    assert dict(state.players[0].hand) == {"summer_camp": 1}
    assert has(state, "food") == 1
    assert slot_of(state, "river_trade") == 5


def test_discarding_a_card_of_the_empire_as_a_cost():
    state = given("nanurjuk", empire=("last_fire", "summer_camp"))
    state = played(state, "use_location slot=3")
    assert dict(state.players[0].discard) == {"summer_camp": 1}
    assert points(state) == 1


@rule("discard_card.hand")
@pytest.mark.parametrize(("card", "refused"), [("cairn", False), ("summer_camp", True)])
def test_discarding_a_card_of_the_hand_as_a_cost(card, refused):
    state = played(given("nanurjuk", empire=("elder_tales",), hand=("cairn",)), "use_location slot=3")
    assert ("discard_card.hand" in refusals(state, f"discard_card card={card}")) is refused
    assert points(played(state, "discard_card card=cairn")) == 2


def test_alternative_costs_are_chosen():
    state = given("mackinnon", empire=("merchant_stall",), goods={"sheep": 1, "wood": 2})
    state = played(state, "use_location slot=3", "choose option=sheep")
    assert (has(state, "gold"), has(state, "wood")) == (2, 2)


@rule("choose.possible")
@pytest.mark.parametrize(("option", "refused"), [("sheep", False), ("any_resource", False), ("gold", True)])
def test_only_what_is_offered_can_be_chosen(option, refused):
    state = given("mackinnon", empire=("merchant_stall",), goods={"sheep": 1, "wood": 2})
    assert ("choose.possible" in refusals(played(state, "use_location slot=3"), f"choose option={option}")) is refused


def test_a_cost_of_any_resource_is_asked_where_there_is_a_choice():
    state = given(empire=("old_market",), goods={"wood": 1, "stone": 1}, near=())
    state = played(state, "use_location slot=3")
    assert question(state) == "payment"
    assert has(played(state, "pay source=stone"), "wood") == 1


# --- effects --------------------------------------------------------------------------------------------------------


def test_gaining_a_resource_of_choice():
    state = played(given("nanurjuk", empire=("river_trade",)), "use_location slot=3", "choose_resource resource=fish")
    assert has(state, "fish") == 1


@rule("take_card.meant")
@pytest.mark.parametrize(("card", "refused"), [("penguin_colony", False), ("gathering", True), ("ice_hole", True)])
def test_searching_takes_a_matching_card_of_the_deck_in_secret(card, refused):
    state = played(given("panuk", hand=("gathering",)), "place_pawn tile=explore", "play_boost card=gathering")
    assert question(state) == "search"
    assert ("take_card.meant" in refusals(state, f"take_card card={card}")) is refused
    action = legal(state, "take_card")[0]
    assert visible_action(GAME, state, action, 1) is None
    assert refusals(state, "decline") == set()


def test_taking_a_card_back_from_the_discard_pile():
    state = given("nanurjuk", hand=("trackers",), goods={"wood": 2}, discard=("cairn", "kinfolk"))
    state = played(state, "build card=trackers", "take_card card=cairn")
    assert dict(state.players[0].hand) == {"cairn": 1}


def test_drawing_by_a_bonus():
    state = given(queue=((0, "raze"),), near=("mapmaker_rock",))
    state = played(state, "pass_round", "pass_round", "land pile=near island=mapmaker_rock", "take_island conquer=true")
    assert sum(count for _, count in after_chance(state).players[0].hand) == 1


def test_placing_for_nothing_by_an_effect_may_be_declined():
    state = given("nanurjuk", empire=("pack_dogs",), hand=("summer_camp",))
    assert points(played(state, "use_location slot=3", "construct card=summer_camp")) == 1
    assert points(played(state, "use_location slot=3", "decline")) == 0


@rule("choose_ship.fitting")
@pytest.mark.parametrize(("place", "refused"), [(0, True), (1, False), (2, False), (3, True)])
def test_one_of_several_own_ships_is_chosen(place, refused):
    queue = ((1, "raze"), (0, ""), (0, "fish"))
    state = played(given(empire=("priest_of_thor",), queue=queue), "use_location slot=3")
    assert ("choose_ship.fitting" in refusals(state, f"choose_ship place={place}")) is refused


def test_ruling_22_advancing_a_ship_swaps_it_with_the_one_ahead_and_the_first_stays():
    state = given(hand=("following_wind",), queue=((1, ""), (0, "fish")))
    state = played(state, "place_pawn tile=explore", "play_boost card=following_wind")
    assert state.queue[0] == Ship(0, fish=True, raze=False)
    first = given(hand=("following_wind",), queue=((0, ""), (1, "")))
    first = played(first, "place_pawn tile=explore", "play_boost card=following_wind")
    assert first.queue[0].seat == 0


def test_ruling_13_conquering_at_once_gives_the_bonus_in_the_action_phase():
    state = given(hand=("following_wind",), queue=((0, "raze"),))
    state = played(state, "place_pawn tile=explore", "play_boost card=following_wind", "choose option=conquer_now_food")
    state = after_chance(played(state, "land pile=near island=driftwood_isle"))
    assert (has(state, "wood"), has(state, "food"), state.stage) == (1, 1, "actions")


@rule("assign.fits")
@pytest.mark.parametrize(
    ("good", "slot", "refused"), [("wood", 3, False), ("gold", 3, True), ("raze", 3, True), ("wood", 0, True)]
)
def test_a_bank_takes_what_it_accepts_and_gold_never_stands_in(good, slot, refused):
    state = given("mackinnon", empire=("savings_bank",), goods={"wood": 2, "gold": 1, "raze": 1})
    state = played(state, "use_location slot=3")
    assert ("assign.fits" in refusals(state, f"assign good={good} slot={slot}")) is refused


@rule("go_on.owed")
def test_an_action_that_assigns_to_its_card_assigns_at_least_one():
    state = given("mackinnon", empire=("savings_bank", "counting_house"), goods={"wood": 2})
    state = played(state, "use_location slot=3")
    assert refusals(state, "go_on") == {"go_on.owed"}
    state = played(state, "assign good=wood slot=3")
    assert refusals(state, "go_on") == set()
    assert cited(played(state, "go_on")) == {"score.special": 1}


def test_a_bank_without_room_or_goods_cannot_be_used():
    assert "use_location.possible" in refusals(given("mackinnon", empire=("granary",)), "use_location slot=3")
    full = update_site(given("mackinnon", empire=("granary",), goods={"food": 1}), 0, 3, goods=(("food", 2),))
    assert "use_location.possible" in refusals(full, "use_location slot=3")


@rule("release.assigned")
@pytest.mark.parametrize(("good", "slot", "refused"), [("food", 4, False), ("wood", 4, True), ("food", 3, True)])
def test_the_cashier_releases_what_lies_in_banks(good, slot, refused):
    state = update_site(given("mackinnon", empire=("cashier", "granary")), 0, 4, goods=(("food", 2),))
    state = played(state, "use_location slot=3")
    assert ("release.assigned" in refusals(state, f"release good={good} slot={slot}")) is refused
    state = played(state, "release good=food slot=4", "go_on")
    assert (has(state, "food"), points(state)) == (1, 1)


@rule("choose_number.most")
@pytest.mark.parametrize(("number", "refused"), [(0, False), (2, False), (3, True)])
def test_up_to_two_workers_are_recovered(number, refused):
    state = given(empire=("orchard_isle",), goods={"food": 1}, workers=2, spent_workers=3)
    state = played(state, "use_location slot=3")
    assert ("choose_number.most" in refusals(state, f"choose_number number={number}")) is refused
    assert played(state, "choose_number number=2").players[0].spent_workers == 1


def test_one_worker_is_recovered_without_a_question():
    state = given("heidel", empire=("small_brewery",), goods={"food": 1}, workers=4, spent_workers=1)
    assert played(state, "use_location slot=3").players[0].workers == 5


def test_refreshing_one_of_several_cards():
    state = given("heidel", empire=("cooper", "small_brewery"), hand=("second_round",))
    state = update_site(update_site(state, 0, 3, exhausted=True), 0, 4, exhausted=True)
    state = played(state, "place_pawn tile=populate", "play_boost card=second_round", "pick_card slot=4")
    assert [site(state, card).exhausted for card in ("cooper", "small_brewery")] == [True, False]


def test_refreshing_up_to_two_may_stop_before():
    state = given("heidel", empire=("long_table", "cooper", "small_brewery"))
    state = update_site(update_site(state, 0, 4, exhausted=True), 0, 5, exhausted=True)
    state = played(state, "use_location slot=3", "pick_card slot=4", "go_on")
    assert site(state, "small_brewery").exhausted


@rule("refresh_pawn.exhausted")
@pytest.mark.parametrize(("tile", "refused"), [("sail", False), ("explore", True)])
def test_the_night_watch_wakes_a_pawn(tile, refused):
    state = given("heidel", empire=("night_watch",), pawns=("-sail", "explore"))
    state = played(state, "use_location slot=3")
    assert ("refresh_pawn.exhausted" in refusals(state, f"refresh_pawn tile={tile}")) is refused
    assert Pawn("sail", exhausted=False) in played(state, "refresh_pawn tile=sail").players[0].pawns


@rule("ruling.copy")
def test_ruling_15_a_copy_acts_as_its_card_with_its_own_exhaustion_and_goes_blank_when_that_leaves():
    state = given("nanurjuk", empire=("ice_hunters", "sled_trail"), hand=("second_camp",), goods={"wood": 2})
    state = played(state, "build card=second_camp")
    copy = slot_of(state, "second_camp")
    assert site(state, "second_camp").copied_slot == 3
    state = played(state, "pass_round", f"use_location slot={copy}", "choose option=fish")
    assert (has(state, "fish"), site(state, "ice_hunters").exhausted) == (1, False)
    state = played(state, "use_location slot=4", "pick_card slot=3")
    assert site(state, "second_camp").copied_slot == -1
    rested = update_site(state, 0, copy, exhausted=False)
    assert refusals(rested, f"use_location slot={copy}") == {"use_location.action"}


def test_ruling_15_a_copy_hears_what_its_card_hears_and_keeps_its_own_type():
    state = given(empire=("twin_ships",), hand=("sister_ship",), goods={"wood": 2, "stone": 1}, queue=((0, ""),))
    state = played(state, "build card=sister_ship", "pass_round", "pass_round", "land pile=near island=driftwood_isle")
    assert cited(played(state, "resolve source=sister_ship"))["score.special"] == 2


def test_a_copy_without_a_card_to_copy_is_blank():
    state = played(given("heidel", hand=("home_brewing",), goods={"wood": 2}), "build card=home_brewing")
    assert site(state, "home_brewing").copied_slot is None


# --- specials -------------------------------------------------------------------------------------------------------


def test_ruling_3_several_specials_wait_and_their_owner_orders_them():
    state = given(empire=("twin_ships", "valkyrie", "raider_cove"), queue=((0, ""),))
    state = played(state, "pass_round", "pass_round", "land pile=near island=driftwood_isle")
    assert question(state) == "simultaneous"
    state = played(state, "resolve source=valkyrie", "choose option=raze", "resolve source=twin_ships")
    assert (has(state, "raze"), has(state, "food"), points(state)) == (1, 1, 1)


def test_a_special_with_a_limit_reacts_once_in_a_round():
    state = given(empire=("watchtower",), queue=((0, "raze"), (0, "raze")))
    state = played(
        state, "pass_round", "pass_round", "land pile=near island=driftwood_isle", "take_island conquer=true"
    )
    state = played(state, "land pile=near island=herring_bank", "take_island conquer=true")
    assert points(state) == 1


def test_ruling_2_specials_of_those_who_have_passed_still_react():
    state = given(empire=("twin_ships",), queue=((0, ""),))
    state = played(state, "pass_round", "pass_round", "land pile=near island=driftwood_isle")
    assert points(state) == 1


def test_no_special_reacts_to_its_own_arrival():
    state = given("panuk", hand=("storyteller",), goods={"wood": 2, "stone": 2})
    assert cited(played(state, "build card=storyteller")) == {}
    island = given(queue=((0, "raze"),), near=("signal_isle",))
    island = played(island, "pass_round", "pass_round", "land pile=near island=signal_isle", "take_island conquer=true")
    assert cited(island) == {}


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
def test_what_specials_hear(clan, listener, wanted, moves, gained):
    empire = (listener, "summer_camp") if clan == "nanurjuk" else (listener,)
    state = given(clan, other="ulaf", empire=empire, **wanted)
    assert points(played(state, *moves)) == gained


def test_good_neighbours_hear_of_shepherds_only():
    state = given("glenn", other="ulaf", empire=("good_neighbours", "wool_shed", "common_workshop"))
    assert has(played(state, "use_location slot=4"), "food") == 1
    assert has(played(state, "use_location slot=5", "choose option=wood"), "food") == 0


def test_the_mapmakers_hear_of_exploring():
    state = given(empire=("mapmaker_rock",))
    assert has(after_chance(played(state, "place_pawn tile=explore")), "food") == 1


# --- the whole vocabulary -------------------------------------------------------------------------------------------


def test_every_effect_that_there_is_stands_on_some_row_of_the_pack():
    text = repr(PACKS.get(PACKS.resolve_id(None)).pack)
    assert [name for name in effect.named if f"'{name}': " not in text] == []


def test_a_discarded_pile_is_taken_over_when_the_deck_runs_out():
    state = with_player(given(discard=("valkyrie",)), 0, deck=())
    state = after_chance(played(state, "place_pawn tile=explore"))
    assert dict(state.players[0].hand) == {"valkyrie": 1}
    assert state.players[0].discard == ()


def test_an_upgrade_counts_as_a_card_and_a_field():
    state, _ = take(given(), 0, "rock_ledge", 2)
    assert len(after(state, legal(state, "pass_round")[0]).players[0].empire) == 4
