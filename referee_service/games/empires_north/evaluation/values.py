"""Values of goods, cards and effects for the evaluation, in points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from referee_service.kernel.bags import Bag
from referee_service.kernel.memos import EVALUATION_ENTRIES, memo_by

from ..content.cards import ANY, GOLD, RAZE, RESOURCES, WORKER, Ability, Card, Effect, goods_owed
from ..content.schema import Bundle, Cost
from ..content.tables import PACKS, card_of, content
from ..empire.cards import ability_source, evaluate_amount, fields_of, fits_filter, harvest_yield
from ..state import EmpiresOptions, Player, Site, Solo, State
from .weights import EFFECT_VALUES, WEIGHTS

GOOD_VALUES: Final[dict[str, float]] = {
    **dict.fromkeys((*RESOURCES, ANY), WEIGHTS.resource_value),
    GOLD: WEIGHTS.gold_value,
    RAZE: WEIGHTS.raze_value,
}
"""Points of each good that can still be spent."""


@dataclass(frozen=True, slots=True)
class KnownValues:
    """Values that depend on nothing but the time of the game. All but the goods are computed on first use."""

    goods: dict[str, float]
    costs: dict[Cost, float] = field(default_factory=dict)
    abilities: dict[Ability, float] = field(default_factory=dict)
    """Abilities whose effects bring every player the same."""
    actions: dict[Ability, float] = field(default_factory=dict)
    """Of these abilities the Actions, with their costs taken off."""


@dataclass(frozen=True, slots=True)
class EvaluationContext:
    """What the value of a player's pieces depends on, apart from the player: the key of the caches."""

    pack: str
    options: EmpiresOptions
    solo: Solo | None
    stage: str
    rounds: float
    """Rounds that remain after the current one."""
    state: State = field(compare=False)
    """The state, to look up cards."""
    known: KnownValues = field(compare=False)
    """What does not depend on a player."""
    prices: dict[str, float] = field(compare=False)
    """The value of each good."""

    @property
    def round_is_open(self) -> bool:
        """Return whether players may still act in the current round."""
        return self.stage != "expedition"

    @property
    def time_factor(self) -> float:
        """Return the time factor of this context."""
        return time_factor(self.rounds, self.stage)

    @property
    def card_value(self) -> float:
        """Return the value of a card that is still to be drawn."""
        return WEIGHTS.card_value * (WEIGHTS.late_card_share + (1 - WEIGHTS.late_card_share) * self.time_factor)

    def value_of(self, gain: str) -> float:
        """Return the value of one good, worker, ship or point."""
        if gain == "vp":
            return 1.0
        if gain == WORKER:
            return WEIGHTS.idle_worker_value * self.rounds + (WEIGHTS.new_worker_value if self.round_is_open else 0.0)
        return WEIGHTS.ship_value * self.rounds if gain == "ship" else self.prices[gain]


def time_factor(rounds: float, stage: str) -> float:
    """Return a factor that falls from nearly 1 at the start to 0 at the end.

    Pieces that must still be turned into points are worth less late in the game.
    """
    remaining = rounds + (WEIGHTS.current_round_length if stage != "expedition" else 0.0)
    return remaining / (remaining + WEIGHTS.half_time_rounds)


@lru_cache(maxsize=64)
def known_values(pack: str, rounds: float, stage: str, *, razes: bool) -> KnownValues:
    """Return the value of each good, and an empty table for the rest.

    At the end of the game a good is worth what it scores.
    """
    numbers, early = PACKS.get(pack).numbers, time_factor(rounds, stage)
    last = dict.fromkeys(GOOD_VALUES, 1 / numbers["resources_per_point"])
    last |= {GOLD: numbers["gold_points"], RAZE: numbers["raze_points"] if razes else 0.0}
    return KnownValues({good: last[good] + (value - last[good]) * early for good, value in GOOD_VALUES.items()})


def goods_value(context: EvaluationContext, goods: Bag) -> float:
    """Return the value of a bag of goods."""
    return sum(context.prices[good] * count for good, count in goods)


