"""Verb `march`: moves to other fiefs."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.medievalia.actions.declare_war import DeclareWar
from referee_service.games.medievalia.actions.end_turn import EndTurn
from referee_service.games.medievalia.actions.march import March
from referee_service.games.medievalia.actions.play_territory import PlayTerritory
from referee_service.games.medievalia.actions.recruit import Recruit
from referee_service.games.medievalia.fiefs import neighbours
from referee_service.kernel.tuples import with_player
from tests.games.medievalia.positions import (
    AWAY,
    HOME,
    NEUTRAL,
    after,
    attack_and_strike,
    begin_battle,
    buy,
    checked_position,
    given,
    holdings,
    legal,
    question,
    refusals,
    turned_cards,
    unit_words,
    units,
    until_turn_of,
)
from tests.games.rules import rule

# --- distance and neighbours -----------------------------------------------------------------------------------------


def fiefs_of(state, seat=0):
    """Return the fiefs of a player's units."""
    return [unit.fief for unit in state.players[seat].units]


@rule("march.card")
@pytest.mark.parametrize(("unit", "refused"), [("soldier", False), ("soldier!", True), ("soldier#1", True)])
def test_m19_only_free_unturned_cards_march(unit, refused):
    state = given(holdings(lands="farm", units=unit))
    assert ("march.card" in refusals(state, March("soldier", "home_0", "neutral_0"))) is refused


def test_m19_marching_turns_nothing_and_ends_the_actions():
    state = after(given(holdings(lands="farm", units="soldier", hand="field")), March("soldier", "home_0", "neutral_0"))
    assert (turned_cards(state), fiefs_of(state), question(state)) == ([], ["neutral_0"], "march")
    assert refusals(state, PlayTerritory("field")) == {"turn.actions"}


@rule("march.steps")
def test_m19_one_step_in_a_turn_and_two_for_a_knight():
    state = given(holdings(lands="farm", units="soldier knight"))
    state = after(state, March("soldier", "home_0", "neutral_0"), March("knight", "home_0", "neutral_0"))
    assert refusals(state, March("soldier", "neutral_0", "home_1")) == {"march.steps"}
    state = after(state, March("knight", "neutral_0", "home_1"))
    assert fiefs_of(state) == ["home_1", "neutral_0"]
    assert refusals(state, March("knight", "home_1", "neutral_0")) == {"march.steps"}


@rule("march.beside")
def test_cards_march_only_to_neighbouring_fiefs():
    state = given(holdings(lands="farm", units="soldier"))
    assert refusals(state, March("soldier", "home_0", "home_1")) == {"march.beside"}
    assert not refusals(state, March("soldier", "home_0", "neutral_0"))


@rule("ruling.map")
def test_m29_m30_fiefs_lie_in_a_ring_with_a_neutral_one_between_neighbours():
    assert neighbours(2) == {"home_0": ("neutral_0",), "home_1": ("neutral_0",), "neutral_0": ("home_0", "home_1")}
    assert set(neighbours(3)["home_0"]) == {"neutral_0", "neutral_2"}
    assert set(neighbours(4)["home_1"]) == {"neutral_0", "neutral_1"}
    assert "home_2" not in {far for near in neighbours(4)["home_0"] for far in neighbours(4)[near]}


def test_of_several_knights_the_one_that_marched_least_goes_first():
    state = given(holdings(lands="farm", units="knight knight@neutral_0"))
    state = after(state, March("knight", "home_0", "neutral_0"), March("knight", "neutral_0", "home_1"))
    assert sorted((unit.fief, unit.fiefs_marched) for unit in state.active_player.units) == [
        ("home_1", 1),
        ("neutral_0", 1),
    ]


def test_a_unit_marches_one_fief_and_a_knight_two():
    state = checked_position(holdings(lands="field farm", units="soldier knight"), holdings())
    state = after(state, March("soldier", HOME, NEUTRAL))
    assert refusals(state, March("soldier", NEUTRAL, AWAY)) == {"march.steps"}
    state = after(state, March("knight", HOME, NEUTRAL), March("knight", NEUTRAL, AWAY))
    assert refusals(state, March("knight", AWAY, NEUTRAL)) == {"march.steps"}
    assert refusals(state, March("knight", AWAY, HOME)) == {"march.steps", "march.beside"}
    assert not refusals(state, DeclareWar(AWAY, 1))
    assert turned_cards(state) == []


def test_a_knight_just_played_reaches_the_enemy():
    state = checked_position(
        holdings(lands="field+stable farm forest", units="peasant#3", hand="knight mine"), holdings(lands="farm")
    )
    state = buy(state, Recruit("knight"), "host_1", "host_3", "discard_mine_gold")
    state = after(state, March("knight", HOME, NEUTRAL), March("knight", NEUTRAL, AWAY), DeclareWar(AWAY, 1))
    assert question(state) == "strike"


# --- blocked fiefs ---------------------------------------------------------------------------------------------------


@rule("march.blocked")
@pytest.mark.parametrize(
    ("enemy", "refused"), [("peasant@neutral_0", True), ("peasant@neutral_0!", False), ("", False)]
)
def test_m23_unturned_enemies_block_a_neutral_fief(enemy, refused):
    state = given(holdings(lands="farm", units="soldier@neutral_0"), holdings(lands="farm", units=enemy))
    assert ("march.blocked" in refusals(state, March("soldier", "neutral_0", "home_1"))) is refused
    assert not refusals(state, March("soldier", "neutral_0", "home_0"))


