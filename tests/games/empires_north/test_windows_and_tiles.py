"""Boosts, fields and the five actions themselves."""

from __future__ import annotations

import pytest

from referee_service.games.empires_north.empire.cards import update_site
from referee_service.games.empires_north.state import Ship
from referee_service.kernel.tuples import with_player
from tests.games.empires_north.positions import after_chance, given, has, legal, played, question, refusals, site, take
from tests.games.rules import rule

# --- boosts ---------------------------------------------------------------------------------------------------------


@rule("window.hand")
@pytest.mark.parametrize(("hand", "refused"), [(("boarding_party",), False), (("axe_yard",), True)])
def test_a_boost_comes_from_the_hand(hand, refused):
    state = played(given(hand=hand), "place_pawn tile=sail")
    assert ("window.hand" in refusals(state, "play_boost card=boarding_party")) is refused


@rule("window.corner")
@pytest.mark.parametrize(("tile", "refused"), [("sail", False), ("explore", True)])
def test_a_boost_goes_with_the_action_in_its_corner(tile, refused):
    state = played(given(hand=("boarding_party",)), f"place_pawn tile={tile}")
    assert ("window.corner" in refusals(state, "play_boost card=boarding_party")) is refused


@rule("play_boost.boost")
@pytest.mark.parametrize(("card", "refused"), [("boarding_party", False), ("axe_yard", True)])
def test_only_boosts_are_played(card, refused):
    state = played(given(hand=(card,)), "place_pawn tile=sail")
    assert ("play_boost.boost" in refusals(state, f"play_boost card={card}")) is refused


@rule("play_boost.price")
@pytest.mark.parametrize(("empire", "refused"), [((), True), (("summer_camp",), False)])
def test_a_boost_that_takes_a_card_back_needs_one(empire, refused):
    state = played(given("nanurjuk", hand=("moving_day",), empire=empire), "place_pawn tile=harvest")
    assert ("play_boost.price" in refusals(state, "play_boost card=moving_day")) is refused


@rule("play_boost.possible")
def test_a_branch_that_is_not_possible_cannot_be_chosen():
    """Following Wind can always move a ship up; it conquers only with a raze token at sea."""
    state = played(given(hand=("following_wind",)), "place_pawn tile=explore", "play_boost card=following_wind")
    assert has(after_chance(state), "fish") == 1
    at_sea = given(hand=("following_wind",), queue=((0, "raze"),))
    at_sea = played(at_sea, "place_pawn tile=explore", "play_boost card=following_wind")
    assert {action.option for action in legal(at_sea)} == {"advance_ship_fish", "conquer_now_food"}
    assert "play_boost.possible" not in refusals(
        played(given(hand=("following_wind",)), "place_pawn tile=explore"), "play_boost card=following_wind"
    )
    stranded = strict_pack(given(hand=("following_wind",)))
    assert "play_boost.possible" in refusals(stranded, "play_boost card=following_wind")


def strict_pack(state):
    """The same position, before exploring, with a pack in which Following Wind only conquers."""
    from importlib.resources import files

    from msgspec.structs import replace

    from referee_service.games.empires_north.content.tables import PACKS

    text = (files("referee_service.games.empires_north") / "content" / "house-2019.yaml").read_text()
    old = "{choose: [[{advance_ship: 1}, {gain: {what: {fish: 1}}}], [{conquer_now: true}, {gain: {what: {food: 1}}}]]}"
    assert old in text
    text = text.replace(old, "{conquer_now: true}").replace("name: house-2019", "name: strict")
    return played(replace(state, pack=PACKS.add(text.encode(), where="strict")), "place_pawn tile=explore")


@rule("window.declared")
def test_a_boost_that_leaves_the_action_impossible_is_refused():
    """In a pack where Following Wind costs a card and goes with Construct, it may not eat up the last location."""
    from importlib.resources import files

    from msgspec.structs import replace

    from referee_service.games.empires_north.content.tables import PACKS

    text = (files("referee_service.games.empires_north") / "content" / "house-2019.yaml").read_text()
    old = "corner: explore, abilities: [{when: immediate, effects: [{choose"
    assert old in text
    text = text.replace(
        old, "corner: construct, abilities: [{when: immediate, cost: {card_from_hand: 1}, effects: [{choose"
    )
    pack = PACKS.add(text.replace("name: house-2019", "name: hungry").encode(), where="hungry")
    for hand, refused in ((("axe_yard",), True), (("axe_yard", "fishing_boats"), False)):
        state = replace(given(hand=("following_wind", *hand)), pack=pack)
        state = played(state, "place_pawn tile=construct")
        assert ("window.declared" in refusals(state, "play_boost card=following_wind")) is refused


