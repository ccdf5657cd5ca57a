"""Situations of Construct, Harvest, Sail and actions in capitals, as a reader of the rulebook answers them.

Sources: L = line of the rulebook, R = ruling of the game's page, C = rule of the card set.
"""

from __future__ import annotations

import pytest

from referee_service.games.empires_north.state import Ship
from tests.games.empires_north.positions import (
    after_chance,
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
from tests.games.empires_north.situations import at, resolved, slots_of, sound, use

# --- construct ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "refused"),
    [
        (("leased_pasture",), True),
        (("building_loan", "building_loan"), True),
        (("leased_pasture", "building_loan"), True),
        (("leased_pasture", "toll_gate"), False),
        (("building_loan", "savings_bank"), False),
        ((), True),
    ],
)
def test_construct_needs_a_location_that_is_no_field(hand, refused):
    """L547, L569, R5: for a pawn and for capitals on a card alike."""
    state = at("mackinnon", hand=hand, empire=("great_forest",))
    assert refusals(state, "place_pawn tile=construct") == ({"declare.possible"} if refused else set())
    assert refusals(state, use(state, "great_forest")) == ({"use_location.possible"} if refused else set())


def test_a_field_with_construct_comes_first_then_the_location_for_nothing():
    """L547, 2.5."""
    state = at("mackinnon", hand=("leased_pasture", "toll_gate"), passed=True)
    state = played(state, "place_pawn tile=construct", "build_field card=leased_pasture")
    assert (has(state, "sheep"), question(state)) == (1, "construct")
    assert refusals(state, "construct card=leased_pasture") == {"build.hand", "build.location"}
    state = played(state, "construct card=toll_gate")
    assert state.active_player.hand == ()


def test_construct_waives_workers_too():
    state = at(hand=("hall_of_heroes",), passed=True)
    state = played(state, "place_pawn tile=construct", "go_on", "construct card=hall_of_heroes")
    assert (state.active_player.workers, state.active_player.spent_workers, points(state)) == (5, 0, 1)


def test_the_bank_that_is_being_built_takes_no_deposit_of_the_loan():
    """L567, L573: the loan is over before the bank stands."""
    state = at("mackinnon", hand=("building_loan", "savings_bank"), passed=True)
    state = played(state, "place_pawn tile=construct", "play_boost card=building_loan")
    state = played(state, "choose_resource resource=wood")
    assert question(state) == "construct"
    state = played(state, "construct card=savings_bank")
    assert (site(state, "savings_bank").goods, has(state, "wood")) == ((), 1)


def test_the_loan_may_put_what_it_brought_into_a_bank_that_stands():
    state = at("mackinnon", hand=("building_loan", "granary"), empire=("savings_bank",), passed=True)
    state = played(state, "place_pawn tile=construct", "play_boost card=building_loan")
    state = played(state, "choose_resource resource=wood")
    bank = slot_of(state, "savings_bank")
    assert refusals(state, "go_on") == set()
    assert site(played(state, f"assign good=wood slot={bank}"), "savings_bank").goods == (("wood", 1),)


def test_the_loan_goes_only_where_a_bank_accepts_it():
    """C assign: any resource, but a granary takes food alone and a vault gold alone."""
    state = at("mackinnon", hand=("building_loan", "granary"), empire=("granary", "gold_vault"), passed=True)
    state = played(state, "place_pawn tile=construct", "play_boost card=building_loan")
    assert question(played(state, "choose_resource resource=wood")) == "construct"
    state = played(state, "choose_resource resource=food")
    assert [(action.good, action.slot) for action in legal(state, "assign")] == [("food", slot_of(state, "granary"))]


def test_a_free_placement_by_an_effect_is_no_construct():
    """L582: no capitals, no window."""
    state = at("nanurjuk", empire=("pack_dogs",), hand=("summer_camp", "moving_day"))
    assert question(played(state, use(state, "pack_dogs"))) == "build_free"


# --- harvest, fields and upgrades -----------------------------------------------------------------------------------


def test_a_field_is_harvested_with_its_upgrades_and_alone():
    """L501, L551."""
    state = given()
    for _ in range(2):
        state, _ = take(state, 0, "rock_ledge", host=slot_of(state, "ulaf_stone_pit"))
    state = played(sound(state), "place_pawn tile=harvest")
    assert {action.slot for action in legal(state)} == {0, 1, 2}
    pit, forest = slot_of(state, "ulaf_stone_pit"), slot_of(state, "ulaf_pine_forest")
    assert dict(played(state, f"harvest slot={pit}").players[0].goods) == {"stone": 3}
    assert dict(played(state, f"harvest slot={forest}").players[0].goods) == {"wood": 2}


@pytest.mark.parametrize(
    ("clan", "field", "goods"), [("ulaf", "iron_hill", {"raze": 1}), ("mackinnon", "mackinnon_gold_burn", {"gold": 1})]
)
def test_raze_tokens_and_gold_are_harvested_too(clan, field, goods):
    """L551."""
    state = at(clan, empire=() if field.startswith(clan) else (field,))
    state = played(state, "place_pawn tile=harvest", f"harvest slot={slot_of(state, field)}")
    assert dict(state.players[0].goods) == goods


