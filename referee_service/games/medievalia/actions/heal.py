"""Verb `heal`: use the power of a priest to heal a unit of the supported side in the fief of the battle."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.medievalia.content.tables import content
from referee_service.games.medievalia.fields import Fief, Host, Place, Troop
from referee_service.games.medievalia.state import State, Unit
from referee_service.games.medievalia.units import replace_unit, turn_unit
from referee_service.games.medievalia.war.battle import is_dead
from referee_service.games.medievalia.war.defence import battle_place
from referee_service.games.medievalia.war.support import (
    helpers,
    support_seat,
    supported_seat,
    unit_key,
    units_in_battle,
)
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action

POWER = "heal"
"""The power of priests."""


class Heal(Action, frozen=True, tag="heal"):
    """A priest that heals another unit."""

    card: Troop
    fief: Fief
    host: Host | None
    target: Troop
    place: Place


def healable_units(state: State) -> list[Unit]:
    """Return the wounded units of the supported seat, the best target last.

    Living units come first, the less wounded before the others. Dying units follow, the easiest to save at the end.
    """
    wounded = [unit for unit in units_in_battle(state, supported_seat(state, support_seat(state))) if unit.wounds]
    return sorted(
        wounded,
        key=lambda unit: (is_dead(state, unit), -unit.wounds if is_dead(state, unit) else unit.wounds, not unit.turned),
    )


def healer_target_pairs(state: State) -> dict[tuple[str, str, int | None, str, str], tuple[Unit, Unit]]:
    """Return every pair of a priest and another wounded unit, by the fields of the action."""
    seat = support_seat(state)
    supports_itself, hurt = supported_seat(state, seat) == seat, healable_units(state)
    units = list(state.players[seat].units)
    return {
        (*unit_key(healer), unit.card, battle_place(unit)): (healer, unit)
        for healer in reversed(helpers(state, seat, POWER))
        for unit in hurt
        if not supports_itself or healer != unit or units.count(healer) > 1
    }


def candidates(state: State) -> list[Heal]:
    """Return an action for every priest and every other wounded unit."""
    return [Heal(*names) for names in sorted(healer_target_pairs(state), key=str)]


def objections(state: State, action: Heal) -> Iterator[Refusal]:
    """Yield every reason why this priest cannot heal that unit."""
    healer = (action.card, action.fief, action.host)
    is_healer = healer in [unit_key(unit) for unit in helpers(state, support_seat(state), POWER)]
    if not is_healer:
        yield refuse("heal.priest", card=action.card, fief=action.fief)
    if (action.target, action.place) not in [(unit.card, battle_place(unit)) for unit in healable_units(state)]:
        yield refuse("heal.target", target=action.target)
    elif is_healer and (*healer, action.target, action.place) not in healer_target_pairs(state):
        yield refuse("heal.itself", card=action.card)


def apply(state: State, action: Heal) -> State:
    """Heal the unit, and turn the priest with its land and all units there."""
    seat = support_seat(state)
    chosen = (action.card, action.fief, action.host, action.target, action.place)
    healer, hurt = healer_target_pairs(state)[chosen]
    state = replace_unit(
        state,
        supported_seat(state, seat),
        hurt,
        replace(hurt, wounds=max(0, hurt.wounds - content(state).numbers["cure"])),
    )
    state = turn_unit(state, seat, healer)
    return emit(state, "healed", seat, card=action.card, target=action.target)


HEAL = verb(Heal, candidates, objections, apply, exact=True)
