"""Food: how many units it feeds, and units that leave for lack of it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.actions.clear_land import ClearLand
from referee_service.games.medievalia.actions.dismiss import Dismiss
from referee_service.games.medievalia.actions.end_turn import EndTurn
from referee_service.games.medievalia.actions.march import March
from referee_service.games.medievalia.actions.recruit import Recruit
from referee_service.games.medievalia.actions.station import Station
from referee_service.games.medievalia.decisions.battle import Strike
from referee_service.games.medievalia.decisions.cards import Starve
from referee_service.games.medievalia.decisions.support import Shoot
from referee_service.games.medievalia.state import max_units_fed
from tests.games.medievalia.positions import (
    AWAY,
    HOME,
    NEUTRAL,
    after,
    after_chance,
    begin_battle,
    buy,
    checked_position,
    events_of,
    faults,
    given,
    hand,
    holdings,
    legal,
    pay_for,
    possible,
    question,
    refusals,
    removed_count,
    seat_and_question,
    unit_words,
    units,
)
from tests.games.rules import rule

# --- capacity --------------------------------------------------------------------------------------------------------


@rule("recruit.food", "ruling.eaters")
@pytest.mark.parametrize(("people", "refused"), [(5, False), (6, True)])
def test_m20_three_food_feed_six_characters(people, refused):
    """Example: two fields and a building give three food, which feed six characters."""
    peasants = " ".join(["peasant"] * people)
    state = given(holdings(lands="field+bank field", units=peasants, hand="peasant"))
    assert max_units_fed(state, 0) == 6
    assert ("recruit.food" in refusals(state, Recruit("peasant"))) is refused


def test_m20_units_in_any_fief_eat_but_buildings_do_not():
    state = given(holdings(lands="field+tower", units="peasant@neutral_0 soldier@home_1", hand="peasant"))
    assert "recruit.food" in refusals(state, Recruit("peasant"))
    state = given(holdings(lands="field+tower", units="soldier@home_1", hand="peasant"))
    assert "recruit.food" not in refusals(state, Recruit("peasant"))


def test_m20_turned_fields_feed_and_workers_raise_the_food_without_artists():
    state = given(holdings(lands="field!", units="peasant#1 artist"))
    assert max_units_fed(state, 0) == 4


@pytest.mark.parametrize(
    ("fief", "cards", "fed"),
    [
        ("field field+bank", "", 6),  # the example of the rulebook
        ("city+bank forest", "", 0),  # no food land
        ("field!", "", 2),  # turned or not
        ("field", "soldier#1 soldier#1", 2),  # soldiers do not work
        ("field", "soldier#1 soldier#1 peasant#1", 4),
        ("field", "peasant#1 peasant#1 peasant#1", 6),  # two slots
        ("field", "peasant#1 artist", 4),  # no artist helps
        ("field+tower", "", 2),
        ("farm+bank+church", "peasant#1 peasant#1", 12),
    ],
)
def test_how_many_are_fed(fief, cards, fed):
    """Rulings M-07 and M-20."""
    assert max_units_fed(checked_position(holdings(lands=fief, units=cards), holdings()), 0) == fed


def test_food_from_hand_cards_pays_but_does_not_feed():
    """Rulings M-20 and M-21: without a land that yields food no unit can be played."""
    state = checked_position(holdings(lands="forest", hand="peasant mine"), holdings())
    assert refusals(state, Recruit("peasant")) == {"recruit.food"}


def test_a_card_that_cannot_be_fed_is_not_played_until_a_worker_raises_the_food():
    """Ruling M-21: a free peasant that moves to the field feeds two more units."""
    state = checked_position(
        holdings(lands="field! farm!", units="peasant peasant soldier soldier soldier soldier", hand="peasant mine"),
        holdings(),
    )
    assert refusals(state, Recruit("peasant")) == {"recruit.food"}
    state = after(state, Station("peasant", None, 1))
    assert "peasant" in units(buy(state, Recruit("peasant"), "discard_mine_food"))


# --- lack of food ----------------------------------------------------------------------------------------------------


@rule("ruling.hunger")
def test_m22_a_unit_may_starve_when_a_worker_leaves_the_field():
    state = given(holdings(lands="field", units="peasant#1 soldier soldier"))
    assert question(after(state, Station("peasant", 1, 0))) == "starve"
    state = given(holdings(lands="field", units="peasant#1 soldier"))
    assert question(after(state, Station("peasant", 1, 0))) == "actions"


def test_m21_turned_cards_may_be_chosen_when_removal_is_forced():
    state = after(given(holdings(lands="field", units="peasant#1 soldier soldier!")), Station("peasant", 1, None))
    state = after(state, Starve("soldier", "home_0", None, turned=True))
    assert (units(state), question(state), removed_count(state, "soldier")) == (["peasant", "soldier"], "actions", 1)


def test_m21_units_starve_at_the_start_of_their_owners_turn_and_not_before():
    state = given(holdings(), holdings(lands="field", units="peasant peasant soldier"))
    assert question(state) == "actions"
    state = after(state, EndTurn())
    assert seat_and_question(state) == (1, "starve")
    state = after(state, Starve("soldier", "home_1", None, turned=False))
    assert seat_and_question(state) == (1, "choose_deck")


@rule("starve.card")
def test_only_a_unit_on_the_table_can_starve():
    state = after(given(holdings(), holdings(lands="field", units="peasant peasant soldier")), EndTurn())
    assert refusals(state, Starve("soldier", "home_1", None, turned=True)) == {"starve.card"}
    assert not refusals(state, Starve("soldier", "home_1", None, turned=False))


def test_two_units_starve_at_once_when_a_worker_leaves_a_field():
    """Ruling M-22."""
    state = checked_position(
        holdings(lands="field mine", units="peasant#1 peasant#1 soldier soldier soldier soldier"), holdings()
    )
    state = after(state, Station("peasant", 1, None))
    assert seat_and_question(state) == (0, "starve")
    assert refusals(state, Station("peasant", None, 2)) == {"starve.first"}
    state = after(state, Starve("soldier", HOME, None, False), Starve("soldier", HOME, None, False))
    assert question(possible(state)) == "actions"
    assert len(units(state)) == 4


def test_no_unit_starves_when_a_worker_goes_straight_to_another_field():
    """It is one move."""
    state = checked_position(
        holdings(lands="field field", units="peasant#1 peasant#1 soldier soldier soldier soldier soldier soldier"),
        holdings(),
    )
    assert question(after(state, Station("peasant", 1, 2))) == "actions"


def test_units_starve_for_a_destroyed_field_when_their_owners_turn_begins():
    """Ruling M-21: nothing happens in the enemy's turn. Units in other fiefs and turned units may be chosen."""
    cards = f"peasant! soldier@{NEUTRAL} soldier@{HOME}!"
    state = checked_position(
        holdings(lands="field", units=f"soldier@{AWAY}"), holdings(lands="farm", units=cards, hand="field")
    )
    state = after(begin_battle(state, AWAY, "soldier"), Strike("host_1"))
    assert unit_words(state, 1) == set(cards.split())
    assert question(state) == "war"
    state = after(state, EndTurn())
    assert seat_and_question(state) == (1, "starve")
    assert {(each.card, each.fief, each.turned) for each in legal(state)} == {
        ("peasant", AWAY, True),
        ("soldier", NEUTRAL, False),
        ("soldier", HOME, True),
    }
    state = after(state, *(Starve(each.card, each.fief, None, each.turned) for each in legal(state)))
    assert units(state, 1) == []
    assert question(possible(state)) == "choose_deck"


