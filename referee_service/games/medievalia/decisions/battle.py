"""Battles: the attacker forms armies, the defender engages them, free armies strike, and damage is taken."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import close_top, expect_top, pop, replace_top
from referee_service.kernel.question import Below, question
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action

from ..facts import (
    army_cards,
    damage_facts,
    engage_facts,
    muster_facts,
    refused_strike_facts,
    strike_facts,
    target_facts,
)
from ..fiefs import is_neutral, named_fief
from ..fields import Army, Bonus, Fighter, ReadyTroop, Target
from ..questions import EngageFrame, MusterFrame, StrikeFrame, TakeDamageFrame
from ..sequence import refused_in_battle
from ..spots import Facts
from ..state import State
from ..units import ready_units, replace_unit
from ..war.battle import (
    armies,
    current_battle,
    engaged_armies,
    give_target,
    has_complete_armies,
    is_before_strikes,
    next_striking_army,
    strike_targets,
    unassigned_fighters,
)
from ..war.damage import apply_damage, begin_damage, damage_choices, damage_targets, hit_land, is_land_struck, max_bonus

# --- muster: the armies of the attacker -------------------------------------------------------------------------------


class Enlist(Action, frozen=True, tag="enlist"):
    """A unit of the attacker put into an army."""

    card: ReadyTroop
    army: Army
    """Number of the army, from 1. The next free number founds a new army."""


def enlist_candidates(state: State) -> list[Enlist]:
    """Return an action for every kind of ready unit and every army, a new one included."""
    cards = dict.fromkeys(unit.card for unit in ready_units(state, state.active_seat, current_battle(state).fief))
    return [Enlist(card, army) for card in cards for army in range(1, len(armies(state)) + 2)]


def enlist_objections(state: State, action: Enlist) -> Iterator[Refusal]:
    """Yield every reason why this unit may not join that army."""
    fief = current_battle(state).fief
    if action.card not in [unit.card for unit in ready_units(state, state.active_seat, fief)]:
        yield refuse("enlist.card", card=action.card, fief=fief, where=named_fief(state, fief, state.active_seat))
    if action.army > len(armies(state)) + 1:
        yield refuse("enlist.army", army=action.army, next=len(armies(state)) + 1)


def apply_enlist(state: State, action: Enlist) -> State:
    """Put the unit into the army for this battle."""
    unit = next(u for u in ready_units(state, state.active_seat, current_battle(state).fief) if u.card == action.card)
    state = replace_unit(state, state.active_seat, unit, replace(unit, army=action.army))
    return emit(state, "enlisted", state.active_seat, card=action.card, army=action.army)


class Ready(Action, frozen=True, tag="ready"):
    """A declaration that the seat sends no more units into the battle."""


def ready_candidates(state: State) -> list[Ready]:
    """Return the only action. It may be illegal."""
    return [Ready()]


def ready_objections(state: State, action: Ready) -> Iterator[Refusal]:
    """Yield every reason why more units must be sent first."""
    seat = state.pending[-1].seat
    assert isinstance(seat, int)
    if isinstance(state.pending[-1], MusterFrame) and not armies(state):
        yield refuse("ready.army")
    if waiting := unassigned_fighters(state, seat):
        yield refuse("ready.all", cards=tuple(waiting))


def apply_ready(state: State, action: Ready) -> State:
    """Ask the defender after the attacker is ready. After the defender, ask for the targets of unengaged armies."""
    battle = current_battle(state)
    attacking = isinstance(state.pending[-1], MusterFrame)
    return replace_top(state, EngageFrame(battle.defender) if attacking else StrikeFrame(battle.attacker))


def is_muster_due(state: State, frame: MusterFrame, below: Below) -> bool:
    """Return whether the attacker has units for armies, and no unit of the defender fights yet."""
    battle = current_battle(state)
    is_possible = bool(armies(state) or ready_units(state, battle.attacker, battle.fief))
    return is_possible and is_before_strikes(state) and not engaged_armies(state)


def enlist_label_facts(state: State, action: Enlist) -> Facts:
    """Return the cards that are in the army already."""
    return {"members": army_cards(state, state.active_seat, action.army)}


ENLIST = verb(
    Enlist,
    enlist_candidates,
    enlist_objections,
    apply_enlist,
    exact=True,
    kinds={"card": "enlist.kind"},
    facts=enlist_label_facts,
)
READY = verb(Ready, ready_candidates, ready_objections, apply_ready)
MUSTER = question(
    MusterFrame,
    *("enlist", "ready"),
    stages=("battle",),
    fits=is_muster_due,
    forced=True,
    refused=refused_in_battle("enlist", "ready"),
    facts=muster_facts,
)


# --- engage: the units that the defender sends ------------------------------------------------------------------------


class Engage(Action, frozen=True, tag="engage"):
    """A unit of the defender sent against an army of the attacker."""

    card: ReadyTroop
    army: Army
    """Number of the attacker's army that the unit fights, from 1."""


