"""Expected losses to enemies: what their units may destroy in the current battle, in this turn and in the next."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from referee_service.kernel.memos import EVALUATION_ENTRIES
from referee_service.kernel.tuples import without

from ..content.tables import CITY_HOST, PACKS
from ..fiefs import home_fief, neighbours
from ..fields import NO_HOST
from ..questions import EngageFrame, MusterFrame, StrikeFrame
from ..state import Land, Player, State, Unit
from .fief import WAITING_PHASE, fief_value
from .weights import WEIGHTS


def player_after_battle(state: State, seat: int) -> Player:
    """Return a player without the units, buildings and lands that the current battle has already destroyed."""
    player, battle = state.players[seat], state.battle
    if battle is None or seat not in (battle.attacker, battle.defender):
        return player
    troops = PACKS.get(state.pack).troops
    units = tuple(unit for unit in player.units if unit.wounds < troops[unit.card].defence)
    if seat == battle.attacker:
        return replace(player, units=units)
    lands = list(player.lands)
    for host, name in battle.falling_buildings:
        lands[host] = replace(lands[host], buildings=without(lands[host].buildings, name))
    for host in battle.falling_hosts:
        if host == CITY_HOST:
            return replace(player, alive=False)
        lands[host] = Land()
    return replace(player, units=units, lands=tuple(lands))


def expected_losses(state: State, seat: int, player: Player, enemy: int) -> float:
    """Return the points that a player may lose to the units of one enemy: in a battle, in this turn or in the next."""
    if not player.alive:
        return 0.0
    fief, enemy_units, seats = home_fief(seat), state.players[enemy].units, len(state.players)
    adjacent = neighbours(seats)[fief]
    invaders = [unit for unit in enemy_units if unit.fief == fief]
    neighbouring = [unit for unit in enemy_units if unit.fief in adjacent]
    if not invaders and not neighbouring:
        return 0.0
    battle, losses = state.battle, 0.0
    if battle is not None and battle.defender == seat and battle.fief == fief and battle.attacker == enemy:
        return _battle_losses(state, player, invaders)
    if invaders:
        can_attack_now = state.active_seat == enemy and (fief, seat) not in state.fought_fronts
        able = [unit for unit in invaders if not unit.army and not unit.turned] if can_attack_now else invaders
        prob = WEIGHTS.attack_now_prob if can_attack_now else WEIGHTS.attack_soon_prob
        losses += prob * _losses_from(state.pack, player, seat, _attack_strengths(state.pack, able), seats)
    if neighbouring:
        strengths = _attack_strengths(state.pack, [*invaders, *neighbouring])
        losses += WEIGHTS.attack_after_march_prob * _losses_from(state.pack, player, seat, strengths, seats)
    return losses


def _attack_strengths(pack: str, units: list[Unit]) -> tuple[int, ...]:
    """Return the attack of each unit, the strongest first."""
    troops = PACKS.get(pack).troops
    return tuple(sorted((troops[unit.card].attack for unit in units), reverse=True))


def _battle_losses(state: State, player: Player, invaders: list[Unit]) -> float:
    """Return the expected losses in the current battle, where unengaged armies strike the most valuable targets."""
    battle, troops = state.battle, PACKS.get(state.pack).troops
    assert battle is not None
    top = state.pending[-1] if state.pending else None
    strengths: dict[int, int] = {}
    engaged = {unit.army for unit in player.units if unit.army > 0}
    engaged |= {army for army, *_ in battle.struck_buildings}
    for index, unit in enumerate(invaders):
        if unit.army > 0 and unit.army not in engaged:
            strengths[unit.army] = strengths.get(unit.army, 0) + troops[unit.card].attack
        elif not unit.army and isinstance(top, MusterFrame) and not unit.turned:
            strengths[-1 - index] = troops[unit.card].attack  # each unit without an army counts as an army of its own
    targets = dict(battle.targets)
    if not isinstance(top, MusterFrame | EngageFrame | StrikeFrame):
        return 0.0
    struck = tuple(sorted((host, strengths.get(army, 0)) for army, host in targets.items()))
    free = tuple(sorted((attack for army, attack in strengths.items() if army not in targets), reverse=True))
    if isinstance(top, StrikeFrame):
        player = replace(player, units=tuple(replace(unit, turned=True) for unit in player.units))
    poorer = _without_struck_buildings(state, player, invaders)
    losses = _losses_from(state.pack, poorer, battle.defender, free, len(state.players), struck)
    if poorer is player:
        return losses
    seat, seats = battle.defender, len(state.players)
    before, after = (fief_value(state.pack, each, seat, WAITING_PHASE, seats) for each in (player, poorer))
    return losses + before - after


def _without_struck_buildings(state: State, player: Player, invaders: list[Unit]) -> Player:
    """Return the defender without the military buildings that armies strike alone and will destroy."""
    assert state.battle is not None
    tables, lands = PACKS.get(state.pack), list(player.lands)
    for army, host, name in state.battle.struck_buildings:
        attack = sum(tables.troops[unit.card].attack for unit in invaders if unit.army == army)
        bonus = sum(building in tables.civil for building in lands[host].buildings) * tables.numbers["civil_defence"]
        if attack >= tables.buildings[name].defence + bonus:
            lands[host] = replace(lands[host], buildings=without(lands[host].buildings, name))
    return replace(player, lands=tuple(lands)) if lands != list(player.lands) else player


@lru_cache(maxsize=EVALUATION_ENTRIES)
def _losses_from(
    pack: str,
    player: Player,
    seat: int,
    strengths: tuple[int, ...],
    seats: int,
    struck: tuple[tuple[int, int], ...] = (),
) -> float:
    """Return the points that armies of these strengths destroy.

    Each free unturned defender stops one of the strongest armies. The others strike the most valuable lands.
    `struck` has the hosts that are already targets, each with the attack against it.
    """
    tables, fief = PACKS.get(pack), home_fief(seat)
    defenders = sum(u.fief == fief and u.host == NO_HOST and not u.turned and not u.army for u in player.units)
    unopposed, damage = list(strengths[defenders:]), dict(struck)
    if sum(unopposed) + damage.get(CITY_HOST, 0) >= _land_defence(pack, player, CITY_HOST) + tables.city.defence:
        return WEIGHTS.win_value
    losses = 0.0
    hosts = [host for host in range(CITY_HOST + 1, len(player.lands)) if player.lands[host].card]
    for value, host in sorted(((_land_value(pack, player, host, seat, seats), host) for host in hosts), reverse=True):
        needed = _land_defence(pack, player, host) + 1 - damage.get(host, 0)
        sent = list[int]()
        for strength in reversed(unopposed):
            if sum(sent) >= needed:
                break
            sent.append(strength)
        if sum(sent) >= needed:
            losses += value
            for strength in sent:
                unopposed.remove(strength)
    return losses


def _land_defence(pack: str, player: Player, host: int) -> int:
    """Return the defence of everything that guards a land. Civil buildings add theirs only to guards or the city."""
    tables = PACKS.get(pack)
    guards = [tables.troops[unit.card].defence for unit in player.units if unit.host == host]
    guards += [tables.buildings[name].defence for name in player.lands[host].buildings if name not in tables.civil]
    civil = sum(name in tables.civil for name in player.lands[host].buildings)
    return sum(guards) + civil * tables.numbers["civil_defence"] * bool(guards or host == CITY_HOST)


def _land_value(pack: str, player: Player, host: int, seat: int, seats: int) -> float:
    """Return the points that a player loses with a land. The units on it stay in the fief."""
    lands = (*player.lands[:host], Land(), *player.lands[host + 1 :])
    units = tuple(replace(unit, host=NO_HOST) if unit.host == host else unit for unit in player.units)
    poorer = replace(player, lands=lands, units=units)
    return fief_value(pack, player, seat, WAITING_PHASE, seats) - fief_value(pack, poorer, seat, WAITING_PHASE, seats)
