"""Evaluation for bots: the expected final score of each seat.

All values are victory points. They are estimates of good play, not rules. Only bots use them. Most come from thousands
of games between greedy bots with different weights.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from msgspec import Struct, field

from referee_service.kernel.game import BotHints
from referee_service.kernel.memos import EVALUATION_ENTRIES

from .content.tables import ANY_BASIC, BASICS, DIAMOND, GOLD, LEVELS, PACKS, STREETS, content
from .questions import (
    AnyFrame,
    CollectTerrainFrame,
    DrawTerrainFrame,
    GainBasicFrame,
    GiveBasicFrame,
    PlaceBuildingFrame,
    UseBuildingsFrame,
    WelcomeHeroFrame,
)
from .scoring import COUNTERS
from .state import Player, State, can_use, region_of, resource_of, spaces_of_region, spaces_of_street
from .turns import next_seat


class Weights(Struct, frozen=True):
    """Weights of the evaluation, in victory points unless the name has another unit."""

    resource_values: Mapping[str, float] = field(
        default_factory=lambda: {**dict.fromkeys(BASICS, 0.42), ANY_BASIC: 0.6, DIAMOND: 1.3, GOLD: 1.35}
    )
    """A resource that its owner can still spend. `basic` is a basic resource of the owner's choice."""
    half_spent_villagers: float = 2.2
    """Number of unused villagers with which half of the basic resources will still be spent in this round."""
    villager_value: float = 0.5
    """A villager that is still unused."""
    tempo_value: float = 0.7
    """Being the next seat to act. It is half of what an action brings, so that positions before and after compare."""
    last_round_share: float = 0.55
    """In the last round, the remaining share of the value of everything that must still be spent."""
    activations_per_round: float = 0.5
    """Activations of one region or street in a later round."""
    monster_terrain_share: float = 0.45
    """Remaining share of a terrain's yield while a monster is on it."""
    region_villager_share: float = 0.35
    """Share of a villager's value that activating a region costs."""
    street_villager_share: float = 0.35
    """Share of a villager's value that activating a street costs."""
    hunt_prob: float = 0.27
    """Probability that a monster will still be hunted."""
    activation_prob: float = 0.43
    """Probability that a zone not yet activated in this round will be."""
    building_value: float = 0.45
    """A building, without its uses."""
    fortification_value: float = 0.6
    """A fortification in one round: it keeps a resource, or yields one more."""
    effect_values: Mapping[str, float] = field(
        default_factory=lambda: {"ask_basic": 0.7, "ask_fortified_terrain": 0.95, "gain_villagers": 0.6}
    )
    """Effects of buildings that do not simply gain resources."""
    growth_per_round: Mapping[str, float] = field(
        default_factory=lambda: {"terrain": 0.5, "fortification": 0.5, "building": 0.6}
    )
    """Number of pieces of each type that heroes count, gained by a player in a later round."""
    max_hero_value: float = 9.0
    """Highest value of a hero that counts pieces: each board has nine spaces."""
    draw_activations_per_round: float = 0.5
    """Further activations of a terrain that is still to be drawn, in the current round."""


WEIGHTS: Final = Weights()

VERB_PRIORS: Final[dict[str, float]] = {
    "pay_cheapest": 1.0,
    "take_artefact": 1.0,
    "place_building": 1.0,
    "end_turn": 0.8,
    "use_building": 0.8,
    "build": 0.3,
    "explore": 0.25,
    "fortify": 0.25,
    "invite_hero": 0.25,
    "activate_region": 0.2,
    "activate_street": 0.2,
    "activate_fortification": 0.2,
    "hunt": 0.2,
    "decline": 0.05,
    "pass_round": 0.05,
    "exchange": 0.02,
}
"""Estimated probability that a verb is the right one when it is legal."""