def test_m23_a_blocked_fief_may_be_entered_and_a_knight_stops_there():
    state = given(holdings(lands="farm", units="knight"), holdings(lands="farm", units="peasant@neutral_0"))
    state = after(state, March("knight", "home_0", "neutral_0"))
    assert refusals(state, March("knight", "neutral_0", "home_1")) == {"march.blocked"}
    assert not refusals(state, March("knight", "neutral_0", "home_0"))


def test_m23_a_unit_may_leave_a_blocked_fief_to_the_allys_fief():
    enemy = holdings(lands="farm", units="peasant@neutral_1")
    state = given(holdings(lands="farm", units="soldier@neutral_1"), enemy, holdings(), holdings())
    assert refusals(state, March("soldier", "neutral_1", "home_1")) == {"march.blocked"}
    assert not refusals(state, March("soldier", "neutral_1", "home_2"))


def test_m23_enemies_do_not_block_a_fief_with_an_owner():
    state = given(holdings(lands="farm", units="soldier"), holdings(lands="farm", units="knight@home_0"))
    assert not refusals(state, March("soldier", "home_0", "neutral_0"))
    guest = given(holdings(lands="farm", units="soldier@home_1"), holdings(lands="farm", units="knight"))
    assert not refusals(guest, March("soldier", "home_1", "neutral_0"))


def test_the_fief_of_an_eliminated_player_can_be_blocked():
    state = given(
        holdings(lands="farm", units="knight@neutral_0"), holdings(), holdings(lands="farm", units="soldier@home_1")
    )
    out = with_player(state, 1, alive=False, lands=tuple(replace(land, card="") for land in state.players[1].lands))
    moved = after(out, March("knight", "neutral_0", "home_1"))
    assert refusals(moved, March("knight", "home_1", "neutral_1")) == {"march.blocked"}
    assert March("knight", "home_1", "neutral_1") not in legal(moved)


@pytest.mark.parametrize(("card", "blocks"), [("merchant", True), ("soldier", True), ("archer!", False)])
def test_any_unturned_enemy_unit_blocks_a_neutral_fief(card, blocks):
    """Ruling M-23: even a merchant blocks, but a turned unit does not."""
    name, turn = card.rstrip("!"), card[len(card.rstrip("!")) :]
    foe = holdings(lands="field", units=f"{name}@{NEUTRAL}{turn}")
    state = after(checked_position(holdings(lands="field", units="knight"), foe), March("knight", HOME, NEUTRAL))
    assert (refusals(state, March("knight", NEUTRAL, AWAY)) == {"march.blocked"}) is blocks
    assert not refusals(state, March("knight", NEUTRAL, HOME))


def test_a_unit_in_a_blocked_neutral_fief_may_go_home():
    """Ruling M-23: it may stay, fight or go home. After a battle no unit marches."""
    state = checked_position(
        holdings(lands="field", units=f"soldier@{NEUTRAL}"), holdings(lands="field", units=f"peasant@{NEUTRAL}")
    )
    assert refusals(state, March("soldier", NEUTRAL, AWAY)) == {"march.blocked"}
    assert not refusals(state, March("soldier", NEUTRAL, HOME))
    assert not refusals(state, EndTurn())
    fought = after(state, DeclareWar(NEUTRAL, 1))
    assert units(fought, 1) == []
    assert refusals(fought, March("soldier", NEUTRAL, AWAY)) == {"turn.march"}


def test_a_knight_comes_home_through_a_blocked_neutral_fief():
    """Ruling M-23."""
    state = checked_position(
        holdings(lands="field", units=f"knight@{AWAY}"), holdings(lands="field", units=f"soldier@{NEUTRAL}")
    )
    state = after(state, March("knight", AWAY, NEUTRAL), March("knight", NEUTRAL, HOME))
    assert unit_words(state) == {"knight"}


@pytest.mark.parametrize("fief", [HOME, AWAY])
def test_enemies_in_a_players_fief_block_no_march(fief):
    """Ruling M-23: only neutral fiefs block."""
    foes = f"soldier@{fief} soldier@{fief} soldier@{fief}"
    state = checked_position(holdings(lands="field", units=f"peasant@{fief}"), holdings(lands="farm", units=foes))
    assert not refusals(state, March("peasant", fief, NEUTRAL))


# --- after a battle --------------------------------------------------------------------------------------------------


def test_after_a_battle_no_unit_marches_and_none_is_turned():
    """Ruling M-18: a knight that could march one more fief stays."""
    state = checked_position(
        holdings(lands="field", units="knight"), holdings(lands="field", units=f"peasant@{NEUTRAL}")
    )
    state = after(state, March("knight", HOME, NEUTRAL), DeclareWar(NEUTRAL, 1))
    assert refusals(state, March("knight", NEUTRAL, AWAY)) == {"turn.march"}
    assert turned_cards(state) == []
    assert unit_words(state) == {f"knight@{NEUTRAL}"}


def test_a_surviving_defender_is_unturned_and_healed_in_its_owners_turn():
    """Ruling M-18."""
    state = checked_position(
        holdings(lands="field", units=f"peasant@{AWAY} knight"), holdings(lands="field", units="soldier")
    )
    state = begin_battle(state, AWAY, "peasant", against={1: "soldier"})
    assert units(state) == ["knight"]
    assert state.players[1].units[0].wounds == 1
    state = until_turn_of(state, 1)
    assert unit_words(state, 1) == {"soldier"}
    assert state.players[1].units[0].wounds == 0


def test_no_march_after_a_battle_in_the_enemys_fief():
    state = attack_and_strike(holdings(lands="field mine"), "soldier", at="host_1")
    assert refusals(state, March("soldier", AWAY, NEUTRAL)) == {"turn.march"}
    assert unit_words(state) == {f"soldier@{AWAY}"}
