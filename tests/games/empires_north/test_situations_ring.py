"""Situations of pawns, the ring, exploring and populating, as a reader of the rulebook answers them.

The ring of these positions: explore, populate, construct, harvest, sail, and explore again.
Sources: L = line of the rulebook, R = ruling of the game's page, C = rule of the card set.
"""

from __future__ import annotations

import pytest

from referee_service.games.empires_north.state import Pawn
from tests.games.empires_north.positions import (
    after_chance,
    has,
    played,
    points,
    question,
    refusals,
    slot_of,
)
from tests.games.empires_north.situations import at, holding, use

# --- pawns ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tile", ["explore", "populate", "harvest", "sail"])
def test_placing_a_pawn_is_free_on_any_tile(tile):
    """L563."""
    assert refusals(at(), f"place_pawn tile={tile}") == set()


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
def test_where_a_pawn_moves_and_what_pays_for_it(start, tile, goods, refused):
    """L565, R7: one of two neighbours, the ring being closed; one food, for which gold may stand but no fish."""
    state = at(pawns=(start,), goods=goods)
    assert refusals(state, f"move_pawn start={start.lstrip('-')} tile={tile}") == refused


def test_a_boost_does_not_pay_for_the_pawn_that_lets_it_be_played():
    """The tile is paid before the window opens."""
    state = at("heidel", pawns=("sail",), hand=("drinking_competition",))
    assert refusals(state, "move_pawn start=sail tile=harvest") == {"move_pawn.price"}


def test_pawns_of_all_players_share_a_tile():
    """L579, R8."""
    state = played(at(), "place_pawn tile=populate", "place_pawn tile=populate", "place_pawn tile=populate")
    assert state.players[0].pawns == (Pawn("populate", exhausted=False),) * 2


def test_the_tavern_runner_hears_a_moved_pawn_before_its_action_but_no_placed_one():
    """C: paid, heard, then the window, then the action; once in a round."""
    state = at("heidel", pawns=("sail",), goods={"food": 2}, empire=("tavern_runner",), hand=("cooper",), passed=True)
    state = played(state, "move_pawn start=sail tile=harvest")
    assert (question(state), points(state), has(state, "food")) == ("boost_window", 1, 1)
    assert state.active_player.pawns == (Pawn("harvest", exhausted=True),)
    state = played(state, "go_on", f"harvest slot={slot_of(state, 'heidel_birch_wood')}")
    state = played(state, "place_pawn tile=populate", "go_on")
    assert points(state) == 1
    assert points(played(state, "move_pawn start=populate tile=explore")) == 1


def test_a_pawn_moved_by_a_boost_does_not_act_there_and_keeps_its_side():
    """L569, L651, L677: the declared Harvest is carried out; the pawn is still active and may move on for food."""
    state = at("heidel", hand=("drinking_competition",), empire=("tavern_runner",), passed=True)
    state = played(state, "place_pawn tile=harvest", "play_boost card=drinking_competition")
    state = played(state, "shift_pawn start=harvest exhausted=false tile=populate")
    assert (question(state), points(state), has(state, "food"), state.active_player.workers) == ("harvest", 1, 1, 5)
    state = played(state, f"harvest slot={slot_of(state, 'heidel_birch_wood')}")
    assert state.active_player.pawns == (Pawn("populate", exhausted=False),)
    assert refusals(state, "move_pawn start=populate tile=explore") == set()
    assert refusals(state, "move_pawn start=populate tile=sail") == {"move_pawn.beside"}


def test_a_pawn_that_paid_for_its_move_stays_exhausted_wherever_a_boost_takes_it():
    """L565, R7."""
    state = at("heidel", hand=("drinking_competition",), pawns=("sail",), goods={"food": 1}, passed=True)
    state = played(state, "move_pawn start=sail tile=harvest", "play_boost card=drinking_competition")
    state = played(state, "shift_pawn start=harvest exhausted=true tile=explore")
    assert state.active_player.pawns == (Pawn("explore", exhausted=True),)
    assert question(state) == "harvest"


