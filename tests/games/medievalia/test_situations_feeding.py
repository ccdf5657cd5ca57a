"""Situations of feeding and of moving, inside a fief and beyond."""

from __future__ import annotations

import pytest

from referee_service.games.medievalia.actions.declare_war import DeclareWar
from referee_service.games.medievalia.actions.dismiss import Dismiss
from referee_service.games.medievalia.actions.end_turn import EndTurn
from referee_service.games.medievalia.actions.march import March
from referee_service.games.medievalia.actions.recruit import Recruit
from referee_service.games.medievalia.actions.starve import Starve
from referee_service.games.medievalia.actions.station import Station
from referee_service.games.medievalia.actions.strike import Strike
from referee_service.games.medievalia.state import max_characters_fed
from tests.games.medievalia.positions import (
    after,
    asked,
    gone,
    hand,
    legal,
    question,
    refusals,
    side,
    turned,
    units,
    war,
)
from tests.games.medievalia.situations import AWAY, HOME, NEUTRAL, draws, passes_to, pays, position, sound, standing_at

# --- how many are fed -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fief", "cards", "fed"),
    [
        ("field field+bank", "", 6),  # the book's example, L608-612
        ("city+bank forest", "", 0),  # no food land
        ("field!", "", 2),  # turned or not, L601
        ("field", "soldier#1 soldier#1", 2),  # soldiers do not work
        ("field", "soldier#1 soldier#1 peasant#1", 4),
        ("field", "peasant#1 peasant#1 peasant#1", 6),  # two slots
        ("field", "peasant#1 artist", 4),  # no artist helps, L600
        ("field+tower", "", 2),
        ("farm+bank+church", "peasant#1 peasant#1", 12),
    ],
)
def test_how_many_are_fed(fief, cards, fed):
    """L599-612, M-07, M-20."""
    assert max_characters_fed(position(side(lands=fief, units=cards), side()), 0) == fed


def test_food_from_hand_cards_pays_but_does_not_feed():
    """L600, M-20, M-21: without food land nobody can be played."""
    state = position(side(lands="forest", hand="peasant mine"), side())
    assert refusals(state, Recruit("peasant")) == {"recruit.food"}


def test_a_card_that_cannot_be_fed_is_not_played_until_a_worker_raises_the_food():
    """M-21: two free eaters on a field; one of them on the field feeds two more."""
    state = position(
        side(lands="field! farm!", units="peasant peasant soldier soldier soldier soldier", hand="peasant mine"), side()
    )
    assert refusals(state, Recruit("peasant")) == {"recruit.food"}
    state = after(state, Station("peasant", None, 1))
    assert "peasant" in units(pays(state, Recruit("peasant"), "discard_mine_food"))


def test_a_worker_who_leaves_a_field_starves_two_at_once():
    """L604, M-22."""
    state = position(side(lands="field mine", units="peasant#1 peasant#1 soldier soldier soldier soldier"), side())
    state = after(state, Station("peasant", 1, None))
    assert asked(state) == (0, "starve")
    assert refusals(state, Station("peasant", None, 2)) == {"referee.verb"}
    state = after(state, Starve("soldier", HOME, None, False), Starve("soldier", HOME, None, False))
    assert question(sound(state)) == "actions"
    assert len(units(state)) == 4


def test_a_worker_who_goes_straight_to_another_field_starves_nobody():
    """L283: one move."""
    state = position(
        side(lands="field field", units="peasant#1 peasant#1 soldier soldier soldier soldier soldier soldier"), side()
    )
    assert question(after(state, Station("peasant", 1, 2))) == "actions"


def test_a_destroyed_field_bites_when_its_owners_turn_begins():
    """M-21: nothing happens in the enemy's turn; then before the draw, cards away and turned ones too."""
    cards = f"peasant! soldier@{NEUTRAL} soldier@{HOME}!"
    state = position(side(lands="field", units=f"soldier@{AWAY}"), side(lands="farm", units=cards, hand="field"))
    state = after(war(state, AWAY, "soldier"), Strike("host_1"))
    assert standing_at(state, 1) == set(cards.split())
    assert question(state) == "war"
    state = after(state, EndTurn())
    assert asked(state) == (1, "starve")
    assert {(each.card, each.fief, each.turned) for each in legal(state)} == {
        ("peasant", AWAY, True),
        ("soldier", NEUTRAL, False),
        ("soldier", HOME, True),
    }
    state = after(state, *(Starve(each.card, each.fief, None, each.turned) for each in legal(state)))
    assert units(state, 1) == []
    assert question(sound(state)) == "choose_deck"


