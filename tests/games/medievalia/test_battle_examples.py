"""Battles that the rulebook gives as examples."""

from __future__ import annotations

import pytest

from referee_service.games.medievalia.decisions.battle import Strike, TakeDamage
from referee_service.games.medievalia.decisions.support import Heal
from referee_service.kernel.actions.decline import Decline
from tests.games.medievalia.positions import (
    AWAY,
    after,
    attack,
    begin_battle,
    holdings,
    invasion,
    lands,
    legal,
    question,
    removed_count,
    seat_and_question,
    units,
    wounds,
)


def test_example_1_a_soldier_meets_a_peasant():
    """The soldier takes 1 damage with defence 2 and lives. The peasant takes 2 with defence 1 and dies."""
    state = invasion("soldier", "peasant! priest! peasant peasant#1")
    state = begin_battle(state, AWAY, "soldier", against={1: "peasant"})
    assert units(state) == ["soldier"]
    assert units(state, 1) == ["peasant", "peasant", "priest"]
    assert state.active_player.units[0].wounds == 1


def test_example_1_the_defender_may_leave_the_choice_of_a_target_to_the_attacker():
    state = begin_battle(invasion("soldier", "peasant! priest! peasant peasant#1"), AWAY, "soldier")
    assert {action.target for action in legal(state)} == {
        *("host_0", "host_1", "host_2"),
        *("peasant", "turned_peasant", "turned_priest", "guard_1_peasant"),
    }


def test_example_2_an_army_of_knight_and_soldier_meets_infantry_and_peasant():
    """6 damage kill both defenders (defence 3, or 4 with the bonus). 3 damage kill one of two attackers."""
    state = invasion("knight soldier", "peasant! priest! infantry peasant peasant#1")
    state = begin_battle(state, AWAY, "knight soldier", against={1: "infantry peasant"})
    assert (seat_and_question(state), state.pending[-1].remaining) == ((0, "take_damage"), 3)
    state = after(state, TakeDamage("soldier", 0))
    assert (seat_and_question(state), state.pending[-1].remaining) == ((1, "take_damage"), 6)
    state = after(state, TakeDamage("peasant", 1))
    assert question(state) == "war"
    assert [(unit.card, unit.wounds) for unit in state.active_player.units] == [("knight", 1)]
    assert units(state, 1) == ["peasant", "peasant", "priest"]
    assert (removed_count(state, "soldier"), removed_count(state, "infantry"), removed_count(state, "peasant")) == (
        1,
        1,
        1,
    )


def test_example_3_troops_that_attack_separately():
    """Two infantries kill each other. An infantry kills a peasant. The knight destroys a forest with its building."""
    state = invasion("infantry infantry knight", "infantry peasant", places="farm forest+church")
    state = begin_battle(state, AWAY, "infantry", "infantry", "knight", against={1: "infantry", 2: "peasant"})
    assert seat_and_question(state) == (0, "strike")
    state = after(state, Strike("host_2"))
    assert units(state) == ["infantry", "knight"]
    assert units(state, 1) == []
    assert lands(state, 1) == ["farm"]
    assert removed_count(state, "church") == 1


def test_an_infantry_hit_for_three_needs_two_priests():
    """Example: a 2/2 unit with 3 damage stands at -1. One priest is not enough, two are."""
    state = invasion("soldier peasant", "infantry priest priest")
    state = begin_battle(state, AWAY, "soldier peasant", against={1: "infantry"})
    state = after(state, TakeDamage("peasant", 0))
    assert seat_and_question(state) == (1, "heal")
    heal = Heal("priest", AWAY, None, "infantry", "army_1")
    assert "infantry" not in units(after(state, heal, Decline()), 1)
    assert "infantry" in units(after(state, heal, heal), 1)


@pytest.mark.parametrize("first", ["infantry", "peasant"])
def test_the_second_example_of_the_book(first):
    """Both defenders die, and one attacker of its owner's choice."""
    defender = holdings(lands="farm", units="infantry peasant")
    state = attack(defender, "knight soldier", against={1: "infantry peasant"})
    assert seat_and_question(state) == (0, "take_damage")
    state = after(state, TakeDamage("soldier", 0))
    state = after(state, TakeDamage(first, 0))
    assert units(state) == ["knight"]
    assert wounds(state, 0) == {"knight": 1}
    assert units(state, 1) == []
