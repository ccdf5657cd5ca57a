"""Moving inside the fief and marching to others."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.medievalia.actions.dismiss import Dismiss
from referee_service.games.medievalia.actions.march import March
from referee_service.games.medievalia.actions.play_territory import PlayTerritory
from referee_service.games.medievalia.actions.station import Station
from referee_service.games.medievalia.fiefs import neighbours
from referee_service.games.medievalia.state import is_guarded
from referee_service.kernel.actions.pay import Pay
from referee_service.kernel.tuples import with_player
from tests.games.medievalia.positions import TABLES, after, given, legal, question, refusals, side, turned
from tests.games.rules import rule


def where(state, seat=0):
    """The fiefs where a player's cards stand."""
    return [unit.fief for unit in state.players[seat].units]


# --- inside ---------------------------------------------------------------------------------------------------------


@rule("station.card")
@pytest.mark.parametrize(("unit", "refused"), [("peasant", False), ("peasant!", True), ("peasant@neutral_0", True)])
def test_unturned_cards_of_the_fief_move_inside_it(unit, refused):
    state = given(side(lands="farm", units=unit))
    assert ("station.card" in refusals(state, Station("peasant", None, 1))) is refused


def test_moving_inside_turns_nothing_and_guards_the_land():
    state = after(given(side(lands="farm", units="soldier")), Station("soldier", None, 1))
    assert turned(state) == []
    assert is_guarded(TABLES, state.active_player, 1)
    assert question(state) == "actions"


@rule("station.turned")
def test_m24_nobody_leaves_a_turned_land():
    state = given(side(lands="farm!", units="peasant"))
    state = after(state, Station("peasant", None, 1))
    state = replace(state, moved_units=())
    assert refusals(state, Station("peasant", 1, None)) == {"station.turned"}
    assert not refusals(given(side(lands="farm", units="peasant#1")), Station("peasant", 1, None))


@rule("station.land")
def test_a_card_stands_on_lands_that_are_there():
    state = given(side(lands="farm", units="peasant"))
    assert refusals(state, Station("peasant", None, 2)) == {"station.land"}
    assert not refusals(state, Station("peasant", None, 0))


@rule("station.elsewhere")
def test_a_move_leads_somewhere_else():
    state = given(side(lands="farm", units="peasant#1"))
    assert refusals(state, Station("peasant", 1, 1)) == {"station.elsewhere"}
    assert not refusals(state, Station("peasant", 1, 0))


@rule("station.back")
def test_what_was_just_moved_stays_until_something_else_is_done():
    state = after(given(side(lands="farm", units="peasant soldier", hand="field")), Station("peasant", None, 1))
    assert refusals(state, Station("peasant", 1, None)) == {"station.back"}
    assert not refusals(state, Station("soldier", None, 1))
    state = after(state, Dismiss("soldier", "home_0", None))
    assert not refusals(state, Station("peasant", 1, None))


def test_buying_something_frees_moves_again():
    state = after(given(side(lands="farm", units="peasant", hand="field")), Station("peasant", None, 1))
    state = after(state, PlayTerritory("field"), Pay("host_0"))
    assert not refusals(state, Station("peasant", 1, None))


# --- outside --------------------------------------------------------------------------------------------------------


@rule("march.card")
@pytest.mark.parametrize(("unit", "refused"), [("soldier", False), ("soldier!", True), ("soldier#1", True)])
def test_m19_only_free_unturned_cards_march(unit, refused):
    state = given(side(lands="farm", units=unit))
    assert ("march.card" in refusals(state, March("soldier", "home_0", "neutral_0"))) is refused


def test_m19_marching_turns_nothing_and_ends_the_actions():
    state = after(given(side(lands="farm", units="soldier", hand="field")), March("soldier", "home_0", "neutral_0"))
    assert (turned(state), where(state), question(state)) == ([], ["neutral_0"], "march")
    assert refusals(state, PlayTerritory("field")) == {"referee.verb"}


