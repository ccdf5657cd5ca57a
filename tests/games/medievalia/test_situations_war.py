"""Situations of war in a player's fief: who must fight, who is struck, who takes the damage, what falls."""

from __future__ import annotations

import pytest

from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.actions.declare_war import DeclareWar
from referee_service.games.medievalia.actions.engage import Engage
from referee_service.games.medievalia.actions.enlist import Enlist
from referee_service.games.medievalia.actions.ready import Ready
from referee_service.games.medievalia.actions.strike import Strike
from referee_service.games.medievalia.actions.take_damage import TakeDamage
from tests.games.medievalia.positions import (
    after,
    asked,
    events_of,
    gone,
    lands,
    legal,
    question,
    refusals,
    side,
    units,
    war,
)
from tests.games.medievalia.situations import (
    AWAY,
    FED,
    HOME,
    NEUTRAL,
    attack,
    draws,
    fought,
    passes_to,
    position,
    sound,
    wounds,
)


def city_stands(state) -> bool:
    """Whether the defender still has his city."""
    return state.players[1].alive


# --- who fights -----------------------------------------------------------------------------------------------------


def test_nobody_has_to_fight():
    """L309: two factions in one fief may stand side by side."""
    state = position(side(lands=FED, units=f"soldier@{AWAY} soldier@{AWAY} knight@{AWAY}"), side(lands="field"))
    state = passes_to(state, 1)
    assert question(state) == "choose_deck"
    assert lands(state, 1) == ["field"]


def test_away_from_home_the_attacker_uses_everybody_but_archers_and_priests():
    """L319, M-16."""
    cards = f"soldier@{AWAY} soldier@{AWAY} archer@{AWAY} priest@{AWAY}"
    state = after(position(side(lands=FED, units=cards), side()), DeclareWar(AWAY, 1), Enlist("soldier", 1))
    assert refusals(state, Ready()) == {"ready.all"}
    assert not refusals(after(state, Enlist("soldier", 2)), Ready())


def test_at_home_part_of_the_troops_is_enough_and_an_intruder_must_fight():
    """L319, M-14: B's peasant in A's fief has to be sent, and hits no land."""
    state = position(side(lands=FED, units="soldier soldier soldier"), side(lands="field", units=f"peasant@{HOME}"))
    state = after(state, DeclareWar(HOME, 1), Enlist("soldier", 1), Ready())
    assert asked(state) == (1, "engage")
    assert refusals(state, Ready()) == {"ready.all"}
    state = sound(after(state, Engage("peasant", 1)))
    assert units(state, 1) == []
    assert units(state) == ["soldier"] * 3
    assert lands(state) == ["farm", "farm"]


def test_an_intruder_is_never_struck_by_city_tower_or_guards():
    """L311, L315: only free unturned troops begin a fight."""
    state = position(
        side(lands="city+tower farm field!", units="soldier#1 peasant#0 knight!"),
        side(lands="field", units=f"peasant@{HOME}"),
    )
    assert refusals(state, DeclareWar(HOME, 1)) == {"declare_war.troops"}


def test_only_free_unturned_cards_defend():
    """L283, L317: not the turned, not the guards of a land or of the city."""
    defender = side(lands="city farm", units="soldier! peasant#1 peasant#0 peasant")
    state = attack(defender, "soldier")
    assert asked(state)[1] == "strike"
    state = position(side(lands=FED, units=f"soldier@{AWAY}"), defender)
    state = after(state, DeclareWar(AWAY, 1), Enlist("soldier", 1), Ready())
    assert set(legal(state)) == {Engage("peasant", 1), Ready()}


def test_a_defender_with_nobody_to_send_is_not_asked():
    """L317."""
    state = position(side(lands=FED, units=f"soldier@{AWAY}"), side(lands="farm", units="soldier! peasant#1"))
    assert asked(after(state, DeclareWar(AWAY, 1), Enlist("soldier", 1), Ready())) == (0, "strike")


def test_one_battle_in_a_fief_against_the_same_enemy():
    """L329, M-18: a second front with other troops is legal."""
    cards = f"soldier@{AWAY} soldier@{NEUTRAL}"
    state = position(side(lands=FED, units=cards), side(lands="farm farm", units=f"peasant@{NEUTRAL}"))
    state = after(war(state, AWAY, "soldier"), Strike("host_1"))
    assert "declare_war.once" in refusals(state, DeclareWar(AWAY, 1))
    state = after(state, DeclareWar(NEUTRAL, 1))
    assert units(sound(state), 1) == []
    assert units(state) == ["soldier", "soldier"]


# --- who is struck --------------------------------------------------------------------------------------------------


