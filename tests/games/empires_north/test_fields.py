"""Fields and upgrades: placing and harvesting them.

Sources: L = line of the rulebook, R = ruling of the game's page, C = rule of the card set.
"""

from __future__ import annotations

import pytest

from referee_service.games.empires_north.empire.cards import update_site
from tests.games.empires_north.positions import (
    after,
    after_chance,
    given,
    legal,
    play,
    position,
    possible,
    question,
    refusals,
    slot_of,
    slots_of,
    supply_of,
    take,
)
from tests.games.rules import rule


@rule("build_field.field")
@pytest.mark.parametrize(("card", "refused"), [("iron_hill", False), ("boarding_party", True), ("axe_yard", True)])
def test_only_fields_are_placed_as_fields(card, refused):
    state = play(given(hand=(card,)), "place_pawn tile=sail")
    assert ("build_field.field" in refusals(state, f"build_field card={card}")) is refused


@rule("build_field.alone")
@pytest.mark.parametrize(("host", "refused"), [("", True), (" host=2", False)])
def test_an_upgrade_lies_under_a_field(host, refused):
    state = play(given(hand=("rock_ledge",)), "place_pawn tile=explore")
    assert ("build_field.alone" in refusals(state, f"build_field card=rock_ledge{host}")) is refused


@rule("build_field.upgrade")
@pytest.mark.parametrize(("host", "refused"), [("", False), (" host=2", True)])
def test_a_field_lies_under_nothing(host, refused):
    state = play(given(hand=("iron_hill",)), "place_pawn tile=sail")
    assert ("build_field.upgrade" in refusals(state, f"build_field card=iron_hill{host}")) is refused


@rule("build_field.goods")
@pytest.mark.parametrize(("host", "refused"), [(0, True), (1, True), (2, False), (9, True)])
def test_an_upgrade_goes_with_a_field_of_its_goods(host, refused):
    state = play(given(hand=("rock_ledge",)), "place_pawn tile=explore")
    assert ("build_field.goods" in refusals(state, f"build_field card=rock_ledge host={host}")) is refused


def test_ruling_14_an_upgrade_of_a_mixed_field_needs_one_of_its_goods():
    state = play(given("mackinnon", hand=("tenant_plot",)), "place_pawn tile=populate")
    assert refusals(state, "build_field card=tenant_plot host=1") == set()


def test_an_upgrade_yields_itself_when_placed_and_both_when_harvested():
    state = play(given(hand=("rock_ledge",)), "place_pawn tile=explore", "build_field card=rock_ledge host=2")
    assert supply_of(state, "stone") == 1
    state = play(after_chance(state), "pass_round", "place_pawn tile=harvest")
    state = play(state, "go_on") if question(state) == "boost_window" else state
    assert supply_of(play(state, "harvest slot=2"), "stone") == 3


def test_ruling_6_a_field_placed_before_harvest_may_be_harvested():
    state = given("heidel", hand=("sheepfold",))
    state = play(state, "place_pawn tile=harvest", "build_field card=sheepfold", "harvest slot=3")
    assert supply_of(state, "sheep") == 2


def test_the_upgrades_of_a_field_that_leaves_are_discarded():
    state = given("nanurjuk", empire=("new_outpost", "grazing_land"))
    state, _ = take(state, 0, "driftwood_pile", 4)
    state = play(state, "use_location slot=3", "pick_card slot=4")
    assert dict(state.players[0].hand) == {"grazing_land": 1}
    assert dict(state.players[0].discard) == {"driftwood_pile": 1}


@rule("harvest.field")
@pytest.mark.parametrize(("slot", "refused"), [(0, False), (3, True), (9, True)])
def test_only_fields_are_harvested(slot, refused):
    state = play(given(empire=("axe_yard",)), "place_pawn tile=harvest")
    assert ("harvest.field" in refusals(state, f"harvest slot={slot}")) is refused


@rule("harvest.ready")
@pytest.mark.parametrize("exhausted", [True, False])
def test_ruling_28_an_exhausted_field_yields_nothing(exhausted):
    state = update_site(given(seats=1), 0, 0, exhausted=exhausted)
    assert ("harvest.ready" in refusals(play(state, "place_pawn tile=harvest"), "harvest slot=0")) is exhausted