def test_a_player_who_removes_a_worker_must_remove_more_units():
    """Rulings M-21 and M-22: seven units with food for six. To remove a soldier is enough; a worker lowers the food."""
    cards = "peasant#1 peasant#1 soldier soldier soldier soldier soldier"
    hungry = holdings(lands="field farm", units=cards)
    state = checked_position(holdings(lands="field", units=f"soldier@{AWAY}"), hungry)
    state = after(after(begin_battle(state, AWAY, "soldier", against={}), Strike("host_2")), EndTurn())
    assert seat_and_question(state) == (1, "starve")
    assert question(after(state, Starve("soldier", AWAY, None, False))) == "choose_deck"
    state = after(state, Starve("peasant", AWAY, 1, False))
    assert question(state) == "starve"
    state = after(state, Starve("soldier", AWAY, None, False))
    assert question(state) == "starve"
    assert question(after(state, Starve("soldier", AWAY, None, False))) == "choose_deck"


def test_units_starve_at_once_when_a_food_territory_is_given_up():
    """Rulings M-10 and M-21."""
    state = checked_position(holdings(lands="city field field", units="soldier soldier peasant"), holdings())
    state = after_chance(pay_for(state, ClearLand(1), "host_0"))
    assert question(state) == "starve"


def test_units_starve_at_once_when_a_worker_is_shot_in_its_owners_turn():
    """Food is checked at any time in the owner's turn, after a battle too."""
    state = checked_position(
        holdings(lands="field", units="soldier soldier knight peasant#1"),
        holdings(lands="farm", units=f"peasant@{HOME} archer@{HOME}"),
    )
    state = begin_battle(state, HOME, "soldier", against={1: "peasant"})
    state = after(state, Shoot("archer", HOME, None, "peasant", "host_1"))
    assert seat_and_question(possible(state)) == (0, "starve")


# --- dismissal -------------------------------------------------------------------------------------------------------


@rule("dismiss.unturned")
def test_m34_unturned_cards_may_be_removed_at_any_time_in_one_s_own_turn():
    state = given(holdings(lands="field", units="peasant soldier!"))
    assert refusals(state, Dismiss("soldier", "home_0", None)) == {"dismiss.unturned"}
    state = after(state, Dismiss("peasant", "home_0", None))
    assert (units(state), removed_count(state, "peasant")) == (["soldier"], 1)
    assert "dismiss" in GAME.turn(replace(given(holdings(units="peasant")), phase="war")).verbs


def test_a_dismissal_emits_an_event():
    state = given(holdings(lands="field", units="peasant"))
    assert [event.kind for event in events_of(state, Dismiss("peasant", "home_0", None))] == ["dismissed"]
    assert not faults(after(state, Dismiss("peasant", "home_0", None)))


def test_a_player_dismisses_unturned_cards_in_their_own_turn():
    """Ruling M-34: they leave the game, also after a march. Turned cards stay."""
    state = checked_position(
        holdings(lands="field farm", units="soldier peasant! knight"), holdings(lands="field", units="soldier")
    )
    assert refusals(state, Dismiss("peasant", HOME, None)) == {"dismiss.unturned"}
    assert refusals(state, Dismiss("soldier", AWAY, None), seat=1) == {"referee.seat"}
    state = after(state, March("knight", HOME, NEUTRAL), Dismiss("soldier", HOME, None))
    assert units(state) == ["knight", "peasant"]
    assert removed_count(state, "soldier") == 1
    assert hand(state) == {}
