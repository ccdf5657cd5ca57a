"""Value of what lies on the table: map, dice, tokens and technologies. All values are points."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from referee_service.kernel.bags import count_in, size_of
from referee_service.kernel.memos import EVALUATION_ENTRIES, memo_by

from ..content.schema import TechnologyRow
from ..content.tables import GOLD, PACKS, content
from ..map_tiles import is_controller, is_present
from ..scoring import COUNTERS, is_runner_up
from ..state import NO_SIDE, MapTile, Player, State, dice_of
from .weights import WEIGHTS

# --- map ------------------------------------------------------------------------------------------------------------


class MapValue(NamedTuple):
    """Value of the map for one side."""

    certain: float
    """Points if the game ended now."""
    likely: float
    """Expected points at the end."""
    progress: float
    """Points of houses in progress."""
    quota: int
    """Dice that tiles add to the quota."""
    symbols: int
    """Symbols that tiles add to actions."""
    terrains: tuple[str, ...]
    """Terrains where the side is present."""
    houses: int
    """Houses that the side has built."""
    raids: int
    """Tents of other sides that can be raided."""
    factories: tuple[str, ...]
    """Factories where the side has a tent."""
    tents: int
    """Tents on the map."""


@lru_cache(maxsize=EVALUATION_ENTRIES)
def map_values(pack: str, tiles: tuple[MapTile, ...], sides: int) -> tuple[MapValue, ...]:
    """Return the value of a map for every side. Cached."""
    return tuple(_map_value(pack, tiles, side) for side in range(sides))


def _map_value(pack: str, tiles: tuple[MapTile, ...], side: int) -> MapValue:
    """Return the value of a map for one side."""
    certain, likely, quota, symbols, raids, tents = 0.0, 0.0, 0, 0, 0, 0
    leads, terrains, factories = list[int](), set[str](), list[str]()
    houses = sum(map_tile.house == side for map_tile in tiles)
    for map_tile in tiles:
        tile_value = _tile_value(pack, map_tile, side)
        certain += tile_value.now
        likely += tile_value.later
        if not tile_value.terrain:
            continue
        terrains.add(tile_value.terrain)
        raids += tile_value.raids
        quota += tile_value.quota
        symbols += tile_value.symbols
        tents += map_tile.tents[side]
        if tile_value.factory:
            factories.append(map_tile.tile)
        if map_tile.house == NO_SIDE:
            leads.append(tile_value.lead)
    best = sorted((WEIGHTS.house_progress_share[max(0, min(3, lead))] for lead in leads), reverse=True)
    remaining = max(0, min(WEIGHTS.max_planned_houses, PACKS.get(pack).numbers["houses"] - houses))
    progress = sum(share * (2 * (houses + index) + 1) for index, share in enumerate(best[:remaining]))
    certain, likely = certain + houses * houses, likely + houses * houses
    return MapValue(
        certain, likely, progress, quota, symbols, tuple(sorted(terrains)), houses, raids, tuple(factories), tents
    )


class TileValue(NamedTuple):
    """Value of one tile for one side. The terrain is empty if the side is not present."""

    now: float
    """Points if the game ended now."""
    later: float
    """Expected points at the end."""
    terrain: str
    raids: int
    """Tents of other sides on the tile."""
    quota: int
    symbols: int
    lead: int
    """Tents more than the best other side."""
    factory: bool


@lru_cache(maxsize=EVALUATION_ENTRIES)
def _tile_value(pack: str, map_tile: MapTile, side: int) -> TileValue:
    """Return the value of a tile. Cached, because most moves change one tile only."""
    row = PACKS.get(pack).tiles[map_tile.tile].row
    now, later = _tile_points(map_tile, side, row.first, row.second)
    if not is_present(map_tile, side):
        return TileValue(now, later, "", 0, 0, 0, 0, factory=False)
    works = row.ability == "presence" or is_controller(map_tile, side)
    return TileValue(
        now,
        later,
        row.terrain,
        raids=sum(map_tile.tents) - map_tile.tents[side],
        quota=row.quota * works,
        symbols=bool(row.bonus) * works,
        lead=_tent_lead(map_tile, side),
        factory=row.ability == "factory" and map_tile.tents[side] > 0,
    )


def _tile_points(map_tile: MapTile, side: int, first: int, second: int) -> tuple[float, float]:
    """Return the points of a tile now, and its expected points at the end."""
    now = first if is_controller(map_tile, side) else second if is_runner_up(map_tile, side) else 0
    if map_tile.house != NO_SIDE:
        return now, now
    if not any(map_tile.tents):
        return now, 0.0
    lead = _tent_lead(map_tile, side)
    control = WEIGHTS.control_prob[lead] if -2 <= lead <= 2 else WEIGHTS.safe_control_prob if lead > 0 else 0.0
    if not map_tile.tents[side]:
        return now, control * first * WEIGHTS.absent_share
    return now, control * first + (1 - control) * second * WEIGHTS.runner_up_prob


def _tent_lead(map_tile: MapTile, side: int) -> int:
    """Return how many tents a side has more than the best other side."""
    return map_tile.tents[side] - max(tents for other, tents in enumerate(map_tile.tents) if other != side)


# --- pieces of a player ---------------------------------------------------------------------------------------------


def holdings_value(pack: str, player: Player, map_value: MapValue, rounds: float, *, now: bool) -> float:
    """Return the value of a player's pieces.

    `now` says whether the player still has actions in this round.
    """
    early, dice = rounds / (rounds + WEIGHTS.half_certain_rounds), dice_of(player)
    quota = min(dice_quota(pack, player, map_value), dice)
    to_spend = max(early, WEIGHTS.last_round_share) if now else early
    later = (
        WEIGHTS.future_tile_share * map_value.likely
        - WEIGHTS.lost_tile_share * map_value.certain
        + WEIGHTS.map_tent_value * map_value.tents
        + WEIGHTS.unfinished_house_share * map_value.progress
        + WEIGHTS.terrain_value * len(map_value.terrains)
        + WEIGHTS.symbol_value * map_value.symbols
        + WEIGHTS.quota_value * quota
        + WEIGHTS.die_use_value * dice
        + WEIGHTS.technology_value * len(player.technologies)
    )
    return (
        map_value.certain
        + 2 * WEIGHTS.die_end_value * (dice // 2)
        + early * (later + WEIGHTS.die_end_value * (dice % 2))
        + to_spend
        * (
            WEIGHTS.tent_value * player.tents
            + WEIGHTS.token_value * size_of(player.tokens)
            + WEIGHTS.gold_extra_value * count_in(player.tokens, GOLD)
        )
    )


def dice_quota(pack: str, player: Player, map_value: MapValue) -> int:
    """Return how many dice a player may draw in a round."""
    tables = PACKS.get(pack)
    more = sum(tables.technologies[name].row.numbers.get("quota", 0) for name in player.technologies)
    return min(tables.numbers["quota_base"] + more + map_value.quota, tables.numbers["quota_most"])


def die_loss_value(pack: str, player: Player, map_value: MapValue, rounds: float) -> float:
    """Return the cost of losing a die. It is higher if the player then draws less than the quota."""
    later = WEIGHTS.die_use_value + (
        WEIGHTS.quota_value if dice_of(player) <= dice_quota(pack, player, map_value) else 0.0
    )
    return WEIGHTS.die_end_value + later * rounds / (rounds + WEIGHTS.half_certain_rounds)


@memo_by(
    lambda pack, player, map_value, technologies, rounds: (
        pack,
        player.tokens,
        player.technologies,
        dice_of(player),
        map_value.terrains,
        map_value.houses,
        technologies,
        rounds,
    ),
    EVALUATION_ENTRIES,
)
def prospects_value(
    pack: str, player: Player, map_value: MapValue, technologies: tuple[str, ...], rounds: float
) -> float:
    """Return the value of the tokens and terrains that a player has for the best technology.

    Cached without the dice and tents, which change more often.
    """
    rows, held, best = PACKS.get(pack).technologies, dict(player.tokens), 0.0
    jokers, dice = held.get(GOLD, 0), dice_of(player)
    for name in technologies:
        row = rows[name].row
        if name not in player.technologies:
            tokens = sum(min(count, held.get(token, 0)) for token, count in row.tokens.items() if token != GOLD)
            need = sum(row.tokens.values())
            ready = min(need, tokens + jokers) + sum(terrain in map_value.terrains for terrain in row.terrains)
            share = ready / (need + len(row.terrains))
            value = research_value(pack, name, dice, map_value.houses, len(player.technologies), rounds)
            best = max(best, share * share * value)
    return WEIGHTS.prospect_share * best


@lru_cache(maxsize=EVALUATION_ENTRIES)
def research_value(pack: str, name: str, dice: int, houses: int, known: int, rounds: float) -> float:
    """Return the value of a technology for a player with these counts, minus its tokens. Cached."""
    row = PACKS.get(pack).technologies[name].row
    counts = {"die": dice, "house": houses, "technology": known + 1}
    quota = WEIGHTS.quota_value * rounds / (rounds + WEIGHTS.half_certain_rounds) * row.numbers.get("quota", 0)
    return (
        _card_value(row, counts.get(row.per, WEIGHTS.typical_count), rounds)
        + quota
        - WEIGHTS.token_value * sum(row.tokens.values())
    )


def technology_value(state: State, seat: int, name: str, rounds: float) -> float:
    """Return the value of a technology that a seat has."""
    row = content(state).technologies[name].row
    counted = COUNTERS[row.per](state, seat) if row.per else 0
    return _card_value(row, counted, rounds)


def _card_value(row: TechnologyRow, counted: float, rounds: float) -> float:
    """Return the value of a card for a player whose count of what it scores for is `counted`."""
    value = row.points + (WEIGHTS.explosion_value if row.on_explode else 0.0)
    value += row.each * (counted + WEIGHTS.growth_per_round * rounds)
    each = sum(
        WEIGHTS.number_value_per_round[name] * value
        for name, value in row.numbers.items()
        if name in WEIGHTS.number_value_per_round
    )
    each += (
        WEIGHTS.permit_value_per_round * len(row.permits)
        + (WEIGHTS.conversion_value_per_round if row.converts else 0.0)
        + (WEIGHTS.given_symbol_value_per_round if row.gives else 0.0)
    )
    return value + rounds * each
