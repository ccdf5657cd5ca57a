"""Choose what an army that nobody engages strikes: a land, a card, or cards that fight another army."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from referee_service.games.medievalia.conflict import battle_of, engaged, exposed, next_to_strike, targets
from referee_service.games.medievalia.content import army_name
from referee_service.games.medievalia.state import State
from referee_service.games.medievalia.units import change_units, swap_unit
from referee_service.kernel.events import note
from referee_service.kernel.game import verb
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action, Domain


class Strike(Action, frozen=True, tag="strike"):
    """An army strikes a target."""

    target: Annotated[str, Domain("target")]


def candidates(state: State) -> list[Strike]:
    """Every target in the fief."""
    return [Strike(target) for target in targets(state)]


def objections(state: State, action: Strike) -> Iterator[Refusal]:
    """Only what the enemy has there can be struck."""
    if action.target not in targets(state):
        yield refuse("strike.target", target=action.target)


def apply(state: State, action: Strike) -> State:
    """The army has its opponent; two armies with the same one fight as one."""
    battle, army = battle_of(state), next_to_strike(state)
    assert army is not None
    state = note(state, "struck", battle.attacker, army=army, target=action.target)
    if action.target.startswith("host_"):
        host = int(action.target[5:])
        if (other := {at: by for by, at in battle.struck}.get(host)) is not None:
            return joined(state, army, other)
        return replace(state, battle=replace(battle, struck=(*battle.struck, (army, host))))
    for other in engaged(state):
        if action.target == army_name(other):
            return joined(state, army, other)
    unit = dict(exposed(state))[action.target]
    return swap_unit(state, battle.defender, unit, replace(unit, army=army))


def joined(state: State, army: int, other: int) -> State:
    """One army joins another."""
    return change_units(state, battle_of(state).attacker, lambda unit: unit.army == army, army=other)


STRIKE = verb(Strike, candidates, objections, apply, exact=True)
