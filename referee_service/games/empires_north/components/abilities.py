"""Texts of abilities: when they work, what they cost, and what they do. Each effect has its phrase."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal

from msgspec import UNSET
from msgspec.structs import replace

from referee_service.kernel.catalogue import Catalogue
from referee_service.kernel.components import Component
from referee_service.kernel.grammar import joined
from referee_service.kernel.packs import Provenance
from referee_service.kernel.rules import Language

from ..content.cards import NO_COST, READING_ORDER, Ability, Card, Effect, card_cost
from ..content.schema import AbilityRow, Bundle, CardFilter, Cost, EmpireCount, PerCount, UpTo
from ..content.tables import Content
from ..empire.cards import fits_filter
from .nouns import NounWriter, noun_ids

GROUP_NOUNS = {"any_resource": "resource", "any_goods": "good"}
"""The nouns of groups of goods."""


class AbilityWriter(NounWriter):
    """Writes the texts of cards of one pack. `card` is the card whose abilities are being written."""

    def __init__(self, tables: Content, catalogue: Catalogue, language: Language) -> None:
        super().__init__(catalogue, language)
        self.tables = tables
        self.card: Card | None = None

    def alternatives(self, parts: Iterable[str]) -> str:
        """Return parts as a list with "or"."""
        return joined(list(parts), self.language, "or")

    def unlisted(
        self,
        id: str,
        kind: str,
        sentences: Iterable[str],
        *,
        provenance: Provenance = "rulebook",
        facts: dict[str, object] | None = None,
        rules: tuple[str, ...] = (),
    ) -> Component:
        """Return a component that has no row of its own."""
        text = self.text(sentences)
        return Component(
            id=id, kind=kind, name=self.name(id), text=text, provenance=provenance, facts=facts or {}, rules=rules
        )

    def with_pack_text(self, component: Component) -> Component:
        """Return a component with the text that its pack gives it, or unchanged."""
        own = self.tables.pack.texts.get(component.id)
        return component if own is None or own.text is None else replace(component, text=own.text[self.language])

    def worth(self) -> str:
        """Return what a card of the empire scores at the end."""
        return self.phrase("worth", points=self.tables.numbers["card_points"])

    # --- abilities ----------------------------------------------------------------------------------------------------

    def abilities(self, card: Card) -> Iterator[str]:
        """Yield the sentences of all abilities of a card."""
        self.card = card
        for ability in card.abilities:
            yield from self.ability(ability, corner=card.corner_action or "")
        self.card = None

    def ability(self, ability: Ability, *, corner: str = "") -> Iterator[str]:
        """Yield the sentences of an ability. A bank has two."""
        row = ability.row
        if row.when == "storage":
            yield from self.bank(ability)
            return
        yield self.phrase(f"when_{row.when}", does=self.deed(ability), corner=corner)

    def deed(self, ability: Ability) -> str:
        """Return what an ability does, after the event that it reacts to and with its limit."""
        row, does = ability.row, self.paid_effects(ability.cost, ability.effects)
        if row.hears is None:
            return does
        does = self.phrase("whenever", event=self.event(row), does=does)
        if not row.limit:
            return does
        return self.phrase("once" if row.limit == 1 else "limited", does=does, limit=row.limit)

    def bank(self, ability: Ability, holds: str = "bank") -> Iterator[str]:
        """Yield what a bank holds, with the phrase of this name, and what it pays."""
        row, good = ability.row, GROUP_NOUNS.get(ability.row.accept or "", ability.row.accept or "")
        yield self.phrase(holds, capacity=row.capacity, good=good)
        does = self.effects(ability.effects)
        yield self.phrase("bank_each" if row.per == 1 else "bank_every", does=does, per=row.per, good=good)

    def event(self, row: AbilityRow) -> str:
        """Return the event that a special reacts to."""
        wanted = row.filter
        if wanted == CardFilter() and row.hears in ("pillaged", "conquered"):
            wanted = CardFilter(island=True)
        scope = "own" if row.scope is UNSET else row.scope
        return self.phrase(f"{scope}_{row.hears}", what=self.one_of(wanted))

    # --- costs --------------------------------------------------------------------------------------------------------

    def paid_effects(self, cost: Cost, effects: Sequence[Effect]) -> str:
        """Return effects with their cost before them."""
        does = self.effects(effects)
        if cost == NO_COST:
            return does
        return self.phrase("pay_then" if effects[0].name == "choose" else "pay_and", cost=self.cost(cost), does=does)

    def cost(self, cost: Cost) -> str:
        """Return all parts of a cost."""
        goods, parts = self.cost_goods(cost), list[str]()
        if cost.choice:
            choices = self.alternatives(self.cost_goods(each) for each in cost.choice)
            parts.append(self.phrase("cost_goods_and_choice" if goods else "cost_choice", goods=goods, choices=choices))
        elif goods:
            parts.append(self.phrase("cost_goods", goods=goods))
        if cost.card_from_hand:
            parts.append(self.phrase("cost_card_from_hand", count=cost.card_from_hand))
        if (wanted := card_cost(cost)) is not None:
            what = self.another(wanted[1], is_ready=wanted[0] == "exhaust_card")
            parts.append(self.phrase(f"cost_{wanted[0]}", what=what))
        return self.joined(parts)

    def cost_goods(self, cost: Cost) -> str:
        """Return the workers and goods of a cost."""
        kinds = ((kind, getattr(cost, kind, 0)) for kind in READING_ORDER)
        return self.counted([(kind, count) for kind, count in kinds if count])

    def another(self, wanted: CardFilter, *, is_ready: bool = False) -> str:
        """Return a card of the empire that fits a filter. If the acting card would fit too, it is excluded."""
        is_fitting = self.card is not None and not self.card.is_boost and fits_filter(self.card, wanted)
        name = ("in_empire_ready" if is_ready else "in_empire") + ("_other" if is_fitting else "")
        return self.phrase(name, what=self.one_of(wanted))

    # --- gains --------------------------------------------------------------------------------------------------------

    def bundle(self, bundle: Bundle) -> str:
        """Return what a bundle brings. Fixed amounts come first, apart from those that are counted."""
        fixed = [self.amount(kind, count) for kind, count in bundle.items() if isinstance(count, int)]
        variable = [self.amount(kind, count) for kind, count in bundle.items() if not isinstance(count, int)]
        if not fixed or not variable:
            return self.joined(fixed or variable)
        return self.phrase("amount_also", amount=self.joined(fixed), also=self.joined(variable))

    def amount(self, kind: str, count: int | PerCount) -> str:
        """Return an amount of one kind: a number, or a number for each thing that is counted."""
        if isinstance(count, int):
            return self.counted([(kind, count)])
        amount = self.per(self.counted([(kind, count.times)]), count.per, count.every)
        return amount if count.max is None else self.phrase("amount_max", amount=amount, max=count.max, kind=kind)

    def per(self, amount: str, what: EmpireCount, every: int) -> str:
        """Return an amount with what it is counted by."""
        if what.cards_in_empire is not None:
            noun = self.each_of(what.cards_in_empire) if every == 1 else self.many_of(what.cards_in_empire)
            return self.phrase("per_card" if every == 1 else "per_cards", amount=amount, every=every, what=noun)
        if what.assigned is not None:
            good, where = what.assigned.what, self.many_of(what.assigned.where)
            name = "per_assigned" if every == 1 else "per_assigned_goods"
            return self.phrase(name, amount=amount, every=every, good=GROUP_NOUNS.get(good, good), what=where)
        if what.sets_of_types:
            types = self.joined(self.name(f"type_{each}") for each in what.sets_of_types)
            return self.phrase("per_set" if every == 1 else "per_sets", amount=amount, every=every, what=types)
        return self.phrase("per_type" if every == 1 else "per_types", amount=amount, every=every)

    # --- effects ------------------------------------------------------------------------------------------------------

    def effects(self, effects: Sequence[Effect]) -> str:
        """Return several effects in order."""
        *first, last = (EFFECTS.get(each.name, _plain)(self, each) for each in effects)
        return self.phrase("then", first=", ".join(first), last=last) if first else last


def _plain(write: AbilityWriter, each: Effect) -> str:
    """Return the phrase of an effect whose only argument is a number, or that has none."""
    return write.phrase(each.name, count=each.max_count)


def _gain(write: AbilityWriter, each: Effect) -> str:
    return write.phrase("gain", what=write.alternatives(map(write.bundle, each.bundles)))


def _choose(write: AbilityWriter, each: Effect) -> str:
    """Return the branches. A price among them is no longer demanded, but points are lost if nothing can be chosen."""
    *others, last = (_branch(write, branch) for branch in each.branches)
    for other in reversed(others):
        last = write.phrase("choose", first=other, other=last)
    if not any(_is_price(branch) for branch in each.branches):
        return last
    return write.phrase("choose_or_lose", what=last, points=write.tables.numbers["penalty"])


def _branch(write: AbilityWriter, branch: tuple[Effect, ...]) -> str:
    if _is_price(branch):
        return write.phrase("cost_goods", goods=write.cost_goods(branch[0].cost))
    return write.effects(branch)


def _is_price(branch: tuple[Effect, ...]) -> bool:
    return [each.name for each in branch] == ["pay"]


def _pile_card(write: AbilityWriter, each: Effect) -> str:
    return write.phrase(each.name, what=write.one_of(each.card_filter))


def _copy(write: AbilityWriter, each: Effect) -> str:
    return write.phrase("copy", what=write.phrase("in_empire", what=write.one_of(each.card_filter)))


def _tile_action(write: AbilityWriter, each: Effect) -> str:
    return write.phrase("tile_action", tile=each.target)


def _manner(each: Effect) -> Literal["up_to", "exactly"]:
    return "up_to" if isinstance(each.count, UpTo) else "exactly"


def _assign(write: AbilityWriter, each: Effect) -> str:
    target = write.phrase("this_card") if each.targets_itself else write.many_of(each.card_filter)
    what = target if each.targets_itself else write.phrase("your_cards", what=target)
    good = GROUP_NOUNS.get(each.goods, each.goods)
    return write.phrase(f"assign_{_manner(each)}", count=each.max_count, good=good, what=what)


def _release(write: AbilityWriter, each: Effect) -> str:
    good, what = GROUP_NOUNS.get(each.goods, each.goods), write.many_of(each.card_filter)
    return write.phrase(f"release_{_manner(each)}", count=each.max_count, good=good, what=what)


def _recover_worker(write: AbilityWriter, each: Effect) -> str:
    return write.phrase(f"recover_worker_{_manner(each)}", count=each.max_count)


def _refresh(write: AbilityWriter, each: Effect) -> str:
    if each.count == 1:
        return write.phrase("refresh_one", what=write.another(each.card_filter))
    what = write.many_of(each.card_filter)
    if each.count == "all":
        return write.phrase("refresh_all", what=what, noun=noun_ids(each.card_filter)[0])
    return write.phrase(f"refresh_{_manner(each)}", count=each.max_count, what=what)


def _pay(write: AbilityWriter, each: Effect) -> str:
    return write.phrase("pay", goods=write.cost_goods(each.cost), points=write.tables.numbers["penalty"])


def _may(write: AbilityWriter, each: Effect) -> str:
    return write.phrase("may", goods=write.cost_goods(each.cost), does=write.effects(each.branches[0]))


def _draw_island(write: AbilityWriter, each: Effect) -> str:
    return write.phrase(f"draw_island_{each.target}")


def _borrow(write: AbilityWriter, each: Effect) -> str:
    return write.phrase("borrow", goods=write.counted([(each.goods, each.max_count)]))


EFFECTS: dict[str, Callable[[AbilityWriter, Effect], str]] = {
    "gain": _gain,
    "gain_one_of": _gain,
    "choose": _choose,
    "search": _pile_card,
    "return_to_hand": _pile_card,
    "build": _pile_card,
    "copy": _copy,
    "tile_action": _tile_action,
    "assign": _assign,
    "release": _release,
    "recover_worker": _recover_worker,
    "refresh": _refresh,
    "pay": _pay,
    "may": _may,
    "draw_island": _draw_island,
    "borrow": _borrow,
}
"""The functions that write effects with arguments. The phrase of any other effect has its name."""
