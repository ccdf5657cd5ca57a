"""What a fief is worth by itself, for the bots: how soon it should have the buildings that win.

All numbers are points of prestige. They are estimates of good play, not rules, and nothing else depends on them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from referee_service.games.medievalia.content import FAVOUR, FOOD, MUSE, RESOURCES, SHELF, TRADE, WORKFORCE
from referee_service.games.medievalia.realm import home
from referee_service.games.medievalia.state import FREE, Land, Player, Unit, output
from referee_service.kernel.values import Bag, add_to, size_of

VICTORY: Final = 8.0
"""What winning is worth beside the points of the end."""
TURN: Final = 0.9
"""A turn sooner."""
GROWTH: Final = 0.4
"""The points a turn that a fief will bring beyond what it brings today."""
FRESH: Final = 0.8
"""What a turn that lies whole before a player is worth, in turns."""
SCRAPS: Final = 0.3
"""The share of a turn's output that buys nothing more."""
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
BESIEGED: Final = 0.8
"""Every turn of a siege."""
WAITING: Final = "waiting"
"""What stands for the phase of a player who is not in turn."""


@lru_cache(maxsize=32768)
def worth_of_fief(pack: str, player: Player, seat: int, phase: str, seats: int) -> float:
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


@lru_cache(maxsize=16384)
def worth_of_card(pack: str, player: Player, seat: int, deck: Bag, seats: int) -> float:
    """What a card of a deck is worth to a player, on average."""
    before, worth = worth_of_fief(pack, player, seat, WAITING, seats), 0.0
    for card, count in deck:
        richer = replace(player, hand=add_to(player.hand, card))
        worth += count * (worth_of_fief(pack, richer, seat, WAITING, seats) - before)
    return worth / size_of(deck) if deck else CARD
