"""What should still come of what lies on the table: land, dice, tokens and technologies, for the bots.

All numbers are points. They are estimates of good play, not rules, and nothing else depends on them. Most were found by
play: thousands of games between greedy players who valued things differently showed which values win.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from referee_service.games.dice_settlers.content.schema import Number, TechnologyRow
from referee_service.games.dice_settlers.content.tables import GOLD, PACKS, content
from referee_service.games.dice_settlers.scoring import COUNTERS, is_runner_up
from referee_service.games.dice_settlers.state import NOBODY, MapTile, Player, State, is_controller, is_present
from referee_service.kernel.bags import count_in, size_of

DIE_END_VALUE: Final = 1.5
"""A die at the end, half of a pair."""
DIE_USE_VALUE: Final = 2.3
"""Beside that a die, while there is time to use it."""
QUOTA_VALUE: Final = 8.3
"""A die more that may be drawn in every round."""
ROLLED_DIE_VALUE: Final = 0.99
"""A die that is rolled: what the symbol on it brings."""
TENT_VALUE: Final = 1.9
"""A tent at hand."""
MAP_TENT_VALUE: Final = 0.2
"""A tent on the map, beside the tile it may hold."""
TOKEN_VALUE: Final = 0.49
"""A token at hand."""
GOLD_EXTRA_VALUE: Final = 0.44
"""What gold is worth beside."""
TECHNOLOGY_VALUE: Final = 0.7
"""A technology, beside what it does."""
FUTURE_TILE_SHARE: Final = 0.47
"""What tiles may bring as tents come and go, as a share of it."""
LOST_TILE_SHARE: Final = 0.27
"""What is thought lost of the tiles held now, as a share of what they bring."""
UNFINISHED_HOUSE_SHARE: Final = 0.77
"""Houses half built, as a share of what they bring."""
TERRAIN_VALUE: Final = 0.44
"""Presence on one terrain more: another colour to recruit, more technologies in reach."""
CONTROL_PROB: Final[dict[int, float]] = {-2: 0.1, -1: 0.25, 0: 0.7, 1: 0.8, 2: 0.9}
"""How likely a side controls a tile in the end, by its lead in tents."""
HOUSE_PROGRESS: Final = (0.0, 0.2, 0.5, 0.85)
"""By the lead in tents, how much of a house stands already."""
SYMBOL_VALUE: Final = 0.62
"""A tile's symbol for an action."""
FACTORY_VALUE: Final = 0.52
"""A tent that may still work in a factory."""
NUMBER_VALUE: Final[dict[Number, float]] = {
    "explored_tiles": 0.3,
    "shield": 0.2,
    "kept_dice": 0.4,
    "harvest": 0.4,
    "govern_lead": -0.5,
    "factory_tokens": 0.4,
    "factory_uses": 0.4,
    "trade_points": 0.4,
}
"""What a technology that adds to a number brings in a round; the quota is worth dice that are rolled."""
PERMIT_VALUE: Final = 0.3
"""What a restriction lifted brings in a round; so with symbols that are converted or given."""
CONVERSION_VALUE: Final = 0.4
GIVEN_SYMBOL_VALUE: Final = 0.8
EXPLOSION_VALUE: Final = 1.3
"""What an explosion brings, once."""
GROWTH_PER_ROUND: Final = 0.36
"""How much of what a technology counts is got in a round."""
TYPICAL_COUNT: Final = 4.0
"""How much of it somebody has who might research it."""
HALF_CERTAIN_ROUNDS: Final = 1.6
"""With so many rounds to come, half of what is uncertain is settled."""
LAST_ROUND_SHARE: Final = 0.2
"""What things to spend are worth to who can still spend them in the last round."""
ABSENT_SHARE: Final = 0.5
"""What is left of the chance to control a tile for who is not there yet."""
RUNNER_UP_PROB: Final = 0.8
"""How likely who is not first on a tile comes second."""
SAFE_CONTROL_PROB: Final = 0.95
"""How likely a tile is held with a larger lead than those above."""
MAX_PLANNED_HOUSES: Final = 2
"""So many houses are planned at once."""
PROSPECT_SHARE: Final = 0.18
"""What the tokens and terrains for a technology are worth beside, as a share of it."""


# --- land ---------------------------------------------------------------------------------------------------------


