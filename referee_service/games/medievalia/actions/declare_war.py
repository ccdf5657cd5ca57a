"""Verb `declare_war`: attack an enemy in a fief where the player in turn has units."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import push
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action

from ..fiefs import enemies, is_ally, is_neutral, named_fief, off_map_refusals
from ..fields import EnemySeat, WarFief
from ..questions import MusterFrame
from ..spots import Facts
from ..state import Battle, State
from ..units import update_units
from ..war.battle import available_fighters, can_be_attacked_in
from ..war.damage import begin_damage


class DeclareWar(Action, frozen=True, tag="declare_war"):
    """An attack on an enemy seat in a fief, once a turn for each fief and enemy."""

    fief: WarFief
    seat: EnemySeat


def candidates(state: State) -> list[DeclareWar]:
    """Return an action for every enemy in every fief where a battle is possible."""
    fiefs = dict.fromkeys(unit.fief for unit in state.active_player.units)
    return [
        DeclareWar(fief, seat)
        for fief in fiefs
        if available_fighters(state, state.active_seat, fief)
        for seat in enemies(state, state.active_seat)
        if can_be_attacked_in(state, seat, fief) and (fief, seat) not in state.fought_fronts
    ]


def objections(state: State, action: DeclareWar) -> Iterator[Refusal]:
    """Yield every reason why this enemy may not be attacked there."""
    yield from off_map_refusals(state, action.fief)
    where = named_fief(state, action.fief, state.active_seat)
    if action.seat not in enemies(state, state.active_seat):
        yield refuse("declare_war.enemy", seat=action.seat, **_no_enemy_facts(state, action.seat))
    elif not can_be_attacked_in(state, action.seat, action.fief):
        yield refuse("declare_war.cards", seat=action.seat, fief=action.fief, where=where)
    if not any(unit.fief == action.fief for unit in state.active_player.units) or not available_fighters(
        state, state.active_seat, action.fief
    ):
        yield refuse("declare_war.troops", fief=action.fief, where=where)
    if (action.fief, action.seat) in state.fought_fronts:
        yield refuse("declare_war.once", fief=action.fief, seat=action.seat, where=where)


def apply(state: State, action: DeclareWar) -> State:
    """Begin the battle. In a neutral fief all units of each side form one army, and damage follows at once."""
    battle = Battle(action.fief, state.active_seat, action.seat)
    state = replace(state, battle=battle, phase="war", moved_units=(), ally_pool=())
    where = named_fief(state, action.fief)
    state = emit(state, "war_declared", state.active_seat, fief=action.fief, where=where, foe=action.seat)
    if not is_neutral(state, action.fief):
        return push(state, MusterFrame(state.active_seat))
    for seat in (battle.attacker, battle.defender):
        state = update_units(state, seat, lambda unit: unit.fief == action.fief and not unit.army, army=1)
    return begin_damage(state)


def facts(state: State, action: DeclareWar) -> Facts:
    """Return the name of the fief for the player in turn."""
    return {"fief": named_fief(state, action.fief, state.active_seat)}


def _no_enemy_facts(state: State, seat: int) -> Facts:
    """Return why a seat is no enemy: it does not exist, it is the player in turn or the ally, or it is out."""
    if seat >= len(state.players):
        return {"unknown": seat}
    if seat == state.active_seat:
        return {"own": seat}
    return {"ally" if is_ally(state, state.active_seat, seat) else "out": seat}


DECLARE_WAR = verb(DeclareWar, candidates, objections, apply, exact=True, kinds={"fief": "fief.kind"}, facts=facts)
