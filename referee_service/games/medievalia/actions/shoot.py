"""Verb `shoot`: use the power of an archer to damage an enemy unit in the fief of the battle."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.medievalia.content.tables import content
from referee_service.games.medievalia.fields import Fief, Host, Place, Troop
from referee_service.games.medievalia.state import State, Unit
from referee_service.games.medievalia.units import replace_unit, turn_unit
from referee_service.games.medievalia.war.battle import defence, is_dead
from referee_service.games.medievalia.war.defence import battle_place, bonus_available_to, spend_bonus
from referee_service.games.medievalia.war.support import (
    helpers,
    is_arrow_proof,
    opposing_seat,
    support_seat,
    unit_key,
    units_in_battle,
)
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action

POWER = "shoot"
"""The power of archers."""


class Shoot(Action, frozen=True, tag="shoot"):
    """An archer that shoots at an enemy unit."""

    card: Troop
    fief: Fief
    host: Host | None
    target: Troop
    place: Place


def shooters(state: State) -> dict[tuple[str, str, int | None], Unit]:
    """Return the units that can shoot, by the fields of the action."""
    archers = helpers(state, support_seat(state), POWER)
    return {unit_key(unit): unit for unit in archers}


def shootable_units(state: State) -> dict[tuple[str, str], Unit]:
    """Return the units that can be hit, by the fields of the action.

    Of several units with equal fields, the most wounded one that still lives is hit.
    """
    enemy = opposing_seat(state, support_seat(state))
    targets = [unit for unit in units_in_battle(state, enemy) if not is_arrow_proof(state, enemy, unit)]
    targets.sort(key=lambda unit: (not is_dead(state, unit), unit.wounds, not unit.turned))
    return {(unit.card, battle_place(unit)): unit for unit in targets}


def candidates(state: State) -> list[Shoot]:
    """Return an action for every archer and every target."""
    shooting = shooters(state)
    return [Shoot(*by, *at) for by in shooting for at in sorted(shootable_units(state))] if shooting else []


def objections(state: State, action: Shoot) -> Iterator[Refusal]:
    """Yield every reason why this archer cannot shoot that unit."""
    enemy, target = opposing_seat(state, support_seat(state)), (action.target, action.place)
    if (action.card, action.fief, action.host) not in shooters(state):
        yield refuse("shoot.archer", card=action.card, fief=action.fief)
    targets = [unit for unit in units_in_battle(state, enemy) if (unit.card, battle_place(unit)) == target]
    if not targets:
        yield refuse("shoot.target", target=action.target)
    elif target not in shootable_units(state):
        yield refuse("shoot.sheltered", target=action.target)


def apply_arrow_damage(state: State, seat: int, unit: Unit, points: int) -> State:
    """Deal damage by an arrow. If it would kill, unused defence bonus of the land or army prevents the death."""
    needed = unit.wounds + points - defence(state, unit.card) + 1
    if not is_dead(state, unit) and 0 < needed <= min(points, bonus_available_to(state, seat, unit)):
        state = spend_bonus(state, seat, battle_place(unit), needed)
        points -= needed
    return replace_unit(state, seat, unit, replace(unit, wounds=unit.wounds + points))


def apply(state: State, action: Shoot) -> State:
    """Turn the archer with its land and all units there, and damage the target."""
    seat = support_seat(state)
    enemy, hit = opposing_seat(state, seat), shootable_units(state)[action.target, action.place]
    state = turn_unit(state, seat, shooters(state)[action.card, action.fief, action.host])
    state = apply_arrow_damage(state, enemy, hit, content(state).numbers["shot"])
    return emit(state, "shot", seat, card=action.card, target=action.target)


SHOOT = verb(Shoot, candidates, objections, apply, exact=True)
