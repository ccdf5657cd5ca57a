"""Rows of a content pack as they stand in YAML, and the vocabulary of effects."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from referee_service.kernel.catalogue import ComponentTexts
from referee_service.kernel.packs import EffectRow, Row

Tile = Literal["explore", "populate", "construct", "harvest", "sail"]
Kind = Literal["base_field", "field", "field_upgrade", "location", "boost", "island_near", "island_distant", "scenario"]
Pile = Literal["near", "distant"]
Resource = Literal["food", "wood", "stone", "sheep", "fish"]
Good = Literal["food", "wood", "stone", "sheep", "fish", "gold", "raze"]
GainKind = Literal["food", "wood", "stone", "sheep", "fish", "gold", "raze", "worker", "ship", "vp", "any_resource"]
"""What can be gained."""
GoodsWord = Literal["food", "wood", "stone", "sheep", "fish", "gold", "raze", "worker", "any_resource", "any_goods"]
"""What can be assigned: one good by name, or any good of a group."""
Timing = Literal["action", "bonus", "immediate", "special", "storage", "event"]
"""When an ability applies. `event` is for events and other effects of scenarios."""
TriggerKind = Literal[
    "explored",
    "populated",
    "sailed",
    "pillaged",
    "conquered",
    "built",
    "left",
    "location_used",
    "pawn_moved",
    "assigned",
]
"""The events that trigger specials."""
Scope = Literal["own", "other", "any"]
"""Whose deeds trigger a special: those of its player, of another player, or of any player."""


class EffectPart(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of an effect or a cost."""


class CardFilter(EffectPart, frozen=True):
    """A filter for cards. An empty filter fits every card."""

    type_in: tuple[str, ...] = ()
    """Types of which the card must have one. Empty if any type fits."""
    kind_in: tuple[Kind, ...] = ()
    """Kinds of which the card must have one. Empty if any kind fits."""
    island: bool = False
    """Whether only islands fit. If `false`, islands and other cards fit."""
    exhausted: bool = False
    """Whether only exhausted cards of an empire fit. If `false`, ready cards fit too."""


class AssignedGoods(EffectPart, frozen=True):
    """Goods that are assigned to cards."""

    what: GoodsWord
    where: CardFilter


class EmpireCount(EffectPart, frozen=True):
    """Something to count in the player's empire. Exactly one field is set."""

    cards_in_empire: CardFilter | None = None
    types_in_empire: bool = False
    sets_of_types: tuple[str, ...] = ()
    assigned: AssignedGoods | None = None


class PerCount(EffectPart, frozen=True):
    """An amount that depends on a count: `times` for each full `every`, up to `max`."""

    per: EmpireCount
    every: int = 1
    times: int = 1
    max: int | None = None


class UpTo(EffectPart, frozen=True):
    """A number that the player chooses, from 0 to `up_to`."""

    up_to: int


Bundle = dict[GainKind, int | PerCount]


class Cost(EffectPart, frozen=True):
    """What is paid before an effect: goods, workers and cards, plus exactly one alternative of `choice`."""

    food: int = 0
    """Number of food to pay. Gold may replace each."""
    wood: int = 0
    """Number of wood to pay. Gold may replace each."""
    stone: int = 0
    """Number of stone to pay. Gold may replace each."""
    sheep: int = 0
    """Number of sheep to pay. Gold may replace each."""
    fish: int = 0
    """Number of fish to pay. Gold may replace each."""
    gold: int = 0
    """Number of gold to pay. No other good replaces it."""
    raze: int = 0
    """Number of raze tokens to pay."""
    worker: int = 0
    """Number of workers to spend."""
    any_resource: int = 0
    """Number of resources to pay, each of any kind: food, wood, stone, sheep or fish. Gold may replace each."""
    card_from_hand: int = 0
    """Number of cards to discard from the hand."""
    discard_card: CardFilter | None = None
    """Which other card of the empire to discard as part of the price, or `null` for none."""
    return_card: CardFilter | None = None
    """Which other card of the empire to return to the hand as part of the price, or `null` for none."""
    exhaust_card: CardFilter | None = None
    """Which other card of the empire, with an unused Action, to exhaust as part of the price, or `null` for none."""
    choice: tuple[Cost, ...] = ()
    """Alternative prices in goods and workers. The player pays exactly one of them. Empty if there are none."""


