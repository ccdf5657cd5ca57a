"""What a position is worth to each seat, for the bots: points so far, and what everything else should still bring.

All numbers are points. They are estimates of good play, not rules, and nothing else depends on them. Most were found by
play: thousands of games between greedy players who valued things differently showed which values win.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from referee_service.games.settlement.content.tables import (
    ANY_BASIC,
    BASICS,
    DIAMOND,
    GOLD,
    LEVELS,
    PACKS,
    STREETS,
    content,
)
from referee_service.games.settlement.scoring import COUNTERS
from referee_service.games.settlement.state import (
    CollectTerrainFrame,
    DrawTerrainFrame,
    GainBasicFrame,
    GiveBasicFrame,
    PlaceBuildingFrame,
    Player,
    Question,
    State,
    UseBuildingsFrame,
    WelcomeHeroFrame,
    can_use,
    region_of,
    resource_of,
    spaces_of_region,
    spaces_of_street,
)
from referee_service.games.settlement.turns import next_seat
from referee_service.kernel.game import BotHints

RESOURCE_VALUE: Final[dict[str, float]] = {**dict.fromkeys(BASICS, 0.42), ANY_BASIC: 0.6, DIAMOND: 1.3, GOLD: 1.35}
"""What a resource is worth to who can still spend it."""
HALF_SPENT_VILLAGERS: Final = 2.2
"""With so many villagers left, half of the basic resources will still be spent in this round."""
VILLAGER_VALUE: Final = 0.5
"""A villager still to be used."""
TEMPO_VALUE: Final = 0.7
"""To be the next to act: half of what an action brings, so that positions before and after it can be compared."""
LAST_ROUND_SHARE: Final = 0.55
"""What is left, in the last round, of the worth of all that must still be spent to become points."""
ACTIVATIONS_PER_ROUND: Final = 0.5
"""How often a zone is activated in a round to come."""
MONSTER_TERRAIN_SHARE: Final = 0.45
"""What is left of a terrain's yield with a monster on it."""
REGION_VILLAGER_SHARE: Final = 0.35
"""The share of a villager that activating a region costs."""
STREET_VILLAGER_SHARE: Final = 0.35
"""The same for a street, where one villager serves several uses."""
HUNT_PROB: Final = 0.27
"""How likely a monster will still be hunted."""
ACTIVATION_PROB: Final = 0.43
"""How surely a zone not yet activated in this round will be."""
BUILDING_VALUE: Final = 0.45
"""What a building is worth by itself."""
FORTIFICATION_VALUE: Final = 0.6
"""What a fortification gives in a round: a resource kept, or one more."""
EFFECT_VALUE: Final[dict[str, float]] = {"ask_basic": 0.7, "ask_fortified_terrain": 0.95, "gain_villagers": 0.6}
"""What the effects of buildings bring that are no plain gain."""
GROWTH_PER_ROUND: Final[dict[str, float]] = {"terrain": 0.5, "fortification": 0.5, "building": 0.6}
"""How many of what heroes count a player gets in a round to come."""
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
"""About how often a verb is the right one where it is open."""


def expected_scores(state: State) -> list[float]:
    """The points that each seat may expect in the end."""
    if state.stage == "draft":
        return [0.0] * len(state.players)
    found = [_seat_value(state.pack, player, rounds_remaining(state)) for player in state.players]
    for frame in state.pending:
        found[state.active_seat] += _question_value(state, frame, state.active_player)
    mover = next_seat(state) if state.has_acted else state.active_seat
    if mover is not None and state.players[mover].villagers + state.players[mover].bonus_villagers:
        found[mover] += TEMPO_VALUE
    return found


def rounds_remaining(state: State) -> int:
    """The rounds after this one."""
    return content(state).numbers["rounds"] - state.round


@lru_cache(maxsize=16384)
def _seat_value(pack: str, player: Player, rounds: int) -> float:
    """What a player has and should still get; worked out once, for most moves change one player only."""
    worth = sum(_hero_value(pack, player, hero, rounds) for hero in player.heroes)
    worth += _wilderness_value(pack, player.wilderness, player.monsters, player.fortifications, rounds)
    worth += _colony_value(pack, player.colony, player.stored, rounds)
    hands = 0 if player.passed else player.villagers + player.bonus_villagers
    to_spend = player.bonus_villagers * VILLAGER_VALUE + _reserve_value(player, hands, rounds)
    if not player.passed:
        to_spend += _round_value(pack, player) + player.villagers * VILLAGER_VALUE
    return worth + to_spend * (1.0 if rounds else LAST_ROUND_SHARE)


def _reserve_value(player: Player, hands: int, rounds: int) -> float:
    """What the resources are worth: basic ones are soon discarded, and in the end nothing is worth anything."""
    kept, worth = len(player.fortifications) if rounds else 0, 0.0
    soon = hands / (hands + HALF_SPENT_VILLAGERS)
    later = 1.0 if rounds else soon
    for resource, count in player.reserve:
        if resource in BASICS:
            stays = min(kept, count)
            kept -= stays
            worth += RESOURCE_VALUE[resource] * (stays + (count - stays) * soon)
        else:
            worth += RESOURCE_VALUE[resource] * count * later
    return worth


def _hero_value(pack: str, player: Player, hero: str, rounds: int) -> float:
    """The points of a hero, what is still to come counted too."""
    tables = PACKS.get(pack)
    card = tables.heroes[hero]
    per = tables.guilds[card.guild].per
    if per == "card":
        return card.points
    return min(9.0, COUNTERS[per](player) + GROWTH_PER_ROUND[per] * rounds)