class MapValue(NamedTuple):
    """What the map is worth to a side."""

    certain: float
    """Points if the game ended now."""
    likely: float
    """Points as tents may still come and go."""
    progress: float
    """Houses half built."""
    quota: int
    """What tiles add to the dice quota."""
    symbols: int
    """Symbols that tiles add to actions."""
    terrains: tuple[str, ...]
    """The terrains where the side is present."""
    houses: int
    raids: int
    """Tents of others that can be raided."""
    factories: tuple[str, ...]
    """Factories with a tent."""
    tents: int
    """Tents on the map."""


@lru_cache(maxsize=16384)
def map_values(pack: str, places: tuple[MapTile, ...], sides: int) -> tuple[MapValue, ...]:
    """What a map is worth to everybody, worked out once."""
    return tuple(_map_value(pack, places, side) for side in range(sides))


def _map_value(pack: str, places: tuple[MapTile, ...], side: int) -> MapValue:
    """What a map is worth to one side."""
    sure, likely, quota, symbols, raids, tents = 0.0, 0.0, 0, 0, 0, 0
    leads, terrains, factories = list[int](), set[str](), list[str]()
    houses = sum(place.house == side for place in places)
    for place in places:
        spot = _tile_value(pack, place, side)
        sure += spot.now
        likely += spot.later
        if not spot.terrain:
            continue
        terrains.add(spot.terrain)
        raids += spot.raids
        quota += spot.quota
        symbols += spot.symbols
        tents += place.tents[side]
        if spot.factory:
            factories.append(place.tile)
        if place.house == NOBODY:
            leads.append(spot.lead)
    best = sorted((HOUSE_PROGRESS[max(0, min(3, lead))] for lead in leads), reverse=True)
    left = max(0, min(MAX_PLANNED_HOUSES, PACKS.get(pack).numbers["houses"] - houses))
    progress = sum(share * (2 * (houses + at) + 1) for at, share in enumerate(best[:left]))
    sure, likely = sure + houses * houses, likely + houses * houses
    return MapValue(
        sure, likely, progress, quota, symbols, tuple(sorted(terrains)), houses, raids, tuple(factories), tents
    )


class TileValue(NamedTuple):
    """What one tile is worth to a side; without a terrain where the side is not present."""

    now: float
    later: float
    terrain: str
    raids: int
    quota: int
    symbols: int
    lead: int
    factory: bool


@lru_cache(maxsize=16384)
def _tile_value(pack: str, place: MapTile, side: int) -> TileValue:
    """What a tile is worth, worked out once: most moves change one tile only."""
    row = PACKS.get(pack).tiles[place.tile].row
    now, then = _tile_points(place, side, row.first, row.second)
    if not is_present(place, side):
        return TileValue(now, then, "", 0, 0, 0, 0, factory=False)
    works = row.ability == "presence" or is_controller(place, side)
    return TileValue(
        now,
        then,
        row.terrain,
        raids=sum(place.tents) - place.tents[side],
        quota=row.quota * works,
        symbols=bool(row.bonus) * works,
        lead=_tent_lead(place, side),
        factory=row.ability == "factory" and place.tents[side] > 0,
    )


def _tile_points(place: MapTile, side: int, first: int, second: int) -> tuple[float, float]:
    """The points of a tile now, and as likely as it will be held."""
    now = first if is_controller(place, side) else second if is_runner_up(place, side) else 0
    if place.house != NOBODY:
        return now, now
    if not any(place.tents):
        return now, 0.0
    lead = _tent_lead(place, side)
    hold = CONTROL_PROB[lead] if -2 <= lead <= 2 else SAFE_CONTROL_PROB if lead > 0 else 0.0
    if not place.tents[side]:
        return now, hold * first * ABSENT_SHARE
    return now, hold * first + (1 - hold) * second * RUNNER_UP_PROB


def _tent_lead(place: MapTile, side: int) -> int:
    """How many tents a side has more than the best of the others."""
    return place.tents[side] - max(tents for other, tents in enumerate(place.tents) if other != side)


# --- what lies before a player ------------------------------------------------------------------------------------


