"""What goods, cards and deeds should still bring a player, for the bots.

All numbers are points. They are estimates of good play, not rules, and nothing else depends on them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from referee_service.games.empires_north.content.cards import (
    ANY,
    GOLD,
    RAZE,
    RESOURCES,
    WORKER,
    Ability,
    Card,
    Effect,
    goods_owed,
)
from referee_service.games.empires_north.content.schema import Bundle, Cost
from referee_service.games.empires_north.content.tables import PACKS, card_of, content
from referee_service.games.empires_north.empire.cards import (
    ability_source,
    evaluate_amount,
    fields_of,
    fits_filter,
    harvest_yield,
)
from referee_service.games.empires_north.state import EmpiresOptions, Player, Site, Solo, State
from referee_service.kernel.bags import Bag

GOOD_VALUE: Final[dict[str, float]] = {**dict.fromkeys((*RESOURCES, ANY), 0.8), GOLD: 1.25, RAZE: 0.9}
"""What a good is worth to who can still spend it."""
CARD_VALUE: Final = 0.9
"""A card yet to be drawn."""
HAND_CARD_SHARE: Final = 0.5
"""A card of the hand, as a share of what placing or playing it brings."""
CARDS_PER_ROUND: Final = 2.0
"""Cards that are placed or played in a round."""
IDLE_WORKER_VALUE: Final = 0.5
"""What a worker without an Action of an empire does in a round: it keeps a card, or waits for a new Action."""
NEW_WORKER_VALUE: Final = 0.4
"""A worker gained while this round is still played."""
ACTION_PROB: Final = 0.7
"""How often an Action is used, or a special reacts, in a round to come."""
FIELD_HARVEST_PROB: Final = 0.4
"""How often a field still to be placed will be harvested in a round."""
SHIP_VALUE: Final = 0.6
"""A ship, in every round to come."""
SAILING_SHIP_VALUE: Final = 1.3
"""A ship about to sail."""
PAWN_MOVE_VALUE: Final = 0.7
"""A pawn that can still be moved."""
EFFECT_VALUE: Final[dict[str, float]] = {
    "draw": CARD_VALUE,
    "search": 1.4,
    "return_to_hand": 0.8,
    "build": 1.8,
    "pillage_now": 0.4,
    "conquer_now": 0.5,
    "advance_ship": 0.3,
    "assign": 0.3,
    "release": 0.3,
    "recover_worker": 0.5,
    "refresh": 0.9,
    "refresh_pawn": PAWN_MOVE_VALUE,
    "move_pawn": 0.3,
    "copy": 1.5,
    "raid": 0.6,
    "foundations": 0.8,
}
"""What effects bring that gain nothing by themselves."""


@dataclass(frozen=True, slots=True)
class EvaluationContext:
    """All that the worth of a player's things depends on beside the player, and a state to look cards up with."""

    pack: str
    options: EmpiresOptions
    solo: Solo | None
    stage: str
    rounds: float
    """The rounds after this one."""
    state: State = field(compare=False)
    prices: dict[str, float] = field(compare=False)

    @property
    def round_is_open(self) -> bool:
        """Whether there may still be something to do in this round."""
        return self.stage != "expedition"

    @property
    def time_factor(self) -> float:
        """From nearly 1 at the start to 0 in the end: what must still be turned into points is worth less late."""
        return time_factor(self.rounds, self.stage)

    @property
    def card_value(self) -> float:
        """What a card yet to be drawn is worth."""
        return CARD_VALUE * (0.2 + 0.8 * self.time_factor)

    def value_of(self, gain: str) -> float:
        """What anything that can be gained is worth."""
        if gain == "vp":
            return 1.0
        if gain == WORKER:
            return IDLE_WORKER_VALUE * self.rounds + (NEW_WORKER_VALUE if self.round_is_open else 0.0)
        return SHIP_VALUE * self.rounds if gain == "ship" else self.prices[gain]


def time_factor(rounds: float, stage: str) -> float:
    left = rounds + (0.4 if stage != "expedition" else 0.0)
    return left / (left + 0.6)


@lru_cache(maxsize=1024)
def good_prices(pack: str, rounds: float, stage: str, *, razes: bool) -> dict[str, float]:
    """What each good is worth: late in the game no more than what is left scores."""
    numbers, early = PACKS.get(pack).numbers, time_factor(rounds, stage)
    last = dict.fromkeys(GOOD_VALUE, 1 / numbers["resources_per_point"])
    last |= {GOLD: numbers["gold_points"], RAZE: numbers["raze_points"] if razes else 0.0}
    return {good: last[good] + (worth - last[good]) * early for good, worth in GOOD_VALUE.items()}


def goods_value(table: EvaluationContext, goods: Bag) -> float:
    return sum(table.prices[good] * count for good, count in goods)


# --- cards ----------------------------------------------------------------------------------------------------------


def hand_value(table: EvaluationContext, player: Player) -> float:
    """What the cards held, and those about to be kept, should bring: the best soon, the others later."""
    room = CARDS_PER_ROUND * table.rounds + (1.0 if table.round_is_open and not player.passed else 0.0)
    worths = [
        hand_card_value(table, player, card) for bag in (player.hand, player.kept) for card, n in bag for _ in range(n)
    ]
    return sum(worth * room / (room + at / 2) for at, worth in enumerate(sorted(worths, reverse=True)) if room)