def test_one_boost_or_one_field_before_an_action():
    state = given(hand=("boarding_party", "boarding_party", "iron_hill"))
    state = played(state, "place_pawn tile=sail", "play_boost card=boarding_party")
    assert question(state) == "sail"


def test_the_window_is_asked_whatever_the_hand_holds_but_not_an_empty_one():
    assert question(played(given(hand=("axe_yard",)), "place_pawn tile=populate")) == "boost_window"
    assert question(played(given(), "place_pawn tile=populate")) == "main"


def test_the_action_of_the_first_tile_is_carried_out_though_a_boost_moves_the_pawn():
    state = given("heidel", hand=("drinking_competition",))
    state = played(state, "place_pawn tile=harvest", "play_boost card=drinking_competition")
    state = played(state, "shift_pawn start=harvest exhausted=false tile=sail")
    assert question(state) == "harvest"


@rule("shift_pawn.there")
@pytest.mark.parametrize(("start", "refused"), [("harvest", False), ("explore", True)])
def test_only_a_pawn_on_the_ring_is_moved_by_a_card(start, refused):
    state = given("heidel", hand=("drinking_competition",))
    state = played(state, "place_pawn tile=harvest", "play_boost card=drinking_competition")
    assert ("shift_pawn.there" in refusals(state, f"shift_pawn start={start} exhausted=false tile=sail")) is refused


@rule("shift_pawn.other")
@pytest.mark.parametrize(("tile", "refused"), [("harvest", True), ("populate", False)])
def test_a_card_moves_a_pawn_to_any_other_tile(tile, refused):
    state = given("heidel", hand=("drinking_competition",))
    state = played(state, "place_pawn tile=harvest", "play_boost card=drinking_competition")
    assert ("shift_pawn.other" in refusals(state, f"shift_pawn start=harvest exhausted=false tile={tile}")) is refused


@rule("score.boost")
def test_points_of_a_boost():
    from tests.games.empires_north.positions import cited

    state = given("nanurjuk", hand=("moving_day",), empire=("summer_camp",))
    state = played(state, "place_pawn tile=harvest")
    assert cited(state) == {}
    assert cited(played(state, "play_boost card=moving_day")) == {"score.boost": 1}


@rule("go_on.declared")
def test_going_on_is_refused_where_only_a_boost_makes_the_action_possible():
    state = with_player(given(hand=("following_wind", "axe_yard")), 0, deck=())
    assert refusals(played(state, "place_pawn tile=explore"), "go_on") == {"go_on.declared"}
    assert refusals(played(given(hand=("axe_yard",)), "place_pawn tile=explore"), "go_on") == set()


# --- fields ---------------------------------------------------------------------------------------------------------


@rule("build_field.field")
@pytest.mark.parametrize(("card", "refused"), [("iron_hill", False), ("boarding_party", True), ("axe_yard", True)])
def test_only_fields_are_placed_as_fields(card, refused):
    state = played(given(hand=(card,)), "place_pawn tile=sail")
    assert ("build_field.field" in refusals(state, f"build_field card={card}")) is refused


@rule("build_field.alone")
@pytest.mark.parametrize(("host", "refused"), [("", True), (" host=2", False)])
def test_an_upgrade_lies_under_a_field(host, refused):
    state = played(given(hand=("rock_ledge",)), "place_pawn tile=explore")
    assert ("build_field.alone" in refusals(state, f"build_field card=rock_ledge{host}")) is refused


@rule("build_field.upgrade")
@pytest.mark.parametrize(("host", "refused"), [("", False), (" host=2", True)])
def test_a_field_lies_under_nothing(host, refused):
    state = played(given(hand=("iron_hill",)), "place_pawn tile=sail")
    assert ("build_field.upgrade" in refusals(state, f"build_field card=iron_hill{host}")) is refused


@rule("build_field.goods")
@pytest.mark.parametrize(("host", "refused"), [(0, True), (1, True), (2, False), (9, True)])
def test_an_upgrade_goes_with_a_field_of_its_goods(host, refused):
    state = played(given(hand=("rock_ledge",)), "place_pawn tile=explore")
    assert ("build_field.goods" in refusals(state, f"build_field card=rock_ledge host={host}")) is refused


