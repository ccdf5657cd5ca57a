"""The actions of a turn: placing a location, using pawns, raiding, using a location, passing."""

from __future__ import annotations

import pytest

from referee_service.games.empires_north.empire.cards import update_site
from referee_service.games.empires_north.state import Pawn
from referee_service.kernel.tuples import with_player
from tests.games.empires_north.positions import (
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
)
from tests.games.rules import allows, refuses, rule

# --- placing a location ---------------------------------------------------------------------------------------------


@rule("build.hand")
@pytest.mark.parametrize(("hand", "refused"), [(("axe_yard",), False), (("fishing_boats",), True)])
def test_only_a_card_of_the_hand_can_be_placed(hand, refused):
    state = given(hand=hand, goods={"wood": 1})
    assert ("build.hand" in refusals(state, "build card=axe_yard")) is refused


@rule("build.location")
@pytest.mark.parametrize(("card", "refused"), [("axe_yard", False), ("boarding_party", True), ("river_farm", True)])
def test_only_locations_are_placed_for_goods(card, refused):
    state = given(hand=(card,), goods={"wood": 1})
    assert ("build.location" in refusals(state, f"build card={card}")) is refused


@rule("build.price")
@pytest.mark.parametrize(
    ("goods", "refused"), [({}, True), ({"stone": 1}, True), ({"wood": 1}, False), ({"gold": 1}, False)]
)
def test_a_location_is_paid_with_its_resources_or_gold(goods, refused):
    state = given(hand=("axe_yard",), goods=goods)
    assert ("build.price" in refusals(state, "build card=axe_yard")) is refused


def test_river_trade_costs_a_stone_as_in_the_rulebook():
    state = played(given("nanurjuk", hand=("river_trade",), goods={"stone": 1}), "build card=river_trade")
    assert has(state, "stone") == 0
    assert not site(state, "river_trade").exhausted


def test_a_worker_of_the_cost_goes_to_the_clan_tile():
    goods = {"wood": 1, "stone": 1}
    state = played(given(hand=("hall_of_heroes",), goods=goods), "build card=hall_of_heroes")
    assert (state.players[0].workers, state.players[0].spent_workers) == (4, 1)


@rule("ruling.payment")
def test_where_gold_leaves_a_choice_the_payer_is_asked():
    """Resources are paid at once without gold; with gold either may be laid down, the cheapest way keeps it."""
    plain = played(given(hand=("axe_yard",), goods={"wood": 1}), "build card=axe_yard")
    assert plain.active_seat == 1
    asked = played(given(hand=("axe_yard",), goods={"gold": 1, "wood": 1}), "build card=axe_yard")
    assert question(asked) == "payment"
    assert has(played(asked, "pay source=gold"), "wood") == 1
    assert has(played(asked, "pay_cheapest"), "gold") == 1
    assert refusals(asked, "pay source=raze") == {"pay.source"}


def test_a_useless_good_is_not_laid_down():
    state = played(given(hand=("axe_yard",), goods={"gold": 1, "wood": 1, "stone": 1}), "build card=axe_yard")
    assert refusals(state, "pay source=stone") == {"pay.completable"}


# --- pawns ----------------------------------------------------------------------------------------------------------


@rule("place_pawn.left")
@pytest.mark.parametrize(("pawns", "refused"), [((), False), (("sail",), False), (("sail", "-explore"), True)])
def test_everybody_has_two_pawns(pawns, refused):
    assert ("place_pawn.left" in refusals(given(pawns=pawns), "place_pawn tile=populate")) is refused


def test_populating_brings_a_worker_for_good_and_keeps_the_pawn_active():
    state = played(given(), "place_pawn tile=populate")
    assert state.players[0].workers == 6
    assert state.players[0].pawns == (Pawn("populate", exhausted=False),)


@rule("declare.possible")
@pytest.mark.parametrize(
    ("tile", "wanted", "refused"),
    [
        ("explore", {}, False),
        ("construct", {"hand": ("axe_yard",)}, False),
        ("construct", {"hand": ("boarding_party", "river_farm")}, True),
        ("construct", {}, True),
        ("sail", {}, False),
        ("sail", {"ships": 0}, True),
        ("harvest", {}, False),
        ("populate", {}, False),
    ],
)
def test_ruling_5_a_declared_action_must_be_possible(tile, wanted, refused):
    assert ("declare.possible" in refusals(given(**wanted), f"place_pawn tile={tile}")) is refused