def test_whoever_removes_a_worker_has_to_go_on():
    """M-21, M-22: seven eaters with food for six; a soldier is enough, a worker costs more."""
    cards = "peasant#1 peasant#1 soldier soldier soldier soldier soldier"
    hungry = side(lands="field farm", units=cards)
    state = position(side(lands="field", units=f"soldier@{AWAY}"), hungry)
    state = after(after(war(state, AWAY, "soldier", against={}), Strike("host_2")), EndTurn())
    assert asked(state) == (1, "starve")
    assert question(after(state, Starve("soldier", AWAY, None, False))) == "choose_deck"
    state = after(state, Starve("peasant", AWAY, 1, False))
    assert question(state) == "starve"
    state = after(state, Starve("soldier", AWAY, None, False))
    assert question(state) == "starve"
    assert question(after(state, Starve("soldier", AWAY, None, False))) == "choose_deck"


def test_one_lets_unturned_cards_go_in_ones_own_turn():
    """L603, M-34: out of the game, not to the hand; turned ones stay; also after a march."""
    state = position(side(lands="field farm", units="soldier peasant! knight"), side(lands="field", units="soldier"))
    assert refusals(state, Dismiss("peasant", HOME, None)) == {"dismiss.unturned"}
    assert refusals(state, Dismiss("soldier", AWAY, None), seat=1) == {"referee.seat"}
    state = after(state, March("knight", HOME, NEUTRAL), Dismiss("soldier", HOME, None))
    assert units(state) == ["knight", "peasant"]
    assert gone(state, "soldier") == 1
    assert hand(state) == {}


# --- inside the fief ------------------------------------------------------------------------------------------------


def test_a_turned_land_keeps_its_cards_and_an_unturned_one_lets_them_go():
    """L283, M-19, M-24: going turns nothing."""
    state = position(side(lands="field! field", units="peasant#1 soldier#2"), side())
    assert "station.turned" in refusals(state, Station("peasant", 1, None))
    state = after(state, Station("soldier", 2, None))
    assert standing_at(state) == {"peasant#1!", "soldier"}


def test_a_turned_land_takes_a_guard_who_then_stays():
    """L283, M-24: only the origin must be unturned."""
    state = after(position(side(lands="field!", units="soldier"), side()), Station("soldier", None, 1))
    assert standing_at(sound(state)) == {"soldier#1"}
    assert "station.turned" in refusals(state, Station("soldier", 1, None))
    assert refusals(state, March("soldier", HOME, NEUTRAL)) == {"march.card"}


def test_a_guard_marches_only_after_it_was_taken_off():
    """M-24."""
    state = position(side(lands="field", units="soldier#1"), side())
    assert refusals(state, March("soldier", HOME, NEUTRAL)) == {"march.card"}
    state = after(state, Station("soldier", 1, None), March("soldier", HOME, NEUTRAL))
    assert standing_at(state) == {f"soldier@{NEUTRAL}"}


def test_whoever_comes_home_is_no_guard_in_this_turn_but_can_defend():
    """L143, L303: moves inside belong to the actions."""
    state = position(side(lands="field", units=f"soldier@{NEUTRAL}"), side(lands="field", units=f"knight@{HOME}"))
    state = after(state, March("soldier", NEUTRAL, HOME))
    assert refusals(state, Station("soldier", None, 1)) == {"referee.verb"}
    state = war(draws(passes_to(state, 1)), HOME, "knight", foe=0, against={1: "soldier"})
    assert units(state, 0) == units(state, 1) == []


# --- beyond ---------------------------------------------------------------------------------------------------------


