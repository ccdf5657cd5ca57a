"""Audit of the current battle: its fighters, its targets, and dead units."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.rules import Fault, fault

from ..content.tables import content
from ..fiefs import enemies, home_fief, is_neutral
from ..fields import NO_HOST
from ..state import Battle, State
from ..war.battle import can_be_attacked_in
from ..war.defence import is_dead, total_bonus_at


def battles(state: State) -> Iterator[Fault]:
    """Check the current battle and the units in it."""
    battle = state.battle
    for seat, player in enumerate(state.players):
        for unit in player.units:
            fights = battle is not None and seat in (battle.attacker, battle.defender) and unit.fief == battle.fief
            may_join = unit.host == NO_HOST or (battle is not None and seat == battle.defender)
            if (unit.army > 0 and not (fights and may_join)) or (is_dead(state, unit) and not fights):
                yield fault(f"players[{seat}].units", "audit.army", card=unit.card)
            if unit.army < 0 and not _has_fought(state, seat, unit.fief):
                yield fault(f"players[{seat}].units", "audit.army", card=unit.card)
    if battle is not None and not _battle_is_possible(state, battle):
        yield fault("battle", "audit.battle", fief=battle.fief)


def _has_fought(state: State, seat: int, fief: str) -> bool:
    """Return whether a seat has fought in a fief in this turn."""
    return any(where == fief and seat in (state.active_seat, foe) for where, foe in state.fought_fronts)


def _battle_is_possible(state: State, battle: Battle) -> bool:
    """Return whether the enemy can be attacked by the player in turn in this fief, and all targets are there."""
    if battle.attacker != state.active_seat or battle.defender not in enemies(state, battle.attacker):
        return False
    if (battle.fief, battle.defender) in state.fought_fronts or not can_be_attacked_in(
        state, battle.defender, battle.fief
    ):
        return False
    lands, civil = state.players[battle.defender].lands, content(state).civil
    hosts, struck = [host for _, host in battle.targets], [(host, name) for _, host, name in battle.struck_buildings]
    armies = [army for army, *_ in (*battle.targets, *battle.struck_buildings)]
    attacking = {unit.army for unit in state.players[battle.attacker].units if unit.army > 0}
    defending = {unit.army for unit in state.players[battle.defender].units if unit.army > 0}
    if armies and battle.fief != home_fief(battle.defender):
        return False
    if any(len(set(rows)) != len(rows) for rows in (hosts, struck, armies)) or not set(armies) <= attacking - defending:
        return False
    if not defending <= attacking or not all(lands[host].card for host in hosts):
        return False
    if is_neutral(state, battle.fief) and attacking != {1}:
        return False
    if not set(battle.falling_hosts) <= set(hosts):
        return False
    if any(battle.bonus_given.count(each) > total_bonus_at(state, *each) for each in battle.bonus_given):
        return False
    military = [(host, name) for host, land in enumerate(lands) for name in land.buildings if name not in civil]
    standing = [each for each in military if each[0] in hosts or each in struck]
    if not set(struck) <= set(military):
        return False
    return all(battle.falling_buildings.count(each) <= standing.count(each) for each in battle.falling_buildings)
