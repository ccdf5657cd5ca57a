"""Use the power of an archer: a point of damage to an enemy's card in the fief of the conflict."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from referee_service.games.medievalia.conflict import defence, is_dead
from referee_service.games.medievalia.content import content
from referee_service.games.medievalia.defence import give_defence, place_of, spare_defence
from referee_service.games.medievalia.state import Fief, Host, State, Troop, Unit
from referee_service.games.medievalia.support import faced_by, helpers, in_reach, is_sheltered, named, seat_of
from referee_service.games.medievalia.units import swap_unit, turn_unit
from referee_service.kernel.events import note
from referee_service.kernel.game import verb
from referee_service.kernel.ruling import Refusal, refuse
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
    found = helpers(state, seat_of(state), POWER)
    return {named(unit): unit for unit in found}


def marks(state: State) -> dict[tuple[str, str], Unit]:
    """The cards that can be hit, by how an action names them: of several alike one that still lives, the most hurt."""
    foe = faced_by(state, seat_of(state))
    found = [unit for unit in in_reach(state, foe) if not is_sheltered(state, foe, unit)]
    found.sort(key=lambda unit: (not is_dead(state, unit), unit.wounds, not unit.turned))
    return {(unit.card, place_of(unit)): unit for unit in found}


def candidates(state: State) -> list[Shoot]:
    """Every archer at every mark."""
    shooting = shooters(state)
    return [Shoot(*by, *at) for by in shooting for at in sorted(marks(state))] if shooting else []


def objections(state: State, action: Shoot) -> Iterator[Refusal]:
    """Why this cannot be shot; nothing yielded means it can."""
    foe, aimed = faced_by(state, seat_of(state)), (action.target, action.place)
    if (action.card, action.fief, action.host) not in shooters(state):
        yield refuse("shoot.archer", card=action.card, fief=action.fief)
    there = [unit for unit in in_reach(state, foe) if (unit.card, place_of(unit)) == aimed]
    if not there:
        yield refuse("shoot.target", target=action.target)
    elif aimed not in marks(state):
        yield refuse("shoot.sheltered", target=action.target)


def struck_by_arrow(state: State, seat: int, unit: Unit, points: int) -> State:
    """So much damage; where it would kill, land or army ward it off with the defence they have left to give."""
    lacking = unit.wounds + points - defence(state, unit.card) + 1
    if not is_dead(state, unit) and 0 < lacking <= min(points, spare_defence(state, seat, unit)):
        state = give_defence(state, seat, place_of(unit), lacking)
        points -= lacking
    return swap_unit(state, seat, unit, replace(unit, wounds=unit.wounds + points))


def apply(state: State, action: Shoot) -> State:
    """The archer is turned with all that stand by it; the other one takes a point of damage."""
    seat = seat_of(state)
    foe, hit = faced_by(state, seat), marks(state)[action.target, action.place]
    state = turn_unit(state, seat, shooters(state)[action.card, action.fief, action.host])
    state = struck_by_arrow(state, foe, hit, content(state).numbers["shot"])
    return note(state, "shot", seat, card=action.card, target=action.target)


SHOOT = verb(Shoot, candidates, objections, apply, exact=True)
