"""Situations of battles in neutral fiefs."""

from __future__ import annotations

import pytest

from referee_service.games.medievalia.actions.declare_war import DeclareWar
from referee_service.games.medievalia.actions.heal import Heal
from referee_service.games.medievalia.actions.march import March
from referee_service.games.medievalia.actions.take_damage import TakeDamage
from referee_service.kernel.actions.decline import Decline
from tests.games.medievalia.positions import after, asked, question, refusals, side, units
from tests.games.medievalia.situations import AWAY, HOME, NEUTRAL, draws, passes_to, position, sound

FED = "farm farm farm"


@pytest.mark.parametrize(("first", "left"), [("soldier", ["priest"]), ("priest", ["soldier"])])
def test_in_a_neutral_fief_everybody_fights_turned_or_not(first, left):
    """L336-338, M-17: three against three; who is inside neither shoots nor heals."""
    state = position(
        side(lands=FED, units=f"soldier@{NEUTRAL} archer@{NEUTRAL}!"),
        side(lands="farm", units=f"soldier@{NEUTRAL} priest@{NEUTRAL}!"),
    )
    state = after(state, DeclareWar(NEUTRAL, 1))
    state = after(state, TakeDamage("soldier", 0))
    state = sound(after(state, TakeDamage(first, 0)))
    assert question(state) == "war"
    assert units(state) == []
    assert units(state, 1) == left


def test_from_beside_archers_and_priests_help_in_a_neutral_fief():
    """M-17."""
    state = position(
        side(lands=FED, units=f"soldier@{NEUTRAL} archer"), side(lands="farm", units=f"soldier@{NEUTRAL} priest")
    )
    state = after(state, DeclareWar(NEUTRAL, 1))
    assert asked(state) == (0, "shoot")
    state = after(state, Decline(), Heal("priest", AWAY, None, "soldier", "army_1"))
    assert sorted(units(sound(state), 1)) == ["priest", "soldier"]
    assert units(state) == ["archer"]


def test_infantry_shields_in_a_neutral_fief():
    """M-26: four points kill infantry and peasant all the same; the knight dies of three."""
    state = position(
        side(lands=FED, units=f"infantry@{NEUTRAL} peasant@{NEUTRAL}"), side(lands="farm", units=f"knight@{NEUTRAL}")
    )
    state = after(state, DeclareWar(NEUTRAL, 1), TakeDamage("infantry", 0))
    assert units(state) == units(state, 1) == []


def test_enemies_may_share_a_neutral_fief_and_the_next_player_may_attack():
    """L309, M-23."""
    state = position(side(lands=FED, units="peasant"), side(lands="farm", units=f"soldier@{NEUTRAL}"))
    state = draws(passes_to(after(state, March("peasant", HOME, NEUTRAL)), 1))
    assert refusals(state, March("soldier", NEUTRAL, HOME)) == {"march.blocked"}
    assert not refusals(state, March("soldier", NEUTRAL, AWAY))
    assert not refusals(state, DeclareWar(NEUTRAL, 0))
