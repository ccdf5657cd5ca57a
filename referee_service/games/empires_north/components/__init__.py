"""Components of a pack with their texts: cards, islands, tiles, clans, scenarios, events and goods.

Each text is derived from the row that the rules execute: one phrase for each cost, effect, number and trigger.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from referee_service.kernel.catalogue import Catalogue
from referee_service.kernel.components import Component
from referee_service.kernel.rules import Language

from ..content.cards import GOLD, GOODS, RAZE, RESOURCES, WORKER, Card
from ..content.schema import CardRow, ClanRow, IslandRow
from ..content.tables import Content
from .abilities import AbilityWriter
from .scenarios import scenario_components

KIND_BY_CARD_KIND = {"field_upgrade": "upgrade"}
"""The component kinds whose names differ from the kinds of cards."""


def components(tables: Content, catalogue: Catalogue, language: Language) -> Iterator[Component]:
    """Yield the components of a pack. A text of the pack replaces the derived one."""
    write = AbilityWriter(tables, catalogue, language)
    for each in chain(_cards(write), _islands(write), _tiles(write), _clans(write), scenario_components(write)):
        yield write.with_pack_text(each)
    for good in (*GOODS, WORKER, "ship", "vp"):
        yield write.with_pack_text(write.unlisted(good, "good", _good_sentences(good, write)))


# --- clan cards -------------------------------------------------------------------------------------------------------


def _cards(write: AbilityWriter) -> Iterator[Component]:
    for row in write.tables.pack.cards:
        card = write.tables.cards[row.id]
        kind = KIND_BY_CARD_KIND.get(card.kinds[0], card.kinds[0])
        yield write.component(row, kind, _card_sentences(row, card, write), rules=_card_rules(card))


def _card_sentences(row: CardRow, card: Card, write: AbilityWriter) -> Iterator[str]:
    yield write.phrase("card_line", type=f"type_{row.type}", clan=row.clan, copies=row.copies)
    if card.is_location:
        yield write.phrase("cost", cost=write.cost_goods(card.cost))
    if card.goods:
        kinds = write.alternatives(write.phrase(f"some_{good}") for good in row.goods)
        goods = write.counted(row.goods.items())
        yield write.phrase(_field_phrase(card), corner=row.corner, kinds=kinds, goods=goods)
    yield from write.abilities(card)
    if not card.is_boost:
        yield write.worth()


def _field_phrase(card: Card) -> str:
    if card.is_field and card.is_upgrade:
        return "field_or_upgrade"
    return "upgrade" if card.is_upgrade else card.kinds[0]


def _card_rules(card: Card) -> tuple[str, ...]:
    """Return the rule of placing or playing a card, and the rulings of its special powers."""
    rules = ["build.price"] if card.is_location else ["window.corner"] if card.corner_action else []
    rules += ["build_field.goods"] if card.is_upgrade else []
    rules += ["score.storage"] if card.storage is not None else []
    names = {effect.name for ability in card.abilities for effect in ability.effects}
    return (*rules, *(["ruling.copy"] if "copy" in names else []))


# --- islands, tiles and clans -----------------------------------------------------------------------------------------


def _islands(write: AbilityWriter) -> Iterator[Component]:
    for row in write.tables.pack.islands:
        yield write.component(row, "island", _island_sentences(row, write), rules=("take_island.raze", "land.fish"))


def _island_sentences(row: IslandRow, write: AbilityWriter) -> Iterator[str]:
    yield write.phrase(f"island_{row.pile}")
    yield write.phrase("pillage", goods=write.counted(row.pillage.items()))
    yield write.phrase("conquest")
    yield from write.abilities(write.tables.cards[row.id])
    yield write.worth()


def _tiles(write: AbilityWriter) -> Iterator[Component]:
    use = write.phrase("tile_use", cost=write.tables.numbers["move_food"])
    for row in write.tables.pack.tiles:
        sentences = (write.phrase(f"tile_{row.id}", count=1), use)
        yield write.component(row, "tile", sentences, rules=("move_pawn.beside", "declare.possible"))


def _clans(write: AbilityWriter) -> Iterator[Component]:
    for row in write.tables.pack.clans:
        yield write.component(row, "clan", _clan_sentences(row, write), rules=("choose_clan.free",))


def _clan_sentences(row: ClanRow, write: AbilityWriter) -> Iterator[str]:
    workers = write.tables.numbers["start_workers"]
    yield write.phrase("clan", faction=f"faction_{row.faction}", ships=row.ships, workers=workers)
    yield write.phrase("clan_types", types=write.joined(write.name(f"type_{each}") for each in row.types))
    yield write.phrase("clan_fields", fields=write.joined(map(write.name, row.base_fields)))
    if row.beginner:
        yield write.phrase("clan_beginner")


# --- goods ------------------------------------------------------------------------------------------------------------


def _good_sentences(good: str, write: AbilityWriter) -> Iterator[str]:
    numbers = write.tables.numbers
    if good in RESOURCES:
        yield write.phrase("resource", count=numbers["resources_per_point"], points=1)
    named = {
        "food": ("move_food",),
        GOLD: ("gold_points",),
        RAZE: ("raid_raze",),
        WORKER: ("lookout_cost",),
        "vp": ("end_points",),
    }
    yield write.phrase(f"good_{good}", **{name: numbers[name] for name in named.get(good, ())})
