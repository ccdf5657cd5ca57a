"""What a position is worth to each seat, for the bots: prestige so far, what the fief should still build, and war.

All numbers are points of prestige. They are estimates of good play, not rules, and nothing else depends on them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from referee_service.games.medievalia.content import CITY, FAVOUR, FOOD, MUSE, RESOURCES, SHELF, TRADE, WORKFORCE
from referee_service.games.medievalia.paying import cheapest_way, sources, use
from referee_service.games.medievalia.realm import enemies, home, neighbours, sides
from referee_service.games.medievalia.state import (
    FREE,
    NONE,
    ChooseDeck,
    DrawCard,
    Engage,
    Land,
    Muster,
    Player,
    Purchase,
    Question,
    State,
    Strike,
    Unit,
    output,
)
from referee_service.kernel.game import Bot
from referee_service.kernel.payment import Payment
from referee_service.kernel.values import Bag, add_to, size_of

VICTORY: Final = 8.0
"""What winning is worth beside the points of the end."""
FAR: Final = 5.0
"""A lead counts less the greater it is: no lead is worth as much as the victory."""
TURN: Final = 0.9
"""A turn sooner."""
GROWTH: Final = 0.4
"""The points a turn that a fief will bring beyond what it brings today."""
FRESH: Final = 0.8
"""What a turn that lies whole before a player is worth, in turns."""
SCRAPS: Final = 0.3
"""The share of a turn's output that buys nothing more."""
NEWS: Final = 0.9
"""The turns lost while no open building is new to a player."""
CARD: Final = 0.15
"""A hand card that serves as one resource of any kind."""
LAND: Final = (0.05, 0.045, 0.03, 0.02)
"""What the first, second, ... territory in hand adds to growth while there is room."""
KIND: Final = 0.01
"""The same for territories of different kinds."""
WORKER: Final = (0.035, 0.035, 0.03, 0.025, 0.02, 0.015)
"""The same for the first workers on table and in hand."""
FED: Final = (0.03, 0.025, 0.02, 0.015, 0.01)
"""What food for the first, second, ... character more adds to growth."""
POWERS: Final[dict[str, float]] = {FAVOUR: 1.0, MUSE: 1.2, TRADE: 0.7}
"""What a card with a power brings in a turn beyond the work of its hands."""
CARD_OUT: Final = 0.2
"""A territory or a troop on the table, for all that it may still be good for."""
FIGHTER: Final = 0.08
"""A point of attack or defence on the table."""
NOW: Final = 0.9
"""How surely an attack that is possible in this turn will come as reckoned."""
SOON: Final = 0.5
"""The same for the next turn, by troops that are there."""
NEAR: Final = 0.25
"""The same by troops that must march first."""
BESIEGED: Final = 0.8
"""Every turn of a siege."""
WAITING: Final = "waiting"
"""What stands for the phase of a player who is not in turn."""
ASTIR: Final = 0.05
"""A card moved inside the fief or a price half paid, so that nothing is done step by step without need."""


def points(state: State) -> list[float]:
    """The points that each seat may expect in the end, those of allies together."""
    active, own = state.active, list[float]()
    for seat in range(len(state.players)):
        player, phase = _foreseen(state, seat), state.phase if seat == active else WAITING
        worth = _own(state.pack, player, seat, phase, len(state.players)) - TURN * _awaited(state, player)
        if seat == active and state.pending:
            worth += sum(_question(state, frame, player) for frame in state.pending)
        own.append(worth - sum(_danger(state, seat, player, enemy) for enemy in enemies(state, seat)))
    own[active] -= ASTIR * len(state.stationed)
    groups = sides(len(own))
    middle = sum(own) / len(groups)
    gaps = {seat: sum(own[ally] for ally in side) - middle for side in groups for seat in side}
    return [middle + gaps[seat] / (1 + abs(gaps[seat]) / FAR) for seat in range(len(own))]


# --- a fief ---------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=32768)
def _own(pack: str, player: Player, seat: int, phase: str, seats: int) -> float:
    """How soon a player should have the points that win, as points; and what the troops are worth."""
    if not player.alive:
        return -VICTORY
    tables = SHELF.find(pack)
    wanted = tables.numbers["alliance_prestige"] / 2 if seats == 4 else tables.numbers["prestige"]
    built = {building for land in player.lands for building in land.buildings}
    left = wanted - sum(tables.buildings[name].points for name in sorted(built))
    if left <= 0 and seats != 4:
        return wanted + VICTORY
    made, extra = _output(pack, player.lands, player.units, home(seat), unturned=False)
    rate = _rate(pack, made, extra)
    share = _share(pack, player, seat, phase)
    fed = made[RESOURCES.index(FOOD)] * tables.numbers["fed_per_food"] - len(player.units)
    growth = GROWTH + sum(FED[: max(0, fed)]) + _hand(pack, player.hand, player.lands, len(player.units))
    turns = max(left - CARD * size_of(player.hand), left / 2, 0.0) / (rate + growth) - FRESH * share
    fighters = sum(tables.troops[unit.card].attack + tables.troops[unit.card].defence for unit in player.units)
    out = len(player.units) + sum(bool(land.card) for land in player.lands)
    return wanted - TURN * turns + min(0, fed) + CARD_OUT * out + FIGHTER * fighters - BESIEGED * player.siege


def _awaited(state: State, player: Player) -> float:
    """The turns that a player may lose because the open buildings are none that he lacks."""
    built = {building for land in player.lands for building in land.buildings}
    news = sum(0.5 * (pile.left > 0) if pile.top == NONE else pile.top not in built for pile in state.piles)
    return NEWS / (1 + 2 * news)