def expected_scores(state: State) -> list[float]:
    """Return the expected final score of each seat. It is 0 during the draft."""
    if state.stage == "draft":
        return [0.0] * len(state.players)
    rounds = rounds_remaining(state)
    scores = [_seat_value(state.pack, player, rounds) for player in state.players]
    for frame in state.pending:
        scores[state.active_seat] += _question_value(state, frame, state.active_player)
    mover = next_seat(state) if state.has_acted else state.active_seat
    if mover is not None and state.players[mover].villagers + state.players[mover].bonus_villagers:
        scores[mover] += WEIGHTS.tempo_value
    return scores


def rounds_remaining(state: State) -> int:
    """Return the number of rounds after the current one."""
    return content(state).numbers["rounds"] - state.round


@lru_cache(maxsize=EVALUATION_ENTRIES)
def _seat_value(pack: str, player: Player, rounds: int) -> float:
    """Return the value of all pieces of one player. Cached, because most moves change one player only."""
    value = sum(_hero_value(pack, player, hero, rounds) for hero in player.heroes)
    value += _wilderness_value(pack, player.wilderness, player.monsters, player.fortifications, rounds)
    value += _colony_value(pack, player.colony, player.stored, rounds)
    villagers = 0 if player.passed else player.villagers + player.bonus_villagers
    to_spend = player.bonus_villagers * WEIGHTS.villager_value + _reserve_value(player, villagers, rounds)
    if not player.passed:
        to_spend += _round_value(pack, player) + player.villagers * WEIGHTS.villager_value
    return value + to_spend * (1.0 if rounds else WEIGHTS.last_round_share)


def _reserve_value(player: Player, villagers: int, rounds: int) -> float:
    """Return the value of the resources. Basic ones are discarded soon, and none has value at the end."""
    room, value = len(player.fortifications) if rounds else 0, 0.0
    soon = villagers / (villagers + WEIGHTS.half_spent_villagers)
    later = 1.0 if rounds else soon
    for resource, count in player.reserve:
        if resource in BASICS:
            stays = min(room, count)
            room -= stays
            value += WEIGHTS.resource_values[resource] * (stays + (count - stays) * soon)
        else:
            value += WEIGHTS.resource_values[resource] * count * later
    return value


def _hero_value(pack: str, player: Player, hero: str, rounds: int) -> float:
    """Return the expected points of a hero, with the pieces that it will still count."""
    tables = PACKS.get(pack)
    card = tables.heroes[hero]
    per = tables.guilds[card.guild].per
    if per == "card":
        return card.points
    return min(WEIGHTS.max_hero_value, COUNTERS[per](player) + WEIGHTS.growth_per_round[per] * rounds)


@lru_cache(maxsize=EVALUATION_ENTRIES)
def _wilderness_value(
    pack: str, wilderness: tuple[str, ...], monsters: tuple[int, ...], fortifications: tuple[int, ...], rounds: int
) -> float:
    """Return what the wilderness yields in later rounds."""
    tables, value = PACKS.get(pack), rounds * WEIGHTS.fortification_value * len(fortifications)
    for region in LEVELS:
        yields = sum(
            WEIGHTS.resource_values[tables.terrains[wilderness[at]].resource]
            * (WEIGHTS.monster_terrain_share if at in monsters else 1.0)
            for at in spaces_of_region(region)
            if wilderness[at]
        )
        value += (
            rounds
            * WEIGHTS.activations_per_round
            * max(0.0, yields - WEIGHTS.villager_value * WEIGHTS.region_villager_share)
        )
    for at in monsters:
        hunted = tables.monsters[tables.terrains[wilderness[at]].monster]
        reward = sum(WEIGHTS.resource_values[resource] * count for resource, count in hunted.reward.items())
        value += WEIGHTS.hunt_prob * max(0.0, reward - WEIGHTS.villager_value * hunted.villagers / 2)
    return value


@lru_cache(maxsize=EVALUATION_ENTRIES)
def _colony_value(pack: str, colony: tuple[str, ...], stored: tuple[int, ...], rounds: int) -> float:
    """Return the points of stored tokens and what the buildings bring in later rounds."""
    buildings = PACKS.get(pack).buildings
    value = 0.0
    for name, tokens in zip(colony, stored, strict=True):
        value += tokens * buildings[name].row.points if tokens else 0
    for street in STREETS:
        uses = sum(_building_use_value(pack, colony[at]) for at in spaces_of_street(street) if colony[at])
        value += (
            rounds
            * WEIGHTS.activations_per_round
            * max(0.0, uses - WEIGHTS.villager_value * WEIGHTS.street_villager_share)
        )
    return value


