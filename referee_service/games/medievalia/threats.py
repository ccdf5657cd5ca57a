"""What the troops of enemies may destroy, for the bots.

All numbers are points of prestige. They are estimates of good play, not rules, and nothing else depends on them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from referee_service.games.medievalia.content import CITY, SHELF
from referee_service.games.medievalia.outlook import VICTORY, WAITING, worth_of_fief
from referee_service.games.medievalia.realm import home, neighbours
from referee_service.games.medievalia.state import FREE, Engage, Land, Muster, Player, State, Strike, Unit

NOW: Final = 0.9
"""How surely an attack that is possible in this turn will come as reckoned."""
SOON: Final = 0.5
"""The same for the next turn, by troops that are there."""
NEAR: Final = 0.25
"""The same by troops that must march first."""


def after_blows(state: State, seat: int) -> Player:
    """A player without what the conflict going on has already cost."""
    player, battle = state.players[seat], state.battle
    if battle is None or seat not in (battle.attacker, battle.defender):
        return player
    troops = SHELF.find(state.pack).troops
    units = tuple(unit for unit in player.units if unit.wounds < troops[unit.card].defence)
    if seat == battle.attacker:
        return replace(player, units=units)
    lands = list(player.lands)
    for host, name in battle.broken:
        kept = list(lands[host].buildings)
        kept.remove(name)
        lands[host] = replace(lands[host], buildings=tuple(kept))
    for host in battle.fallen:
        if host == CITY:
            return replace(player, alive=False)
        lands[host] = Land()
    return replace(player, units=units, lands=tuple(lands))


def danger(state: State, seat: int, player: Player, enemy: int) -> float:
    """What the troops of an enemy may destroy in this fief: in the conflict going on, in this turn and in the next."""
    if not player.alive:
        return 0.0
    fief, foes = home(seat), state.players[enemy].units
    beside = neighbours(len(state.players))[fief]
    here = [unit for unit in foes if unit.fief == fief]
    near = [unit for unit in foes if unit.fief in beside]
    if not here and not near:
        return 0.0
    battle, worth = state.battle, 0.0
    if battle is not None and battle.defender == seat and battle.fief == fief and battle.attacker == enemy:
        return _in_battle(state, player, here)
    if here:
        fights = state.active == enemy and (fief, seat) not in state.fronts
        able = [unit for unit in here if not unit.army and not unit.turned] if fights else here
        blows = _blows(state.pack, able)
        worth += (NOW if fights else SOON) * _harm(state.pack, player, seat, blows, len(state.players))
    if near:
        worth += NEAR * _harm(state.pack, player, seat, _blows(state.pack, [*here, *near]), len(state.players))
    return worth


def _blows(pack: str, units: list[Unit]) -> tuple[int, ...]:
    """The attacks of single cards, the strongest first."""
    troops = SHELF.find(pack).troops
    return tuple(sorted((troops[unit.card].attack for unit in units), reverse=True))


def _in_battle(state: State, player: Player, here: list[Unit]) -> float:
    """The same in the middle of a conflict: armies that nobody engages strike what is worth most."""
    battle, troops = state.battle, SHELF.find(state.pack).troops
    assert battle is not None
    top = state.pending[-1] if state.pending else None
    sums: dict[int, int] = {}
    engaged = {unit.army for unit in player.units if unit.army > 0}
    for at, unit in enumerate(here):
        if unit.army > 0 and unit.army not in engaged:
            sums[unit.army] = sums.get(unit.army, 0) + troops[unit.card].attack
        elif not unit.army and isinstance(top, Muster) and not unit.turned:
            sums[-1 - at] = troops[unit.card].attack
    struck = dict(battle.struck)
    if not isinstance(top, Muster | Engage | Strike):
        return 0.0
    begun = tuple(sorted((host, sums.get(army, 0)) for army, host in struck.items()))
    free = tuple(sorted((attack for army, attack in sums.items() if army not in struck), reverse=True))
    if isinstance(top, Strike):
        player = replace(player, units=tuple(replace(unit, turned=True) for unit in player.units))
    return _harm(state.pack, player, battle.defender, free, len(state.players), begun)


@lru_cache(maxsize=32768)
def _harm(
    pack: str, player: Player, seat: int, blows: tuple[int, ...], seats: int, begun: tuple[tuple[int, int], ...] = ()
) -> float:
    """What armies destroy when the strongest are met by who stands ready, and the rest strike what is worth most."""
    tables, fief = SHELF.find(pack), home(seat)
    ready = sum(u.fief == fief and u.host == FREE and not u.turned and not u.army for u in player.units)
    left, dealt = list(blows[ready:]), dict(begun)
    if sum(left) + dealt.get(CITY, 0) >= _strength(pack, player, CITY) + tables.city.defence:
        return VICTORY
    worth = 0.0
    hosts = [host for host in range(CITY + 1, len(player.lands)) if player.lands[host].card]
    for value, host in sorted(((_value(pack, player, host, seat, seats), host) for host in hosts), reverse=True):
        needed = _strength(pack, player, host) + 1 - dealt.get(host, 0)
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


def _strength(pack: str, player: Player, host: int) -> int:
    """The defence of all that guards a land; the walls of civil buildings help only what stands there."""
    tables = SHELF.find(pack)
    guards = [tables.troops[unit.card].defence for unit in player.units if unit.host == host]
    guards += [tables.buildings[name].defence for name in player.lands[host].buildings if name not in tables.civil]
    civil = sum(name in tables.civil for name in player.lands[host].buildings)
    return sum(guards) + civil * tables.numbers["civil_defence"] * bool(guards or host == CITY)


def _value(pack: str, player: Player, host: int, seat: int, seats: int) -> float:
    """What is lost with a land."""
    lands = (*player.lands[:host], Land(), *player.lands[host + 1 :])
    units = tuple(replace(unit, host=FREE) if unit.host == host else unit for unit in player.units)
    poorer = replace(player, lands=lands, units=units)
    return worth_of_fief(pack, player, seat, WAITING, seats) - worth_of_fief(pack, poorer, seat, WAITING, seats)
