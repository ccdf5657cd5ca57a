"""Verb `strike`: choose the target of an unengaged army: a land, a unit, or units that fight another army."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.medievalia.content.tables import army_name
from referee_service.games.medievalia.fields import Target
from referee_service.games.medievalia.state import State
from referee_service.games.medievalia.units import replace_unit, update_units
from referee_service.games.medievalia.war.battle import (
    current_battle,
    engaged_armies,
    exposed_units,
    next_striking_army,
    strike_targets,
)
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action


class Strike(Action, frozen=True, tag="strike"):
    """A strike of the next unengaged army at a target."""

    target: Target


def candidates(state: State) -> list[Strike]:
    """Return an action for every target in the fief."""
    return [Strike(target) for target in strike_targets(state)]


def objections(state: State, action: Strike) -> Iterator[Refusal]:
    """Yield a refusal if the enemy has no such target there."""
    if action.target not in strike_targets(state):
        yield refuse("strike.target", target=action.target)


def apply(state: State, action: Strike) -> State:
    """Give the army its target. Armies with the same target become one army."""
    battle, army = current_battle(state), next_striking_army(state)
    assert army is not None
    state = emit(state, "struck", battle.attacker, army=army, target=action.target)
    if action.target.startswith("host_"):
        host = int(action.target[5:])
        if (other := {at: by for by, at in battle.targets}.get(host)) is not None:
            return join_army(state, army, other)
        return replace(state, battle=replace(battle, targets=(*battle.targets, (army, host))))
    for other in engaged_armies(state):
        if action.target == army_name(other):
            return join_army(state, army, other)
    unit = dict(exposed_units(state))[action.target]
    return replace_unit(state, battle.defender, unit, replace(unit, army=army))


def join_army(state: State, army: int, other: int) -> State:
    """Move all units of an army into another army."""
    return update_units(state, current_battle(state).attacker, lambda unit: unit.army == army, army=other)


STRIKE = verb(Strike, candidates, objections, apply, exact=True)