def engage_candidates(state: State) -> list[Engage]:
    """Return an action for every kind of ready unit and every army."""
    battle = current_battle(state)
    cards = dict.fromkeys(unit.card for unit in ready_units(state, battle.defender, battle.fief))
    return [Engage(card, army) for card in cards for army in armies(state)]


def engage_objections(state: State, action: Engage) -> Iterator[Refusal]:
    """Yield every reason why this unit may not be sent against that army."""
    battle = current_battle(state)
    if action.card not in [unit.card for unit in ready_units(state, battle.defender, battle.fief)]:
        where = named_fief(state, battle.fief, battle.defender)
        yield refuse("engage.card", card=action.card, fief=battle.fief, where=where)
    if action.army not in armies(state):
        yield refuse("engage.army", army=action.army)


def apply_engage(state: State, action: Engage) -> State:
    """Send the unit against the army. All units sent against one army fight together."""
    battle = current_battle(state)
    unit = next(u for u in ready_units(state, battle.defender, battle.fief) if u.card == action.card)
    state = replace_unit(state, battle.defender, unit, replace(unit, army=action.army))
    return emit(state, "engaged", battle.defender, card=action.card, army=action.army)


def is_engage_due(state: State, frame: EngageFrame, below: Below) -> bool:
    """Return whether the attacker has formed all armies, and the defender is asked."""
    battle = current_battle(state)
    if frame.seat != battle.defender or not armies(state) or unassigned_fighters(state, battle.attacker):
        return False
    return is_before_strikes(state)


def engage_label_facts(state: State, action: Engage) -> Facts:
    """Return the cards of the army."""
    return {"foes": army_cards(state, state.battle.attacker, action.army) if state.battle is not None else ()}


ENGAGE = verb(
    Engage,
    engage_candidates,
    engage_objections,
    apply_engage,
    exact=True,
    kinds={"card": "engage.kind"},
    facts=engage_label_facts,
)
ENGAGE_QUESTION = question(
    EngageFrame,
    *("engage", "ready"),
    any_seat=True,
    stages=("battle",),
    fits=is_engage_due,
    forced=True,
    refused=refused_in_battle("engage", "ready"),
    facts=engage_facts,
)


# --- strike: the target of an unengaged army --------------------------------------------------------------------------


class Strike(Action, frozen=True, tag="strike"):
    """A strike of the next unengaged army at a land, army, unit or military building of the defender."""

    target: Target


def strike_candidates(state: State) -> list[Strike]:
    """Return an action for every target."""
    return [Strike(target) for target in strike_targets(state)]


def strike_objections(state: State, action: Strike) -> Iterator[Refusal]:
    """Yield a refusal if the army cannot attack this target. It lists the possible ones."""
    possible = strike_targets(state)
    if action.target not in possible:
        facts = refused_strike_facts(state, state.active_seat, action.target, possible)
        yield refuse("strike.target", target=action.target, **facts)