def hand_card_value(table: EvaluationContext, player: Player, name: str) -> float:
    """What a card of the hand should bring."""
    card = card_of(table.state, name)
    if card.immediate is not None:
        boost = card.abilities[card.immediate]
        return HAND_CARD_SHARE * max(0.2, effects_value(table, player, boost.effects) - cost_value(table, boost.cost))
    return HAND_CARD_SHARE * max(
        0.2, placement_value(table, player, card) - cost_value(table, card.cost) - card.cost.worker * 0.5
    )


def placement_value(table: EvaluationContext, player: Player, card: Card) -> float:
    """What a card brings from when it is placed: its point, its bonus, and its use in the rounds to come."""
    worth = float(content(table.state).numbers["card_points"])
    worth += goods_value(table, card.goods) * (1 + FIELD_HARVEST_PROB * table.rounds)
    uses = ACTION_PROB * table.rounds + (0.5 if table.round_is_open and not player.passed else 0.0)
    for ability in card.abilities:
        brought = effects_value(table, player, ability.effects)
        if ability.row.when == "bonus":
            worth += brought
        elif ability.row.when == "action":
            worth += uses * max(
                0.1, brought - cost_value(table, ability.cost) - IDLE_WORKER_VALUE * ability.cost.worker
            )
        elif ability.row.when == "special":
            worth += uses * special_value(table, player, ability)
        elif ability.row.when == "storage":
            worth += max(0.0, table.rounds - 1) * brought * 0.8
    return worth


def special_value(table: EvaluationContext, player: Player, ability: Ability) -> float:
    """What a special brings in a round."""
    return (0.6 if ability.row.limit else 0.8) * effects_value(table, player, ability.effects)


def active_cards(table: EvaluationContext, player: Player) -> Iterator[tuple[Site, Card]]:
    """The cards of an empire, each with the card whose abilities it has."""
    for site in player.empire:
        if source := ability_source(player, site):
            yield site, card_of(table.state, source)


def trigger_value(table: EvaluationContext, player: Player, event: str, about: str) -> float:
    """What the specials that hear of an event bring."""
    worth = 0.0
    for site, card in active_cards(table, player):
        for at in card.specials:
            row = card.abilities[at].row
            hears = row.hears == event and not (row.limit and at in site.triggered)
            if hears and (not about or fits_filter(card_of(table.state, about), row.filter)):
                worth += effects_value(table, player, card.abilities[at].effects)
    return worth


# --- effects and deeds ----------------------------------------------------------------------------------------------


def effects_value(table: EvaluationContext, player: Player, effects: tuple[Effect, ...]) -> float:
    """What effects bring their player."""
    return sum(effect_value(table, player, each) for each in effects)


def effect_value(table: EvaluationContext, player: Player, each: Effect) -> float:
    if each.bundles:
        return max(_bundle_value(table, player, bundle) for bundle in each.bundles)
    if each.name == "choose":
        return max(effects_value(table, player, branch) for branch in each.branches)
    if each.name == "tile_action":
        return tile_action_value(table, player, each.target)
    return EFFECT_VALUE.get(each.name, 0.0) * max(1, each.max_count)


def _bundle_value(table: EvaluationContext, player: Player, bundle: Bundle) -> float:
    return sum(table.value_of(gain) * evaluate_amount(table.state, player, count) for gain, count in bundle.items())


def cost_value(table: EvaluationContext, cost: Cost) -> float:
    """What a cost takes, workers apart."""
    taken = goods_value(table, goods_owed(cost)) + HAND_CARD_SHARE * cost.card_from_hand
    if cost.discard_card or cost.return_card or cost.exhaust_card:
        taken += 0.5 if cost.exhaust_card else 1.0
    return taken + (min(cost_value(table, choice) for choice in cost.choice) if cost.choice else 0.0)


def tile_action_value(table: EvaluationContext, player: Player, action: str) -> float:
    """What an action of the ring brings."""
    if action == "explore":
        return table.card_value
    if action == "populate":
        return table.value_of(WORKER)
    if action == "harvest":
        return best_harvest_value(table, player, ready=True)
    if action == "sail":
        return SAILING_SHIP_VALUE if player.ships else 0.0
    return max((_placement_gain(table, player, card) for card, _ in player.hand), default=0.0)


def _placement_gain(table: EvaluationContext, player: Player, name: str) -> float:
    card = card_of(table.state, name)
    return (
        placement_value(table, player, card) - hand_card_value(table, player, name)
        if card.is_location or card.is_island
        else 0.0
    )


def best_harvest_value(table: EvaluationContext, player: Player, *, ready: bool) -> float:
    """What harvesting brings."""
    fields = [site.slot for site in fields_of(table.state, player) if not (ready and site.exhausted)]
    yields = (harvest_yield(table.state, player, slot) for slot in fields)
    return max((sum(table.prices[good] * count for good, count in each.items()) for each in yields), default=0.0)
