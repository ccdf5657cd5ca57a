"""Situations of armies: examples of the book, infantry, damage finished card by card."""

from __future__ import annotations

import pytest

from referee_service.games.medievalia.actions.march import March
from referee_service.games.medievalia.actions.take_damage import TakeDamage
from tests.games.medievalia.positions import (
    after,
    asked,
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
    NEUTRAL,
    attack,
    fought,
    position,
    standing_at,
    wounds,
)


@pytest.mark.parametrize("first", ["infantry", "peasant"])
def test_the_second_example_of_the_book(first):
    """L406-430: knight and soldier against infantry and peasant; both die, and one attacker of his owner's choice."""
    defender = side(lands="farm", units="infantry peasant")
    state = attack(defender, "knight soldier", against={1: "infantry peasant"})
    assert asked(state) == (0, "take_damage")
    state = after(state, TakeDamage("soldier", 0))
    state = after(state, TakeDamage(first, 0))
    assert units(state) == ["knight"]
    assert wounds(state, 0) == {"knight": 1}
    assert units(state, 1) == []


@pytest.mark.parametrize(("first", "bonus", "left"), [("infantry", 0, "peasant"), ("peasant", 1, "infantry")])
def test_a_dying_infantry_still_shields(first, bonus, left):
    """L569, M-26: three points on infantry and peasant with four; either lives."""
    state = attack(side(lands="farm", units="infantry peasant"), "soldier peasant", against={1: "infantry peasant"})
    state = after(state, *[action for action in legal(state) if asked(state)[0] == 0][:1])
    state = after(state, TakeDamage(first, bonus))
    assert units(state, 1) == [left]


def test_infantry_shields_others_only():
    """M-26: alone it has two, two of them three each; guards are no army."""
    assert units(attack(side(lands="farm", units="infantry"), "soldier", against={1: "infantry"}), 1) == []
    pair = attack(side(lands="farm", units="infantry infantry"), "knight peasant", against={1: "infantry infantry"})
    while question(pair) == "take_damage":
        pair = after(pair, max(legal(pair), key=lambda action: action.bonus))
    assert units(pair, 1) == ["infantry"]
    guards = fought(side(lands="farm", units="infantry#1 peasant#1"), "soldier peasant", at="host_1")
    while question(guards) == "take_damage":
        guards = after(guards, legal(guards)[0])
    assert units(guards, 1) == []
    assert lands(guards, 1) == ["farm"]


def test_cards_sent_singly_against_one_army_join():
    """Sequence 2: a knight takes three from peasant and soldier, and kills both."""
    state = attack(side(lands="farm", units="peasant soldier"), "knight", against={1: "peasant soldier"})
    state = after(state, legal(state)[0])
    assert units(state) == units(state, 1) == []


def test_the_excess_stays_on_the_last_card():
    """L325: six points on soldier and peasant, the peasant first; then the soldier stands at minus three."""
    state = position(
        side(lands=FED, units=f"knight@{AWAY} soldier@{AWAY}"), side(lands="farm", units="soldier peasant priest#1")
    )
    state = war(state, AWAY, "knight soldier", against={1: "soldier peasant"})
    state = after(state, *[action for action in legal(state) if asked(state)[0] == 0][:1])
    state = after(state, TakeDamage("peasant", 0))
    assert wounds(state, 1) == {"priest": 0, "peasant": 1, "soldier": 5}


def test_no_march_after_a_battle_in_the_enemys_fief():
    """L307."""
    state = fought(side(lands="field mine"), "soldier", at="host_1")
    assert refusals(state, March("soldier", AWAY, NEUTRAL)) == {"referee.verb"}
    assert standing_at(state) == {f"soldier@{AWAY}"}