def test_one_peasant_stops_a_whole_army():
    """L317, L321: an engaged army hits those who engage it, and nothing runs on to the city."""
    state = attack(side(lands="field", units="peasant"), "soldier soldier soldier", against={1: "peasant"})
    assert city_stands(state)
    assert lands(state, 1) == ["field"]
    assert units(state, 1) == []
    assert units(state) == ["soldier"] * 3
    assert wounds(state, 0) == {"soldier": 1}


@pytest.mark.parametrize(("targets", "left"), [(("host_0", "host_0"), ["field", "mine"]), (("host_1", "host_2"), [])])
def test_separate_armies_choose_when_nobody_engages_them(targets, left):
    """L321, M-12: two soldiers are too weak for a city, but raze two lands."""
    defender = side(lands="field mine", units="peasant")
    state = fought(defender, "soldier", "soldier", "soldier", against={1: "peasant"}, at=targets)
    if question(state) == "take_damage":
        state = after(state, legal(state)[0])
    assert city_stands(state)
    assert lands(state, 1) == left
    assert units(state, 1) == []


def test_two_armies_on_one_city_add_up_and_it_hits_back_once():
    """M-12: eight points; the city deals two in all."""
    state = fought(side(), "knight", "knight", at=("host_0", "host_0"))
    assert GAME.turn(state) is None
    assert GAME.result(state).winners == (0,)
    assert units(state) == ["knight"]


def test_a_card_already_in_battle_may_be_struck_too():
    """L321: it takes the damage of both and deals its own once."""
    state = fought(side(lands="field", units="soldier"), "knight", "soldier", against={1: "soldier"}, at="army_1")
    assert [action.card for action in legal(state)] == ["knight", "soldier"]
    state = after(state, TakeDamage("knight", 0))
    assert units(state) == ["soldier"]
    assert units(state, 1) == []


def test_a_turned_card_may_be_struck_and_hits_back():
    """L321."""
    state = fought(side(lands="field", units="peasant!"), "soldier", at="turned_peasant")
    assert units(state, 1) == []
    assert wounds(state, 0) == {"soldier": 1}
    assert lands(state, 1) == ["field"]


def test_a_guard_may_be_struck_alone():
    """L321: a guard is a troop; its land is not touched and does not help it, and points left over are lost."""
    defender = side(lands="city+tower field+fortress", units="peasant#0 peasant#1")
    for host in (0, 1):
        state = sound(fought(defender, "soldier", at=f"guard_{host}_peasant"))
        assert len(units(state, 1)) == 1
        assert lands(state, 1) == ["field"]
        assert wounds(state, 0) == {"soldier": 1}


def test_a_guard_struck_by_one_army_leaves_its_land_to_another():
    """L331: the guard is eliminated first, then a point is left for the land."""
    state = sound(
        fought(side(lands="field", units="peasant#1"), "soldier", "peasant", at=("guard_1_peasant", "host_1"))
    )
    assert lands(state, 1) == []
    assert units(state, 1) == []
    assert units(state) == ["peasant", "soldier"]
    strong = side(lands="farm", units="soldier#1")
    state = sound(fought(strong, "peasant", "peasant", at=("guard_1_soldier", "host_1")))
    assert lands(state, 1) == ["farm"]
    assert units(state) == ["peasant"]


# --- cities ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fief", "guards", "army", "falls"),
    [
        ("city", "", "soldier soldier soldier", True),  # 6 of 6
        ("city+church", "", "soldier soldier soldier", False),  # 6 of 7
        ("city", "peasant#0", "soldier soldier soldier", False),  # 1 + 6
        ("city!", "peasant#0", "soldier soldier soldier", False),  # the turned guard stands in front too
        ("city+church", "peasant#0", "knight knight", True),  # 1 + 6 + 1 of 8
        ("city+bank+church", "peasant#0", "knight knight", False),
        ("city+tower", "", "knight knight", False),  # 4 + 6
        ("city+tower", "", "knight knight soldier", True),
    ],
)
def test_when_a_city_falls(fief, guards, army, falls):
    """L270, L331, M-12: guards and military buildings first, then the city with its own defence, all in one battle."""
    state = fought(side(lands=f"{fief} field", units=guards), army, at="host_0")
    while GAME.turn(state) is not None and question(state) == "take_damage":
        state = after(state, legal(state)[0])
    assert city_stands(sound(state)) is not falls
    assert "peasant" not in units(state, 1)
    assert len(units(state)) == len(army.split()) - 1