@rule("march.steps")
def test_m19_one_step_in_a_turn_and_two_for_a_knight():
    state = given(side(lands="farm", units="soldier knight"))
    state = after(state, March("soldier", "home_0", "neutral_0"), March("knight", "home_0", "neutral_0"))
    assert refusals(state, March("soldier", "neutral_0", "home_1")) == {"march.steps"}
    state = after(state, March("knight", "neutral_0", "home_1"))
    assert where(state) == ["home_1", "neutral_0"]
    assert refusals(state, March("knight", "home_1", "neutral_0")) == {"march.steps"}


@rule("march.beside")
def test_cards_march_to_fiefs_beside():
    state = given(side(lands="farm", units="soldier"))
    assert refusals(state, March("soldier", "home_0", "home_1")) == {"march.beside"}
    assert not refusals(state, March("soldier", "home_0", "neutral_0"))


@rule("march.blocked")
@pytest.mark.parametrize(
    ("enemy", "refused"), [("peasant@neutral_0", True), ("peasant@neutral_0!", False), ("", False)]
)
def test_m23_unturned_enemies_in_a_neutral_fief_let_nobody_pass(enemy, refused):
    state = given(side(lands="farm", units="soldier@neutral_0"), side(lands="farm", units=enemy))
    assert ("march.blocked" in refusals(state, March("soldier", "neutral_0", "home_1"))) is refused
    assert not refusals(state, March("soldier", "neutral_0", "home_0"))


def test_m23_a_blocked_fief_may_be_entered_and_a_knight_stops_there():
    state = given(side(lands="farm", units="knight"), side(lands="farm", units="peasant@neutral_0"))
    state = after(state, March("knight", "home_0", "neutral_0"))
    assert refusals(state, March("knight", "neutral_0", "home_1")) == {"march.blocked"}
    assert not refusals(state, March("knight", "neutral_0", "home_0"))


def test_m23_the_ally_s_fief_is_a_way_out():
    enemy = side(lands="farm", units="peasant@neutral_1")
    state = given(side(lands="farm", units="soldier@neutral_1"), enemy, side(), side())
    assert refusals(state, March("soldier", "neutral_1", "home_1")) == {"march.blocked"}
    assert not refusals(state, March("soldier", "neutral_1", "home_2"))


def test_m23_enemies_never_hold_cards_back_in_a_fief_that_has_an_owner():
    state = given(side(lands="farm", units="soldier"), side(lands="farm", units="knight@home_0"))
    assert not refusals(state, March("soldier", "home_0", "neutral_0"))
    guest = given(side(lands="farm", units="soldier@home_1"), side(lands="farm", units="knight"))
    assert not refusals(guest, March("soldier", "home_1", "neutral_0"))


@rule("ruling.map")
def test_m29_m30_fiefs_lie_in_a_ring_with_a_neutral_one_between_neighbours():
    assert neighbours(2) == {"home_0": ("neutral_0",), "home_1": ("neutral_0",), "neutral_0": ("home_0", "home_1")}
    assert set(neighbours(3)["home_0"]) == {"neutral_0", "neutral_2"}
    assert set(neighbours(4)["home_1"]) == {"neutral_0", "neutral_1"}
    assert "home_2" not in {far for near in neighbours(4)["home_0"] for far in neighbours(4)[near]}


def test_the_freshest_of_several_knights_goes_first():
    state = given(side(lands="farm", units="knight knight@neutral_0"))
    state = after(state, March("knight", "home_0", "neutral_0"), March("knight", "neutral_0", "home_1"))
    assert sorted((unit.fief, unit.fiefs_marched) for unit in state.active_player.units) == [("home_1", 1), ("neutral_0", 1)]


def test_a_fief_of_nobody_is_crossed_like_a_neutral_one():
    state = given(side(lands="farm", units="knight@neutral_0"), side(), side(lands="farm", units="soldier@home_1"))
    out = with_player(state, 1, alive=False, lands=tuple(replace(land, card="") for land in state.players[1].lands))
    moved = after(out, March("knight", "neutral_0", "home_1"))
    assert refusals(moved, March("knight", "home_1", "neutral_1")) == {"march.blocked"}
    assert March("knight", "home_1", "neutral_1") not in legal(moved)