def test_a_new_card_marches_one_fief_a_knight_two():
    """L153, L305, L573."""
    state = position(side(lands="field farm", units="soldier knight"), side())
    state = after(state, March("soldier", HOME, NEUTRAL))
    assert refusals(state, March("soldier", NEUTRAL, AWAY)) == {"march.steps"}
    state = after(state, March("knight", HOME, NEUTRAL), March("knight", NEUTRAL, AWAY))
    assert refusals(state, March("knight", AWAY, NEUTRAL)) == {"march.steps"}
    assert refusals(state, March("knight", AWAY, HOME)) == {"march.steps", "march.beside"}
    assert not refusals(state, DeclareWar(AWAY, 1))
    assert turned(state) == []


def test_a_knight_just_played_reaches_the_enemy():
    """L153, L573."""
    state = position(side(lands="field+stable farm forest", units="peasant#3", hand="knight mine"), side())
    state = pays(state, Recruit("knight"), "host_1", "host_3", "discard_mine_gold")
    state = after(state, March("knight", HOME, NEUTRAL), March("knight", NEUTRAL, AWAY), DeclareWar(AWAY, 1))
    assert question(state) == "muster"


@pytest.mark.parametrize(("card", "blocks"), [("merchant", True), ("soldier", True), ("archer!", False)])
def test_unturned_enemies_in_a_neutral_fief_let_nobody_pass(card, blocks):
    """L340, M-23: even a merchant; turned ones do not block."""
    name, turn = card.rstrip("!"), card[len(card.rstrip("!")) :]
    foe = side(lands="field", units=f"{name}@{NEUTRAL}{turn}")
    state = after(position(side(lands="field", units="knight"), foe), March("knight", HOME, NEUTRAL))
    assert (refusals(state, March("knight", NEUTRAL, AWAY)) == {"march.blocked"}) is blocks
    assert not refusals(state, March("knight", NEUTRAL, HOME))


def test_out_of_a_held_neutral_fief_the_way_leads_home():
    """L341, M-23: it may stay, fight or go home; after a fight nobody marches, L307."""
    state = position(side(lands="field", units=f"soldier@{NEUTRAL}"), side(lands="field", units=f"peasant@{NEUTRAL}"))
    assert refusals(state, March("soldier", NEUTRAL, AWAY)) == {"march.blocked"}
    assert not refusals(state, March("soldier", NEUTRAL, HOME))
    assert not refusals(state, EndTurn())
    fought = after(state, DeclareWar(NEUTRAL, 1))
    assert units(fought, 1) == []
    assert refusals(fought, March("soldier", NEUTRAL, AWAY)) == {"referee.verb"}


def test_a_knight_comes_home_through_a_held_neutral_fief():
    """L341, M-23."""
    state = position(side(lands="field", units=f"knight@{AWAY}"), side(lands="field", units=f"soldier@{NEUTRAL}"))
    state = after(state, March("knight", AWAY, NEUTRAL), March("knight", NEUTRAL, HOME))
    assert standing_at(state) == {"knight"}


@pytest.mark.parametrize("fief", [HOME, AWAY])
def test_enemies_in_a_players_fief_hold_nobody(fief):
    """L334, M-23: only neutral fiefs block."""
    foes = f"soldier@{fief} soldier@{fief} soldier@{fief}"
    state = position(side(lands="field", units=f"peasant@{fief}"), side(lands="farm", units=foes))
    assert not refusals(state, March("peasant", fief, NEUTRAL))


def test_after_a_battle_nobody_marches_and_nothing_is_turned():
    """L305, L307, M-18: a knight with a step left stays; survivors are at hand in the next turn."""
    state = position(side(lands="field", units="knight"), side(lands="field", units=f"peasant@{NEUTRAL}"))
    state = after(state, March("knight", HOME, NEUTRAL), DeclareWar(NEUTRAL, 1))
    assert refusals(state, March("knight", NEUTRAL, AWAY)) == {"referee.verb"}
    assert turned(state) == []
    assert standing_at(state) == {f"knight@{NEUTRAL}"}


def test_a_defender_who_survives_is_unturned_and_whole_in_his_turn():
    """L329, M-18."""
    state = position(side(lands="field", units=f"peasant@{AWAY}"), side(lands="field", units="soldier"))
    state = war(state, AWAY, "peasant", against={1: "soldier"})
    assert units(state) == []
    assert state.players[1].units[0].wounds == 1
    state = passes_to(state, 1)
    assert standing_at(state, 1) == {"soldier"}
    assert state.players[1].units[0].wounds == 0