def test_ruling_14_an_upgrade_of_a_mixed_field_needs_one_of_its_goods():
    state = played(given("mackinnon", hand=("tenant_plot",)), "place_pawn tile=populate")
    assert refusals(state, "build_field card=tenant_plot host=1") == set()


def test_an_upgrade_yields_itself_when_placed_and_both_when_harvested():
    state = played(given(hand=("rock_ledge",)), "place_pawn tile=explore", "build_field card=rock_ledge host=2")
    assert has(state, "stone") == 1
    state = played(after_chance(state), "pass_round", "place_pawn tile=harvest")
    state = played(state, "go_on") if question(state) == "boost_window" else state
    assert has(played(state, "harvest slot=2"), "stone") == 3


def test_fields_are_not_placed_by_construct_but_before_it():
    state = given("mackinnon", hand=("leased_pasture", "toll_gate"))
    state = played(state, "place_pawn tile=construct", "build_field card=leased_pasture")
    assert question(state) == "construct"
    state = played(state, "construct card=toll_gate")
    assert site(state, "toll_gate")
    assert has(state, "sheep") == 1


def test_ruling_6_a_field_placed_before_harvest_may_be_harvested():
    state = given("heidel", hand=("sheepfold",))
    state = played(state, "place_pawn tile=harvest", "build_field card=sheepfold", "harvest slot=3")
    assert has(state, "sheep") == 2


def test_a_field_that_leaves_takes_its_upgrades_along():
    state = given("nanurjuk", empire=("new_outpost", "grazing_land"))
    state, _ = take(state, 0, "driftwood_pile", 4)
    state = played(state, "use_location slot=3", "pick_card slot=4")
    assert dict(state.players[0].hand) == {"grazing_land": 1}
    assert dict(state.players[0].discard) == {"driftwood_pile": 1}


# --- the five actions -----------------------------------------------------------------------------------------------


def test_exploring_draws_one_card_in_secret():
    state = after_chance(played(given(), "place_pawn tile=explore"))
    assert sum(count for _, count in state.players[0].hand) == 1


@rule("construct.meant")
@pytest.mark.parametrize(("card", "refused"), [("summer_camp", False), ("cairn", True)])
def test_an_effect_that_places_says_what(card, refused):
    state = played(given("nanurjuk", empire=("pack_dogs",), hand=(card,)), "use_location slot=3")
    assert ("construct.meant" in refusals(state, f"construct card={card}")) is refused
    assert refusals(state, "decline") == set()


@rule("harvest.field")
@pytest.mark.parametrize(("slot", "refused"), [(0, False), (3, True), (9, True)])
def test_only_fields_are_harvested(slot, refused):
    state = played(given(empire=("axe_yard",)), "place_pawn tile=harvest")
    assert ("harvest.field" in refusals(state, f"harvest slot={slot}")) is refused


@rule("harvest.ready")
@pytest.mark.parametrize("exhausted", [True, False])
def test_ruling_28_an_exhausted_field_yields_nothing(exhausted):
    state = update_site(given(seats=1), 0, 0, exhausted=exhausted)
    assert ("harvest.ready" in refusals(played(state, "place_pawn tile=harvest"), "harvest slot=0")) is exhausted


@rule("sail.held")
@pytest.mark.parametrize(("goods", "refused"), [({"fish": 1}, False), ({"gold": 1}, True), ({}, True)])
def test_ruling_9_a_fish_on_board_is_a_real_fish(goods, refused):
    state = played(given(goods=goods), "place_pawn tile=sail")
    assert ("sail.held" in refusals(state, "sail fish=true raze=false")) is refused


def test_ships_wait_in_the_order_in_which_they_sailed():
    state = played(given(goods={"raze": 1}), "place_pawn tile=sail", "sail fish=false raze=true")
    state = played(state, "place_pawn tile=sail", "sail fish=false raze=false")
    assert state.queue == (Ship(0, fish=False, raze=True), Ship(1, fish=False, raze=False))
    assert (state.players[0].ships, has(state, "raze")) == (1, 0)


def test_capitals_on_a_card_open_a_window_too():
    state = given(empire=("smokehouse_bay",), hand=("axe_yard",))
    assert question(played(state, "use_location slot=3")) == "boost_window"
