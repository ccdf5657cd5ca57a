"""Verb `station`: moves inside the fief."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.medievalia.actions.dismiss import Dismiss
from referee_service.games.medievalia.actions.march import March
from referee_service.games.medievalia.actions.play_territory import PlayTerritory
from referee_service.games.medievalia.actions.station import Station
from referee_service.games.medievalia.state import is_guarded
from referee_service.kernel.actions.pay import Pay
from tests.games.medievalia.positions import (
    HOME,
    NEUTRAL,
    TABLES,
    after,
    begin_battle,
    checked_position,
    draw,
    given,
    holdings,
    possible,
    question,
    refusals,
    turned_cards,
    unit_words,
    units,
    until_turn_of,
)
from tests.games.rules import rule


@rule("station.card")
@pytest.mark.parametrize(("unit", "refused"), [("peasant", False), ("peasant!", True), ("peasant@neutral_0", True)])
def test_unturned_cards_of_the_fief_move_inside_it(unit, refused):
    state = given(holdings(lands="farm", units=unit))
    assert ("station.card" in refusals(state, Station("peasant", None, 1))) is refused


def test_moving_inside_turns_nothing_and_guards_the_land():
    state = after(given(holdings(lands="farm", units="soldier")), Station("soldier", None, 1))
    assert turned_cards(state) == []
    assert is_guarded(TABLES, state.active_player, 1)
    assert question(state) == "actions"


@rule("station.turned")
def test_m24_no_unit_leaves_a_turned_land():
    state = given(holdings(lands="farm!", units="peasant"))
    state = after(state, Station("peasant", None, 1))
    state = replace(state, moved_units=())
    assert refusals(state, Station("peasant", 1, None)) == {"station.turned"}
    assert not refusals(given(holdings(lands="farm", units="peasant#1")), Station("peasant", 1, None))


@rule("station.land")
def test_a_unit_cannot_move_to_an_empty_place():
    state = given(holdings(lands="farm", units="peasant"))
    assert refusals(state, Station("peasant", None, 2)) == {"station.land"}
    assert not refusals(state, Station("peasant", None, 0))


@rule("station.elsewhere")
def test_a_move_must_change_the_place():
    state = given(holdings(lands="farm", units="peasant#1"))
    assert refusals(state, Station("peasant", 1, 1)) == {"station.elsewhere"}
    assert not refusals(state, Station("peasant", 1, 0))


@rule("station.back")
def test_a_moved_unit_stays_until_another_action_is_done():
    state = after(given(holdings(lands="farm", units="peasant soldier", hand="field")), Station("peasant", None, 1))
    assert refusals(state, Station("peasant", 1, None)) == {"station.back"}
    assert not refusals(state, Station("soldier", None, 1))
    state = after(state, Dismiss("soldier", "home_0", None))
    assert not refusals(state, Station("peasant", 1, None))


def test_a_purchase_allows_the_unit_to_move_again():
    state = after(given(holdings(lands="farm", units="peasant", hand="field")), Station("peasant", None, 1))
    state = after(state, PlayTerritory("field"), Pay("host_0"))
    assert not refusals(state, Station("peasant", 1, None))


def test_units_leave_an_unturned_land_but_not_a_turned_one():
    """Rulings M-19 and M-24: a move turns no card."""
    state = checked_position(holdings(lands="field! field", units="peasant#1 soldier#2"), holdings())
    assert "station.turned" in refusals(state, Station("peasant", 1, None))
    state = after(state, Station("soldier", 2, None))
    assert unit_words(state) == {"peasant#1!", "soldier"}


def test_a_unit_may_enter_a_turned_land_but_not_leave_it():
    """Ruling M-24: only the origin must be unturned."""
    state = after(checked_position(holdings(lands="field!", units="soldier"), holdings()), Station("soldier", None, 1))
    assert unit_words(possible(state)) == {"soldier#1"}
    assert "station.turned" in refusals(state, Station("soldier", 1, None))
    assert refusals(state, March("soldier", HOME, NEUTRAL)) == {"march.card"}


def test_a_guard_marches_only_after_it_left_its_land():
    """Ruling M-24."""
    state = checked_position(holdings(lands="field", units="soldier#1"), holdings())
    assert refusals(state, March("soldier", HOME, NEUTRAL)) == {"march.card"}
    state = after(state, Station("soldier", 1, None), March("soldier", HOME, NEUTRAL))
    assert unit_words(state) == {f"soldier@{NEUTRAL}"}


def test_a_unit_that_marched_home_cannot_guard_in_this_turn_but_can_defend():
    """Moves inside the fief belong to the actions."""
    state = checked_position(
        holdings(lands="field", units=f"soldier@{NEUTRAL}"), holdings(lands="field", units=f"knight@{HOME}")
    )
    state = after(state, March("soldier", NEUTRAL, HOME))
    assert refusals(state, Station("soldier", None, 1)) == {"turn.actions"}
    state = begin_battle(draw(until_turn_of(state, 1)), HOME, "knight", foe=0, against={1: "soldier"})
    assert units(state, 0) == units(state, 1) == []
