"""Situations of prestige, sieges and the end of cards."""

from __future__ import annotations

import pytest

from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.actions.buy_building import BuyBuilding
from referee_service.games.medievalia.actions.end_turn import EndTurn
from referee_service.games.medievalia.actions.march import March
from referee_service.games.medievalia.actions.station import Station
from referee_service.games.medievalia.actions.strike import Strike
from tests.games.medievalia.positions import after, asked, gone, lands, legal, question, side, war, with_top
from tests.games.medievalia.situations import (
    AWAY,
    HOME,
    NEUTRAL,
    bought,
    draws,
    only_top,
    passes_to,
    position,
    prestige_of,
    sound,
    thinned,
)

SIX = "city+bank+school field+church+stable farm+blacksmith+carpenter"
"""Lands with six kinds of buildings."""


# --- prestige -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("second", ["+church", ""])
def test_a_second_building_of_a_kind_counts_nothing_and_a_castle_two(second):
    """L491: church, church, school, bank, castle make five; with one church less still five."""
    state = position(side(lands=f"city+castle+school farm+church+bank farm{second}"), side(lands="field+stable"))
    assert prestige_of(state) == [5, 1]


def test_seven_points_win_at_once_among_the_actions():
    """L491, M-25: six and a castle are eight; nobody else moves."""
    state = with_top(
        position(side(lands=f"{SIX} mine", units="bureaucrat bureaucrat bureaucrat peasant"), side()), "castle"
    )
    state = bought(sound(state), BuyBuilding(0, 3), *["bureaucrat_power"] * 3, "peasant")
    assert GAME.turn(sound(state)) is None
    assert state.game_end.victory == "prestige"
    assert GAME.result(state).winners == (0,)
    assert prestige_of(state) == [8, 0]


def test_a_destroyed_building_takes_its_points_along_and_never_comes_back():
    """M-10, M-25."""
    state = position(
        side(lands="farm", units=f"knight@{AWAY} knight@{AWAY}"), side(lands="city+bank+school farm+castle")
    )
    assert prestige_of(state) == [0, 4]
    state = sound(after(war(state, AWAY, "knight knight"), Strike("host_1")))
    while question(state) == "take_damage":
        state = after(state, legal(state)[0])
    assert prestige_of(state) == [0, 2]
    assert gone(state, "castle") == 1
    assert lands(state, 1) == []


# --- the last building ----------------------------------------------------------------------------------------------


def test_empty_building_piles_end_nothing_before_the_last_building_is_bought():
    """L513, M-32: two of three means the decks."""
    state = position(side(lands="farm", units="bureaucrat bureaucrat"), side())
    state = sound(only_top(with_top(state, "tower"), 0))
    assert [bool(pile.top) for pile in state.piles] == [True, False, False]
    assert asked(state) == (0, "actions")


@pytest.mark.parametrize(("foe", "winner"), [("field+bank+school farm+church", 1), ("field", 0)])
def test_the_last_building_counts_for_its_buyer_and_then_points_decide(foe, winner):
    """L513, M-25, M-33."""
    state = position(side(lands="farm field+stable", units="bureaucrat bureaucrat"), side(lands=foe))
    state = sound(only_top(with_top(state, "tower"), 0))
    state = sound(bought(state, BuyBuilding(0, 0), *["bureaucrat_power"] * 2))
    assert GAME.turn(state) is None
    assert (state.game_end.victory, GAME.result(state).winners) == ("cards", (winner,))


def test_a_last_building_that_brings_the_seventh_point_wins_by_prestige():
    """M-25: whatever the others have."""
    state = position(side(lands=f"{SIX} farm", units="bureaucrat bureaucrat"), side(lands="field+church"))
    state = sound(only_top(with_top(state, "tower"), 0))
    state = sound(bought(state, BuyBuilding(0, 3), *["bureaucrat_power"] * 2))
    assert (state.game_end.victory, GAME.result(state).winners) == ("prestige", (0,))


