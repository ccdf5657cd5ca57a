"""Expedition: the queue of ships, landing, pillaging and conquering.

Sources: L = line of the rulebook, R = ruling of the game's page, C = rule of the card set.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.empires_north import GAME
from referee_service.games.empires_north.state import IslandPiles, Ship
from referee_service.kernel.tuples import with_player
from tests.games.empires_north.positions import (
    after_chance,
    faults,
    given,
    legal,
    play,
    points,
    position,
    possible,
    question,
    refusals,
    site,
    slots_of,
    supply_of,
    use,
)
from tests.games.rules import rule


def first_voyage(*queue, **wanted):
    return play(given(queue=queue, **wanted), "pass_round", "pass_round")


@rule("land.fish")
@pytest.mark.parametrize(("load", "refused"), [("", True), ("raze", True), ("fish", False)])
def test_distant_islands_take_a_fish_also_blindly(load, refused):
    state = first_voyage((0, load))
    assert ("land.fish" in refusals(state, "land pile=distant island=golden_reef")) is refused
    assert ("land.fish" in refusals(state, "land pile=distant")) is refused


@rule("land.open")
@pytest.mark.parametrize(
    ("island", "refused"), [("herring_bank", False), ("stone_circle", True), ("golden_reef", True)]
)
def test_only_an_island_that_lies_open_can_be_named(island, refused):
    assert ("land.open" in refusals(first_voyage((0, "fish")), f"land pile=near island={island}")) is refused


@rule("land.pile")
@pytest.mark.parametrize("empty", [True, False])
def test_a_blind_ship_needs_a_pile(empty):
    state = first_voyage((0, ""))
    if empty:
        state = replace(state, near=replace(state.near, pile=(), discard=()))
    assert ("land.pile" in refusals(state, "land pile=near")) is empty


@rule("take_island.raze")
def test_conquering_takes_a_raze_token_on_board():
    state = play(first_voyage((0, "raze")), "land pile=near island=driftwood_isle")
    assert refusals(state, "take_island conquer=true") == set()
    unarmed = replace(state, queue=(replace(state.queue[0], raze=False),))
    assert refusals(unarmed, "take_island conquer=true") == {"take_island.raze"}
    assert refusals(unarmed, "take_island conquer=false") == set()


def test_ruling_11_a_ship_without_a_raze_token_pillages_automatically():
    state = play(first_voyage((0, "")), "land pile=near island=driftwood_isle")
    assert supply_of(state, "wood") == 2
    assert "driftwood_isle" in dict(state.near.discard) or "driftwood_isle" not in state.near.face_up


def test_ruling_11_a_blind_island_is_turned_up_before_the_choice():
    state = after_chance(play(first_voyage((0, "raze")), "land pile=near"))
    assert question(state) == "landing"


def test_tokens_on_board_are_lost_and_the_ship_comes_home():
    state = given(queue=((0, "fish raze"),), ships=1)
    state = play(state, "pass_round", "pass_round", "land pile=near island=driftwood_isle", "take_island conquer=false")
    assert (state.players[0].ships, supply_of(state, "fish"), supply_of(state, "raze")) == (2, 0, 0)


def test_ruling_13_a_conquered_island_gives_its_bonus_and_comes_refreshed():
    state = play(first_voyage((0, "raze")), "land pile=near island=driftwood_isle", "take_island conquer=true")
    assert supply_of(state, "wood") == 1
    assert not site(state, "driftwood_isle").exhausted


def test_ships_land_in_the_order_of_the_queue():
    state = first_voyage((1, ""), (0, ""))
    assert GAME.turn(state).seat == 1
    assert GAME.turn(play(state, "land pile=near island=driftwood_isle")).seat == 0


def test_open_islands_are_refilled_only_in_the_clean_up():
    state = play(first_voyage((0, ""), (0, "")), "land pile=near island=driftwood_isle")
    assert state.near.face_up == ("herring_bank",)
    state = after_chance(play(state, "land pile=near island=herring_bank"))
    assert len(state.near.face_up) == 2


@rule("ruling.voyage")
def test_ruling_11_a_ship_that_reaches_no_island_comes_home_with_nothing():
    state = given(queue=((0, ""),), ships=1)
    empty = replace(state, near=replace(state.near, pile=(), discard=(), face_up=()))
    assert play(empty, "pass_round", "pass_round").players[0].ships == 2
    assert question(play(state, "pass_round", "pass_round")) == "voyage"


def test_early_pillage_sends_the_ship_home_to_sail_again():
    state = given(empire=("priest_of_thor",), queue=((0, ""),), ships=1)
    state = play(state, "use_location slot=3", "land pile=near island=driftwood_isle")
    assert (state.players[0].ships, supply_of(state, "wood"), points(state), state.stage) == (2, 2, 1, "actions")


def test_ruling_21_common_ships_are_kept():
    state = given(queue=((0, "fish raze"),), distant=("far_harbour",), ships=1)
    state = play(state, "pass_round", "pass_round", "land pile=distant island=far_harbour", "take_island conquer=true")
    assert state.players[0].ships == 3


@rule("choose_ship.fitting")
@pytest.mark.parametrize(("place", "refused"), [(0, True), (1, False), (2, False), (3, True)])
def test_one_of_several_own_ships_is_chosen(place, refused):
    queue = ((1, "raze"), (0, ""), (0, "fish"))
    state = play(given(empire=("priest_of_thor",), queue=queue), "use_location slot=3")
    assert ("choose_ship.fitting" in refusals(state, f"choose_ship place={place}")) is refused


def test_ruling_22_advancing_a_ship_swaps_it_with_the_one_ahead_and_the_first_stays():
    state = given(hand=("following_wind",), queue=((1, ""), (0, "fish")))
    state = play(state, "place_pawn tile=explore", "play_boost card=following_wind", "choose_ship place=1")
    assert state.queue[0] == Ship(0, fish=True, raze=False)
    first = given(hand=("following_wind",), queue=((0, ""), (1, "")))
    first = play(first, "place_pawn tile=explore", "play_boost card=following_wind")
    assert first.queue[0].seat == 0


@rule("go_on.owed")
def test_moving_a_ship_up_is_the_players_choice_but_landing_is_not():
    """Ruling 22, L643: "vous permet". The fish is gained in any case."""
    state = given(hand=("following_wind",), queue=((1, ""), (0, "")), ships=1)
    state = possible(with_player(state, 1, ships=1))
    state = play(state, "place_pawn tile=explore", "play_boost card=following_wind")
    assert (question(state), refusals(state, "go_on"), faults(state)) == ("choose_ship", set(), set())
    state = play(state, "go_on")
    assert ([ship.seat for ship in state.queue], supply_of(state, "fish")) == ([1, 0], 1)
    lands = play(given(empire=("priest_of_thor",), queue=((0, ""), (0, "fish"))), "use_location slot=3")
    assert (question(lands), refusals(lands, "go_on")) == ("choose_ship", {"go_on.owed"})


@pytest.mark.parametrize(("load", "expected"), [("", "draw"), ("fish", "choose_ship")])
def test_a_ship_is_asked_to_move_up_only_if_that_changes_the_queue(load, expected):
    """Ruling 22: two ships of one player with the same load are equal."""
    state = given(hand=("following_wind",), queue=((0, ""), (0, load)))
    state = play(state, "place_pawn tile=explore", "play_boost card=following_wind")
    assert question(state) == expected


def test_ruling_13_conquering_at_once_gives_the_bonus_in_the_action_phase():
    state = given(hand=("following_wind",), queue=((0, "raze"),))
    state = play(state, "place_pawn tile=explore", "play_boost card=following_wind", "choose option=conquer_now_food")
    state = after_chance(play(state, "land pile=near island=driftwood_isle"))
    assert (supply_of(state, "wood"), supply_of(state, "food"), state.stage) == (1, 1, "actions")


def test_a_ship_moves_up_with_its_load():
    state = position(
        queue=((1, ""), (0, "fish"), (0, "raze")), ships=0, hand=("following_wind", "following_wind"), passed=True
    )
    state = play(possible(with_player(state, 1, ships=1)), "place_pawn tile=explore", "play_boost card=following_wind")
    state = play(state, "choose option=advance_ship_fish", "choose_ship place=2")
    assert state.queue == (Ship(1, False, False), Ship(0, False, True), Ship(0, True, False))
    assert supply_of(state, "fish") == 1


@pytest.mark.parametrize("queue", [(), ((0, ""), (1, ""))])
def test_the_first_ship_keeps_its_place_and_the_fish_is_gained(queue):
    """Ruling 22."""
    state = position(queue=queue, ships=2 - bool(queue), hand=("following_wind",))
    state = possible(with_player(state, 1, ships=2 - bool(queue)))
    before = state.queue
    state = play(state, "place_pawn tile=explore", "play_boost card=following_wind")
    assert (supply_of(state, "fish"), state.queue) == (1, before)


def test_conquering_at_once_takes_a_raze_token_aboard_and_a_fish_for_distant_islands():
    fishing = position(queue=((0, "fish"),), ships=1, hand=("following_wind",))
    fishing = play(fishing, "place_pawn tile=explore", "play_boost card=following_wind")
    assert (supply_of(fishing, "fish"), question(fishing)) == (1, "draw")
    for load, piles in (("raze", {"near"}), ("fish raze", {"near", "distant"})):
        state = position(queue=((0, load),), ships=1, hand=("following_wind",))
        state = play(
            state, "place_pawn tile=explore", "play_boost card=following_wind", "choose option=conquer_now_food"
        )
        assert {action.pile for action in legal(state)} == piles
    state = play(state, "land pile=distant island=golden_reef")
    player = state.players[0]
    assert (player.ships, state.queue, supply_of(state, "gold"), supply_of(state, "food")) == (2, (), 1, 1)
    assert (question(state), state.distant.face_up) == ("draw", ("ruined_city",))
    assert not site(state, "golden_reef").exhausted


def test_only_a_ship_with_a_raze_token_conquers_at_once():
    """The other ship stays in the queue."""
    state = position(queue=((0, "fish"), (0, "raze")), ships=0, hand=("following_wind",), passed=True)
    state = play(state, "place_pawn tile=explore", "play_boost card=following_wind")
    state = play(state, "choose option=conquer_now_food", "land pile=near island=herring_bank")
    assert state.queue == (Ship(0, fish=True, raze=False),)


def test_pillaging_at_once_brings_the_ship_home_without_its_tokens():
    """It may sail again, at the end of the queue. Rows are not refilled (ruling 11)."""
    state = position(empire=("priest_of_thor", "twin_ships"), queue=((0, "fish raze"), (1, "")), ships=1, passed=True)
    state = possible(with_player(state, 1, ships=1))
    state = play(state, use(state, "priest_of_thor"), "land pile=distant island=golden_reef")
    assert (supply_of(state, "gold"), supply_of(state, "raze"), supply_of(state, "fish"), points(state)) == (3, 0, 0, 2)
    assert (state.active_player.ships, state.distant.face_up) == (2, ("ruined_city",))
    state = play(state, "place_pawn tile=sail")
    assert [ship.seat for ship in state.queue] == [1, 0]


def test_the_priest_needs_a_ship_in_the_queue():
    """Nothing is paid."""
    state = position(empire=("priest_of_thor",), queue=((1, ""),))
    state = possible(with_player(state, 1, ships=1))
    assert refusals(state, use(state, "priest_of_thor")) == {"use_location.possible"}


def voyage(queue, *, clan: str = "ulaf", **wanted):
    """Return the position in which the first ship of this queue lands."""
    state = position(clan, queue=queue, passed=True, **wanted)
    for seat in (0, 1):
        ships = 2 - sum(ship.seat == seat for ship in state.queue)
        state = with_player(state, seat, ships=ships)
    return play(possible(state), "pass_round")


def test_ships_land_in_the_order_of_the_queue_with_their_loads():
    state = voyage(((0, "fish"), (1, "raze"), (0, "")))
    assert {action.pile for action in legal(state)} == {"near", "distant"}
    state = play(state, "land pile=distant island=golden_reef")
    assert (state.pending[-1].seat, {action.pile for action in legal(state)}) == (1, {"near"})
    assert refusals(state, "land pile=distant") == {"land.fish"}
    state = play(state, "land pile=near island=herring_bank")
    assert {action.conquer for action in legal(state)} == {True, False}
    state = play(state, "take_island conquer=false")
    assert (state.pending[-1].seat, {action.pile for action in legal(state)}) == (0, {"near"})


def test_every_ship_must_land():
    """Ruling 11."""
    state = voyage(((0, "raze"),))
    assert {type(action).__name__ for action in legal(state)} == {"Land"}
    assert refusals(state, "decline") == {"referee.verb"}


def test_a_ship_that_lands_blindly_takes_the_island_turned_up():
    """Ruling 11: it is turned up first; a face-up island cannot be taken instead."""
    state = play(voyage(((0, "raze"),)), "land pile=near", "draw_island island=old_market")
    assert {type(action).__name__ for action in legal(state)} == {"TakeIsland"}
    assert supply_of(play(state, "take_island conquer=false"), "gold") == 1
    conquered = play(state, "take_island conquer=true")
    assert site(conquered, "old_market").card == "old_market"


def test_both_tokens_are_lost_on_a_near_pillage():
    state = play(voyage(((0, "fish raze"),)), "land pile=near island=herring_bank", "take_island conquer=false")
    assert (supply_of(state, "raze"), supply_of(state, "fish"), state.players[0].ships) == (0, 1, 2)


def test_a_pillaged_island_goes_to_its_own_discard_pile():
    state = voyage(((0, "fish"), (0, "")))
    state = play(state, "land pile=distant island=golden_reef")
    assert (state.distant.discard, state.near.discard) == ((("golden_reef", 1),), ())


def test_an_empty_pile_is_shuffled_from_its_discard_pile():
    state = voyage(((0, ""),))
    piles = IslandPiles((), state.near.pile, state.near.face_up)
    state = play(possible(replace(state, near=piles)), "land pile=near")
    assert question(state) == "blind_landing"
    assert state.near.discard == ()


@pytest.mark.parametrize(("conquers", "workers"), [("false", 6), ("true", 6)])
def test_an_island_gives_its_goods_or_its_bonus_never_both(conquers, workers):
    """Fisher Hamlet gives a worker in both cases."""
    state = voyage(((0, "raze"),), near=("fisher_hamlet", "herring_bank"))
    state = play(state, "land pile=near island=fisher_hamlet", f"take_island conquer={conquers}")
    assert state.players[0].workers == workers
    assert bool(slots_of(state, "fisher_hamlet")) is (conquers == "true")


def test_a_ship_gained_is_kept_and_its_first_trip_is_the_next():
    """Ruling 21."""
    state = voyage(((0, "fish raze"),), distant=("far_harbour", "golden_reef"))
    state = play(state, "land pile=distant island=far_harbour", "take_island conquer=true")
    assert (state.players[0].ships, supply_of(state, "food"), points(state)) == (3, 1, 0)
