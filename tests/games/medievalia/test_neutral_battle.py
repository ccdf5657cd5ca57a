"""Battles in neutral fiefs."""

from __future__ import annotations

import pytest

from referee_service.games.medievalia.actions.declare_war import DeclareWar
from referee_service.games.medievalia.actions.march import March
from referee_service.games.medievalia.decisions.battle import TakeDamage
from referee_service.games.medievalia.decisions.support import Heal
from referee_service.kernel.actions.decline import Decline
from tests.games.medievalia.positions import (
    AWAY,
    HOME,
    NEUTRAL,
    TWELVE_FED,
    after,
    checked_position,
    draw,
    given,
    holdings,
    legal,
    possible,
    question,
    refusals,
    seat_and_question,
    units,
    until_turn_of,
)
from tests.games.rules import rule


@rule("ruling.neutral_battle")
def test_m17_in_a_neutral_fief_all_units_fight_in_one_army():
    state = given(
        holdings(lands="farm farm", units="soldier@neutral_0! archer@neutral_0 knight"),
        holdings(lands="farm", units="peasant@neutral_0! peasant@neutral_0"),
    )
    state = after(state, DeclareWar("neutral_0", 1))
    assert (seat_and_question(state), state.pending[-1].remaining) == ((0, "take_damage"), 2)
    state = after(state, TakeDamage("archer", 0))
    assert (units(state), units(state, 1), question(state)) == (["knight", "soldier"], [], "war")


def test_m17_archers_help_only_from_neighbouring_fiefs():
    state = given(
        holdings(lands="farm farm", units="soldier@neutral_0 archer"),
        holdings(lands="farm", units="infantry@neutral_0"),
    )
    state = after(state, DeclareWar("neutral_0", 1))
    assert seat_and_question(state) == (0, "shoot")
    assert {action.fief for action in legal(state, "shoot")} == {"home_0"}


@pytest.mark.parametrize("power", ["archer", "priest"])
@rule("ruling.neutral_battle")
def test_m17_an_ally_inside_a_neutral_battle_does_not_fight_and_uses_its_powers(power):
    """L336 and L338 put the cards of attacker and defender into armies. L565 lets others act in the same fief."""
    state = checked_position(
        holdings(lands="farm", units=f"soldier@{NEUTRAL}"),
        holdings(lands="farm", units=f"priest@{NEUTRAL}"),
        holdings(lands="farm", units=f"{power}@{NEUTRAL}"),
        holdings(lands="farm", units=f"soldier@{NEUTRAL}"),
    )
    state = after(state, DeclareWar(NEUTRAL, 1))
    assert [[unit.army for unit in player.units] for player in state.players] == [[1], [1], [0], [0]]
    assert seat_and_question(state) == (2, "shoot" if power == "archer" else "heal")
    assert {action.fief for action in legal(state, question(state))} == {NEUTRAL}


@pytest.mark.parametrize("power", ["archer", "priest"])
def test_m17_cards_of_attacker_and_defender_inside_a_neutral_battle_fight_and_use_no_powers(power):
    state = checked_position(
        holdings(lands="farm", units=f"soldier@{NEUTRAL} {power}@{NEUTRAL}"),
        holdings(lands="farm", units=f"peasant@{NEUTRAL}"),
        holdings(lands="farm", units=f"soldier@{NEUTRAL}"),
        holdings(),
    )
    state = possible(after(state, DeclareWar(NEUTRAL, 1), TakeDamage("soldier", 0)))
    assert seat_and_question(state) == (0, "war")


@pytest.mark.parametrize(("first", "remaining"), [("soldier", ["priest"]), ("priest", ["soldier"])])
def test_in_a_neutral_fief_turned_units_fight_too(first, remaining):
    """Ruling M-17: units inside the fief neither shoot nor heal."""
    state = checked_position(
        holdings(lands=TWELVE_FED, units=f"soldier@{NEUTRAL} archer@{NEUTRAL}! knight"),
        holdings(lands="farm", units=f"soldier@{NEUTRAL} priest@{NEUTRAL}!"),
    )
    state = after(state, DeclareWar(NEUTRAL, 1))
    state = after(state, TakeDamage("soldier", 0))
    state = possible(after(state, TakeDamage(first, 0)))
    assert question(state) == "war"
    assert units(state) == ["knight"]
    assert units(state, 1) == remaining


def test_archers_and_priests_of_neighbouring_fiefs_help_in_a_neutral_fief():
    """Ruling M-17."""
    state = checked_position(
        holdings(lands=TWELVE_FED, units=f"soldier@{NEUTRAL} archer"),
        holdings(lands="farm", units=f"soldier@{NEUTRAL} priest"),
    )
    state = after(state, DeclareWar(NEUTRAL, 1))
    assert seat_and_question(state) == (0, "shoot")
    state = after(state, Decline(), Heal("priest", AWAY, None, "soldier", "army_1"))
    assert sorted(units(possible(state), 1)) == ["priest", "soldier"]
    assert units(state) == ["archer"]


def test_infantry_shields_in_a_neutral_fief():
    """Ruling M-26: four damage kill infantry and peasant in spite of the bonus. The knight dies of three."""
    state = checked_position(
        holdings(lands=TWELVE_FED, units=f"infantry@{NEUTRAL} peasant@{NEUTRAL}"),
        holdings(lands="farm", units=f"knight@{NEUTRAL}"),
    )
    state = after(state, DeclareWar(NEUTRAL, 1), TakeDamage("infantry", 0))
    assert units(state) == units(state, 1) == []


def test_enemies_may_share_a_neutral_fief_and_the_next_player_may_attack():
    """Ruling M-23."""
    state = checked_position(
        holdings(lands=TWELVE_FED, units="peasant"), holdings(lands="farm", units=f"soldier@{NEUTRAL}")
    )
    state = draw(until_turn_of(after(state, March("peasant", HOME, NEUTRAL)), 1))
    assert refusals(state, March("soldier", NEUTRAL, HOME)) == {"march.blocked"}
    assert not refusals(state, March("soldier", NEUTRAL, AWAY))
    assert not refusals(state, DeclareWar(NEUTRAL, 0))