# --- sieges ---------------------------------------------------------------------------------------------------------


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
    """L504-507, M-12: enemies in the fief and no territory guarded, when the turn begins."""
    state = position(side(lands="farm", units=besieger), side(lands=fief, units=cards))
    state = passes_to(state, 1)
    assert state.players[1].siege == counted


@pytest.mark.parametrize(("place", "lost"), [(AWAY, True), (NEUTRAL, False)])
def test_the_third_turn_under_siege_is_lost_before_a_card_is_drawn(place, lost):
    """L509: a gap resets the count."""
    state = position(side(lands="farm", units=f"soldier@{place}"), side(lands=SIX, siege=2, hand="mine"))
    state = sound(after(state, EndTurn()))
    assert (GAME.turn(state) is None) is lost
    assert state.players[1].siege == 0
    assert lost is False or (state.game_end.victory, GAME.result(state).winners) == ("military", (0,))


def test_a_siege_that_was_broken_begins_again_at_one():
    """Siege: consecutive turns only."""
    state = position(side(lands="farm", units=f"soldier@{AWAY}"), side(lands="farm", siege=2))
    state = passes_to(after(state, March("soldier", AWAY, NEUTRAL)), 0)
    assert state.players[1].siege == 0
    state = passes_to(after(draws(state), March("soldier", NEUTRAL, AWAY)), 1)
    assert state.players[1].siege == 1


def test_a_guard_put_there_in_time_breaks_a_siege_though_its_land_is_turned():
    """L194, L283; one who came home in the march is no guard."""
    foe = side(lands="farm", units=f"soldier@{HOME}")
    state = position(side(lands="farm!", units="peasant", siege=2), foe)
    state = after(state, Station("peasant", None, 1))
    assert asked(passes_to(state, 0)) == (0, "choose_deck")
    state = position(side(lands="farm", units=f"peasant@{NEUTRAL}", siege=2), foe)
    state = draws(after(state, March("peasant", NEUTRAL, HOME), EndTurn()))
    assert GAME.turn(after(state, EndTurn())) is None


def test_the_siege_is_counted_before_hunger():
    """Ours where the book is silent: the lone guard still guards when the turn begins, and starves after."""
    state = position(
        side(lands="farm", units=f"soldier@{AWAY}"), side(lands="forest mine farm", units="peasant#1", siege=2)
    )
    state = after(war(state, AWAY, "soldier"), Strike("host_3"), EndTurn())
    assert asked(state) == (1, "starve")
    assert state.players[1].siege == 0


# --- no more cards --------------------------------------------------------------------------------------------------


def run_dry(mine: dict, theirs: dict):
    """The end when seat 1 draws the last card of the second deck."""
    state = thinned(thinned(position(mine, theirs), "military", 0), "territory", 1)
    return sound(draws(passes_to(sound(state), 1)))


@pytest.mark.parametrize(
    ("mine", "theirs", "winners"),
    [
        ({"lands": "field+church"}, {"lands": "field"}, (0,)),
        (  # gold output decides: 4 against 3; artists and merchants do not help, turned or not
            {"lands": "mine+bank! farm", "units": "peasant#1 peasant#1"},
            {"lands": "mine mine+church farm farm", "units": "artist merchant"},
            (0,),
        ),
        ({"lands": "mine", "hand": "farm farm farm"}, {"lands": "mine", "hand": "farm farm farm"}, (1,)),  # 3 against 4
        ({"hand": "farm"}, {}, (0, 1)),  # one card each in the end
    ],
)
def test_who_wins_when_cards_run_out(mine, theirs, winners):
    """L513-515, M-32: points, gold output, cards in hand, else a draw."""
    state = run_dry(side(**mine), side(**theirs))
    assert GAME.turn(state) is None
    assert GAME.result(state).winners == winners


def test_the_draw_that_ends_it_gives_nobody_a_last_turn():
    """M-33."""
    state = run_dry(side(), side(lands="city!"))
    assert state.phase == "over"
    assert state.players[1].lands[0].turned
