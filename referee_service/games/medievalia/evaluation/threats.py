"""What the troops of enemies may destroy, for the bots.

All numbers are points of prestige. They are estimates of good play, not rules, and nothing else depends on them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from referee_service.games.medievalia.content.tables import CITY_HOST, PACKS
from referee_service.games.medievalia.evaluation.fief import WAITING_PHASE, WIN_VALUE, fief_value
from referee_service.games.medievalia.fiefs import home_fief, neighbours
from referee_service.games.medievalia.state import (
    NO_HOST,
    EngageFrame,
    Land,
    MusterFrame,
    Player,
    State,
    StrikeFrame,
    Unit,
)

ATTACK_NOW_PROB: Final = 0.9
"""How surely an attack that is possible in this turn will come as reckoned."""
ATTACK_SOON_PROB: Final = 0.5
"""The same for the next turn, by troops that are there."""
ATTACK_AFTER_MARCH_PROB: Final = 0.25
"""The same by troops that must march first."""


def player_after_battle(state: State, seat: int) -> Player:
    """A player without what the conflict going on has already cost."""
    player, battle = state.players[seat], state.battle
    if battle is None or seat not in (battle.attacker, battle.defender):
        return player
    troops = PACKS.get(state.pack).troops
    units = tuple(unit for unit in player.units if unit.wounds < troops[unit.card].defence)
    if seat == battle.attacker:
        return replace(player, units=units)
    lands = list(player.lands)
    for host, name in battle.falling_buildings:
        kept = list(lands[host].buildings)
        kept.remove(name)
        lands[host] = replace(lands[host], buildings=tuple(kept))
    for host in battle.falling_hosts:
        if host == CITY_HOST:
            return replace(player, alive=False)
        lands[host] = Land()
    return replace(player, units=units, lands=tuple(lands))


def expected_losses(state: State, seat: int, player: Player, enemy: int) -> float:
    """What the troops of an enemy may destroy in this fief: in the conflict going on, in this turn and in the next."""
    if not player.alive:
        return 0.0
    fief, foes = home_fief(seat), state.players[enemy].units
    beside = neighbours(len(state.players))[fief]
    here = [unit for unit in foes if unit.fief == fief]
    near = [unit for unit in foes if unit.fief in beside]
    if not here and not near:
        return 0.0
    battle, worth = state.battle, 0.0
    if battle is not None and battle.defender == seat and battle.fief == fief and battle.attacker == enemy:
        return _battle_losses(state, player, here)
    if here:
        fights = state.active_seat == enemy and (fief, seat) not in state.fought_fronts
        able = [unit for unit in here if not unit.army and not unit.turned] if fights else here
        blows = _attack_strengths(state.pack, able)
        worth += (ATTACK_NOW_PROB if fights else ATTACK_SOON_PROB) * _losses_from(
            state.pack, player, seat, blows, len(state.players)
        )
    if near:
        worth += ATTACK_AFTER_MARCH_PROB * _losses_from(
            state.pack, player, seat, _attack_strengths(state.pack, [*here, *near]), len(state.players)
        )
    return worth


def _attack_strengths(pack: str, units: list[Unit]) -> tuple[int, ...]:
    """The attacks of single cards, the strongest first."""
    troops = PACKS.get(pack).troops
    return tuple(sorted((troops[unit.card].attack for unit in units), reverse=True))


def _battle_losses(state: State, player: Player, here: list[Unit]) -> float:
    """The same in the middle of a conflict: armies that nobody engages strike what is worth most."""
    battle, troops = state.battle, PACKS.get(state.pack).troops
    assert battle is not None
    top = state.pending[-1] if state.pending else None
    sums: dict[int, int] = {}
    engaged = {unit.army for unit in player.units if unit.army > 0}
    for at, unit in enumerate(here):
        if unit.army > 0 and unit.army not in engaged:
            sums[unit.army] = sums.get(unit.army, 0) + troops[unit.card].attack
        elif not unit.army and isinstance(top, MusterFrame) and not unit.turned:
            sums[-1 - at] = troops[unit.card].attack
    struck = dict(battle.targets)
    if not isinstance(top, MusterFrame | EngageFrame | StrikeFrame):
        return 0.0
    begun = tuple(sorted((host, sums.get(army, 0)) for army, host in struck.items()))
    free = tuple(sorted((attack for army, attack in sums.items() if army not in struck), reverse=True))
    if isinstance(top, StrikeFrame):
        player = replace(player, units=tuple(replace(unit, turned=True) for unit in player.units))
    return _losses_from(state.pack, player, battle.defender, free, len(state.players), begun)


@lru_cache(maxsize=32768)
def _losses_from(
    pack: str, player: Player, seat: int, blows: tuple[int, ...], seats: int, begun: tuple[tuple[int, int], ...] = ()
) -> float:
    """What armies destroy when the strongest are met by who stands ready, and the rest strike what is worth most."""
    tables, fief = PACKS.get(pack), home_fief(seat)
    ready = sum(u.fief == fief and u.host == NO_HOST and not u.turned and not u.army for u in player.units)
    left, dealt = list(blows[ready:]), dict(begun)
    if sum(left) + dealt.get(CITY_HOST, 0) >= _land_defence(pack, player, CITY_HOST) + tables.city.defence:
        return WIN_VALUE
    worth = 0.0
    hosts = [host for host in range(CITY_HOST + 1, len(player.lands)) if player.lands[host].card]
    for value, host in sorted(((_land_value(pack, player, host, seat, seats), host) for host in hosts), reverse=True):
        needed = _land_defence(pack, player, host) + 1 - dealt.get(host, 0)
        sent = list[int]()
        for blow in reversed(left):
            if sum(sent) >= needed:
                break
            sent.append(blow)
        if sum(sent) >= needed:
            worth += value
            for blow in sent:
                left.remove(blow)
    return worth


def _land_defence(pack: str, player: Player, host: int) -> int:
    """The defence of all that guards a land; the walls of civil buildings help only what stands there."""
    tables = PACKS.get(pack)
    guards = [tables.troops[unit.card].defence for unit in player.units if unit.host == host]
    guards += [tables.buildings[name].defence for name in player.lands[host].buildings if name not in tables.civil]
    civil = sum(name in tables.civil for name in player.lands[host].buildings)
    return sum(guards) + civil * tables.numbers["civil_defence"] * bool(guards or host == CITY_HOST)


def _land_value(pack: str, player: Player, host: int, seat: int, seats: int) -> float:
    """What is lost with a land."""
    lands = (*player.lands[:host], Land(), *player.lands[host + 1 :])
    units = tuple(replace(unit, host=NO_HOST) if unit.host == host else unit for unit in player.units)
    poorer = replace(player, lands=lands, units=units)
    return fief_value(pack, player, seat, WAITING_PHASE, seats) - fief_value(pack, poorer, seat, WAITING_PHASE, seats)
