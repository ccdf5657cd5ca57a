"""Effects, costs and goods as lines of icons, made from the same data as the texts of cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import chain

from referee_service.pictures.cards import Sign

from ..content.cards import READING_ORDER, Ability, Effect, card_cost
from ..content.schema import Bundle, CardFilter, Cost, EmpireCount, PerCount, UpTo
from ..content.tables import Content
from .looks import Look, look_of_type, looks

Signs = tuple[Sign, ...]

ARROW = Sign("arrow")
MAX_SINGLE = 3
"""A price with more pieces shows a number for each kind."""


def text_sign(text: str) -> Sign:
    """Return a sign that is written."""
    return Sign("text", text)


def disc_sign(look: Look) -> Sign:
    """Return a white glyph on a disc."""
    return Sign("disc", look.glyph, colour=look.colour)


def good_sign(good: str, count: int = 1) -> Sign:
    """Return a good, workers, ships or points, with their number."""
    return Sign("points", count=count) if good == "vp" else Sign("piece", looks().goods.get(good, good), count)


def goods_signs(goods: Iterable[tuple[str, int]]) -> Signs:
    """Return counted goods in the order of sentences."""
    return tuple(good_sign(good, count) for good, count in sorted(goods, key=_reading_place))


def cost_pieces(cost: Cost) -> list[tuple[str, int]]:
    """Return the workers and goods of a cost, counted."""
    return [(kind, getattr(cost, kind, 0)) for kind in READING_ORDER if getattr(cost, kind, 0)]


def price_signs(cost: Cost) -> Signs:
    """Return the workers and goods of a price: one icon for each piece while they are few."""
    pieces = cost_pieces(cost)
    if sum(count for _, count in pieces) > MAX_SINGLE:
        return goods_signs(pieces)
    return tuple(good_sign(kind) for kind, count in pieces for _ in range(count))


def _reading_place(entry: tuple[str, int]) -> int:
    return READING_ORDER.index(entry[0]) if entry[0] in READING_ORDER else len(READING_ORDER)


def _icon(name: str) -> Sign:
    """Return the sign of an icon: `piece_card`, `glyph_hand` or `arrow`."""
    kind, _, icon = name.partition("_")
    return ARROW if kind == "arrow" else Sign("piece" if kind == "piece" else "glyph", icon)


def _alternatives(parts: Sequence[Signs]) -> Signs:
    slash = text_sign("/")
    return tuple(sign for at, part in enumerate(parts) for sign in ((slash, *part) if at else part))


class SignWriter:
    """Writes abilities of one pack as icons."""

    def __init__(self, tables: Content) -> None:
        self.tables = tables

    def ability(self, ability: Ability) -> Signs:
        """Return an ability: its price or trigger, and what it does."""
        row, does = ability.row, self.effects(ability.effects)
        if row.when == "storage":
            good = looks().goods.get(row.accept or "", row.accept or "")
            return (*(Sign("piece", good) for _ in range(row.per)), text_sign(":"), *does)
        if row.hears is not None:
            trigger = self._tokens(looks().triggers[row.hears])
            wanted = self.cards(row.filter) if row.filter != CardFilter() else ()
            return (*trigger, *wanted, text_sign(":"), *does)
        price = self.cost(ability.cost)
        return (*price, ARROW, *does) if price else does

    def effects(self, effects: Iterable[Effect]) -> Signs:
        """Return several effects in order."""
        return tuple(chain.from_iterable(map(self._effect, effects)))

    def _effect(self, each: Effect) -> Signs:
        return self._tokens(looks().effects.get(each.name, ()), partial(self._argument, each))

    def cost(self, cost: Cost) -> Signs:
        """Return all parts of a cost."""
        signs = goods_signs(cost_pieces(cost))
        if cost.choice:
            signs += _alternatives([self.cost(each) for each in cost.choice])
        if cost.card_from_hand:
            signs += (Sign("piece", "card", cost.card_from_hand),)
        if (wanted := card_cost(cost)) is not None:
            signs += self._tokens(looks().costs[wanted[0]], lambda _: self.cards(wanted[1]))
        return signs

    def cards(self, wanted: CardFilter) -> Signs:
        """Return the cards that fit a filter."""
        if wanted.type_in:
            return _alternatives([(self._type(each),) for each in wanted.type_in])
        if wanted.island or any(kind.startswith("island") for kind in wanted.kind_in):
            return (disc_sign(looks().island),)
        return (_icon("glyph_turned") if wanted.exhausted else _icon("piece_card"),)

    def bundle(self, bundle: Bundle) -> Signs:
        """Return what a bundle brings: numbers, or a number for each thing that is counted."""
        signs: Signs = ()
        for kind, count in bundle.items():
            if isinstance(count, PerCount):
                signs += (good_sign(kind, count.times), text_sign("×"), *self._counted(count.per) * count.every)
            else:
                signs += (good_sign(kind, count),)
        return signs

    def _counted(self, what: EmpireCount) -> Signs:
        if what.cards_in_empire is not None:
            return self.cards(what.cards_in_empire)
        if what.sets_of_types:
            return tuple(self._type(each) for each in what.sets_of_types)
        return (_icon("piece_chest" if what.assigned is not None else "glyph_types"),)

    def _type(self, type: str) -> Sign:
        return disc_sign(look_of_type(self.tables, type))

    def _tokens(self, tokens: Iterable[str], argument: Callable[[str], Signs] = lambda _: ()) -> Signs:
        """Return icons. A name in braces is a tile, or an argument of the effect."""
        signs: list[Sign] = []
        for token in tokens:
            if not token.startswith("{"):
                signs.append(_icon(token))
            elif token[1:-1] in looks().tiles:
                signs.append(disc_sign(looks().tiles[token[1:-1]]))
            else:
                signs += argument(token[1:-1])
        return tuple(signs)

    def _argument(self, each: Effect, name: str) -> Signs:
        match name:
            case "n":
                return _number(each)
            case "bundles":
                return _alternatives([self.bundle(bundle) for bundle in each.bundles])
            case "branches":
                return _alternatives([self.effects(branch) for branch in each.branches])
            case "cards":
                return self.cards(each.card_filter)
            case "goods":
                return (good_sign(each.goods),)
            case "cost":
                return self.cost(each.cost)
            case "tile":
                return (disc_sign(looks().tiles[each.target]),)
            case _:
                return (disc_sign(looks().island),)


def _number(each: Effect) -> Signs:
    if isinstance(each.count, UpTo):
        return (text_sign(f"≤{each.count.up_to}"),)
    return (text_sign(str(each.count)),) if isinstance(each.count, int) and each.count > 1 else ()