def apply_strike(state: State, action: Strike) -> State:
    """Give the army its target. Armies with the same target become one army."""
    battle, army = current_battle(state), next_striking_army(state)
    assert army is not None
    facts = strike_label_facts(state, action)
    facts |= {"target": action.target, "struck": facts["target"]}
    state = emit(state, "struck", battle.attacker, army=army, **facts)
    return give_target(state, army, action.target)


def strike_label_facts(state: State, action: Strike) -> Facts:
    """Return the land, card or building that is struck."""
    return target_facts(state, action.target)


def auto_strike(state: State, frame: StrikeFrame) -> State:
    """Begin the damage once every army has an opponent or a target."""
    return state if next_striking_army(state) is not None else begin_damage(pop(close_top(state, "strike.once")))


def is_strike_due(state: State, frame: StrikeFrame, below: Below) -> bool:
    """Return whether both sides have sent their units, and no damage is dealt yet."""
    battle = current_battle(state)
    if is_neutral(state, battle.fief) or battle.falling_buildings or battle.falling_hosts or battle.bonus_given:
        return False
    return has_complete_armies(state)


STRIKE = verb(
    Strike,
    strike_candidates,
    strike_objections,
    apply_strike,
    exact=True,
    kinds={"target": "strike.kind"},
    any_name=True,
    facts=strike_label_facts,
)
STRIKE_QUESTION = question(
    StrikeFrame,
    "strike",
    stages=("battle",),
    step=auto_strike,
    fits=is_strike_due,
    forced=True,
    closed_by=("strike.once",),
    refused=refused_in_battle("strike"),
    facts=strike_facts,
)


# --- take_damage: the card that takes damage next ---------------------------------------------------------------------


class TakeDamage(Action, frozen=True, tag="take_damage"):
    """A card that takes damage until it falls or no damage remains."""

    card: Fighter
    """Kind of the unit or military building that takes the damage next, as the id of its component."""
    bonus: Bonus


def take_damage_candidates(state: State) -> list[TakeDamage]:
    """Return an action for every possible card and bonus."""
    return [TakeDamage(card, bonus) for card, bonus in damage_choices(state, expect_top(state, TakeDamageFrame))]


def take_damage_objections(state: State, action: TakeDamage) -> Iterator[Refusal]:
    """Yield every reason why this card cannot take the damage with this bonus."""
    frame = expect_top(state, TakeDamageFrame)
    targets = damage_targets(state, frame)
    if action.card not in targets:
        yield refuse("take_damage.card", card=action.card, open=tuple(dict.fromkeys(targets)))
    elif action.bonus > (most := max_bonus(state, frame, action.card)):
        named = {"boosted" if most else "bare": action.card}
        yield refuse("take_damage.bonus", bonus=action.bonus, most=most, **named)


def apply_take_damage(state: State, action: TakeDamage) -> State:
    """Deal the damage to the card, and leave the rest to the next one."""
    frame = expect_top(state, TakeDamageFrame)
    state, after = apply_damage(state, frame, action.card, action.bonus)
    state = emit(state, "hurt", frame.seat, card=action.card, damage=frame.remaining - after.remaining)
    return replace_top(state, after)


def take_damage_facts(state: State, action: TakeDamage) -> Facts:
    """Return the points of defence that the card gets."""
    return {"extra": action.bonus or None}


def auto_take_damage(state: State, frame: TakeDamageFrame) -> State:
    """Close the question once all damage is taken. Damage that remains without a guard hits the land."""
    if frame.remaining and damage_targets(state, frame):
        return state
    struck = hit_land(state, frame) if frame.remaining and is_land_struck(state, frame) else state
    return pop(close_top(struck, "take_damage.all"))


TAKE_DAMAGE = verb(
    TakeDamage,
    take_damage_candidates,
    take_damage_objections,
    apply_take_damage,
    exact=True,
    kinds={"card": "take_damage.kind"},
    facts=take_damage_facts,
)
TAKE_DAMAGE_QUESTION = question(
    TakeDamageFrame,
    "take_damage",
    step=auto_take_damage,
    forced=True,
    closed_by=("take_damage.all",),
    refused=refused_in_battle("take_damage"),
    facts=damage_facts,
)