@lru_cache(maxsize=256)
def _building_use_value(pack: str, building: str) -> float:
    """Return what one use of a building brings, minus what the building takes. It is at least 0."""
    row = PACKS.get(pack).buildings[building].row
    brings = float(row.points)
    for effects in row.on_use:
        for name, arguments in effects.items():
            if isinstance(arguments, dict):
                brings += WEIGHTS.resource_values[str(arguments["resource"])] * int(str(arguments["count"]))
            else:
                brings += WEIGHTS.effect_values[name] * int(str(arguments if arguments is not True else 1))
    return max(0.0, brings - sum(WEIGHTS.resource_values[resource] * count for resource, count in row.give.items()))


def _round_value(pack: str, player: Player) -> float:
    """Return what zones not yet activated can bring in this round, as far as villagers suffice."""
    terrains, zones = PACKS.get(pack).terrains, list[float]()
    for region in LEVELS:
        if not player.regions[region - 1]:
            spaces = [at for at in spaces_of_region(region) if player.wilderness[at] and at not in player.monsters]
            zones.append(sum(WEIGHTS.resource_values[terrains[player.wilderness[at]].resource] for at in spaces))
    for at, street in enumerate(STREETS):
        if not player.streets[at]:
            spaces = [space for space in spaces_of_street(street) if player.colony[space]]
            zones.append(sum(_building_use_value(pack, player.colony[space]) for space in spaces))
    villagers = player.villagers + player.bonus_villagers
    return WEIGHTS.activation_prob * sum(
        max(0.0, zone - WEIGHTS.villager_value) for zone in sorted(zones, reverse=True)[:villagers]
    )


def _question_value(state: State, frame: AnyFrame, player: Player) -> float:
    """Return what an open question brings the active player. It is negative for a cost."""
    rounds = rounds_remaining(state)
    if isinstance(frame, WelcomeHeroFrame):
        return (
            _hero_value(state.pack, player, frame.hero, rounds)
            + WEIGHTS.villager_value * content(state).heroes[frame.hero].villagers
        )
    if isinstance(frame, DrawTerrainFrame):
        return _unexplored_value(state, player, region_of(frame.space), rounds)
    if isinstance(frame, PlaceBuildingFrame):
        return WEIGHTS.building_value + rounds * WEIGHTS.activations_per_round * _building_use_value(
            state.pack, frame.building
        )
    if isinstance(frame, UseBuildingsFrame):
        return sum(
            _building_use_value(state.pack, player.colony[at]) for at in frame.spaces if can_use(state, player, at)
        )
    if isinstance(frame, CollectTerrainFrame):
        return max(WEIGHTS.resource_values[resource_of(state, player, at)] for at in frame.spaces)
    if isinstance(frame, GainBasicFrame | GiveBasicFrame):
        return (
            WEIGHTS.resource_values[ANY_BASIC]
            if isinstance(frame, GainBasicFrame)
            else -WEIGHTS.resource_values[ANY_BASIC]
        )
    return 0.0


def _unexplored_value(state: State, player: Player, level: int, rounds: int) -> float:
    """Return the value of a terrain still to be drawn: its average yield, and a point per hero that counts terrains."""
    tables, pile = content(state), state.supply.terrains(level)
    yields = sum(WEIGHTS.resource_values[tables.terrains[name].resource] * count for name, count in pile) / sum(
        n for _, n in pile
    )
    counted = sum(tables.guilds[tables.heroes[hero].guild].per == "terrain" for hero in player.heroes)
    return yields * (rounds * WEIGHTS.activations_per_round + WEIGHTS.draw_activations_per_round) + counted


BOT_HINTS: Final = BotHints(expected_scores=expected_scores, verb_priors=VERB_PRIORS)