# --- cards ----------------------------------------------------------------------------------------------------------


def hand_value(context: EvaluationContext, player: Player) -> float:
    """Return the value of the cards in hand and those kept. The best ones count most, as they are played first."""
    room = WEIGHTS.cards_per_round * context.rounds + (1.0 if context.round_is_open and not player.passed else 0.0)
    values = [
        hand_card_value(context, player, card)
        for bag in (player.hand, player.kept)
        for card, n in bag
        for _ in range(n)
    ]
    return sum(value * room / (room + at / 2) for at, value in enumerate(sorted(values, reverse=True)) if room)


def hand_card_value(context: EvaluationContext, player: Player, name: str) -> float:
    """Return the value of one card in hand."""
    card = card_of(context.state, name)
    if card.immediate is not None:
        boost = card.abilities[card.immediate]
        return WEIGHTS.hand_card_share * max(
            WEIGHTS.min_hand_card_value, ability_value(context, player, boost) - cost_value(context, boost.cost)
        )
    return WEIGHTS.hand_card_share * max(
        WEIGHTS.min_hand_card_value,
        placement_value(context, player, card)
        - cost_value(context, card.cost)
        - card.cost.worker * WEIGHTS.card_worker_value,
    )


def placement_value(context: EvaluationContext, player: Player, card: Card) -> float:
    """Return what placing a card brings: its point, its bonus, and its use in the rounds that remain."""
    value = float(content(context.state).numbers["card_points"])
    value += goods_value(context, card.goods) * (1 + WEIGHTS.field_harvest_prob * context.rounds)
    uses = WEIGHTS.action_prob * context.rounds + (
        WEIGHTS.new_action_prob if context.round_is_open and not player.passed else 0.0
    )
    for ability in card.abilities:
        brought = ability_value(context, player, ability)
        if ability.row.when == "bonus":
            value += brought
        elif ability.row.when == "action":
            value += uses * max(
                WEIGHTS.min_action_value,
                brought - cost_value(context, ability.cost) - WEIGHTS.idle_worker_value * ability.cost.worker,
            )
        elif ability.row.when == "special":
            value += uses * special_value(context, player, ability)
        elif ability.row.when == "storage":
            value += max(0.0, context.rounds - 1) * brought * WEIGHTS.bank_payout_prob
    return value


def special_value(context: EvaluationContext, player: Player, ability: Ability) -> float:
    """Return what a special brings in a round."""
    return (WEIGHTS.limited_special_prob if ability.row.limit else WEIGHTS.special_prob) * ability_value(
        context, player, ability
    )


class ActiveCards(NamedTuple):
    """What the cards of an empire can do, each site with the card whose abilities it has."""

    cards: tuple[tuple[Site, Card], ...]
    """The cards with an Action, a special or a bank."""
    specials: Mapping[str, Sequence[tuple[Site, int, Ability]]]
    """For each event, the specials that it triggers, with their indexes."""


@memo_by(lambda state, player: (state.pack, state.options, player.empire), EVALUATION_ENTRIES)
def active_cards(state: State, player: Player) -> ActiveCards:
    """Return what the cards of an empire can do. Cached, because goods and hands change more often."""
    cards, specials = list[tuple[Site, Card]](), dict[str, list[tuple[Site, int, Ability]]]()
    for site in player.empire:
        source = ability_source(player, site)
        card = card_of(state, source) if source else None
        if card is None or (card.action is None and card.storage is None and not card.specials):
            continue
        cards.append((site, card))
        for at in card.specials:
            specials.setdefault(str(card.abilities[at].row.hears), []).append((site, at, card.abilities[at]))
    return ActiveCards(tuple(cards), specials)


def trigger_value(context: EvaluationContext, player: Player, event: str, about: str) -> float:
    """Return what the specials that an event triggers bring. `about` is the card of the event, or empty."""
    value = 0.0
    for site, at, ability in active_cards(context.state, player).specials.get(event, ()):
        is_ready = not (ability.row.limit and at in site.triggered)
        if is_ready and (not about or fits_filter(card_of(context.state, about), ability.row.filter)):
            value += ability_value(context, player, ability)
    return value


