"""Raids, paid for or by an effect.

Sources: L = line of the rulebook, R = ruling of the game's page, C = rule of the card set.
"""

from __future__ import annotations

import pytest

from referee_service.games.empires_north.empire.cards import update_site
from referee_service.kernel.tuples import with_player
from tests.games.empires_north.positions import (
    given,
    legal,
    play,
    points,
    position,
    question,
    refusals,
    site,
    slot_of,
    supply_of,
    use,
    with_site,
)
from tests.games.rules import allows, rule


def raid_position(**wanted):
    return given(opponent_empire=("wool_shed", "good_neighbours"), **{"goods": {"raze": 1}, **wanted})


@rule("raid.token")
@pytest.mark.parametrize(("goods", "refused"), [({"raze": 1}, False), ({"gold": 3}, True)])
def test_a_raid_costs_a_raze_token(goods, refused):
    assert ("raid.token" in refusals(raid_position(goods=goods), "raid seat=1 slot=3")) is refused


def test_a_raid_exhausts_the_card():
    state = play(raid_position(), "raid seat=1 slot=3")
    assert site(state, "wool_shed", 1).exhausted
    assert supply_of(state, "raze") == 0


@rule("raid.other")
@pytest.mark.parametrize(("seat", "refused"), [(0, True), (1, False), (3, True)])
def test_only_opponents_are_raided(seat, refused):
    assert ("raid.other" in refusals(raid_position(), f"raid seat={seat} slot=3")) is refused


@rule("raid.passed")
@pytest.mark.parametrize("passed", [True, False])
def test_ruling_2_a_player_who_has_passed_cannot_be_raided(passed):
    state = with_player(raid_position(), 1, passed=passed)
    assert ("raid.passed" in refusals(state, "raid seat=1 slot=3")) is passed


@rule("raid.action")
@pytest.mark.parametrize(("slot", "refused"), [(0, True), (3, False), (4, True), (9, True)])
def test_ruling_10_only_cards_with_an_action_are_raided(slot, refused):
    assert ("raid.action" in refusals(raid_position(), f"raid seat=1 slot={slot}")) is refused


@rule("raid.ready")
@pytest.mark.parametrize("exhausted", [True, False])
def test_ruling_10_exhausted_cards_are_no_targets(exhausted):
    state = update_site(raid_position(), 1, 3, exhausted=exhausted)
    assert ("raid.ready" in refusals(state, "raid seat=1 slot=3")) is exhausted


def test_ruling_10_a_conquered_island_can_be_raided():
    state = given(opponent_empire=("stone_circle",), goods={"raze": 1})
    assert refusals(state, "raid seat=1 slot=3") == set()


def test_ruling_10_a_solo_player_cannot_raid():
    assert not legal(given(seats=1, goods={"raze": 3}), "raid")


@allows("raid.token")
def test_a_raid_by_an_effect_costs_no_token():
    state = given("heidel", empire=("brawlers",), opponent_empire=("wool_shed", "village_school"), goods={"food": 1})
    state = play(state, "use_location slot=3", "choose option=raid_vp")
    assert refusals(state, "raid seat=1 slot=3") == set()
    state = play(state, "raid seat=1 slot=3")
    assert site(state, "wool_shed", 1).exhausted
    assert points(state) == 1


@rule("ruling.lapsing")
@pytest.mark.parametrize(("opponent", "expected"), [((), "main"), (("wool_shed", "village_school"), "raid_free")])
def test_an_effect_that_raids_and_gives_a_point_gives_it_also_when_nobody_can_be_raided(opponent, expected):
    state = position("heidel", empire=("brawlers",), opponent_empire=opponent, goods={"food": 1})
    state = play(state, "use_location slot=3", "choose option=raid_vp")
    assert (question(state), points(state)) == (expected, int(expected == "main"))
    if expected == "raid_free":
        state = play(state, "raid seat=1 slot=3")
    assert (points(state), site_exhausted(state, opponent)) == (1, bool(opponent))


def site_exhausted(state, cards):
    """Return whether the first of these cards of seat 1 is exhausted."""
    return any(site(state, card, 1).exhausted for card in cards)


def test_a_raid_by_an_effect_without_target_does_nothing():
    state = given("heidel", empire=("brawlers",), goods={"food": 1})
    assert points(play(state, "use_location slot=3", "choose option=raid_vp")) == 1


def test_only_refreshed_cards_with_an_action_can_be_raided():
    """Ruling 10: refreshed cards with an Action, islands too; no Special, field or exhausted card."""
    state = position(
        other="heidel", opponent_empire=("cooper", "tavern_runner", "mead_cellar", "whale_strand"), goods={"raze": 1}
    )
    state = with_site(state, "mead_cellar", 1, exhausted=True)
    names = {each.slot: each.card for each in state.players[1].empire}
    assert {names[action.slot] for action in legal(state, "raid")} == {"cooper", "whale_strand"}


@pytest.mark.parametrize(("goods", "refused"), [({"gold": 2}, True), ({"raze": 1}, False)])
def test_gold_cannot_pay_for_a_raid(goods, refused):
    state = position(other="heidel", opponent_empire=("cooper",), goods=goods)
    assert refusals(state, "raid seat=1 slot=3") == ({"raid.token"} if refused else set())


def test_a_copy_with_an_action_can_be_raided_and_a_blank_one_cannot():
    state = position(other="panuk", opponent_empire=("penguin_colony", "ice_mirror"), goods={"raze": 1})
    copied = with_site(state, "ice_mirror", 1, copied_slot=slot_of(state, "penguin_colony", 1))
    raided = play(copied, f"raid seat=1 slot={slot_of(state, 'ice_mirror', 1)}")
    assert site(raided, "ice_mirror", 1).exhausted
    assert not site(raided, "penguin_colony", 1).exhausted
    blank = with_site(state, "ice_mirror", 1, copied_slot=-1)
    assert refusals(blank, f"raid seat=1 slot={slot_of(state, 'ice_mirror', 1)}") == {"raid.action"}


def test_a_raided_card_may_be_refreshed_in_the_same_round():
    state = position(other="heidel", opponent_empire=("small_brewery", "long_table"), goods={"raze": 1})
    brewery = slot_of(state, "small_brewery", 1)
    state = play(state, f"raid seat=1 slot={brewery}")
    assert "use_location.ready" in refusals(state, f"use_location slot={brewery}")
    state = play(state, f"use_location slot={slot_of(state, 'long_table', 1)}", f"pick_card slot={brewery}")
    assert not site(state, "small_brewery", 1).exhausted


@pytest.mark.parametrize(("passed", "expected"), [(True, "main"), (False, "raid_free")])
def test_brawlers_score_with_or_without_a_card_to_raid(passed, expected):
    """A target must be chosen, if there is one. A player who has passed is no target."""
    opponent = ("wool_shed", "village_school")
    state = position("heidel", empire=("brawlers",), opponent_empire=opponent, goods={"food": 1}, passed=passed)
    state = play(state, use(state, "brawlers"), "choose option=raid_vp")
    assert question(state) == expected
    if expected == "raid_free":
        state = play(state, "raid seat=1 slot=3")
        assert site(state, "wool_shed", 1).exhausted
    assert points(state) == 1
