"""Value of a fief without its enemies: the number of turns until its player has the buildings that win."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from referee_service.kernel.bags import Bag, add_to, size_of
from referee_service.kernel.memos import EVALUATION_ENTRIES

from ..content.tables import ARTIST_POWER, BUREAUCRAT_POWER, FOOD, MERCHANT_POWER, PACKS, RESOURCES, WORKFORCE
from ..fiefs import home_fief
from ..fields import NO_HOST
from ..state import Land, Player, Unit, output
from .weights import WEIGHTS

WAITING_PHASE: Final = "waiting"
"""Stands for the phase of a player who is not in turn."""
MAX_BUILDINGS_PER_TURN: Final = 4.0
"""The most buildings per turn that the evaluation considers."""
BUILDINGS_STEP: Final = 0.05
"""Precision of the estimated buildings per turn."""
POWER_RESOURCES: Final[dict[str, float]] = {
    BUREAUCRAT_POWER: WEIGHTS.bureaucrat_resources_per_turn,
    ARTIST_POWER: WEIGHTS.artist_resources_per_turn,
    MERCHANT_POWER: WEIGHTS.merchant_resources_per_turn,
}
"""Resources per turn for a unit with this power."""


@lru_cache(maxsize=EVALUATION_ENTRIES)
def fief_value(pack: str, player: Player, seat: int, phase: str, seats: int) -> float:
    """Return the points that a player may expect: fewer for each turn until the victory, more for units and lands.

    `phase` is the phase of the turn, or `WAITING_PHASE` if the player is not in turn.
    """
    if not player.alive:
        return -WEIGHTS.win_value
    tables = PACKS.get(pack)
    goal = tables.numbers["alliance_prestige"] / 2 if seats == 4 else tables.numbers["prestige"]
    built = {building for land in player.lands for building in land.buildings}
    missing = goal - sum(tables.buildings[name].points for name in sorted(built))
    if missing <= 0 and seats != 4:
        return goal + WEIGHTS.win_value
    produced, power = _turn_output(pack, player.lands, player.units, home_fief(seat), unturned=False)
    spare_food = produced[RESOURCES.index(FOOD)] * tables.numbers["fed_per_food"] - len(player.units)
    growth = (
        WEIGHTS.base_growth_per_turn
        + sum(WEIGHTS.food_growth_per_turn[: max(0, spare_food)])
        + _hand_growth(pack, player.hand, player.lands, len(player.units))
    )
    points = max(missing - WEIGHTS.hand_card_value * size_of(player.hand), missing / 2, 0.0)
    turns = points / (_buildings_per_turn(pack, produced, power) + growth)
    turns -= WEIGHTS.full_turn_share * _turn_share(pack, player, seat, phase)
    strength = sum(tables.troops[unit.card].attack + tables.troops[unit.card].defence for unit in player.units)
    table_cards = len(player.units) + sum(bool(land.card) for land in player.lands)
    return (
        goal
        - WEIGHTS.turn_value * turns
        + min(0, spare_food)
        + WEIGHTS.table_card_value * table_cards
        + WEIGHTS.strength_value * strength
        - WEIGHTS.siege_penalty_value * player.siege
    )


@lru_cache(maxsize=EVALUATION_ENTRIES)
def _turn_output(
    pack: str, lands: tuple[Land, ...], units: tuple[Unit, ...], fief: str, *, unturned: bool
) -> tuple[tuple[int, ...], float]:
    """Return the output of a fief in a turn by resource, and the resources that powers add.

    With `unturned`, count only lands and units that are not turned yet.
    """
    tables, produced, power = PACKS.get(pack), dict.fromkeys(RESOURCES, 0), 0.0
    for host, land in enumerate(lands):
        if land.card and not (unturned and land.turned):
            host_units = tuple(unit.card for unit in units if unit.host == host)
            produced[tables.lands[land.card].resource] += sum(output(pack, land.card, land.buildings, host_units))
    for unit in units:
        if unit.fief == fief and not (unturned and unit.turned):
            power += POWER_RESOURCES.get(tables.troops[unit.card].power, 0.0)
            produced[WORKFORCE] += unit.host == NO_HOST and unit.card in tables.workers
    return tuple(produced.values()), power


@lru_cache(maxsize=EVALUATION_ENTRIES)
def _buildings_per_turn(pack: str, produced: tuple[int, ...], power: float) -> float:
    """Return the average buildings per turn that an output pays for, together with one hand card per turn.

    Surplus resources are converted at the rate of the rules.
    """
    tables = PACKS.get(pack)
    rows = tables.pack.buildings
    price = [sum(dict(tables.costs[row.id]).get(kind, 0) for row in rows) / len(rows) for kind in RESOURCES]
    built, lack = 0.0, 0.0
    while built < MAX_BUILDINGS_PER_TURN:
        lack, spare = 0.0, 0.0
        for amount, each in zip(produced, price, strict=True):
            balance = amount - each * (built + BUILDINGS_STEP)
            lack, spare = (lack - balance, spare) if balance < 0 else (lack, spare + balance)
        if lack > 1.0 + power + spare / tables.numbers["convert"]:
            break
        built += BUILDINGS_STEP
    return built


def _turn_share(pack: str, player: Player, seat: int, phase: str) -> float:
    """Return the share of a turn that a player still has ahead, from 0 to 1.

    In the actions it is the squared share of the unturned output, because the last cards seldom buy anything.
    """
    if phase in ("march", "war"):
        return 0.0
    if phase != "actions":
        return WEIGHTS.waiting_turn_share if phase == WAITING_PHASE else 1.0
    produced, power = _turn_output(pack, player.lands, player.units, home_fief(seat), unturned=False)
    unturned, unused_power = _turn_output(pack, player.lands, player.units, home_fief(seat), unturned=True)
    share = (sum(unturned) + unused_power) / (sum(produced) + power)
    unused = max(0.0, share - WEIGHTS.wasted_output_share) / (1 - WEIGHTS.wasted_output_share)
    return unused * unused


@lru_cache(maxsize=EVALUATION_ENTRIES)
def _hand_growth(pack: str, hand: Bag, lands: tuple[Land, ...], units: int) -> float:
    """Return the points per turn that a hand adds: by territories while there is room for them, and by workers."""
    tables, room = PACKS.get(pack), sum(not land.card for land in lands)
    territories = [(card, count) for card, count in hand if card in tables.territories]
    workers = sum(count for card, count in hand if card in tables.workers)
    growth = sum(WEIGHTS.territory_growth_per_turn[: min(room, sum(count for _, count in territories))])
    growth += WEIGHTS.new_kind_growth_per_turn * min(room, len(territories))
    return growth + sum(WEIGHTS.worker_growth_per_turn[units:][:workers])


@lru_cache(maxsize=EVALUATION_ENTRIES)
def card_value(pack: str, player: Player, seat: int, deck: Bag, seats: int) -> float:
    """Return the average points that a card drawn from these cards adds to a player."""
    before, gain = fief_value(pack, player, seat, WAITING_PHASE, seats), 0.0
    for card, count in deck:
        richer = replace(player, hand=add_to(player.hand, card))
        gain += count * (fief_value(pack, richer, seat, WAITING_PHASE, seats) - before)
    return gain / size_of(deck) if deck else WEIGHTS.hand_card_value
