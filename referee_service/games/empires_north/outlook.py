"""What goods, cards and deeds should still bring a player, for the bots.

All numbers are points. They are estimates of good play, not rules, and nothing else depends on them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from referee_service.games.empires_north.binding import (
    ANY,
    GOLD,
    RAZE,
    RESOURCES,
    WORKER,
    Ability,
    Card,
    Effect,
    owed_by,
)
from referee_service.games.empires_north.content import SHELF, card_of, content
from referee_service.games.empires_north.empire import amount, fields_of, is_meant, source_of, yield_of
from referee_service.games.empires_north.pack import Bundle, Cost
from referee_service.games.empires_north.state import EmpiresOptions, Player, Site, Solo, State
from referee_service.kernel.values import Bag

GOODS: Final[dict[str, float]] = {**dict.fromkeys((*RESOURCES, ANY), 0.8), GOLD: 1.25, RAZE: 0.9}
"""What a good is worth to who can still spend it."""
CARD: Final = 0.9
"""A card yet to be drawn."""
HELD: Final = 0.5
"""A card of the hand, as a share of what placing or playing it brings."""
BUILT: Final = 2.0
"""Cards that are placed or played in a round."""
IDLE: Final = 0.5
"""What a worker without an Action of an empire does in a round: it keeps a card, or waits for a new Action."""
FRESH: Final = 0.4
"""A worker gained while this round is still played."""
LATER: Final = 0.7
"""How often an Action is used, or a special reacts, in a round to come."""
REAPED: Final = 0.4
"""How often a field still to be placed will be harvested in a round."""
SHIP: Final = 0.6
"""A ship, in every round to come."""
SAILING: Final = 1.3
"""A ship about to sail."""
MOVE: Final = 0.7
"""A pawn that can still be moved."""
EFFECTS: Final[dict[str, float]] = {
    "draw": CARD,
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
    "refresh_pawn": MOVE,
    "move_pawn": 0.3,
    "copy": 1.5,
    "raid": 0.6,
    "foundations": 0.8,
}
"""What effects bring that gain nothing by themselves."""


@dataclass(frozen=True, slots=True)
class Table:
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
    def is_live(self) -> bool:
        """Whether there may still be something to do in this round."""
        return self.stage != "expedition"

    @property
    def early(self) -> float:
        """From nearly 1 at the start to 0 in the end: what must still be turned into points is worth less late."""
        return earliness(self.rounds, self.stage)

    @property
    def card(self) -> float:
        """What a card yet to be drawn is worth."""
        return CARD * (0.2 + 0.8 * self.early)

    def worth(self, gain: str) -> float:
        """What anything that can be gained is worth."""
        if gain == "vp":
            return 1.0
        if gain == WORKER:
            return IDLE * self.rounds + (FRESH if self.is_live else 0.0)
        return SHIP * self.rounds if gain == "ship" else self.prices[gain]


def earliness(rounds: float, stage: str) -> float:
    left = rounds + (0.4 if stage != "expedition" else 0.0)
    return left / (left + 0.6)


@lru_cache(maxsize=1024)
def prices_of(pack: str, rounds: float, stage: str, *, razes: bool) -> dict[str, float]:
    """What each good is worth: late in the game no more than what is left scores."""
    numbers, early = SHELF.find(pack).numbers, earliness(rounds, stage)
    last = dict.fromkeys(GOODS, 1 / numbers["resources_per_point"])
    last |= {GOLD: numbers["gold_points"], RAZE: numbers["raze_points"] if razes else 0.0}
    return {good: last[good] + (worth - last[good]) * early for good, worth in GOODS.items()}


def priced(table: Table, goods: Bag) -> float:
    return sum(table.prices[good] * count for good, count in goods)


# --- cards ----------------------------------------------------------------------------------------------------------


def worth_of_hand(table: Table, player: Player) -> float:
    """What the cards held, and those about to be kept, should bring: the best soon, the others later."""
    room = BUILT * table.rounds + (1.0 if table.is_live and not player.passed else 0.0)
    worths = [
        worth_of_holding(table, player, card) for bag in (player.hand, player.kept) for card, n in bag for _ in range(n)
    ]
    return sum(worth * room / (room + at / 2) for at, worth in enumerate(sorted(worths, reverse=True)) if room)


def worth_of_holding(table: Table, player: Player, name: str) -> float:
    """What a card of the hand should bring."""
    card = card_of(table.state, name)
    if card.immediate is not None:
        boost = card.abilities[card.immediate]
        return HELD * max(0.2, worth_of_effects(table, player, boost.effects) - worth_of_cost(table, boost.cost))
    return HELD * max(
        0.2, worth_of_placing(table, player, card) - worth_of_cost(table, card.cost) - card.cost.worker * 0.5
    )


def worth_of_placing(table: Table, player: Player, card: Card) -> float:
    """What a card brings from when it is placed: its point, its bonus, and its use in the rounds to come."""
    worth = float(content(table.state).numbers["card_points"])
    worth += priced(table, card.goods) * (1 + REAPED * table.rounds)
    uses = LATER * table.rounds + (0.5 if table.is_live and not player.passed else 0.0)
    for ability in card.abilities:
        brought = worth_of_effects(table, player, ability.effects)
        if ability.row.when == "bonus":
            worth += brought
        elif ability.row.when == "action":
            worth += uses * max(0.1, brought - worth_of_cost(table, ability.cost) - IDLE * ability.cost.worker)
        elif ability.row.when == "special":
            worth += uses * worth_of_special(table, player, ability)
        elif ability.row.when == "storage":
            worth += max(0.0, table.rounds - 1) * brought * 0.8
    return worth


def worth_of_special(table: Table, player: Player, ability: Ability) -> float:
    """What a special brings in a round."""
    return (0.6 if ability.row.limit else 0.8) * worth_of_effects(table, player, ability.effects)


def at_work(table: Table, player: Player) -> Iterator[tuple[Site, Card]]:
    """The cards of an empire, each with the card whose abilities it has."""
    for site in player.empire:
        if source := source_of(player, site):
            yield site, card_of(table.state, source)


def worth_of_hearing(table: Table, player: Player, event: str, about: str) -> float:
    """What the specials that hear of an event bring."""
    worth = 0.0
    for site, card in at_work(table, player):
        for at in card.specials:
            row = card.abilities[at].row
            hears = row.hears == event and not (row.limit and at in site.fired)
            if hears and (not about or is_meant(card_of(table.state, about), row.filter)):
                worth += worth_of_effects(table, player, card.abilities[at].effects)
    return worth


# --- effects and deeds ----------------------------------------------------------------------------------------------


def worth_of_effects(table: Table, player: Player, effects: tuple[Effect, ...]) -> float:
    """What effects bring their player."""
    return sum(worth_of_effect(table, player, each) for each in effects)


def worth_of_effect(table: Table, player: Player, each: Effect) -> float:
    if each.bundles:
        return max(_bundle(table, player, bundle) for bundle in each.bundles)
    if each.name == "choose":
        return max(worth_of_effects(table, player, branch) for branch in each.branches)
    if each.name == "tile_action":
        return worth_of_deed(table, player, each.word)
    return EFFECTS.get(each.name, 0.0) * max(1, each.most)


def _bundle(table: Table, player: Player, bundle: Bundle) -> float:
    return sum(table.worth(gain) * amount(table.state, player, count) for gain, count in bundle.items())


def worth_of_cost(table: Table, cost: Cost) -> float:
    """What a cost takes, workers apart."""
    taken = priced(table, owed_by(cost)) + HELD * cost.card_from_hand
    if cost.discard_card or cost.return_card or cost.exhaust_card:
        taken += 0.5 if cost.exhaust_card else 1.0
    return taken + (min(worth_of_cost(table, choice) for choice in cost.choice) if cost.choice else 0.0)


def worth_of_deed(table: Table, player: Player, action: str) -> float:
    """What an action of the ring brings."""
    if action == "explore":
        return table.card
    if action == "populate":
        return table.worth(WORKER)
    if action == "harvest":
        return best_field(table, player, ready=True)
    if action == "sail":
        return SAILING if player.ships else 0.0
    return max((_gain_of_placing(table, player, card) for card, _ in player.hand), default=0.0)


def _gain_of_placing(table: Table, player: Player, name: str) -> float:
    card = card_of(table.state, name)
    return (
        worth_of_placing(table, player, card) - worth_of_holding(table, player, name)
        if card.is_location or card.is_island
        else 0.0
    )


def best_field(table: Table, player: Player, *, ready: bool) -> float:
    """What harvesting brings."""
    fields = [site.slot for site in fields_of(table.state, player) if not (ready and site.exhausted)]
    yields = (yield_of(table.state, player, slot) for slot in fields)
    return max((sum(table.prices[good] * count for good, count in each.items()) for each in yields), default=0.0)
