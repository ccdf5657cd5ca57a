"""Questions and turns that close automatically: a later answer is refused by the rule that closed them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.empires_north import GAME
from referee_service.games.empires_north.empire.cards import update_site
from referee_service.kernel import engine
from referee_service.kernel.notation import parse_notation
from tests.games.empires_north.positions import (
    given,
    next_lookout,
    play,
    points,
    position,
    possible,
    question,
    refusals,
    slot_of,
    solo_position,
    use,
    with_points,
    with_site,
)
from tests.games.rules import rule


def late(state, line, seat=0):
    """Return the rules that refuse a late answer of a seat, in their order."""
    refusals(state, line, seat)
    return [refusal.rule for refusal in engine.judge(GAME, possible(state), seat, parse_notation(GAME, line))]


# --- turns ------------------------------------------------------------------------------------------------------------


@rule("main.one_action")
def test_a_second_action_must_wait_for_the_next_turn():
    state = play(position(goods={"raze": 1}, opponent_empire=("wool_shed",)), "place_pawn tile=populate")
    assert late(state, "raid seat=1 slot=3") == ["main.one_action", "referee.seat"]
    assert late(state, "place_pawn tile=populate", seat=1) == []
    state = play(state, "place_pawn tile=populate")
    assert late(state, "raid seat=1 slot=3") == []


def test_a_player_whom_all_others_left_alone_takes_one_action_after_the_other():
    state = play(position(passed=True), "place_pawn tile=populate")
    assert late(state, "place_pawn tile=populate") == []


@rule("main.passed")
def test_a_player_who_has_passed_takes_no_more_actions_in_the_round():
    state = play(position(seats=3), "pass_round")
    assert late(state, "place_pawn tile=populate") == ["main.passed", "referee.seat"]
    state = play(state, "place_pawn tile=populate")
    assert late(state, "place_pawn tile=populate") == ["main.passed", "referee.seat"]
    assert late(state, "place_pawn tile=populate", seat=1) == ["main.one_action", "referee.seat"]
    assert late(state, "place_pawn tile=populate", seat=2) == []


def test_the_action_phase_is_over_for_all_players_once_they_have_passed():
    state = play(position(queue=((0, ""),), ships=1), "pass_round", "pass_round")
    assert question(state) == "voyage"
    assert late(state, "place_pawn tile=populate") == ["main.passed", "referee.verb"]
    assert late(state, "place_pawn tile=populate", seat=1) == ["main.passed", "referee.seat"]


def test_a_player_who_had_to_pass_learns_that_nothing_else_was_possible():
    state = given(pawns=("-sail", "-sail"), workers=0, spent_workers=5, active_seat=1)
    state = play(state, "place_pawn tile=populate")
    assert late(state, "build card=axe_yard") == ["referee.forced", "referee.seat"]
    assert late(play(state, "place_pawn tile=sail"), "build card=axe_yard") == ["main.passed", "referee.seat"]


# --- declared actions -------------------------------------------------------------------------------------------------


@rule("window.one")
@pytest.mark.parametrize("first", ["play_boost card=boarding_party", "build_field card=iron_hill"])
def test_one_boost_or_field_goes_with_an_action(first):
    state = play(position(hand=("boarding_party", "boarding_party", "iron_hill")), "place_pawn tile=sail")
    assert late(state, first) == []
    state = play(state, first)
    for second in ("play_boost card=boarding_party", "build_field card=iron_hill"):
        assert late(state, second) == ["window.one", "referee.verb"]


def test_a_boost_comes_too_late_after_a_window_that_no_card_could_use():
    state = play(position(hand=("axe_yard", "boarding_party")), "place_pawn tile=construct")
    assert question(state) == "construct"
    assert late(state, "play_boost card=boarding_party") == ["referee.forced", "referee.verb"]


def test_a_ship_that_reached_no_island_is_home():
    state = given(queue=((0, ""),), ships=1)
    piles = replace(state.near, pile=(), discard=(), face_up=())
    state = play(replace(state, near=piles), "pass_round", "pass_round")
    rules = [refusal.rule for refusal in engine.judge(GAME, state, 0, parse_notation(GAME, "land pile=near"))]
    assert rules == ["ruling.voyage", "referee.seat"]


# --- effects and costs ------------------------------------------------------------------------------------------------


@rule("effects.count")
def test_no_more_is_assigned_than_the_card_says():
    state = position("mackinnon", empire=("savings_bank",), goods={"stone": 1, "wood": 3})
    state = play(state, use(state, "savings_bank"), "assign good=wood slot=3")
    assert late(state, "assign good=wood slot=3") == []
    state = play(state, "assign good=stone slot=3")
    assert late(state, "assign good=wood slot=3") == ["effects.count", "referee.seat"]


def test_a_bank_without_room_takes_no_more():
    state = position("mackinnon", empire=("savings_bank",), goods={"stone": 1, "wood": 2}, passed=True)
    state = with_site(state, "savings_bank", goods=(("wood", 3),))
    state = play(state, use(state, "savings_bank"), "assign good=stone slot=3")
    assert late(state, "assign good=wood slot=3") == ["referee.lapsed", "referee.verb"]


def test_no_more_is_released_than_the_card_says():
    state = position("mackinnon", empire=("cashier", "merchant_bank"), passed=True)
    state = with_site(state, "merchant_bank", goods=(("fish", 2), ("gold", 3)))
    line = f"release good=gold slot={slot_of(state, 'merchant_bank')}"
    state = play(state, use(state, "cashier"), line, line, line)
    assert late(state, line.replace("gold", "fish")) == ["effects.count", "referee.verb"]


def test_no_more_cards_are_refreshed_than_the_card_says():
    state = position("heidel", empire=("long_table", "cooper", "small_brewery", "brawlers"), passed=True)
    for card in ("cooper", "small_brewery", "brawlers"):
        state = with_site(state, card, exhausted=True)
    state = play(state, use(state, "long_table"), "pick_card slot=4", "pick_card slot=5")
    assert late(state, "pick_card slot=6") == ["effects.count", "referee.verb"]


def test_no_more_resources_are_gained_than_the_card_says():
    state = position("mackinnon", hand=("building_loan", "granary", "toll_gate"), passed=True)
    state = play(state, "place_pawn tile=construct", "play_boost card=building_loan", "choose_resource resource=wood")
    assert late(state, "choose_resource resource=wood") == ["effects.count", "referee.verb"]


def test_no_more_cards_are_discarded_than_a_price_says():
    state = position("nanurjuk", empire=("elder_tales",), hand=("cairn", "kinfolk"), passed=True)
    state = play(state, use(state, "elder_tales"), "discard_card card=cairn")
    assert late(state, "discard_card card=kinfolk") == ["effects.count", "referee.verb"]


def test_a_price_without_a_choice_is_already_paid():
    state = play(position(hand=("axe_yard",), goods={"wood": 1}, passed=True), "build card=axe_yard")
    assert late(state, "pay source=wood") == ["ruling.payment", "referee.verb"]
    state = play(position(hand=("axe_yard",), goods={"gold": 1, "wood": 1}, passed=True), "build card=axe_yard")
    assert late(state, "pay source=wood") == []


def test_an_event_that_leaves_no_option_has_cost_points():
    """Cold nights take a wood or a field. Here no field is left."""
    state = next_lookout(with_points(solo_position("winter"), 5))
    for slot in range(3):
        state = update_site(state, 0, slot, exhausted=True)
    state = play(state, "draw_event event=winter_event_5")
    assert (question(state), points(state)) == ("main", 3)
    assert late(state, "choose option=pay") == ["score.penalty", "referee.verb"]


def test_a_pass_holds_for_its_round_only():
    before = position(passed=True)
    state = play(before, "pass_round")
    assert state.round == before.round + 1
    assert not [closed for closed in state.closed if closed.question == "main"]
