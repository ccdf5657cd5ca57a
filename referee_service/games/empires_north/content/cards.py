"""Cards, abilities and effects, bound from content rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Literal, cast

from msgspec import UNSET

from referee_service.kernel.bags import Bag
from referee_service.kernel.packs import ContentError, EffectRegistry, EffectRow

from .schema import AbilityRow, Bundle, CardFilter, CardRow, Cost, GoodsWord, IslandRow, Kind, Scope, UpTo

if TYPE_CHECKING:
    from ..state import State

RESOURCES = ("fish", "food", "sheep", "stone", "wood")
"""The goods that gold can replace."""
GOLD, RAZE, WORKER, ANY = "gold", "raze", "worker", "any_resource"
GOODS = (*RESOURCES, GOLD, RAZE)
READING_ORDER = (WORKER, "food", "wood", "stone", "sheep", "fish", GOLD, RAZE, ANY, "ship", "vp")
"""The order in which sentences list what is paid or gained."""
GROUPS: Mapping[str, tuple[str, ...]] = {"any_resource": RESOURCES, "any_goods": GOODS}
"""The goods of each group."""

ANY_CARD, NO_COST = CardFilter(), Cost()
"""The filter that every card fits, and the cost of nothing."""

effect: EffectRegistry[State] = EffectRegistry()
"""Decorator that registers a function under its name, for content rows. The package `effects` uses it."""


@dataclass(frozen=True, slots=True)
class Effect:
    """An effect with its arguments bound. Its fields say what it gains, takes and applies to."""

    name: str
    run: Callable[[State, int], State]
    bundles: tuple[Bundle, ...] = ()
    """The bundles that it gains, or offers."""
    card_filter: CardFilter = ANY_CARD
    """The cards that it applies to."""
    targets_itself: bool = False
    """Whether it assigns goods to the acting card."""
    goods: str = ""
    """The good, or the group of goods, that it assigns, releases or lends."""
    count: int | UpTo | Literal["all"] = 0
    """The number of times, cards or goods."""
    target: str = ""
    """The action or the pile that it names."""
    cost: Cost = NO_COST
    branches: tuple[tuple[Effect, ...], ...] = ()
    options: tuple[str, ...] = ()
    """The names of its options in actions."""

    @property
    def max_count(self) -> int:
        """Return the greatest number that the effect allows, or 0 if it has none."""
        return self.count.up_to if isinstance(self.count, UpTo) else self.count if isinstance(self.count, int) else 0


@dataclass(frozen=True, slots=True, eq=False)
class Ability:
    """One effect text of a card with its effects bound. It is a key of memos by its identity, which is cheap."""

    row: AbilityRow
    effects: tuple[Effect, ...]

    @property
    def cost(self) -> Cost:
        """Return the cost of the ability."""
        return self.row.cost

    @property
    def scopes(self) -> tuple[Scope, ...]:
        """Return whose events trigger a special: `own`, `other`, or both."""
        scope = "own" if self.row.scope is UNSET else self.row.scope
        return ("own", "other") if scope == "any" else (scope,)


@dataclass(frozen=True, slots=True)
class Card:
    """A clan card, an island or the location of a scenario."""

    id: str
    kinds: tuple[Kind, ...]
    abilities: tuple[Ability, ...] = ()
    clan: str = ""
    copies: int = 1
    type: str = ""
    cost: Cost = field(default_factory=Cost)
    corner_action: str | None = None
    """The tile action in the corner of a boost or field. It can be played only with this action."""
    goods: Bag = ()
    pile: str = ""
    pillage: Bag = ()
    action: int | None = field(init=False)
    """The index of the ability that is its Action, or None."""
    bonus: int | None = field(init=False)
    """The index of its placement bonus."""
    storage: int | None = field(init=False)
    """The index of the ability of its bank (goods stored on the card)."""
    immediate: int | None = field(init=False)
    """The index of the ability of a boost."""
    specials: tuple[int, ...] = field(init=False)
    """The indexes of its Specials."""

    def __post_init__(self) -> None:
        for when in ("action", "bonus", "storage", "immediate"):
            object.__setattr__(self, when, next(iter(self._ability_index(when)), None))
        object.__setattr__(self, "specials", self._ability_index("special"))

    def _ability_index(self, when: str) -> tuple[int, ...]:
        return tuple(at for at, ability in enumerate(self.abilities) if ability.row.when == when)

    @property
    def is_location(self) -> bool:
        """Return whether the card is placed for its cost, or free by Construct."""
        return "location" in self.kinds

    @property
    def is_field(self) -> bool:
        """Return whether the card can lie in the empire as a field."""
        return "field" in self.kinds or "base_field" in self.kinds

    @property
    def is_upgrade(self) -> bool:
        """Return whether the card can lie under a field."""
        return "field_upgrade" in self.kinds

    @property
    def is_boost(self) -> bool:
        """Return whether the card is played before an action and then discarded."""
        return "boost" in self.kinds

    @property
    def is_island(self) -> bool:
        """Return whether the card is an island."""
        return bool(self.pile)


# --- costs ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def goods_owed(cost: Cost) -> Bag:
    """Return the goods of a cost. Workers and cards are paid separately."""
    kinds = ((kind, getattr(cost, kind)) for kind in sorted((*GOODS, ANY)))
    return tuple((kind, count) for kind, count in kinds if count)


@lru_cache(maxsize=1024)
def card_cost(cost: Cost) -> tuple[str, CardFilter] | None:
    """Return what a cost does to a card of the empire, and the filter for that card. None if it names no card."""
    for name in ("discard_card", "return_card", "exhaust_card"):
        if (wanted := getattr(cost, name)) is not None:
            return name, wanted
    return None


def pieces_in_order(bag: Iterable[tuple[str, int]]) -> tuple[str, ...]:
    """Return the pieces of a bag one by one, in the order of sentences."""
    return tuple(piece for piece, count in sorted(bag, key=_reading_place) for _ in range(count))


_READING_PLACES = {kind: place for place, kind in enumerate(READING_ORDER)}


def _reading_place(entry: tuple[str, int]) -> int:
    return _READING_PLACES[entry[0]]


def goods_named_by(what: GoodsWord | str) -> tuple[str, ...]:
    """Return the goods of a group, or the single good of this name."""
    return GROUPS.get(what, (what,))


# --- binding --------------------------------------------------------------------------------------------------------


def bind_effects(rows: Iterable[EffectRow], *, where: str, on: str) -> tuple[Effect, ...]:
    """Bind a list of effect rows, including their branches. Raises ContentError for a bad row."""
    return tuple(_bind_effect(row, where=where, on=on) for row in rows)


def _bind_effect(row: EffectRow, *, where: str, on: str) -> Effect:
    run = cast("partial[State]", effect.bind(row, where=where, on=on))
    (name,) = row
    given: Mapping[str, object] = run.keywords
    branches = tuple(bind_effects(branch, where=where, on=on) for branch in _branches(given))
    bundles = _bundles(given)
    options: tuple[str, ...] = ()
    if name == "choose":
        options = tuple("_".join(map(effect_label, branch)) for branch in branches)
    elif name == "gain_one_of":
        options = tuple("_".join(bundle) for bundle in bundles)
    cost = next((value for value in given.values() if isinstance(value, Cost)), Cost())
    if not is_goods_and_workers(cost):
        raise ContentError(where, on, f"{name}: its cost may have goods and workers only")
    if len(set(options)) != len(options):
        raise ContentError(where, on, f"{name}: two options have the same name: {', '.join(options)}")
    return Effect(
        name,
        run,
        bundles=bundles,
        card_filter=next((value for value in given.values() if isinstance(value, CardFilter)), CardFilter()),
        targets_itself=given.get("to") == "this",
        goods=str(given.get("what", "")) if not bundles else "",
        count=cast('int | UpTo | Literal["all"]', given.get("n", 0)),
        target=str(given.get("action", given.get("pile", ""))),
        cost=cost,
        branches=branches,
        options=options,
    )


def _branches(given: Mapping[str, object]) -> tuple[tuple[EffectRow, ...], ...]:
    """Return the lists of effects among the arguments of an effect."""
    if "of" in given:
        return cast("tuple[tuple[EffectRow, ...], ...]", given["of"])
    return (cast("tuple[EffectRow, ...]", given["effects"]),) if "effects" in given else ()


def _bundles(given: Mapping[str, object]) -> tuple[Bundle, ...]:
    """Return the bundles among the arguments of an effect."""
    if isinstance(given.get("what"), dict):
        return (cast("Bundle", given["what"]),)
    return cast("tuple[Bundle, ...]", given.get("bundles", ()))


def effect_label(each: Effect) -> str:
    """Return the part of an option's name that stands for this effect."""
    return "_".join(each.bundles[0]) if each.name == "gain" else each.name


