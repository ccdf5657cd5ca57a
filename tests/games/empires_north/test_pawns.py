"""Pawns: placing and moving them, and moves by cards.

Sources: L = line of the rulebook, R = ruling of the game's page, C = rule of the card set.
"""

from __future__ import annotations

import pytest

from referee_service.games.empires_north.state import Pawn
from referee_service.kernel.tuples import with_player
from tests.games.empires_north.positions import (
    after_chance,
    given,
    play,
    points,
    position,
    question,
    refusals,
    slot_of,
    supply_of,
    use,
)
from tests.games.rules import rule


@rule("place_pawn.left")
@pytest.mark.parametrize(("pawns", "refused"), [((), False), (("sail",), False), (("sail", "-explore"), True)])
def test_a_player_has_two_pawns(pawns, refused):
    assert ("place_pawn.left" in refusals(given(pawns=pawns), "place_pawn tile=populate")) is refused


def test_populating_brings_a_worker_for_good_and_keeps_the_pawn_active():
    state = play(given(), "place_pawn tile=populate")
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
    window = play(state, "place_pawn tile=explore")
    assert refusals(window, "go_on") == {"go_on.declared"}
    drawn = after_chance(play(window, "play_boost card=following_wind"))
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
    state = play(given(pawns=("explore",), goods={"food": 1}), "move_pawn start=explore tile=populate")
    assert state.players[0].pawns == (Pawn("populate", exhausted=True),)
    assert (state.players[0].workers, supply_of(state, "food")) == (6, 0)


def test_ruling_8_two_pawns_and_several_players_may_share_a_tile():
    state = given(pawns=("populate",))
    state = with_player(state, 1, pawns=(Pawn("populate", exhausted=False),))
    assert refusals(state, "place_pawn tile=populate") == set()


@rule("shift_pawn.there")
@pytest.mark.parametrize(("start", "refused"), [("harvest", False), ("explore", True)])
def test_only_a_pawn_on_the_ring_is_moved_by_a_card(start, refused):
    state = given("heidel", hand=("drinking_competition",))
    state = play(state, "place_pawn tile=harvest", "play_boost card=drinking_competition")
    assert ("shift_pawn.there" in refusals(state, f"shift_pawn start={start} exhausted=false tile=sail")) is refused


@rule("shift_pawn.other")
@pytest.mark.parametrize(("tile", "refused"), [("harvest", True), ("populate", False)])
def test_a_card_moves_a_pawn_to_any_other_tile(tile, refused):
    state = given("heidel", hand=("drinking_competition",))
    state = play(state, "place_pawn tile=harvest", "play_boost card=drinking_competition")
    assert ("shift_pawn.other" in refusals(state, f"shift_pawn start=harvest exhausted=false tile={tile}")) is refused


@pytest.mark.parametrize("tile", ["explore", "populate", "harvest", "sail"])
def test_placing_a_pawn_is_free_on_any_tile(tile):
    assert refusals(position(), f"place_pawn tile={tile}") == set()


@pytest.mark.parametrize(
    ("start", "tile", "goods", "refused"),
    [
        ("harvest", "explore", {"food": 1}, {"move_pawn.beside"}),
        ("harvest", "populate", {"food": 1}, {"move_pawn.beside"}),
        ("harvest", "harvest", {"food": 1}, {"move_pawn.beside"}),
        ("harvest", "sail", {"food": 1}, set()),
        ("sail", "explore", {"food": 1}, set()),
        ("explore", "sail", {"food": 1}, set()),
        ("explore", "sail", {"gold": 1}, set()),
        ("explore", "sail", {"fish": 3}, {"move_pawn.price"}),
        ("-explore", "sail", {"food": 1}, {"move_pawn.active"}),
    ],
)
def test_a_pawn_moves_to_a_neighbour_for_a_food_or_gold(start, tile, goods, refused):
    """Ruling 7: one of two neighbours in a closed ring; one food, which gold may replace but fish may not."""
    state = position(pawns=(start,), goods=goods)
    assert refusals(state, f"move_pawn start={start.lstrip('-')} tile={tile}") == refused


def test_pawns_of_all_players_share_a_tile():
    """Ruling 8."""
    state = play(position(), "place_pawn tile=populate", "place_pawn tile=populate", "place_pawn tile=populate")
    assert state.players[0].pawns == (Pawn("populate", exhausted=False),) * 2


def test_the_tavern_runner_reacts_to_a_moved_pawn_but_not_to_a_placed_one():
    """C: the cost, the special, the boost window, the action; once in a round."""
    state = position(
        "heidel", pawns=("sail",), goods={"food": 2}, empire=("tavern_runner",), hand=("cooper",), passed=True
    )
    state = play(state, "move_pawn start=sail tile=harvest")
    assert (question(state), points(state), supply_of(state, "food")) == ("boost_window", 1, 1)
    assert state.active_player.pawns == (Pawn("harvest", exhausted=True),)
    state = play(state, "go_on", f"harvest slot={slot_of(state, 'heidel_birch_wood')}")
    state = play(state, "place_pawn tile=populate", "go_on")
    assert points(state) == 1
    assert points(play(state, "move_pawn start=populate tile=explore")) == 1


def test_a_pawn_moved_by_a_boost_does_not_act_there_and_keeps_its_side():
    """The declared Harvest is carried out; the pawn is still active and may move on for food."""
    state = position("heidel", hand=("drinking_competition",), empire=("tavern_runner",), passed=True)
    state = play(state, "place_pawn tile=harvest", "play_boost card=drinking_competition")
    state = play(state, "shift_pawn start=harvest exhausted=false tile=populate")
    assert (question(state), points(state), supply_of(state, "food"), state.active_player.workers) == (
        "harvest",
        1,
        1,
        5,
    )
    state = play(state, f"harvest slot={slot_of(state, 'heidel_birch_wood')}")
    assert state.active_player.pawns == (Pawn("populate", exhausted=False),)
    assert refusals(state, "move_pawn start=populate tile=explore") == set()
    assert refusals(state, "move_pawn start=populate tile=sail") == {"move_pawn.beside"}


def test_a_pawn_that_paid_for_its_move_stays_exhausted_wherever_a_boost_takes_it():
    """Ruling 7."""
    state = position("heidel", hand=("drinking_competition",), pawns=("sail",), goods={"food": 1}, passed=True)
    state = play(state, "move_pawn start=sail tile=harvest", "play_boost card=drinking_competition")
    state = play(state, "shift_pawn start=harvest exhausted=true tile=explore")
    assert state.active_player.pawns == (Pawn("explore", exhausted=True),)
    assert question(state) == "harvest"


def test_a_boost_that_moves_pawns_can_be_played_without_one():
    """It does as much as it can."""
    state = position("heidel", hand=("drinking_competition",), empire=("smokehouse_bay",), passed=True)
    state = play(state, use(state, "smokehouse_bay"), "play_boost card=drinking_competition")
    assert (question(state), supply_of(state, "food"), state.active_player.spent_workers) == ("harvest", 1, 1)


def test_a_refreshed_pawn_may_be_used_a_third_time():
    state = position("heidel", empire=("night_watch",), pawns=("-populate",), goods={"food": 1}, passed=True)
    state = play(state, use(state, "night_watch"))
    assert state.active_player.pawns == (Pawn("populate", exhausted=False),)
    assert state.active_player.spent_workers == 1
    assert refusals(state, "move_pawn start=populate tile=explore") == set()