@lru_cache(maxsize=16384)
def _wilderness_value(
    pack: str, wilderness: tuple[str, ...], monsters: tuple[int, ...], forts: tuple[int, ...], rounds: int
) -> float:
    """What the wilderness yields in the rounds to come."""
    tables, worth = PACKS.get(pack), rounds * FORTIFICATION_VALUE * len(forts)
    for region in LEVELS:
        yields = sum(
            RESOURCE_VALUE[tables.terrains[wilderness[at]].resource]
            * (MONSTER_TERRAIN_SHARE if at in monsters else 1.0)
            for at in spaces_of_region(region)
            if wilderness[at]
        )
        worth += rounds * ACTIVATIONS_PER_ROUND * max(0.0, yields - VILLAGER_VALUE * REGION_VILLAGER_SHARE)
    for at in monsters:
        hunted = tables.monsters[tables.terrains[wilderness[at]].monster]
        reward = sum(RESOURCE_VALUE[resource] * count for resource, count in hunted.reward.items())
        worth += HUNT_PROB * max(0.0, reward - VILLAGER_VALUE * hunted.villagers / 2)
    return worth


@lru_cache(maxsize=16384)
def _colony_value(pack: str, colony: tuple[str, ...], stored: tuple[int, ...], rounds: int) -> float:
    """What is stored, and what the buildings bring in the rounds to come."""
    buildings = PACKS.get(pack).buildings
    worth = 0.0
    for name, tokens in zip(colony, stored, strict=True):
        worth += tokens * buildings[name].row.points if tokens else 0
    for street in STREETS:
        uses = sum(_building_use_value(pack, colony[at]) for at in spaces_of_street(street) if colony[at])
        worth += rounds * ACTIVATIONS_PER_ROUND * max(0.0, uses - VILLAGER_VALUE * STREET_VILLAGER_SHARE)
    return worth


@lru_cache(maxsize=256)
def _building_use_value(pack: str, building: str) -> float:
    """What one use of a building brings, less what it is given."""
    row = PACKS.get(pack).buildings[building].row
    brings = float(row.points)
    for effects in row.on_use:
        for name, arguments in effects.items():
            if isinstance(arguments, dict):
                brings += RESOURCE_VALUE[str(arguments["resource"])] * int(str(arguments["count"]))
            else:
                brings += EFFECT_VALUE[name] * int(str(arguments if arguments is not True else 1))
    return max(0.0, brings - sum(RESOURCE_VALUE[resource] * count for resource, count in row.give.items()))


def _round_value(pack: str, player: Player) -> float:
    """What zones not yet activated can still bring in this round, while there are villagers for them."""
    terrains, zones = PACKS.get(pack).terrains, list[float]()
    for region in LEVELS:
        if not player.regions[region - 1]:
            spaces = [at for at in spaces_of_region(region) if player.wilderness[at] and at not in player.monsters]
            zones.append(sum(RESOURCE_VALUE[terrains[player.wilderness[at]].resource] for at in spaces))
    for at, street in enumerate(STREETS):
        if not player.streets[at]:
            spaces = [space for space in spaces_of_street(street) if player.colony[space]]
            zones.append(sum(_building_use_value(pack, player.colony[space]) for space in spaces))
    hands = player.villagers + player.bonus_villagers
    return ACTIVATION_PROB * sum(max(0.0, zone - VILLAGER_VALUE) for zone in sorted(zones, reverse=True)[:hands])


def _question_value(state: State, frame: Question, player: Player) -> float:
    """What an open question should still bring the seat in turn, or cost it."""
    rounds = rounds_remaining(state)
    if isinstance(frame, WelcomeHeroFrame):
        return (
            _hero_value(state.pack, player, frame.hero, rounds)
            + VILLAGER_VALUE * content(state).heroes[frame.hero].villagers
        )
    if isinstance(frame, DrawTerrainFrame):
        return _unexplored_value(state, player, region_of(frame.space), rounds)
    if isinstance(frame, PlaceBuildingFrame):
        return BUILDING_VALUE + rounds * ACTIVATIONS_PER_ROUND * _building_use_value(state.pack, frame.building)
    if isinstance(frame, UseBuildingsFrame):
        return sum(
            _building_use_value(state.pack, player.colony[at]) for at in frame.spaces if can_use(state, player, at)
        )
    if isinstance(frame, CollectTerrainFrame):
        return max(RESOURCE_VALUE[resource_of(state, player, at)] for at in frame.spaces)
    if isinstance(frame, GainBasicFrame | GiveBasicFrame):
        return RESOURCE_VALUE[ANY_BASIC] if isinstance(frame, GainBasicFrame) else -RESOURCE_VALUE[ANY_BASIC]
    return 0.0


def _unexplored_value(state: State, player: Player, level: int, rounds: int) -> float:
    """What a terrain yet to be drawn should bring: its yield, and a point with every hero that counts terrains."""
    tables, pile = content(state), state.supply.terrains(level)
    yields = sum(RESOURCE_VALUE[tables.terrains[name].resource] * count for name, count in pile) / sum(
        n for _, n in pile
    )
    counted = sum(tables.guilds[tables.heroes[hero].guild].per == "terrain" for hero in player.heroes)
    return yields * (rounds * ACTIVATIONS_PER_ROUND + 0.5) + counted


BOT_HINTS: Final = BotHints(expected_scores=expected_scores, verb_priors=VERB_PRIORS)