def bind_ability(row: AbilityRow, *, where: str, on: str) -> Ability:
    """Bind an ability row. Raises ContentError if its parts do not fit."""
    named = [name for name in ("discard_card", "return_card", "exhaust_card") if getattr(row.cost, name) is not None]
    fits = {
        "a cost names at most one card of the empire": len(named) <= 1,
        "there are no alternative costs, or at least two": len(row.cost.choice) != 1,
        "alternative costs are goods and workers": all(is_goods_and_workers(choice) for choice in row.cost.choice),
        "a special, and nothing else, is triggered by an event": (row.when == "special") == (row.hears is not None),
        "a bank, and nothing else, accepts goods": (row.when == "storage") == bool(row.accept and row.capacity),
        "a bank, and nothing else, has a count of goods per payout": (row.when == "storage") == (row.per > 0),
        "only specials have a scope": row.scope is UNSET or row.when == "special",
        "only specials have a limit": not row.limit or row.when == "special",
        "only actions, boosts and scenarios have a cost": row.cost == Cost() or row.when in COSTED_TIMINGS,
    }
    for reason, holds in fits.items():
        if not holds:
            raise ContentError(where, on, reason)
    return Ability(row, bind_effects(row.effects, where=where, on=on))


COSTED_TIMINGS = ("action", "immediate", "event")
"""The timings of abilities that may have a cost."""


def is_goods_and_workers(cost: Cost) -> bool:
    """Return whether a cost consists of goods and workers only."""
    return not cost.choice and not cost.card_from_hand and card_cost(cost) is None


def bind_card(row: CardRow, *, where: str) -> Card:
    """Bind the row of a clan card."""
    on = f"cards {row.id!r}"
    abilities = tuple(bind_ability(each, where=where, on=on) for each in row.abilities)
    return Card(
        row.id,
        row.kinds,
        abilities,
        clan=row.clan,
        copies=row.copies,
        type=row.type,
        cost=row.cost,
        corner_action=row.corner,
        goods=tuple(sorted(row.goods.items())),
    )


def bind_island(row: IslandRow, *, where: str) -> Card:
    """Bind the row of an island."""
    abilities = tuple(bind_ability(each, where=where, on=f"islands {row.id!r}") for each in row.abilities)
    kind: Kind = "island_near" if row.pile == "near" else "island_distant"
    return Card(row.id, (kind,), abilities, pile=row.pile, pillage=tuple(sorted(row.pillage.items())))