# --- effects and actions --------------------------------------------------------------------------------------------


def ability_value(context: EvaluationContext, player: Player, ability: Ability) -> float:
    """Return what the effects of an ability bring. Most abilities bring every player the same."""
    value = context.known.abilities.get(ability)
    if value is None:
        value = effects_value(context, player, ability.effects)
        if not depends_on_player(ability.effects):
            context.known.abilities[ability] = value
    return value


def action_value(context: EvaluationContext, player: Player, ability: Ability) -> float:
    """Return what an Action brings, minus its cost without workers."""
    value = context.known.actions.get(ability)
    if value is None:
        value = ability_value(context, player, ability) - cost_value(context, ability.cost)
        if ability in context.known.abilities:
            context.known.actions[ability] = value
    return value


def depends_on_player(effects: tuple[Effect, ...]) -> bool:
    """Return whether the value of effects depends on the cards of a player: they are counted, or used by an action."""
    return any(
        each.name == "tile_action"
        or any(not isinstance(count, int) for bundle in each.bundles for _, count in bundle.items())
        or any(map(depends_on_player, each.branches))
        for each in effects
    )


def effects_value(context: EvaluationContext, player: Player, effects: tuple[Effect, ...]) -> float:
    """Return what a list of effects brings."""
    return sum(effect_value(context, player, each) for each in effects)


def effect_value(context: EvaluationContext, player: Player, each: Effect) -> float:
    """Return what one effect brings."""
    if each.bundles:
        return max(_bundle_value(context, player, bundle) for bundle in each.bundles)
    if each.name == "choose":
        return max(effects_value(context, player, branch) for branch in each.branches)
    if each.name == "tile_action":
        return tile_action_value(context, player, each.target)
    return EFFECT_VALUES.get(each.name, 0.0) * max(1, each.max_count)


def _bundle_value(context: EvaluationContext, player: Player, bundle: Bundle) -> float:
    """Return the value of a bundle."""
    return sum(context.value_of(gain) * evaluate_amount(context.state, player, count) for gain, count in bundle.items())


def cost_value(context: EvaluationContext, cost: Cost) -> float:
    """Return the value of what a cost takes, without its workers."""
    taken = context.known.costs.get(cost)
    if taken is None:
        taken = goods_value(context, goods_owed(cost)) + WEIGHTS.discarded_card_value * cost.card_from_hand
        if cost.discard_card or cost.return_card or cost.exhaust_card:
            taken += WEIGHTS.exhausted_card_value if cost.exhaust_card else WEIGHTS.lost_card_value
        taken += min(cost_value(context, choice) for choice in cost.choice) if cost.choice else 0.0
        context.known.costs[cost] = taken
    return taken


def tile_action_value(context: EvaluationContext, player: Player, action: str) -> float:
    """Return what an action of the ring brings."""
    if action == "explore":
        return context.card_value
    if action == "populate":
        return context.value_of(WORKER)
    if action == "harvest":
        return best_harvest_value(context, player, ready=True)
    if action == "sail":
        return WEIGHTS.sailing_ship_value if player.ships else 0.0
    return max((_placement_gain(context, player, card) for card, _ in player.hand), default=0.0)


def _placement_gain(context: EvaluationContext, player: Player, name: str) -> float:
    """Return how much more a card is worth in the empire than in the hand."""
    card = card_of(context.state, name)
    return (
        placement_value(context, player, card) - hand_card_value(context, player, name)
        if card.is_location or card.is_island
        else 0.0
    )


def best_harvest_value(context: EvaluationContext, player: Player, *, ready: bool) -> float:
    """Return the value of the best harvest. With `ready`, exhausted fields do not count."""
    fields = [site.slot for site in fields_of(context.state, player) if not (ready and site.exhausted)]
    yields = (harvest_yield(context.state, player, slot) for slot in fields)
    return max((sum(context.prices[good] * count for good, count in each.items()) for each in yields), default=0.0)
