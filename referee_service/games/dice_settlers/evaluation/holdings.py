"""What should still come of what lies on the table: land, dice, tokens and technologies, for the bots.

All numbers are points. They are estimates of good play, not rules, and nothing else depends on them. Most were found by
play: thousands of games between greedy players who valued things differently showed which values win.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from referee_service.games.dice_settlers.content.schema import TechnologyRow
from referee_service.games.dice_settlers.content.tables import GOLD, PACKS, content
from referee_service.games.dice_settlers.evaluation.weights import WEIGHTS
from referee_service.games.dice_settlers.map_tiles import is_controller, is_present
from referee_service.games.dice_settlers.scoring import COUNTERS, is_runner_up
from referee_service.games.dice_settlers.state import NO_SIDE, MapTile, Player, State
from referee_service.kernel.bags import count_in, size_of

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
        if place.house == NO_SIDE:
            leads.append(spot.lead)
    best = sorted((WEIGHTS.house_progress_share[max(0, min(3, lead))] for lead in leads), reverse=True)
    left = max(0, min(WEIGHTS.max_planned_houses, PACKS.get(pack).numbers["houses"] - houses))
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
    if place.house != NO_SIDE:
        return now, now
    if not any(place.tents):
        return now, 0.0
    lead = _tent_lead(place, side)
    hold = WEIGHTS.control_prob[lead] if -2 <= lead <= 2 else WEIGHTS.safe_control_prob if lead > 0 else 0.0
    if not place.tents[side]:
        return now, hold * first * WEIGHTS.absent_share
    return now, hold * first + (1 - hold) * second * WEIGHTS.runner_up_prob


def _tent_lead(place: MapTile, side: int) -> int:
    """How many tents a side has more than the best of the others."""
    return place.tents[side] - max(tents for other, tents in enumerate(place.tents) if other != side)


# --- what lies before a player ------------------------------------------------------------------------------------


@lru_cache(maxsize=16384)
def holdings_value(pack: str, player: Player, land: MapValue, rounds: float, *, now: bool) -> float:
    """What a player has; worked out once, for most moves change one player only."""
    early, dice = rounds / (rounds + WEIGHTS.half_certain_rounds), dice_of(player)
    quota = min(dice_quota(pack, player, land), dice)
    to_spend = max(early, WEIGHTS.last_round_share) if now else early
    later = (
        WEIGHTS.future_tile_share * land.likely
        - WEIGHTS.lost_tile_share * land.certain
        + WEIGHTS.map_tent_value * land.tents
        + WEIGHTS.unfinished_house_share * land.progress
        + WEIGHTS.terrain_value * len(land.terrains)
        + WEIGHTS.symbol_value * land.symbols
        + WEIGHTS.quota_value * quota
        + WEIGHTS.die_use_value * dice
        + WEIGHTS.technology_value * len(player.technologies)
    )
    return (
        land.certain
        + 2 * WEIGHTS.die_end_value * (dice // 2)
        + early * (later + WEIGHTS.die_end_value * (dice % 2))
        + to_spend
        * (
            WEIGHTS.tent_value * player.tents
            + WEIGHTS.token_value * size_of(player.tokens)
            + WEIGHTS.gold_extra_value * count_in(player.tokens, GOLD)
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
    later = WEIGHTS.die_use_value + (WEIGHTS.quota_value if dice_of(player) <= dice_quota(pack, player, land) else 0.0)
    return WEIGHTS.die_end_value + later * rounds / (rounds + WEIGHTS.half_certain_rounds)


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
    return WEIGHTS.prospect_share * best


@lru_cache(maxsize=16384)
def research_value(pack: str, name: str, dice: int, houses: int, known: int, rounds: float) -> float:
    """What a technology would bring who has so many dice, houses and technologies, less its tokens."""
    row = PACKS.get(pack).technologies[name].row
    counts = {"die": dice, "house": houses, "technology": known + 1}
    quota = WEIGHTS.quota_value * rounds / (rounds + WEIGHTS.half_certain_rounds) * row.numbers.get("quota", 0)
    return (
        _card_value(row, counts.get(row.per, WEIGHTS.typical_count), rounds)
        + quota
        - WEIGHTS.token_value * sum(row.tokens.values())
    )


def technology_value(state: State, seat: int, name: str, rounds: float) -> float:
    """The points of a technology, and what it brings until the end."""
    row = content(state).technologies[name].row
    counted = COUNTERS[row.per](state, seat) if row.per else 0
    return _card_value(row, counted, rounds)


def _card_value(row: TechnologyRow, counted: float, rounds: float) -> float:
    """What a card brings whoever has so many of what it counts."""
    worth = row.points + (WEIGHTS.explosion_value if row.on_explode else 0.0)
    worth += row.each * (counted + WEIGHTS.growth_per_round * rounds)
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
    return worth + rounds * each
