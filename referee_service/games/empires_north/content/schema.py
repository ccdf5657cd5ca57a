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
    kind_in: tuple[Kind, ...] = ()
    island: bool = False
    exhausted: bool = False


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
    wood: int = 0
    stone: int = 0
    sheep: int = 0
    fish: int = 0
    gold: int = 0
    raze: int = 0
    worker: int = 0
    any_resource: int = 0
    card_from_hand: int = 0
    discard_card: CardFilter | None = None
    return_card: CardFilter | None = None
    exhaust_card: CardFilter | None = None
    choice: tuple[Cost, ...] = ()


class AbilityRow(EffectPart, frozen=True):
    """One effect text of a card: when it applies, what it costs, what it does."""

    when: Timing
    effects: tuple[EffectRow, ...]
    cost: Cost = Cost()
    hears: TriggerKind | None = None
    filter: CardFilter = CardFilter()
    limit: int = 0
    """Reactions of a special per round. 0 means no limit."""
    accept: GoodsWord | None = None
    capacity: int = 0
    per: int = 0
    """Of a bank: the number of goods for one payout. `accept` and `capacity` limit what may lie on it."""

    scope: Scope | UnsetType = UNSET
    """Of a special: whose event triggers it. Unset means `own`, and leaves the id of a pack as it is."""


class NumberRow(Row, frozen=True):
    """A constant of the rules."""

    value: int


class TileRow(Row, frozen=True):
    """One of the five actions of the ring."""


class ClanRow(Row, frozen=True):
    """A clan: its type icons, its starting fields and ships."""

    faction: Literal["vikings", "inuit", "scots"]
    types: tuple[str, ...]
    base_fields: tuple[str, ...]
    ships: int
    beginner: bool = False


class CardRow(Row, frozen=True):
    """A clan card. A card of two kinds is played as either."""

    clan: str
    copies: int
    kinds: tuple[Kind, ...]
    type: str
    cost: Cost = Cost()
    corner: Tile | None = None
    """The action in the corner of a field or boost."""
    goods: dict[Good, int] = {}
    """What a field yields."""
    abilities: tuple[AbilityRow, ...] = ()


class IslandRow(Row, frozen=True):
    """An island: what pillaging it brings, and what it does once conquered."""

    pile: Pile
    pillage: dict[GainKind, int]
    abilities: tuple[AbilityRow, ...] = ()


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
    rules: dict[str, object]


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
