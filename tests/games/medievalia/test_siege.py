"""Sieges."""

from __future__ import annotations

import pytest

from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.actions.end_turn import EndTurn
from referee_service.games.medievalia.actions.march import March
from referee_service.games.medievalia.actions.station import Station
from referee_service.games.medievalia.decisions.battle import Strike
from referee_service.games.medievalia.decisions.cards import ChooseDeck
from referee_service.games.medievalia.state import GameEnd
from tests.games.medievalia.positions import (
    AWAY,
    HOME,
    NEUTRAL,
    after,
    after_chance,
    begin_battle,
    checked_position,
    draw,
    given,
    holdings,
    possible,
    seat_and_question,
    until_turn_of,
)
from tests.games.rules import rule

SIX_KINDS = "city+bank+school field+church+stable farm+blacksmith+carpenter"
"""Lands with six kinds of buildings."""


def after_siege_turn(**more):
    """Return the position after a turn of seat 0, whose soldier stands in the fief of seat 1."""
    besieged = {"lands": "farm", "units": "", **more}
    return after(given(holdings(lands="farm farm", units="soldier@home_1"), holdings(**besieged)), EndTurn())


@rule("ruling.siege")
@pytest.mark.parametrize(
    ("places", "guards", "counted"),
    [
        ("farm", "", 1),
        ("farm", "peasant", 1),
        ("farm", "peasant#1", 0),
        ("farm", "peasant#0", 1),
        ("farm+tower", "", 0),
        ("farm+bank", "", 1),
        ("", "", 1),
    ],
)
def test_m12_a_siege_counts_while_no_territory_is_guarded(places, guards, counted):
    assert after_siege_turn(lands=places, units=guards).players[1].siege == counted


def test_the_siege_count_restarts_without_enemies_in_the_fief():
    state = given(holdings(lands="farm", units="soldier@neutral_0"), holdings(lands="farm", siege=2))
    assert after(state, EndTurn()).players[1].siege == 0


def test_turned_enemies_besiege_too():
    state = given(holdings(lands="farm", units="soldier@home_1!"), holdings(lands="farm"))
    assert after(state, EndTurn()).players[1].siege == 1


def test_a_city_falls_at_the_third_start_of_a_turn_under_siege_before_drawing():
    state = after_siege_turn(siege=1)
    assert (state.players[1].siege, seat_and_question(state)) == (2, (1, "choose_deck"))
    state = after_siege_turn(siege=2)
    assert state.game_end == GameEnd("military", (0,))


def test_a_siege_of_three_turns_ends_the_game():
    state = given(holdings(lands="farm farm", units="soldier@home_1"), holdings(lands="farm"))
    for turn in range(3):
        assert (state.game_end is None, state.players[1].siege) == (True, turn)
        state = after(state, EndTurn())
        if state.game_end is None:
            state = after_chance(after(state, ChooseDeck("military")))
            state = after_chance(after(state, EndTurn(), ChooseDeck("military")))
    assert state.game_end == GameEnd("military", (0,))


def test_m28_an_ally_s_card_in_the_fief_breaks_the_siege():
    besieger = holdings(lands="farm farm", units="soldier@home_1")
    alone = after(given(besieger, holdings(lands="farm", siege=1), holdings(), holdings()), EndTurn())
    helped = after(
        given(besieger, holdings(lands="farm", siege=1), holdings(), holdings(lands="farm", units="peasant@home_1")),
        EndTurn(),
    )
    assert (alone.players[1].siege, helped.players[1].siege) == (2, 0)


@pytest.mark.parametrize(
    ("fief", "cards", "besieger", "counted"),
    [
        (
            "city farm mine",
            "peasant#0 soldier soldier soldier",
            f"soldier@{AWAY}",
            1,
        ),  # city and free troops guard nothing
        ("farm mine+tower", "", f"soldier@{AWAY}", 0),  # a tower is a guard
        ("farm mine!", "peasant#2", f"soldier@{AWAY}", 0),  # so is a turned card
        ("farm mine+church", "", f"soldier@{AWAY}", 1),  # a civil building is not
        ("farm mine", "", f"merchant@{AWAY}", 1),  # any troop besieges
        ("farm mine", "", f"archer@{AWAY}!", 1),  # turned or not
        ("farm mine", "", f"soldier@{NEUTRAL}", 0),
        ("city", "", f"peasant@{AWAY}", 1),  # no territory at all
        ("city+castle", "", f"peasant@{AWAY}", 1),  # the city is no territory
        ("farm mine", "soldier#1", f"soldier@{AWAY}", 0),  # one guard is enough
    ],
)
def test_what_counts_as_a_siege(fief, cards, besieger, counted):
    """Ruling M-12: enemies are in the fief and no territory is guarded when the turn begins."""
    state = checked_position(holdings(lands="farm", units=besieger), holdings(lands=fief, units=cards))
    state = until_turn_of(state, 1)
    assert state.players[1].siege == counted


@pytest.mark.parametrize(("place", "lost"), [(AWAY, True), (NEUTRAL, False)])
def test_the_third_turn_under_siege_is_lost_before_a_card_is_drawn(place, lost):
    """A turn without siege resets the count."""
    state = checked_position(
        holdings(lands="farm", units=f"soldier@{place}"), holdings(lands=SIX_KINDS, siege=2, hand="mine")
    )
    state = possible(after(state, EndTurn()))
    assert (GAME.turn(state) is None) is lost
    assert state.players[1].siege == 0
    assert lost is False or (state.game_end.victory, GAME.result(state).winners) == ("military", (0,))


def test_a_broken_siege_begins_again_at_one():
    """Only turns in a row count."""
    state = checked_position(holdings(lands="farm", units=f"soldier@{AWAY}"), holdings(lands="farm", siege=2))
    state = until_turn_of(after(state, March("soldier", AWAY, NEUTRAL)), 0)
    assert state.players[1].siege == 0
    state = until_turn_of(after(draw(state), March("soldier", NEUTRAL, AWAY)), 1)
    assert state.players[1].siege == 1


def test_a_guard_on_a_turned_land_breaks_a_siege():
    """A unit that marched home is no guard."""
    foe = holdings(lands="farm", units=f"soldier@{HOME}")
    state = checked_position(holdings(lands="farm!", units="peasant", siege=2), foe)
    state = after(state, Station("peasant", None, 1))
    assert seat_and_question(until_turn_of(state, 0)) == (0, "choose_deck")
    state = checked_position(holdings(lands="farm", units=f"peasant@{NEUTRAL}", siege=2), foe)
    state = draw(after(state, March("peasant", NEUTRAL, HOME), EndTurn()))
    assert GAME.turn(after(state, EndTurn())) is None


def test_the_siege_is_counted_before_units_starve():
    """The rulebook is silent. The only guard still guards when the turn begins, and starves after that."""
    state = checked_position(
        holdings(lands="farm", units=f"soldier@{AWAY}"),
        holdings(lands="forest mine farm", units=f"peasant#1 soldier@{NEUTRAL}", siege=2),
    )
    state = after(begin_battle(state, AWAY, "soldier"), Strike("host_3"), EndTurn())
    assert seat_and_question(state) == (1, "starve")
    assert state.players[1].siege == 0
