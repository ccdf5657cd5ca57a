"""Support in a battle: archers shoot, then priests heal."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import close_top, pop
from referee_service.kernel.question import question
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action

from ..content.tables import content, place_name
from ..facts import battle_place_facts, heal_facts, shoot_facts, where_facts
from ..fiefs import named_fief, off_map_refusals
from ..fields import Archer, Place, Priest, Troop, UnitFief, UnitHost
from ..questions import HealFrame, ShootFrame
from ..sequence import refused_in_battle
from ..spots import Facts, land_facts
from ..state import State, Unit
from ..units import replace_unit, turn_unit
from ..war.battle import armies, current_battle
from ..war.defence import battle_place, bonus_available_to, defence, is_dead, spend_bonus
from ..war.support import (
    helpers,
    is_arrow_proof,
    opposing_seat,
    support_seat,
    supported_seat,
    unit_key,
    units_in_battle,
)

# --- shoot: the unit that an arrow hits -------------------------------------------------------------------------------

ARCHER_POWER = "shoot"
"""The power of archers."""


class Shoot(Action, frozen=True, tag="shoot"):
    """A shot of an archer at an enemy unit in the battle. The archer is turned."""

    card: Archer
    fief: UnitFief
    host: UnitHost | None
    target: Troop
    """Kind of the enemy unit that is hit, as the id of its component."""
    place: Place
    """Place of the enemy unit: `host_2` on land 2 of its owner, `army_1` in the fight of army 1, else `free`."""


def shooters(state: State) -> dict[tuple[str, str, int | None], Unit]:
    """Return the units that can shoot, by the fields of the action."""
    archers = helpers(state, support_seat(state), ARCHER_POWER)
    return {unit_key(unit): unit for unit in archers}


def shootable_units(state: State) -> dict[tuple[str, str], Unit]:
    """Return the units that can be hit, by the fields of the action.

    Of several units with equal fields, the most wounded one that still lives is hit.
    """
    enemy = opposing_seat(state, support_seat(state))
    targets = [unit for unit in units_in_battle(state, enemy) if not is_arrow_proof(state, enemy, unit)]
    targets.sort(key=lambda unit: (not is_dead(state, unit), unit.wounds, not unit.turned))
    return {(unit.card, battle_place(unit)): unit for unit in targets}


def shoot_candidates(state: State) -> list[Shoot]:
    """Return an action for every archer and every target."""
    shooting = shooters(state)
    return [Shoot(*by, *at) for by in shooting for at in sorted(shootable_units(state))] if shooting else []


def shoot_objections(state: State, action: Shoot) -> Iterator[Refusal]:
    """Yield every reason why this archer cannot shoot that unit."""
    yield from off_map_refusals(state, action.fief)
    enemy, target = opposing_seat(state, support_seat(state)), (action.target, action.place)
    if (action.card, action.fief, action.host) not in shooters(state):
        yield refuse("shoot.archer", card=action.card, fief=action.fief, **helper_facts(state, action))
    targets = [unit for unit in units_in_battle(state, enemy) if (unit.card, battle_place(unit)) == target]
    if not targets:
        yield refuse("shoot.target", **missing_target_facts(state, enemy, action))
    elif target not in shootable_units(state):
        yield refuse("shoot.sheltered", **target_facts(state, enemy, action))


def helper_facts(state: State, action: Shoot | Heal) -> Facts:
    """Return the fief or land of a card that shoots or heals."""
    land = land_facts(state, support_seat(state), action.host)
    return {
        "place": place_name(action.host),
        **where_facts(state, support_seat(state), action.fief, action.host),
        **land,
    }


def target_facts(state: State, seat: int, action: Shoot | Heal) -> Facts:
    """Return the card of a seat that is shot or healed, and its land or army."""
    fief = current_battle(state).fief
    return {
        "target": action.target,
        "place": action.place,
        "where": named_fief(state, fief, support_seat(state)) if action.place == place_name(None) else None,
        **battle_place_facts(state, seat, action.place),
    }


def missing_target_facts(state: State, seat: int, action: Shoot | Heal) -> Facts:
    """Return the same facts of a card that is not there. An army that does not exist is named alone."""
    facts = target_facts(state, seat, action)
    army = facts.get("army")
    if army is not None and army not in armies(state):
        return {**facts, "no_army": army, "army": None}
    return {**facts, "missing": action.target}


def apply_arrow_damage(state: State, seat: int, unit: Unit, points: int) -> State:
    """Deal damage by an arrow. If it would kill, unused defence bonus of the land or army prevents the death."""
    needed = unit.wounds + points - defence(state, unit.card) + 1
    if not is_dead(state, unit) and 0 < needed <= min(points, bonus_available_to(state, seat, unit)):
        state = spend_bonus(state, seat, battle_place(unit), needed)
        points -= needed
    return replace_unit(state, seat, unit, replace(unit, wounds=unit.wounds + points))


def apply_shoot(state: State, action: Shoot) -> State:
    """Turn the archer with its land and all units there, and damage the target."""
    seat = support_seat(state)
    enemy, hit = opposing_seat(state, seat), shootable_units(state)[action.target, action.place]
    state = turn_unit(state, seat, shooters(state)[action.card, action.fief, action.host])
    state = apply_arrow_damage(state, enemy, hit, content(state).numbers["shot"])
    return emit(state, "shot", seat, card=action.card, target=action.target)


def shoot_label_facts(state: State, action: Shoot) -> Facts:
    """Return where archer and target stand."""
    if state.battle is None or not state.pending:
        return {}
    seat = support_seat(state)
    where = where_facts(state, seat, action.fief, action.host)
    return {**where, **battle_place_facts(state, opposing_seat(state, seat), action.place)}


def auto_shoot(state: State, frame: ShootFrame) -> State:
    """Close the question if no archer can shoot."""
    return state if shoot_candidates(state) else pop(close_top(state, "shoot.possible"))


SHOOT = verb(
    Shoot,
    shoot_candidates,
    shoot_objections,
    apply_shoot,
    exact=True,
    kinds={"card": "shoot.kind", "fief": "fief.kind", "target": "shoot.character", "place": "place.kind"},
    facts=shoot_label_facts,
)
SHOOT_QUESTION = question(
    ShootFrame,
    *("shoot", "decline"),
    step=auto_shoot,
    closed_by=("shoot.possible",),
    refused=refused_in_battle("shoot"),
    facts=shoot_facts,
)


# --- heal: the unit that a priest heals -------------------------------------------------------------------------------

PRIEST_POWER = "heal"
"""The power of priests."""


class Heal(Action, frozen=True, tag="heal"):
    """A priest that heals a point of damage of another unit in the battle. The priest is turned."""

    card: Priest
    fief: UnitFief
    host: UnitHost | None
    target: Troop
    """Kind of the wounded unit, as the id of its component."""
    place: Place
    """Place of the wounded unit: `host_2` on land 2 of its owner, `army_1` in the fight of army 1, else `free`."""


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
        for healer in reversed(helpers(state, seat, PRIEST_POWER))
        for unit in hurt
        if not supports_itself or healer != unit or units.count(healer) > 1
    }


def heal_candidates(state: State) -> list[Heal]:
    """Return an action for every priest and every other wounded unit."""
    return [Heal(*names) for names in sorted(healer_target_pairs(state), key=str)]


def heal_objections(state: State, action: Heal) -> Iterator[Refusal]:
    """Yield every reason why this priest cannot heal that unit."""
    yield from off_map_refusals(state, action.fief)
    healer = (action.card, action.fief, action.host)
    is_healer = healer in [unit_key(unit) for unit in helpers(state, support_seat(state), PRIEST_POWER)]
    if not is_healer:
        yield refuse("heal.priest", card=action.card, fief=action.fief, **helper_facts(state, action))
    if (action.target, action.place) not in [(unit.card, battle_place(unit)) for unit in healable_units(state)]:
        side = supported_seat(state, support_seat(state))
        yield refuse("heal.target", **missing_target_facts(state, side, action))
    elif is_healer and (*healer, action.target, action.place) not in healer_target_pairs(state):
        yield refuse("heal.itself", card=action.card)


def apply_heal(state: State, action: Heal) -> State:
    """Heal the unit (`ruling.one_heal`), and turn the priest with its land and all units there."""
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


def heal_label_facts(state: State, action: Heal) -> Facts:
    """Return where priest and target stand."""
    if state.battle is None or not state.pending:
        return {}
    seat = support_seat(state)
    where = where_facts(state, seat, action.fief, action.host)
    return {**where, **battle_place_facts(state, supported_seat(state, seat), action.place)}


def auto_heal(state: State, frame: HealFrame) -> State:
    """Close the question if no priest can heal."""
    return state if heal_candidates(state) else pop(close_top(state, "heal.possible"))


HEAL = verb(
    Heal,
    heal_candidates,
    heal_objections,
    apply_heal,
    exact=True,
    kinds={"card": "heal.kind", "fief": "fief.kind", "target": "heal.character", "place": "place.kind"},
    facts=heal_label_facts,
)
HEAL_QUESTION = question(
    HealFrame,
    *("heal", "decline"),
    step=auto_heal,
    closed_by=("heal.possible",),
    refused=refused_in_battle("heal"),
    facts=heal_facts,
)