def test_a_boost_that_moves_pawns_can_be_played_without_one():
    """C impossible: it does as much as it can."""
    state = at("heidel", hand=("drinking_competition",), empire=("smokehouse_bay",), passed=True)
    state = played(state, use(state, "smokehouse_bay"), "play_boost card=drinking_competition")
    assert (question(state), has(state, "food"), state.active_player.spent_workers) == ("harvest", 1, 1)


def test_a_pawn_that_was_woken_may_be_used_a_third_time():
    """C refresh_pawn."""
    state = at("heidel", empire=("night_watch",), pawns=("-populate",), goods={"food": 1}, passed=True)
    state = played(state, use(state, "night_watch"), "refresh_pawn tile=populate")
    assert state.active_player.pawns == (Pawn("populate", exhausted=False),)
    assert state.active_player.spent_workers == 1
    assert refusals(state, "move_pawn start=populate tile=explore") == set()


# --- explore and populate -------------------------------------------------------------------------------------------


def test_exploring_with_an_empty_deck_shuffles_the_discard_pile():
    """L673, R5."""
    state = holding(at(), (), ("axe_yard", "axe_yard", "valkyrie", "watchtower"))
    state = after_chance(played(state, "place_pawn tile=explore", "go_on"))
    assert (sum(n for _, n in state.players[0].deck), state.players[0].discard) == (3, ())


def test_exploring_without_any_card_left_takes_a_boost():
    """L673, R5: nothing can be drawn; a boost played before it would lie on the discard pile."""
    state = holding(at(), ())
    state = played(state, "place_pawn tile=explore")
    assert refusals(state, "go_on") == {"go_on.declared"}
    assert refusals(state, "build_field card=rock_ledge host=2") == {"window.declared"}
    state = holding(at("heidel"), ())
    assert refusals(state, "place_pawn tile=explore") == {"declare.possible"}


def test_no_field_is_placed_after_the_card_of_an_exploration_is_seen():
    """L567: the field comes before the draw, or not at all."""
    state = played(at(hand=("rock_ledge",)), "place_pawn tile=explore", "go_on")
    assert question(state) == "draw"
    state = after_chance(state)
    assert (state.active_seat, question(state)) == (1, "main")


def test_gathering_takes_the_last_card_and_is_drawn_itself():
    """L573, L657, L673: the boost is discarded before the declared action."""
    state = holding(at("panuk"), ("seal_hunters",))
    held = dict(state.active_player.hand)
    state = played(state, "place_pawn tile=explore", "play_boost card=gathering", "take_card card=seal_hunters")
    state = after_chance(state)
    hand = dict(state.players[0].hand)
    assert (hand["seal_hunters"], hand["gathering"]) == (held.get("seal_hunters", 0) + 1, held["gathering"])
    assert (state.players[0].deck, state.players[0].discard) == ((), ())


def test_populating_is_heard_by_the_piper_but_the_school_is_no_populating():
    """L543, R5; once a round for every Piper."""
    state = at("glenn", empire=("piper", "piper", "village_school"), goods={"sheep": 1}, passed=True)
    schooled = played(state, use(state, "village_school"))
    assert (schooled.active_player.workers, points(schooled)) == (6, 0)
    state = played(state, "place_pawn tile=populate")
    assert (state.active_player.workers, points(state)) == (6, 2)
    assert points(played(state, "place_pawn tile=populate")) == 2


def test_helping_hands_without_a_spent_worker_still_bring_food():
    """C impossible."""
    state = at("glenn", hand=("helping_hands",), passed=True)
    state = played(state, "place_pawn tile=populate", "play_boost card=helping_hands")
    assert (has(state, "food"), state.active_player.workers, state.active_player.discard) == (
        1,
        6,
        (("helping_hands", 1),),
    )


def test_one_boost_or_one_field_and_no_more():
    """L567."""
    state = at("glenn", hand=("helping_hands", "shared_flock"), passed=True)
    state = played(state, "place_pawn tile=populate", "play_boost card=helping_hands")
    assert question(state) == "main"
    assert dict(state.active_player.hand) == {"shared_flock": 1}