@pytest.mark.parametrize("bonus", [0, 1])
def test_whoever_gets_the_bonus_the_sum_decides(bonus):
    """L273, M-12: city, guard and church make eight, in any order."""
    state = fought(side(lands="city+church field", units="peasant#0"), "knight knight", at="host_0")
    assert asked(state) == (1, "take_damage")
    assert not city_stands(after(state, TakeDamage("peasant", bonus)))


def test_a_city_is_whole_again_in_the_next_turn():
    """L329, M-18: five points twice destroy nothing."""
    state = fought(side(lands=FED), "knight peasant merchant merchant", at="host_0")
    state = after(state, TakeDamage("merchant", 0), TakeDamage("merchant", 0))
    state = draws(passes_to(state, 0))
    state = after(war(state, AWAY, "knight peasant"), Strike("host_0"), TakeDamage("knight", 0))
    assert city_stands(state)
    assert units(state) == ["peasant"]


def test_a_city_falls_with_all_who_attack_it():
    """L310, L502: damage is dealt at the same time."""
    defender = side(lands="city+castle farm", units="soldier#0 soldier#0")
    cards = f"knight@{AWAY} knight@{AWAY} knight@{AWAY} soldier@{AWAY} soldier@{AWAY}"
    state = war(position(side(lands=FED, units=cards), defender), AWAY, "knight knight knight soldier soldier")
    state = after(state, Strike("host_0"))
    while GAME.turn(state) is not None:
        state = after(state, legal(state)[0])
    assert not city_stands(state)
    assert GAME.result(state).winners == (0,)


# --- lands ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("land", "guards", "army", "land_falls", "lost", "slain"),
    [
        ("field", "peasant#1", "soldier", True, 0, 1),  # 101
        ("field+church", "peasant#1", "soldier", False, 0, 1),  # 102: the church is worth a point
        ("field+church", "peasant#1", "peasant", False, 1, 0),
        ("field+tower", "", "soldier soldier", False, 0, 0),  # 105: exactly killed
        ("forest+bank+blacksmith", "", "peasant", True, 0, 0),  # 106: bare land has no bonus
        ("forest+bank+blacksmith", "", "merchant", False, 0, 0),
        ("forest!", "peasant#1 peasant#1", "soldier", False, 1, 2),  # 107: turned guards fight
    ],
)
def test_what_falls_with_a_land(land, guards, army, land_falls, lost, slain):
    """L331-333, L474, M-12."""
    state = sound(fought(side(lands=f"{land} farm", units=guards), army, at="host_1"))
    assert (len(lands(state, 1)) == 1) is land_falls
    assert len(army.split()) - len(units(state)) == lost
    assert len(guards.split()) - len(units(state, 1)) == slain


def test_a_fallen_land_takes_its_civil_buildings_along():
    """L333, M-10."""
    state = fought(side(lands="forest+bank+blacksmith"), "peasant", at="host_1")
    assert gone(state, "bank") == gone(state, "blacksmith") == gone(state, "forest") == 1


@pytest.mark.parametrize(("church", "stands"), [("+church", True), ("", False)])
def test_tower_guard_and_church_together(church, stands):
    """L332: six points kill tower and guard; with the church nothing is left for the land."""
    state = fought(side(lands=f"field+tower{church}", units="peasant#1"), "soldier soldier soldier", at="host_1")
    assert asked(state) == (1, "take_damage")
    state = sound(after(state, TakeDamage("tower", 1 if church else 0)))
    assert units(state, 1) == []
    assert gone(state, "tower") == 1
    assert lands(state, 1) == (["field"] if stands else [])
    assert units(state) == ["soldier", "soldier"]
    assert stands is False or state.players[1].lands[1].buildings == ("church",)


@pytest.mark.parametrize(("first", "left"), [("peasant", ["tower"]), ("tower", ["peasant"])])
def test_the_owner_orders_the_damage(first, left):
    """L323, M-12: four points on a tower and a peasant; the other one stands."""
    state = fought(side(lands="field+tower", units="peasant#1"), "knight", at="host_1")
    assert asked(state) == (1, "take_damage")
    state = sound(after(state, TakeDamage(first, 0)))
    assert [*state.players[1].lands[1].buildings, *units(state, 1)] == left
    assert lands(state, 1) == ["field"]


def test_everything_that_falls_with_a_city_is_told_once():
    """L502: lands struck in the same battle leave with their player; no second loss is told after the end."""
    state = attack(side(lands="field mine"), "soldier soldier soldier", "soldier")
    state = after(state, Strike("host_0"))
    told = [event.kind for event in events_of(state, Strike("host_1"))]
    assert told.count("eliminated") == 1
    assert "territory_destroyed" not in told[told.index("eliminated") :]
