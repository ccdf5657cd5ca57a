"""Use the power of an archer: a point of damage to an enemy's card in the fief of the conflict."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from referee_service.games.medievalia.content.tables import content
from referee_service.games.medievalia.state import Fief, Host, State, Troop, Unit
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
from referee_service.kernel.state import Action, Domain

POWER = "shoot"


class Shoot(Action, frozen=True, tag="shoot"):
    """A card shoots another."""

    card: Troop
    fief: Fief
    host: Host | None
    target: Troop
    place: Annotated[str, Domain("place")]


def shooters(state: State) -> dict[tuple[str, str, int | None], Unit]:
    """The cards that can shoot, by how an action names them."""
    found = helpers(state, support_seat(state), POWER)
    return {unit_key(unit): unit for unit in found}


def shootable_units(state: State) -> dict[tuple[str, str], Unit]:
    """The cards that can be hit, by how an action names them: of several alike one that still lives, the most hurt."""
    foe = opposing_seat(state, support_seat(state))
    found = [unit for unit in units_in_battle(state, foe) if not is_arrow_proof(state, foe, unit)]
    found.sort(key=lambda unit: (not is_dead(state, unit), unit.wounds, not unit.turned))
    return {(unit.card, battle_place(unit)): unit for unit in found}


def candidates(state: State) -> list[Shoot]:
    """Every archer at every mark."""
    shooting = shooters(state)
    return [Shoot(*by, *at) for by in shooting for at in sorted(shootable_units(state))] if shooting else []


def objections(state: State, action: Shoot) -> Iterator[Refusal]:
    """Why this cannot be shot; nothing yielded means it can."""
    foe, aimed = opposing_seat(state, support_seat(state)), (action.target, action.place)
    if (action.card, action.fief, action.host) not in shooters(state):
        yield refuse("shoot.archer", card=action.card, fief=action.fief)
    there = [unit for unit in units_in_battle(state, foe) if (unit.card, battle_place(unit)) == aimed]
    if not there:
        yield refuse("shoot.target", target=action.target)
    elif aimed not in shootable_units(state):
        yield refuse("shoot.sheltered", target=action.target)


def apply_arrow_damage(state: State, seat: int, unit: Unit, points: int) -> State:
    """So much damage; where it would kill, land or army ward it off with the defence they have left to give."""
    lacking = unit.wounds + points - defence(state, unit.card) + 1
    if not is_dead(state, unit) and 0 < lacking <= min(points, bonus_available_to(state, seat, unit)):
        state = spend_bonus(state, seat, battle_place(unit), lacking)
        points -= lacking
    return replace_unit(state, seat, unit, replace(unit, wounds=unit.wounds + points))


def apply(state: State, action: Shoot) -> State:
    """The archer is turned with all that stand by it; the other one takes a point of damage."""
    seat = support_seat(state)
    foe, hit = opposing_seat(state, seat), shootable_units(state)[action.target, action.place]
    state = turn_unit(state, seat, shooters(state)[action.card, action.fief, action.host])
    state = apply_arrow_damage(state, foe, hit, content(state).numbers["shot"])
    return emit(state, "shot", seat, card=action.card, target=action.target)


SHOOT = verb(Shoot, candidates, objections, apply, exact=True)
