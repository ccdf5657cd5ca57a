"""Actions of the ring: Explore, Populate, Harvest, Sail, and actions in capitals on cards.

Sources: L = line of the rulebook, R = ruling of the game's page, C = rule of the card set.
"""

from __future__ import annotations

import pytest

from referee_service.games.empires_north.state import Ship
from tests.games.empires_north.positions import (
    after_chance,
    after_specials,
    given,
    play,
    points,
    position,
    question,
    refusals,
    supply_of,
    use,
    with_piles,
)
from tests.games.rules import rule


def test_exploring_draws_one_card_in_secret():
    state = after_chance(play(given(), "place_pawn tile=explore"))
    assert sum(count for _, count in state.players[0].hand) == 1


@rule("sail.held")
@pytest.mark.parametrize(
    ("goods", "refused"), [({"fish": 1}, False), ({"gold": 1, "raze": 1}, True), ({"raze": 1}, True)]
)
def test_ruling_9_a_fish_on_board_is_a_real_fish(goods, refused):
    state = play(given(goods=goods), "place_pawn tile=sail")
    assert ("sail.held" in refusals(state, "sail fish=true raze=false")) is refused


def test_ships_wait_in_the_order_in_which_they_sailed():
    state = play(given(goods={"raze": 1}), "place_pawn tile=sail", "sail fish=false raze=true")
    state = play(state, "place_pawn tile=sail")
    assert state.queue == (Ship(0, fish=False, raze=True), Ship(1, fish=False, raze=False))
    assert (state.players[0].ships, supply_of(state, "raze")) == (1, 0)


def test_an_action_in_capitals_on_a_card_opens_the_boost_window():
    state = given("heidel", empire=("smokehouse_bay",), hand=("cooper",))
    assert question(play(state, "use_location slot=3")) == "boost_window"


def test_no_third_ship_sails():
    """Ruling 5."""
    state = position(ships=0, queue=((0, ""), (0, "")))
    assert refusals(state, "place_pawn tile=sail") == {"declare.possible"}


def test_gold_cannot_replace_the_fish_on_a_ship():
    """Ruling 9."""
    state = play(position(goods={"gold": 2, "raze": 1}), "place_pawn tile=sail")
    assert refusals(state, "sail fish=true raze=false") == {"sail.held"}


def test_sailing_triggers_specials_every_time_or_once_a_round():
    """C: a harbour without limit, two sheds with one each."""
    state = position("panuk", empire=("far_harbour", "kayak_shed", "kayak_shed"), ships=3, passed=True)
    state = play(state, "place_pawn tile=sail")
    state = after_specials(state)
    assert points(state) == 3
    state = play(state, "place_pawn tile=sail")
    assert points(state) == 4


def test_an_impossible_action_in_capitals_costs_nothing():
    """Ruling 12."""
    state = position(empire=("great_forest",), hand=("boarding_party", "river_farm"))
    assert refusals(state, use(state, "great_forest")) == {"use_location.possible"}


@pytest.mark.parametrize(("goods", "refused"), [({"food": 1}, False), ({"gold": 1}, False), ({}, True)])
def test_capitals_on_an_island_are_paid_then_a_boost_then_the_action(goods, refused):
    """The boost cannot pay for the card that opens its window."""
    state = position("glenn", empire=("settler_valley", "piper"), hand=("helping_hands",), goods=goods, passed=True)
    assert refusals(state, use(state, "settler_valley")) == ({"use_location.price"} if refused else set())
    if not refused:
        state = play(state, use(state, "settler_valley"), "play_boost card=helping_hands")
        assert (supply_of(state, "food"), state.active_player.workers, points(state)) == (1, 6, 1)


def test_exploring_with_an_empty_deck_shuffles_the_discard_pile():
    """Ruling 5."""
    state = with_piles(position(), (), ("axe_yard", "axe_yard", "valkyrie", "watchtower"))
    state = after_chance(play(state, "place_pawn tile=explore", "go_on"))
    assert (sum(n for _, n in state.players[0].deck), state.players[0].discard) == (3, ())


def test_no_field_is_placed_after_the_card_of_an_exploration_is_seen():
    """The field is placed before the draw, or not at all."""
    state = play(position(hand=("rock_ledge",)), "place_pawn tile=explore", "go_on")
    assert question(state) == "draw"
    state = after_chance(state)
    assert (state.active_seat, question(state)) == (1, "main")


def test_gathering_takes_the_last_card_and_is_drawn_itself():
    """The boost is discarded before the declared action."""
    state = with_piles(position("panuk"), ("seal_hunters",))
    held = dict(state.active_player.hand)
    state = play(state, "place_pawn tile=explore", "play_boost card=gathering", "take_card card=seal_hunters")
    state = after_chance(state)
    hand = dict(state.players[0].hand)
    assert (hand["seal_hunters"], hand["gathering"]) == (held.get("seal_hunters", 0) + 1, held["gathering"])
    assert (state.players[0].deck, state.players[0].discard) == ((), ())


def test_the_piper_reacts_to_populate_but_not_to_the_school():
    """Ruling 5: once a round for every Piper."""
    state = position("glenn", empire=("piper", "piper", "village_school"), goods={"sheep": 1}, passed=True)
    schooled = play(state, use(state, "village_school"))
    assert (schooled.active_player.workers, points(schooled)) == (6, 0)
    state = play(state, "place_pawn tile=populate")
    assert (state.active_player.workers, points(state)) == (6, 2)
    assert points(play(state, "place_pawn tile=populate")) == 2