@lru_cache(maxsize=32768)
def _output(
    pack: str, lands: tuple[Land, ...], units: tuple[Unit, ...], fief: str, *, unturned: bool
) -> tuple[tuple[int, ...], float]:
    """What lands and workers yield in a turn, resource by resource, and what powers add; or what is unturned of it."""
    tables, made, extra = SHELF.find(pack), dict.fromkeys(RESOURCES, 0), 0.0
    for host, land in enumerate(lands):
        if land.card and not (unturned and land.turned):
            here = tuple(unit.card for unit in units if unit.host == host)
            made[tables.lands[land.card].resource] += sum(output(pack, land.card, land.buildings, here))
    for unit in units:
        if unit.fief == fief and not (unturned and unit.turned):
            extra += POWERS.get(tables.troops[unit.card].power, 0.0)
            made[WORKFORCE] += unit.host == FREE and unit.card in tables.workers
    return tuple(made.values()), extra


@lru_cache(maxsize=16384)
def _rate(pack: str, made: tuple[int, ...], extra: float) -> float:
    """The buildings that such an output and a card a turn pay for, with what is too much of one kind converted."""
    tables = SHELF.find(pack)
    rows = tables.pack.buildings
    price = [sum(dict(tables.costs[row.id]).get(kind, 0) for row in rows) / len(rows) for kind in RESOURCES]
    built, lack = 0.0, 0.0
    while built < 4.0:
        lack, spare = 0.0, 0.0
        for amount, each in zip(made, price, strict=True):
            left = amount - each * (built + 0.05)
            lack, spare = (lack - left, spare) if left < 0 else (lack, spare + left)
        if lack > 1.0 + extra + spare / tables.numbers["convert"]:
            break
        built += 0.05
    return built


def _share(pack: str, player: Player, seat: int, phase: str) -> float:
    """How much of a turn lies before a player, the last of it being worth little; half for who waits."""
    if phase in ("march", "war"):
        return 0.0
    if phase != "actions":
        return 0.5 if phase == WAITING else 1.0
    made, extra = _output(pack, player.lands, player.units, home(seat), unturned=False)
    left, more = _output(pack, player.lands, player.units, home(seat), unturned=True)
    unused = max(0.0, (sum(left) + more) / (sum(made) + extra) - SCRAPS) / (1 - SCRAPS)
    return unused * unused


@lru_cache(maxsize=16384)
def _hand(pack: str, hand: Bag, lands: tuple[Land, ...], units: int) -> float:
    """How much a hand lets a fief grow: by territories while there is room for them, and by workers."""
    tables, room = SHELF.find(pack), sum(not land.card for land in lands)
    held = [(card, count) for card, count in hand if card in tables.territories]
    workers = sum(count for card, count in hand if card in tables.workers)
    growth = sum(LAND[: min(room, sum(count for _, count in held))]) + KIND * min(room, len(held))
    return growth + sum(WORKER[units:][:workers])


# --- open questions -------------------------------------------------------------------------------------------------


def _foreseen(state: State, seat: int) -> Player:
    """A player after what has begun: a price is paid and the purchase made, or the blows of a conflict are felt."""
    if state.battle is not None:
        return _after_blows(state, seat)
    if seat != state.active or not state.pending:
        return state.players[seat]
    player, last = state.players[seat], state.pending[-1]
    if isinstance(last, Payment):
        player = _paid(state, last)
    for frame in state.pending:
        if isinstance(frame, Purchase) and frame.what != "card":
            player = _bought(player, frame, home(seat))
    return player


def _paid(state: State, payment: Payment) -> Player:
    """The player in turn after the cheapest way to pay the rest."""
    by_name = {source.name: source for source in sources(state)[0]}
    for name in cheapest_way(state, payment):
        state = use(state, by_name[name])
    return state.me


def _question(state: State, frame: Question, player: Player) -> float:
    """What an open question should still bring the player in turn."""
    if isinstance(frame, ChooseDeck):
        return CARD * frame.left
    if isinstance(frame, Payment):
        return -ASTIR * bool(frame.pool)
    if isinstance(frame, Purchase) and frame.what == "card":
        deck = frame.pile
    elif isinstance(frame, DrawCard):
        deck = frame.deck
    else:
        return 0.0
    return _drawn(state.pack, player, state.active, state.decks[deck].cards, len(state.players))


@lru_cache(maxsize=16384)
def _drawn(pack: str, player: Player, seat: int, deck: Bag, seats: int) -> float:
    """What a card of a deck is worth to a player, on average."""
    before, worth = _own(pack, player, seat, WAITING, seats), 0.0
    for card, count in deck:
        richer = replace(player, hand=add_to(player.hand, card))
        worth += count * (_own(pack, richer, seat, WAITING, seats) - before)
    return worth / size_of(deck) if deck else CARD


def _bought(player: Player, frame: Purchase, fief: str) -> Player:
    """The player with what is being paid for."""
    if frame.what == "recruit":
        return replace(player, units=tuple(sorted((*player.units, Unit(frame.card, fief)))))
    land = player.lands[frame.at]
    if frame.what == "building":
        new = replace(land, buildings=tuple(sorted((*land.buildings, frame.card))))
    else:
        new = Land(frame.card) if frame.what == "settle" else Land()
    return replace(player, lands=(*player.lands[: frame.at], new, *player.lands[frame.at + 1 :]))


# --- war ------------------------------------------------------------------------------------------------------------


def _after_blows(state: State, seat: int) -> Player:
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


def _danger(state: State, seat: int, player: Player, enemy: int) -> float:
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
    return _own(pack, player, seat, WAITING, seats) - _own(pack, poorer, seat, WAITING, seats)


BOT: Final = Bot(points=points, sides=lambda state: sides(len(state.players)), victory=VICTORY)