def test_ruling_5_exploring_without_cards_is_possible_after_a_boost_that_will_lie_on_the_pile():
    """The boost is discarded before the action, so there is a card to draw then."""
    state = given(hand=("following_wind",), goods={})
    state = with_player(state, 0, deck=())
    assert refusals(state, "place_pawn tile=explore") == set()
    window = played(state, "place_pawn tile=explore")
    assert refusals(window, "go_on") == {"go_on.declared"}
    drawn = after_chance(played(window, "play_boost card=following_wind"))
    assert dict(drawn.players[0].hand) == {"following_wind": 1}


@rule("move_pawn.active")
@pytest.mark.parametrize(("pawns", "refused"), [(("explore",), False), (("-explore",), True), ((), True)])
def test_an_active_pawn_is_moved(pawns, refused):
    state = given(pawns=pawns, goods={"food": 1})
    assert ("move_pawn.active" in refusals(state, "move_pawn start=explore tile=populate")) is refused


@rule("move_pawn.beside")
@pytest.mark.parametrize(
    ("tile", "refused"), [("populate", False), ("sail", False), ("harvest", True), ("explore", True)]
)
def test_ruling_7_a_pawn_moves_to_one_of_two_neighbours(tile, refused):
    state = given(pawns=("explore",), goods={"food": 1})
    assert ("move_pawn.beside" in refusals(state, f"move_pawn start=explore tile={tile}")) is refused


@rule("move_pawn.price")
@pytest.mark.parametrize(
    ("goods", "refused"), [({"food": 1}, False), ({"gold": 1}, False), ({"fish": 1}, True), ({}, True)]
)
def test_ruling_7_moving_costs_food_which_gold_may_pay(goods, refused):
    state = given(pawns=("explore",), goods=goods)
    assert ("move_pawn.price" in refusals(state, "move_pawn start=explore tile=populate")) is refused


def test_a_pawn_moved_for_food_acts_again_and_is_exhausted():
    state = played(given(pawns=("explore",), goods={"food": 1}), "move_pawn start=explore tile=populate")
    assert state.players[0].pawns == (Pawn("populate", exhausted=True),)
    assert (state.players[0].workers, has(state, "food")) == (6, 0)


def test_ruling_8_two_pawns_and_several_players_may_share_a_tile():
    state = given(pawns=("populate",))
    state = with_player(state, 1, pawns=(Pawn("populate", exhausted=False),))
    assert refusals(state, "place_pawn tile=populate") == set()


# --- raids ----------------------------------------------------------------------------------------------------------


def raiding(**wanted):
    return given(theirs=("wool_shed", "good_neighbours"), **{"goods": {"raze": 1}, **wanted})


@rule("raid.token")
@pytest.mark.parametrize(("goods", "refused"), [({"raze": 1}, False), ({"gold": 3}, True)])
def test_a_raid_costs_a_raze_token(goods, refused):
    assert ("raid.token" in refusals(raiding(goods=goods), "raid seat=1 slot=3")) is refused


def test_a_raid_exhausts_the_card():
    state = played(raiding(), "raid seat=1 slot=3")
    assert site(state, "wool_shed", 1).exhausted
    assert has(state, "raze") == 0


@rule("raid.other")
@pytest.mark.parametrize(("seat", "refused"), [(0, True), (1, False), (3, True)])
def test_only_opponents_are_raided(seat, refused):
    assert ("raid.other" in refusals(raiding(), f"raid seat={seat} slot=3")) is refused


@rule("raid.passed")
@pytest.mark.parametrize("passed", [True, False])
def test_ruling_2_who_has_passed_cannot_be_raided(passed):
    state = with_player(raiding(), 1, passed=passed)
    assert ("raid.passed" in refusals(state, "raid seat=1 slot=3")) is passed


@rule("raid.action")
@pytest.mark.parametrize(("slot", "refused"), [(0, True), (3, False), (4, True), (9, True)])
def test_ruling_10_only_cards_with_an_action_are_raided(slot, refused):
    assert ("raid.action" in refusals(raiding(), f"raid seat=1 slot={slot}")) is refused


@rule("raid.ready")
@pytest.mark.parametrize("exhausted", [True, False])
def test_ruling_10_exhausted_cards_are_no_targets(exhausted):
    state = update_site(raiding(), 1, 3, exhausted=exhausted)
    assert ("raid.ready" in refusals(state, "raid seat=1 slot=3")) is exhausted