class AbilityRow(EffectPart, frozen=True):
    """One effect text of a card: when it applies, what it costs, what it does."""

    when: Timing
    """When the ability applies.

    `action`: when the player uses the card, which is then exhausted. `bonus`: when the card enters the empire.
    `immediate`: when the boost is played. `special`: whenever the event of `hears` happens. `storage`: after each
    lookout, for goods on the card. `event`: as a scenario says.
    """
    effects: tuple[EffectRow, ...]
    """Effects of the ability, in order.

    Each is an object with one key, the name of the effect, and its argument, such as `{"gain": {"what": {"wood": 1}}}`.
    The argument of an effect that needs none is `true`.
    """
    cost: Cost = Cost()
    """Price that the player pays before the effects. All amounts are 0 if the ability is free."""
    hears: TriggerKind | None = None
    """Event that starts a Special, such as `explored`. `null` for other abilities.

    `built`: a card is placed from the hand. `left`: a card leaves the empire. `location_used`: an Action is used.
    `assigned`: goods are assigned to cards.
    """
    filter: CardFilter = CardFilter()
    """Cards that the event of a Special must concern. Without conditions, all cards fit."""
    limit: int = 0
    """Number of times that a Special may apply per round. 0 means no limit."""
    accept: GoodsWord | None = None
    """What may lie on a card with storage: a good, workers, or a group of goods. `null` for other abilities.

    The groups are `any_resource` (no gold and no raze tokens) and `any_goods`.
    """
    capacity: int = 0
    """Largest number of goods that may lie on a card with storage. 0 for other abilities."""
    per: int = 0
    """Number of goods on a card with storage that start the effects once after each lookout. 0 for other abilities."""
    # UNSET instead of "own" leaves the ids of packs without scopes as they are
    scope: Scope | UnsetType = UNSET
    """Players whose event starts a Special: its owner (`own`), the others (`other`) or all (`any`). `own` if absent."""


class NumberRow(Row, frozen=True):
    """A constant of the rules."""

    value: int


class TileRow(Row, frozen=True):
    """One of the five actions of the ring."""


class ClanRow(Row, frozen=True):
    """A clan: its type icons, its starting fields and ships."""

    faction: Literal["vikings", "inuit", "scots"]
    """People that the clan belongs to: `vikings`, `inuit` or `scots`."""
    types: tuple[str, ...]
    """Types that cards of the clan have, such as `warrior`. Effects count and choose cards by them."""
    base_fields: tuple[str, ...]
    """Ids of the fields that begin in the empire of the clan."""
    ships: int
    """Number of ships that the clan begins with."""
    beginner: bool = False
    """Whether the clan is good for a first game."""


class CardRow(Row, frozen=True):
    """A clan card. A card of two kinds is played as either."""

    clan: str
    """Id of the clan whose deck has the card."""
    copies: int
    """Number of copies of this card in the deck of its clan. A base field begins in the empire instead."""
    kinds: tuple[Kind, ...]
    """What the card is played as. A card of the kinds `field` and `field_upgrade` is played as either."""
    type: str
    """One of the types of its clan, such as `warrior`. Effects count and choose cards by it."""
    cost: Cost = Cost()
    """Goods and workers that placing a location costs. All amounts are 0 for other kinds."""
    corner: Tile | None = None
    """Action in the corner of a field or boost, before which it may be played. `null` for base fields and locations."""
    goods: dict[Good, int] = {}
    """Goods that a field or upgrade yields when it is placed or harvested, as counts by good. Empty for other kinds."""
    abilities: tuple[AbilityRow, ...] = ()
    """What the card does: at most one ability of each `when`, but any number of Specials. Empty if it has none."""


class IslandRow(Row, frozen=True):
    """An island: what pillaging it brings, and what it does once conquered."""

    pile: Pile
    """Pile of the island: `near`, or `distant`, which a ship reaches with a fish on board."""
    pillage: dict[GainKind, int]
    """What a player gains for pillaging the island, as counts by kind. `vp` are points."""
    abilities: tuple[AbilityRow, ...] = ()
    """What the island does in the empire of the player who has conquered it."""


class SlotRow(Row, frozen=True):
    """A scenario icon that is unreadable in the rulebook, with its possible values.

    A scenario writes {slot: id} where the icon stands.
    """

    scenario: str
    default: str
    values: dict[str, object]


class ScenarioRow(Row, frozen=True):
    """A solo scenario before its slots are filled. `ScenarioRules` describes the filled rules."""

    threshold: int
    """Points that the player must have at the end of the solo game to win."""
    rules: dict[str, object]
    """Rules that the scenario changes, by name. `{"slot": id}` stands for an icon that is unreadable in the rulebook.

    The option `slots` of a match sets what such an icon means. Otherwise its default applies.
    """


class Pack(Struct, frozen=True, forbid_unknown_fields=True):
    """A complete content pack."""

    name: str
    numbers: tuple[NumberRow, ...]
    tiles: tuple[TileRow, ...]
    clans: tuple[ClanRow, ...]
    cards: tuple[CardRow, ...]
    islands: tuple[IslandRow, ...]
    scenarios: tuple[ScenarioRow, ...]
    slots: tuple[SlotRow, ...]
    texts: dict[str, ComponentTexts] = {}
    """Names and texts that replace those of the game, by component."""

    def rows(self) -> tuple[Row, ...]:
        """Return the rows of all tables."""
        return tuple(row for table in TABLES for row in getattr(self, table))


TABLES = ("numbers", "tiles", "clans", "cards", "islands", "scenarios", "slots")
"""The tables of a pack."""
