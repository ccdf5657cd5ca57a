"""A content pack as its YAML says it: one struct for each table's rows, and the words that effects are written with."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from referee_service.kernel.packs import EffectRow, Row

Tile = Literal["explore", "populate", "construct", "harvest", "sail"]
Kind = Literal["base_field", "field", "field_upgrade", "location", "boost", "island_near", "island_distant", "scenario"]
Pile = Literal["near", "distant"]
Resource = Literal["food", "wood", "stone", "sheep", "fish"]
Good = Literal["food", "wood", "stone", "sheep", "fish", "gold", "raze"]
GainKind = Literal["food", "wood", "stone", "sheep", "fish", "gold", "raze", "worker", "ship", "vp", "any_resource"]
"""What can be gained."""
GoodsWord = Literal["food", "wood", "stone", "sheep", "fish", "gold", "raze", "worker", "any_resource", "any_goods"]
"""What can be assigned: one good by name, or any of a group."""
Timing = Literal["action", "bonus", "immediate", "special", "storage", "event"]
"""Events, and all else that only scenarios do, are of the last kind."""
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
"""What specials listen to: events of their owner."""


class EffectPart(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of an effect or a cost."""


class CardFilter(EffectPart, frozen=True):
    """Which cards are meant; nothing said means all."""

    type_in: tuple[str, ...] = ()
    kind_in: tuple[Kind, ...] = ()
    island: bool = False
    exhausted: bool = False


class AssignedGoods(EffectPart, frozen=True):
    """Goods that lie on cards."""

    what: GoodsWord
    where: CardFilter


class EmpireCount(EffectPart, frozen=True):
    """Something to count in one's own empire: exactly one of these."""

    cards_in_empire: CardFilter | None = None
    types_in_empire: bool = False
    sets_of_types: tuple[str, ...] = ()
    assigned: AssignedGoods | None = None


class PerCount(EffectPart, frozen=True):
    """So much for every few of what is counted, up to a most."""

    per: EmpireCount
    every: int = 1
    times: int = 1
    max: int | None = None


class UpTo(EffectPart, frozen=True):
    """From none to so many, as the owner likes."""

    up_to: int


Bundle = dict[GainKind, int | PerCount]


class Cost(EffectPart, frozen=True):
    """What is paid before an effect: goods, workers, cards; of `choice` exactly one on top."""

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
    """How often in a round a special reacts; 0 for always."""
    accept: GoodsWord | None = None
    capacity: int = 0
    per: int = 0
    """A bank: what may lie on it, how much, and for how many of it the effects come once after every lookout."""


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
    """An icon of a scenario that the rulebook lost: what it may say. Where a scenario writes {slot: id}, one stands."""

    scenario: str
    default: str
    values: dict[str, object]


class ScenarioRow(Row, frozen=True):
    """A solo scenario before its slots are filled; see scenarios.py for what it says then."""

    threshold: int
    rules: dict[str, object]


class Pack(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole content pack."""

    name: str
    numbers: tuple[NumberRow, ...]
    tiles: tuple[TileRow, ...]
    clans: tuple[ClanRow, ...]
    cards: tuple[CardRow, ...]
    islands: tuple[IslandRow, ...]
    scenarios: tuple[ScenarioRow, ...]
    slots: tuple[SlotRow, ...]


TABLES = ("numbers", "tiles", "clans", "cards", "islands", "scenarios", "slots")