@lru_cache(maxsize=16384)
def holdings_value(pack: str, player: Player, land: MapValue, rounds: float, *, now: bool) -> float:
    """What a player has; worked out once, for most moves change one player only."""
    early, dice = rounds / (rounds + HALF_CERTAIN_ROUNDS), dice_of(player)
    quota = min(dice_quota(pack, player, land), dice)
    to_spend = max(early, LAST_ROUND_SHARE) if now else early
    later = (
        FUTURE_TILE_SHARE * land.likely
        - LOST_TILE_SHARE * land.certain
        + MAP_TENT_VALUE * land.tents
        + UNFINISHED_HOUSE_SHARE * land.progress
        + TERRAIN_VALUE * len(land.terrains)
        + SYMBOL_VALUE * land.symbols
        + QUOTA_VALUE * quota
        + DIE_USE_VALUE * dice
        + TECHNOLOGY_VALUE * len(player.technologies)
    )
    return (
        land.certain
        + 2 * DIE_END_VALUE * (dice // 2)
        + early * (later + DIE_END_VALUE * (dice % 2))
        + to_spend
        * (
            TENT_VALUE * player.tents
            + TOKEN_VALUE * size_of(player.tokens)
            + GOLD_EXTRA_VALUE * count_in(player.tokens, GOLD)
        )
    )


def dice_of(player: Player) -> int:
    """All dice of a player."""
    return size_of(player.bag) + size_of(player.active) + size_of(player.spent)


def dice_quota(pack: str, player: Player, land: MapValue) -> int:
    """The dice that a player may draw in a round."""
    tables = PACKS.get(pack)
    more = sum(tables.technologies[name].row.numbers.get("quota", 0) for name in player.technologies)
    return min(tables.numbers["quota_base"] + more + land.quota, tables.numbers["quota_most"])


def die_loss_value(pack: str, player: Player, land: MapValue, rounds: float) -> float:
    """What it costs to have a die less: who has few rolls fewer in every round."""
    later = DIE_USE_VALUE + (QUOTA_VALUE if dice_of(player) <= dice_quota(pack, player, land) else 0.0)
    return DIE_END_VALUE + later * rounds / (rounds + HALF_CERTAIN_ROUNDS)


@lru_cache(maxsize=16384)
def prospects_value(pack: str, player: Player, land: MapValue, table: tuple[str, ...], rounds: float) -> float:
    """How near the best technology is: the tokens and terrains for it that a player has."""
    technologies, held, best = PACKS.get(pack).technologies, dict(player.tokens), 0.0
    jokers, dice = held.get(GOLD, 0), dice_of(player)
    for name in table:
        row = technologies[name].row
        if name not in player.technologies:
            tokens = sum(min(count, held.get(token, 0)) for token, count in row.tokens.items() if token != GOLD)
            need = sum(row.tokens.values())
            ready = min(need, tokens + jokers) + sum(terrain in land.terrains for terrain in row.terrains)
            share = ready / (need + len(row.terrains))
            worth = research_value(pack, name, dice, land.houses, len(player.technologies), rounds)
            best = max(best, share * share * worth)
    return PROSPECT_SHARE * best


@lru_cache(maxsize=16384)
def research_value(pack: str, name: str, dice: int, houses: int, known: int, rounds: float) -> float:
    """What a technology would bring who has so many dice, houses and technologies, less its tokens."""
    row = PACKS.get(pack).technologies[name].row
    counts = {"die": dice, "house": houses, "technology": known + 1}
    quota = QUOTA_VALUE * rounds / (rounds + HALF_CERTAIN_ROUNDS) * row.numbers.get("quota", 0)
    return _card_value(row, counts.get(row.per, TYPICAL_COUNT), rounds) + quota - TOKEN_VALUE * sum(row.tokens.values())


def technology_value(state: State, seat: int, name: str, rounds: float) -> float:
    """The points of a technology, and what it brings until the end."""
    row = content(state).technologies[name].row
    counted = COUNTERS[row.per](state, seat) if row.per else 0
    return _card_value(row, counted, rounds)


def _card_value(row: TechnologyRow, counted: float, rounds: float) -> float:
    """What a card brings whoever has so many of what it counts."""
    worth = row.points + (EXPLOSION_VALUE if row.on_explode else 0.0)
    worth += row.each * (counted + GROWTH_PER_ROUND * rounds)
    each = sum(NUMBER_VALUE[name] * value for name, value in row.numbers.items() if name in NUMBER_VALUE)
    each += (
        PERMIT_VALUE * len(row.permits)
        + (CONVERSION_VALUE if row.converts else 0.0)
        + (GIVEN_SYMBOL_VALUE if row.gives else 0.0)
    )
    return worth + rounds * each
