"""A declared action must be carried out: what makes it possible, and what may not make it impossible.

Sources: L = line of the rulebook, R = ruling of the game's page, C = rule of the card set.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.empires_north.questions import PawnArrivalFrame
from referee_service.kernel.payment import PaymentFrame
from tests.games.empires_north.positions import (
    faults,
    given,
    legal,
    play,
    position,
    possible,
    question,
    refusals,
    site,
    slot_of,
    solo_position,
    supply_of,
    use,
    with_pack,
)
from tests.games.rules import rule

FIVE = ("fishing_boats",) * 3 + ("war_hall",) * 2
"""Action locations of Ulaf on all foundations of the start."""
FIVE_BANKS = ("savings_bank",) * 3 + ("gold_vault",) * 2
"""Action locations of Mackinnon on all foundations of the start."""
WIND = (
    "corner: explore, abilities: [{when: immediate, effects: [{choose: [[{advance_ship: 1}, "
    "{gain: {what: {fish: 1}}}], [{conquer_now: true}, {gain: {what: {food: 1}}}]]}]}]"
)
"""The corner and the abilities of Following Wind."""
FOREST = "cost: {worker: 1}, effects: [{tile_action: construct}]"
"""The Action of the Great Forest."""


def outpost(clan="ulaf", **wanted):
    """Return a solo position of the Outpost with all five foundations in use."""
    return solo_position("outpost", clan, empire=FIVE if clan == "ulaf" else FIVE_BANKS, **wanted)


def with_wind(state, ability):
    """Return the state with a pack in which Following Wind goes with Construct and has this ability."""
    return with_pack(state, (WIND, f"corner: construct, abilities: [{{when: immediate, {ability}}}]"))


# --- a pawn pays first ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("goods", "refused"),
    [({"gold": 1}, True), ({"gold": 2}, False), ({"gold": 1, "food": 1}, False), ({"gold": 1, "stone": 1}, False)],
)
def test_a_pawn_moves_to_construct_only_if_the_stone_for_covering_can_be_paid_after_the_food(goods, refused):
    """L569: the food is paid first."""
    state = outpost(hand=("axe_yard",), pawns=("populate",), goods=goods)
    assert refusals(state, "move_pawn start=populate tile=construct") == ({"declare.possible"} if refused else set())
    assert bool([action for action in legal(state, "move_pawn") if action.tile == "construct"]) is not refused


@pytest.mark.parametrize(("goods", "refused"), [({"gold": 1}, True), ({"gold": 2}, False)])
def test_a_pawn_is_placed_on_the_solo_side_of_construct_only_if_the_stone_can_be_paid_after_it(goods, refused):
    state = outpost(hand=("axe_yard",), goods=goods)
    state = possible(replace(state, round=2, solo=replace(state.solo, solo_side_tiles=("construct",))))
    assert refusals(state, "place_pawn tile=construct") == ({"declare.possible"} if refused else set())


@pytest.mark.parametrize(("workers", "refused"), [(1, True), (2, False)])
def test_a_worker_that_pays_the_pawn_does_not_pay_for_covering(workers, refused):
    slots = (("outpost_cover", "worker"), ("solo_tiles", "worker"))
    state = outpost(hand=("axe_yard",), slots=slots, workers=workers, spent_workers=5 - workers)
    state = possible(replace(state, round=2, solo=replace(state.solo, solo_side_tiles=("construct",))))
    assert refusals(state, "place_pawn tile=construct") == ({"declare.possible"} if refused else set())


@rule("declare.resolved")
def test_gold_that_construct_needs_does_not_pay_the_food_of_the_pawn():
    state = outpost(hand=("axe_yard",), pawns=("populate",), goods={"gold": 1, "food": 1})
    state = play(state, "move_pawn start=populate tile=construct")
    assert refusals(state, "pay source=gold") == {"declare.resolved"}
    assert refusals(state, "pay source=food") == set()
    for line in ("pay source=food", "pay_cheapest"):
        done = play(state, line, "construct card=axe_yard over=4")
        assert done.solo.covered == ("fishing_boats",)


@pytest.mark.parametrize(("workers", "is_fine"), [(0, False), (1, True)])
def test_a_payment_for_a_pawn_whose_action_cannot_be_declared_is_an_impossible_state(workers, is_fine):
    slots, goods = (("outpost_cover", "worker"),), {"gold": 1, "food": 1}
    state = outpost(hand=("axe_yard",), pawns=("populate",), goods=goods, slots=slots, workers=workers)
    payment = PaymentFrame(0, (("food", 1),), (), "construct")
    state = replace(state, has_acted=True, pending=(PawnArrivalFrame(0, "populate", "construct"), payment))
    assert (not faults(state)) is is_fine


# --- what makes Construct possible ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("good", "refused"), [("sheep", True), ("stone", False)])
def test_a_field_that_brings_the_stone_makes_construct_possible(good, refused):
    state = outpost("mackinnon", hand=("granary", "leased_pasture"))
    state = with_pack(state, ("corner: construct, goods: {sheep: 1}", f"corner: construct, goods: {{{good}: 1}}"))
    assert refusals(state, "place_pawn tile=construct") == ({"declare.possible"} if refused else set())
    if not refused:
        state = play(state, "place_pawn tile=construct")
        assert refusals(state, "go_on") == {"go_on.declared"}
        state = play(state, "build_field card=leased_pasture", "construct card=granary over=4")
        assert site(state, "granary")


def test_a_boost_that_brings_the_stone_makes_construct_possible():
    """Building Loan gains a resource of choice; the choice must keep Construct possible."""
    assert refusals(outpost("mackinnon", hand=("granary",)), "place_pawn tile=construct") == {"declare.possible"}
    state = play(outpost("mackinnon", hand=("granary", "building_loan")), "place_pawn tile=construct")
    assert refusals(state, "go_on") == {"go_on.declared"}
    state = play(state, "play_boost card=building_loan")
    assert refusals(state, "choose_resource resource=wood") == {"declare.resolved"}
    state = play(state, "choose_resource resource=stone")
    assert {type(action).__name__ for action in legal(state)} == {"GoOn"}
    assert site(play(state, "go_on", "construct card=granary over=4"), "granary")


@pytest.mark.parametrize(("others", "refused"), [((), True), (("boarding_party",), False)])
def test_a_boost_paid_with_another_hand_card_makes_construct_possible(others, refused):
    state = outpost(hand=("following_wind", "axe_yard", *others))
    state = with_wind(state, "cost: {card_from_hand: 1}, effects: [{gain: {what: {stone: 1}}}]")
    assert refusals(state, "place_pawn tile=construct") == ({"declare.possible"} if refused else set())
    if not refused:
        state = play(state, "place_pawn tile=construct", "play_boost card=following_wind")
        assert refusals(state, "discard_card card=axe_yard") == {"declare.resolved"}
        state = play(state, "discard_card card=boarding_party", "construct card=axe_yard over=4")
        assert site(state, "axe_yard")


# --- what may not make it impossible ----------------------------------------------------------------------------------


def test_the_stone_of_a_declared_construct_is_not_assigned_to_a_bank():
    state = outpost("mackinnon", hand=("granary", "building_loan"), goods={"stone": 1})
    state = play(state, "place_pawn tile=construct", "play_boost card=building_loan", "choose_resource resource=wood")
    bank = slot_of(state, "savings_bank")
    assert refusals(state, f"assign good=stone slot={bank}") == {"declare.resolved"}
    state = play(state, f"assign good=wood slot={bank}")
    assert refusals(state, f"assign good=stone slot={bank}") == {"declare.resolved"}
    state = play(state, "go_on", "construct card=granary over=4")
    assert (supply_of(state, "stone"), state.solo.covered) == (0, ("savings_bank",))


def test_without_construct_the_same_boost_assigns_the_stone():
    state = position("mackinnon", hand=("granary", "building_loan"), empire=FIVE_BANKS, goods={"stone": 1})
    state = play(state, "place_pawn tile=construct", "play_boost card=building_loan", "choose_resource resource=wood")
    assert refusals(state, f"assign good=stone slot={slot_of(state, 'savings_bank')}") == set()


@pytest.mark.parametrize(("hand", "refused"), [(("axe_yard",), True), (("axe_yard", "war_hall"), False)])
def test_a_boost_does_not_place_the_only_location_of_a_declared_construct(hand, refused):
    state = with_wind(given(hand=("following_wind", *hand)), "effects: [{build: {filter: {}}}]")
    state = play(state, "place_pawn tile=construct", "play_boost card=following_wind")
    assert refusals(state, "construct card=axe_yard") == ({"declare.resolved"} if refused else set())
    assert refusals(state, "decline") == set()
    declined = play(state, "decline")
    assert site(declined, "axe_yard") if refused else question(declined) == "construct"


@pytest.mark.parametrize(("hand", "refused"), [(("axe_yard",), True), (("axe_yard", "boarding_party"), False)])
def test_an_action_does_not_take_the_only_card_that_it_would_place(hand, refused):
    state = position(empire=("great_forest",), hand=hand)
    state = with_pack(state, (FOREST, FOREST.replace("worker", "card_from_hand")))
    assert refusals(state, use(state, "great_forest")) == ({"use_location.possible"} if refused else set())
    if not refused:
        state = play(state, use(state, "great_forest"))
        assert refusals(state, "discard_card card=axe_yard") == {"declare.resolved"}
        assert site(play(state, "discard_card card=boarding_party"), "axe_yard")


@pytest.mark.parametrize(("goods", "refused"), [({"stone": 1}, True), ({"stone": 1, "wood": 1}, False)])
def test_an_action_does_not_take_the_stone_that_its_construct_needs(goods, refused):
    state = solo_position("outpost", empire=(*FIVE, "great_forest"), hand=("axe_yard",), goods=goods)
    state = with_pack(state, (FOREST, FOREST.replace("worker", "any_resource")))
    assert refusals(state, use(state, "great_forest")) == ({"use_location.possible"} if refused else set())
    if not refused:
        state = play(state, use(state, "great_forest"))
        assert refusals(state, "pay source=stone") == {"declare.resolved"}
        assert supply_of(play(state, "pay_cheapest"), "stone") == 1


@pytest.mark.parametrize("number", ["{up_to: 1}", "1"])
def test_a_special_that_must_assign_the_stone_ends_the_construct_without_a_dead_end(number):
    """It asks above the boost window. What may be kept must be kept; what must be assigned makes Construct lapse."""
    counting_house = "hears: assigned, limit: 1, effects: [{gain: {what: {vp: 1}}}]"
    special = f"hears: pawn_moved, effects: [{{assign: {{what: stone, n: {number}, to: {{type_in: [bank]}}}}}}]"
    goods, pawns = {"stone": 1, "food": 1}, ("populate",)
    empire = (*FIVE_BANKS, "counting_house")
    state = solo_position("outpost", "mackinnon", empire=empire, hand=("granary",), goods=goods, pawns=pawns)
    state = with_pack(state, (counting_house, special))
    state = play(state, "move_pawn start=populate tile=construct")
    assert question(state) == "assign"
    if number == "1":
        state = play(state, f"assign good=stone slot={slot_of(state, 'savings_bank')}")
        assert (question(state), state.solo.covered, faults(state)) == ("main", (), set())
    else:
        refused = refusals(state, f"assign good=stone slot={slot_of(state, 'savings_bank')}")
        assert (refused, question(play(state, "go_on"))) == ({"declare.resolved"}, "boost_window")