def test_an_upgrade_counts_as_a_card_and_a_field():
    state, _ = take(given(), 0, "rock_ledge", 2)
    assert len(after(state, legal(state, "pass_round")[0]).players[0].empire) == 4


def test_a_harvest_yields_one_field_with_its_upgrades_and_no_other_field():
    state = given()
    for _ in range(2):
        state, _ = take(state, 0, "rock_ledge", host=slot_of(state, "ulaf_stone_pit"))
    state = play(possible(state), "place_pawn tile=harvest")
    assert {action.slot for action in legal(state)} == {0, 1, 2}
    pit, forest = slot_of(state, "ulaf_stone_pit"), slot_of(state, "ulaf_pine_forest")
    assert dict(play(state, f"harvest slot={pit}").players[0].goods) == {"stone": 3}
    assert dict(play(state, f"harvest slot={forest}").players[0].goods) == {"wood": 2}


@pytest.mark.parametrize(
    ("clan", "field", "goods"), [("ulaf", "iron_hill", {"raze": 1}), ("mackinnon", "mackinnon_gold_burn", {"gold": 1})]
)
def test_raze_tokens_and_gold_are_harvested_too(clan, field, goods):
    state = position(clan, empire=() if field.startswith(clan) else (field,))
    state = play(state, "place_pawn tile=harvest", f"harvest slot={slot_of(state, field)}")
    assert dict(state.players[0].goods) == goods


def test_a_field_placed_with_harvest_yields_twice():
    """Ruling 6."""
    state = play(position("heidel", hand=("sheepfold",)), "place_pawn tile=harvest", "build_field card=sheepfold")
    assert supply_of(state, "sheep") == 1
    assert supply_of(play(state, f"harvest slot={slot_of(state, 'sheepfold')}"), "sheep") == 2


def test_an_upgrade_brings_only_its_own_goods_when_placed():
    state = play(position(hand=("rock_ledge",)), "place_pawn tile=explore", "build_field card=rock_ledge host=2")
    assert (supply_of(state, "stone"), question(state)) == (1, "draw")


@pytest.mark.parametrize(
    ("clan", "card", "empire", "tile", "hosts"),
    [
        ("heidel", "barley_row", ("hop_garden",), "populate", {"heidel_barley_field", "hop_garden"}),
        ("nanurjuk", "driftwood_pile", ("grazing_land",), "explore", {"nanurjuk_river_bend"}),
        ("glenn", "neighbourhood_ice_cream", (), "explore", {None, "glenn_croft"}),
        ("mackinnon", "tenant_plot", ("leased_pasture",), "populate", {"mackinnon_estate_wood"}),
    ],
)
def test_an_upgrade_lies_under_a_field_with_its_goods(clan, card, empire, tile, hosts):
    """Ruling 14: under a field with its goods, mixed or not; a card of two kinds may also be a field."""
    state = play(position(clan, hand=(card,), empire=empire), f"place_pawn tile={tile}")
    names = {site.slot: site.card for site in state.active_player.empire} | {None: None}
    assert {names[action.host] for action in legal(state, "build_field")} == hosts


@pytest.mark.parametrize(("host", "fields"), [("", 4), (" host=2", 3)])
def test_a_card_of_two_kinds_has_the_kind_it_was_placed_as(host, fields):
    """Under a field it is harvested with that field, else it is a field of its own."""
    state = position("glenn", hand=("neighbourhood_ice_cream",), passed=True)
    state = play(state, "place_pawn tile=explore", f"build_field card=neighbourhood_ice_cream{host}")
    state = play(after_chance(state), "place_pawn tile=harvest")
    assert len(legal(state)) == fields
    state = play(state, f"harvest slot={slot_of(state, 'glenn_croft')}")
    assert supply_of(state, "food") == (2 if not host else 3)


def test_two_ledges_may_lie_under_one_pit():
    state = position(hand=("rock_ledge", "rock_ledge"), passed=True)
    for _ in range(2):
        state = after_chance(play(state, "place_pawn tile=explore", "build_field card=rock_ledge host=2"))
    assert [site.host for site in state.players[0].empire if site.slot in slots_of(state, "rock_ledge")] == [2, 2]
