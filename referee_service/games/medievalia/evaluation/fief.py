"""What a fief is worth by itself, for the bots: how soon it should have the buildings that win.

All numbers are points of prestige. They are estimates of good play, not rules, and nothing else depends on them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from referee_service.games.medievalia.content.tables import FAVOUR, FOOD, MUSE, PACKS, RESOURCES, TRADE, WORKFORCE
from referee_service.games.medievalia.fiefs import home_fief
from referee_service.games.medievalia.state import NO_HOST, Land, Player, Unit, output
from referee_service.kernel.bags import Bag, add_to, size_of

WIN_VALUE: Final = 8.0
"""What winning is worth beside the points of the end."""
TURN_VALUE: Final = 0.9
"""A turn sooner."""
GROWTH_PER_TURN: Final = 0.4
"""The points a turn that a fief will bring beyond what it brings today."""
FULL_TURN_SHARE: Final = 0.8
"""What a turn that lies whole before a player is worth, in turns."""
WASTED_OUTPUT_SHARE: Final = 0.3
"""The share of a turn's output that buys nothing more."""
CARD_VALUE: Final = 0.15
"""A hand card that serves as one resource of any kind."""
TERRITORY_GROWTH: Final = (0.05, 0.045, 0.03, 0.02)
"""What the first, second, ... territory in hand adds to growth while there is room."""
NEW_KIND_GROWTH: Final = 0.01
"""The same for territories of different kinds."""
WORKER_GROWTH: Final = (0.035, 0.035, 0.03, 0.025, 0.02, 0.015)
"""The same for the first workers on table and in hand."""
FOOD_GROWTH: Final = (0.03, 0.025, 0.02, 0.015, 0.01)
"""What food for the first, second, ... character more adds to growth."""
POWER_VALUE: Final[dict[str, float]] = {FAVOUR: 1.0, MUSE: 1.2, TRADE: 0.7}
"""What a card with a power brings in a turn beyond the work of its hands."""
TABLE_CARD_VALUE: Final = 0.2
"""A territory or a troop on the table, for all that it may still be good for."""
STRENGTH_VALUE: Final = 0.08
"""A point of attack or defence on the table."""
SIEGE_TURN_PENALTY: Final = 0.8
"""Every turn of a siege."""
WAITING_PHASE: Final = "waiting"
"""What stands for the phase of a player who is not in turn."""


@lru_cache(maxsize=32768)
def fief_value(pack: str, player: Player, seat: int, phase: str, seats: int) -> float:
    """How soon a player should have the points that win, as points; and what the troops are worth."""
    if not player.alive:
        return -WIN_VALUE
    tables = PACKS.get(pack)
    wanted = tables.numbers["alliance_prestige"] / 2 if seats == 4 else tables.numbers["prestige"]
    built = {building for land in player.lands for building in land.buildings}
    left = wanted - sum(tables.buildings[name].points for name in sorted(built))
    if left <= 0 and seats != 4:
        return wanted + WIN_VALUE
    made, extra = _turn_output(pack, player.lands, player.units, home_fief(seat), unturned=False)
    rate = _buildings_per_turn(pack, made, extra)
    share = _turn_share(pack, player, seat, phase)
    fed = made[RESOURCES.index(FOOD)] * tables.numbers["fed_per_food"] - len(player.units)
    growth = (
        GROWTH_PER_TURN
        + sum(FOOD_GROWTH[: max(0, fed)])
        + _hand_growth(pack, player.hand, player.lands, len(player.units))
    )
    turns = max(left - CARD_VALUE * size_of(player.hand), left / 2, 0.0) / (rate + growth) - FULL_TURN_SHARE * share
    fighters = sum(tables.troops[unit.card].attack + tables.troops[unit.card].defence for unit in player.units)
    out = len(player.units) + sum(bool(land.card) for land in player.lands)
    return (
        wanted
        - TURN_VALUE * turns
        + min(0, fed)
        + TABLE_CARD_VALUE * out
        + STRENGTH_VALUE * fighters
        - SIEGE_TURN_PENALTY * player.siege
    )


@lru_cache(maxsize=32768)
def _turn_output(
    pack: str, lands: tuple[Land, ...], units: tuple[Unit, ...], fief: str, *, unturned: bool
) -> tuple[tuple[int, ...], float]:
    """What lands and workers yield in a turn, resource by resource, and what powers add; or what is unturned of it."""
    tables, made, extra = PACKS.get(pack), dict.fromkeys(RESOURCES, 0), 0.0
    for host, land in enumerate(lands):
        if land.card and not (unturned and land.turned):
            here = tuple(unit.card for unit in units if unit.host == host)
            made[tables.lands[land.card].resource] += sum(output(pack, land.card, land.buildings, here))
    for unit in units:
        if unit.fief == fief and not (unturned and unit.turned):
            extra += POWER_VALUE.get(tables.troops[unit.card].power, 0.0)
            made[WORKFORCE] += unit.host == NO_HOST and unit.card in tables.workers
    return tuple(made.values()), extra


@lru_cache(maxsize=16384)
def _buildings_per_turn(pack: str, made: tuple[int, ...], extra: float) -> float:
    """The buildings that such an output and a card a turn pay for, with what is too much of one kind converted."""
    tables = PACKS.get(pack)
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


def _turn_share(pack: str, player: Player, seat: int, phase: str) -> float:
    """How much of a turn lies before a player, the last of it being worth little; half for who waits."""
    if phase in ("march", "war"):
        return 0.0
    if phase != "actions":
        return 0.5 if phase == WAITING_PHASE else 1.0
    made, extra = _turn_output(pack, player.lands, player.units, home_fief(seat), unturned=False)
    left, more = _turn_output(pack, player.lands, player.units, home_fief(seat), unturned=True)
    unused = max(0.0, (sum(left) + more) / (sum(made) + extra) - WASTED_OUTPUT_SHARE) / (1 - WASTED_OUTPUT_SHARE)
    return unused * unused


@lru_cache(maxsize=16384)
def _hand_growth(pack: str, hand: Bag, lands: tuple[Land, ...], units: int) -> float:
    """How much a hand lets a fief grow: by territories while there is room for them, and by workers."""
    tables, room = PACKS.get(pack), sum(not land.card for land in lands)
    held = [(card, count) for card, count in hand if card in tables.territories]
    workers = sum(count for card, count in hand if card in tables.workers)
    growth = sum(TERRITORY_GROWTH[: min(room, sum(count for _, count in held))]) + NEW_KIND_GROWTH * min(
        room, len(held)
    )
    return growth + sum(WORKER_GROWTH[units:][:workers])


@lru_cache(maxsize=16384)
def card_value(pack: str, player: Player, seat: int, deck: Bag, seats: int) -> float:
    """What a card of a deck is worth to a player, on average."""
    before, worth = fief_value(pack, player, seat, WAITING_PHASE, seats), 0.0
    for card, count in deck:
        richer = replace(player, hand=add_to(player.hand, card))
        worth += count * (fief_value(pack, richer, seat, WAITING_PHASE, seats) - before)
    return worth / size_of(deck) if deck else CARD_VALUE