def test_a_field_placed_with_harvest_yields_twice():
    """R6."""
    state = played(at("heidel", hand=("sheepfold",)), "place_pawn tile=harvest", "build_field card=sheepfold")
    assert has(state, "sheep") == 1
    assert has(played(state, f"harvest slot={slot_of(state, 'sheepfold')}"), "sheep") == 2


def test_an_upgrade_brings_only_its_own_goods_when_placed():
    """L501."""
    state = played(at(hand=("rock_ledge",)), "place_pawn tile=explore", "build_field card=rock_ledge host=2")
    assert (has(state, "stone"), question(state)) == (1, "draw")


@pytest.mark.parametrize(
    ("clan", "card", "empire", "tile", "hosts"),
    [
        ("heidel", "barley_row", ("hop_garden",), "populate", {"heidel_barley_field", "hop_garden"}),
        ("nanurjuk", "driftwood_pile", ("grazing_land",), "explore", {"nanurjuk_river_bend"}),
        ("glenn", "neighbourhood_ice_cream", (), "explore", {None, "glenn_croft"}),
        ("mackinnon", "tenant_plot", ("leased_pasture",), "populate", {"mackinnon_estate_wood"}),
    ],
)
def test_where_an_upgrade_may_lie(clan, card, empire, tile, hosts):
    """L501, L577, R14: under a field that yields its goods, mixed or not; a card of two kinds also by itself."""
    state = played(at(clan, hand=(card,), empire=empire), f"place_pawn tile={tile}")
    names = {site.slot: site.card for site in state.active_player.empire} | {None: None}
    assert {names[action.host] for action in legal(state, "build_field")} == hosts


@pytest.mark.parametrize(("host", "fields"), [("", 4), (" host=2", 3)])
def test_a_card_of_two_kinds_is_what_it_was_placed_as(host, fields):
    """L575-577: under a field it is harvested with it, by itself it is one more field."""
    state = at("glenn", hand=("neighbourhood_ice_cream",), passed=True)
    state = played(state, "place_pawn tile=explore", f"build_field card=neighbourhood_ice_cream{host}")
    state = played(after_chance(state), "place_pawn tile=harvest", "go_on")
    assert len(legal(state)) == fields
    state = played(state, f"harvest slot={slot_of(state, 'glenn_croft')}")
    assert has(state, "food") == (2 if not host else 3)


# --- sail and capitals ----------------------------------------------------------------------------------------------


def test_no_third_ship_sails():
    """R5."""
    state = at(ships=0, queue=((0, ""), (0, "")))
    assert refusals(state, "place_pawn tile=sail") == {"declare.possible"}


def test_what_a_boost_brings_may_be_taken_aboard():
    """L557, L567."""
    state = at(goods={"fish": 1}, hand=("boarding_party",))
    state = played(state, "place_pawn tile=sail", "play_boost card=boarding_party")
    assert len(legal(state)) == 4
    state = played(state, "sail fish=true raze=true")
    assert (state.queue, state.players[0].goods) == ((Ship(0, fish=True, raze=True),), ())


def test_gold_is_no_fish_on_a_ship():
    """L641, R9."""
    state = played(at(goods={"gold": 2}), "place_pawn tile=sail")
    assert refusals(state, "sail fish=true raze=false") == {"sail.held"}


def test_sailing_is_heard_every_time_or_once_a_round():
    """C: a harbour without limit, two sheds with one each."""
    state = at("panuk", empire=("far_harbour", "kayak_shed", "kayak_shed"), ships=3, passed=True)
    state = played(state, "place_pawn tile=sail", "sail fish=false raze=false")
    state = resolved(state)
    assert points(state) == 3
    state = played(state, "place_pawn tile=sail", "sail fish=false raze=false")
    assert points(state) == 4


def test_an_impossible_action_in_capitals_costs_nothing():
    """R12, C impossible."""
    state = at(empire=("great_forest",), hand=("boarding_party", "river_farm"))
    assert refusals(state, use(state, "great_forest")) == {"use_location.possible"}


@pytest.mark.parametrize(("goods", "refused"), [({"food": 1}, False), ({"gold": 1}, False), ({}, True)])
def test_capitals_on_an_island_are_paid_then_a_boost_then_the_action(goods, refused):
    """L582: the boost cannot pay for the card that opens its window."""
    state = at("glenn", empire=("settler_valley", "piper"), hand=("helping_hands",), goods=goods, passed=True)
    assert refusals(state, use(state, "settler_valley")) == ({"use_location.price"} if refused else set())
    if not refused:
        state = played(state, use(state, "settler_valley"), "play_boost card=helping_hands")
        assert (has(state, "food"), state.active_player.workers, points(state)) == (1, 6, 1)


def test_two_ledges_may_lie_under_one_pit():
    """L501."""
    state = at(hand=("rock_ledge", "rock_ledge"), passed=True)
    for _ in range(2):
        state = after_chance(played(state, "place_pawn tile=explore", "build_field card=rock_ledge host=2"))
    assert [site.host for site in state.active_player.empire if site.slot in slots_of(state, "rock_ledge")] == [2, 2]
