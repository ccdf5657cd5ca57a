"""Boosts: when they can be played, and what they change.

Sources: L = line of the rulebook, R = ruling of the game's page, C = rule of the card set.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.empires_north.content.tables import PACKS
from referee_service.games.empires_north.state import Ship
from referee_service.kernel.tuples import with_player
from tests.games.empires_north.positions import (
    after_chance,
    given,
    legal,
    play,
    points_by_rule,
    position,
    question,
    refusals,
    supply_of,
    with_piles,
)
from tests.games.rules import rule


@rule("window.hand")
@pytest.mark.parametrize(("hand", "refused"), [(("boarding_party",), False), (("axe_yard",), True)])
def test_a_boost_comes_from_the_hand(hand, refused):
    state = play(given(hand=hand), "place_pawn tile=sail")
    assert ("window.hand" in refusals(state, "play_boost card=boarding_party")) is refused


@rule("window.corner")
@pytest.mark.parametrize(("tile", "refused"), [("sail", False), ("explore", True)])
def test_a_boost_goes_with_the_action_in_its_corner(tile, refused):
    state = play(given(hand=("boarding_party",)), f"place_pawn tile={tile}")
    assert ("window.corner" in refusals(state, "play_boost card=boarding_party")) is refused


@rule("play_boost.boost")
@pytest.mark.parametrize(("card", "refused"), [("boarding_party", False), ("axe_yard", True)])
def test_only_boosts_are_played(card, refused):
    state = play(given(hand=(card,)), "place_pawn tile=sail")
    assert ("play_boost.boost" in refusals(state, f"play_boost card={card}")) is refused


@rule("play_boost.price")
@pytest.mark.parametrize(("empire", "refused"), [((), True), (("summer_camp",), False)])
def test_a_boost_that_takes_a_card_back_needs_one(empire, refused):
    state = play(given("nanurjuk", hand=("moving_day",), empire=empire), "place_pawn tile=harvest")
    assert ("play_boost.price" in refusals(state, "play_boost card=moving_day")) is refused


@rule("play_boost.possible")
def test_a_branch_that_is_not_possible_cannot_be_chosen():
    """Following Wind can always move a ship up; it conquers only with a raze token at sea."""
    state = play(given(hand=("following_wind",)), "place_pawn tile=explore", "play_boost card=following_wind")
    assert supply_of(after_chance(state), "fish") == 1
    at_sea = given(hand=("following_wind",), queue=((0, "raze"),))
    at_sea = play(at_sea, "place_pawn tile=explore", "play_boost card=following_wind")
    assert {action.option for action in legal(at_sea)} == {"advance_ship_fish", "conquer_now_food"}
    assert "play_boost.possible" not in refusals(
        play(given(hand=("following_wind",)), "place_pawn tile=explore"), "play_boost card=following_wind"
    )
    stranded = strict_pack(given(hand=("following_wind",)))
    assert "play_boost.possible" in refusals(stranded, "play_boost card=following_wind")


def strict_pack(state):
    """Return a position before Explore, with a pack in which Following Wind only conquers."""
    from importlib.resources import files

    text = (files("referee_service.games.empires_north") / "content" / "house-2019.yaml").read_text()
    old = "{choose: [[{advance_ship: 1}, {gain: {what: {fish: 1}}}], [{conquer_now: true}, {gain: {what: {food: 1}}}]]}"
    assert old in text
    text = text.replace(old, "{conquer_now: true}").replace("name: house-2019", "name: strict")
    return play(replace(state, pack=PACKS.add(text.encode(), where="strict")), "place_pawn tile=explore")


@rule("window.declared")
def test_a_boost_that_leaves_the_action_impossible_is_refused():
    """In a pack where Following Wind costs a card and goes with Construct, it must not use up the last location."""
    from importlib.resources import files

    text = (files("referee_service.games.empires_north") / "content" / "house-2019.yaml").read_text()
    old = "corner: explore, abilities: [{when: immediate, effects: [{choose"
    assert old in text
    text = text.replace(
        old, "corner: construct, abilities: [{when: immediate, cost: {card_from_hand: 1}, effects: [{choose"
    )
    pack = PACKS.add(text.replace("name: house-2019", "name: hungry").encode(), where="hungry")
    for hand, refused in ((("axe_yard",), True), (("axe_yard", "fishing_boats"), False)):
        state = replace(given(hand=("following_wind", *hand)), pack=pack)
        state = play(state, "place_pawn tile=construct")
        assert ("window.declared" in refusals(state, "play_boost card=following_wind")) is refused


def test_one_boost_or_one_field_before_an_action():
    state = given(hand=("boarding_party", "boarding_party", "iron_hill"))
    state = play(state, "place_pawn tile=sail", "play_boost card=boarding_party")
    assert question(state) == "sail"


def test_the_boost_window_opens_for_any_hand_that_is_not_empty():
    assert question(play(given(hand=("axe_yard",)), "place_pawn tile=populate")) == "boost_window"
    assert question(play(given(), "place_pawn tile=populate")) == "main"


def test_the_action_of_the_first_tile_is_carried_out_though_a_boost_moves_the_pawn():
    state = given("heidel", hand=("drinking_competition",))
    state = play(state, "place_pawn tile=harvest", "play_boost card=drinking_competition")
    state = play(state, "shift_pawn start=harvest exhausted=false tile=sail")
    assert question(state) == "harvest"


@rule("score.boost")
def test_points_of_a_boost():

    state = given("nanurjuk", hand=("moving_day",), empire=("summer_camp",))
    state = play(state, "place_pawn tile=harvest")
    assert points_by_rule(state) == {}
    assert points_by_rule(play(state, "play_boost card=moving_day")) == {"score.boost": 1}


@rule("go_on.declared")
def test_going_on_is_refused_if_only_a_boost_makes_the_action_possible():
    state = with_player(given(hand=("following_wind", "axe_yard")), 0, deck=())
    assert refusals(play(state, "place_pawn tile=explore"), "go_on") == {"go_on.declared"}
    assert refusals(play(given(hand=("axe_yard",)), "place_pawn tile=explore"), "go_on") == set()


def test_goods_gained_by_a_boost_may_be_taken_on_board():
    state = position(goods={"fish": 1}, hand=("boarding_party",))
    state = play(state, "place_pawn tile=sail", "play_boost card=boarding_party")
    assert len(legal(state)) == 4
    state = play(state, "sail fish=true raze=true")
    assert (state.queue, state.players[0].goods) == ((Ship(0, fish=True, raze=True),), ())


def test_a_boost_does_not_pay_for_the_pawn_that_lets_it_be_played():
    """The tile is paid before the boost window opens."""
    state = position("heidel", pawns=("sail",), hand=("drinking_competition",))
    assert refusals(state, "move_pawn start=sail tile=harvest") == {"move_pawn.price"}


def test_exploring_without_any_card_left_takes_a_boost():
    """Ruling 5: nothing can be drawn; a boost played before it would be on the discard pile."""
    state = with_piles(position(), ())
    state = play(state, "place_pawn tile=explore")
    assert refusals(state, "go_on") == {"go_on.declared"}
    assert refusals(state, "build_field card=rock_ledge host=2") == {"window.declared"}
    state = with_piles(position("heidel"), ())
    assert refusals(state, "place_pawn tile=explore") == {"declare.possible"}


def test_helping_hands_without_a_spent_worker_still_bring_food():
    state = position("glenn", hand=("helping_hands",), passed=True)
    state = play(state, "place_pawn tile=populate", "play_boost card=helping_hands")
    assert (supply_of(state, "food"), state.active_player.workers, state.active_player.discard) == (
        1,
        6,
        (("helping_hands", 1),),
    )


def test_one_boost_or_one_field_and_no_more():
    state = position("glenn", hand=("helping_hands", "shared_flock"), passed=True)
    state = play(state, "place_pawn tile=populate", "play_boost card=helping_hands")
    assert question(state) == "main"
    assert dict(state.active_player.hand) == {"shared_flock": 1}