def test_ruling_10_a_conquered_island_can_be_raided():
    state = given(theirs=("stone_circle",), goods={"raze": 1})
    assert refusals(state, "raid seat=1 slot=3") == set()


def test_ruling_10_nobody_is_raided_alone():
    assert not legal(given(seats=1, goods={"raze": 3}), "raid")


# --- using a location -----------------------------------------------------------------------------------------------


@rule("use_location.action")
@pytest.mark.parametrize(("slot", "refused"), [(0, True), (3, False), (4, True), (9, True)])
def test_only_cards_with_an_action_are_used(slot, refused):
    state = given(empire=("axe_yard", "watchtower"))
    assert ("use_location.action" in refusals(state, f"use_location slot={slot}")) is refused


@rule("use_location.ready")
@pytest.mark.parametrize("exhausted", [True, False])
def test_a_location_is_used_once_until_refreshed(exhausted):
    state = update_site(given(empire=("axe_yard",)), 0, 3, exhausted=exhausted)
    assert ("use_location.ready" in refusals(state, "use_location slot=3")) is exhausted


@rule("use_location.price")
@pytest.mark.parametrize(("workers", "refused"), [(0, True), (1, False)])
def test_an_action_is_paid(workers, refused):
    state = given(empire=("axe_yard",), workers=workers)
    assert ("use_location.price" in refusals(state, "use_location slot=3")) is refused


@rule("use_location.possible")
@pytest.mark.parametrize(("queue", "refused"), [((), True), (((0, ""),), False), (((1, ""),), True)])
def test_pillaging_at_once_needs_a_ship_on_the_board(queue, refused):
    state = given(empire=("priest_of_thor",), queue=queue)
    assert ("use_location.possible" in refusals(state, "use_location slot=3")) is refused


def test_ruling_12_an_action_is_paid_the_card_exhausted_and_the_effect_gained():
    state = played(given(empire=("axe_yard",)), "use_location slot=3")
    assert (state.players[0].workers, state.players[0].spent_workers, has(state, "raze")) == (4, 1, 1)
    assert site(state, "axe_yard").exhausted


def test_ruling_12_a_card_never_refreshes_itself():
    state = played(given("heidel", empire=("long_table",)), "use_location slot=3")
    assert site(state, "long_table").exhausted


@rule("score.action")
def test_points_of_an_action_are_marked_at_once():
    state = given("panuk", empire=("penguin_colony",))
    assert cited(played(state, "use_location slot=3")) == {"score.action": 1}
    assert not cited(played(state, "pass_round"))


# --- passing --------------------------------------------------------------------------------------------------------


def test_who_passes_has_no_more_turns_and_others_go_on():
    state = played(given(), "pass_round", "place_pawn tile=populate")
    assert (state.active_seat, question(state)) == (1, "main")


def test_when_all_have_passed_ships_sail_and_a_new_round_follows():
    state = played(given(), "pass_round", "pass_round")
    assert (state.stage, state.round, state.first_seat) == ("lookout", 2, 1)


@rule("trade.offered")
@refuses("trade.offered")
def test_nothing_is_exchanged_but_by_a_scenario():
    assert refusals(given(), "trade") == {"trade.offered"}
    assert refusals(given(seats=1), "trade") == set()


@rule("trade.price")
@pytest.mark.parametrize(("workers", "refused"), [(1, True), (2, False)])
def test_winter_exchanges_two_workers_for_food(workers, refused):
    state = given(seats=1, workers=workers)
    assert ("trade.price" in refusals(state, "trade")) is refused
    if not refused:
        assert has(played(state, "trade"), "food") == 1


@allows("raid.token")
def test_a_raid_by_an_effect_costs_no_token():
    state = given("heidel", empire=("brawlers",), theirs=("wool_shed",), goods={"food": 1})
    state = played(state, "use_location slot=3", "choose option=raid_vp")
    assert refusals(state, "raid seat=1 slot=3") == set()
    state = played(state, "raid seat=1 slot=3")
    assert site(state, "wool_shed", 1).exhausted
    assert points(state) == 1


def test_a_raid_by_an_effect_without_target_does_nothing():
    state = given("heidel", empire=("brawlers",), goods={"food": 1})
    assert points(played(state, "use_location slot=3", "choose option=raid_vp")) == 1
