"""Components of a pack with their texts, derived from the rows and numbers that the rules execute."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.bags import pieces_of
from referee_service.kernel.catalogue import Catalogue
from referee_service.kernel.components import Component, TextWriter
from referee_service.kernel.rules import Language

from .content.schema import BuildingRow, CityRow, TerritoryRow, TroopRow
from .content.tables import DECKS, FOOD, RESOURCES, WORKFORCE, Content

POWER_NUMBERS = {
    "heal": "cure",
    "shoot": "shot",
    "swift": "swift_steps",
    "shield": "shield",
    "trade": "gold_trade",
    "muse": "doubling",
    "favour": "favour",
}
"""The number of the pack that each power uses."""
LAND_TURNED = "ruling.power_on_land"
"""The rule of powers that turn the land where they are used."""
POWER_RULES = {
    "heal": ("ruling.powers", "ruling.one_heal", LAND_TURNED),
    "shoot": ("ruling.powers", "shoot.sheltered", LAND_TURNED),
    "swift": ("march.steps",),
    "shield": ("ruling.bonus",),
    "trade": ("payment.merchant", LAND_TURNED),
    "muse": ("payment.artist", LAND_TURNED),
    "favour": ("payment.bureaucrat", LAND_TURNED),
}
"""The rules of each power."""


def components(tables: Content, catalogue: Catalogue, language: Language) -> Iterator[Component]:
    """Yield the city, territories, military and character cards, buildings, resources and decks of a pack."""
    write, pack = TextWriter(catalogue, language), tables.pack
    for city in pack.city:
        yield write.component(city, "city", _city_sentences(tables, city, write), ("ruling.group", "ruling.land_last"))
    for land in pack.territories:
        yield write.component(land, "land", _territory_sentences(tables, land, write), ("ruling.group",))
    for troop in pack.troops:
        rules = ("ruling.eaters", *POWER_RULES.get(troop.power, ()))
        yield write.component(troop, troop.deck, _troop_sentences(tables, troop, write), rules)
    for building in pack.buildings:
        kind = "fort" if building.defence else "civil"
        rules = (building.rule, "ruling.building_alone" if building.defence else "ruling.bonus")
        yield write.component(building, kind, _building_sentences(tables, building, write), rules)
    for resource in RESOURCES:
        rules = ("ruling.one_purchase", "ruling.eaters") if resource == FOOD else ("ruling.one_purchase",)
        yield _plain_component(write, resource, "resource", _resource_sentences(tables, resource, write), rules)
    for deck in DECKS:
        yield _plain_component(write, deck, "deck", _deck_sentences(tables, deck, write), ("ruling.last_card",))


def _plain_component(
    write: TextWriter, name: str, kind: str, sentences: Iterator[str], rules: tuple[str, ...]
) -> Component:
    """Return a component that has no row: a resource or a deck. The rulebook names them."""
    return Component(
        id=name, kind=kind, name=write.name(name), text=write.text(sentences), provenance="rulebook", rules=rules
    )


def _city_sentences(tables: Content, row: CityRow, write: TextWriter) -> Iterator[str]:
    yield from _land_sentences(tables, row, write)
    yield write.phrase("values", attack=row.attack, defence=row.defence)
    yield write.phrase("city")


def _territory_sentences(tables: Content, row: TerritoryRow, write: TextWriter) -> Iterator[str]:
    yield _cost(tables, row, write)
    yield from _land_sentences(tables, row, write)


def _land_sentences(tables: Content, row: CityRow | TerritoryRow, write: TextWriter) -> Iterator[str]:
    """Yield what a land yields alone, and with workers and civil buildings."""
    numbers = tables.numbers
    yield write.phrase("output", card=row.id, produced=(row.resource,) * row.output)
    yield write.phrase("raised_output", workers=numbers["workers_per_host"], civil=numbers["civil_output"])


def _cost(tables: Content, row: TerritoryRow | BuildingRow | TroopRow, write: TextWriter) -> str:
    return write.phrase("cost", price=pieces_of(tables.costs[row.id]))


def _troop_sentences(tables: Content, row: TroopRow, write: TextWriter) -> Iterator[str]:
    if row.requires:
        price, surcharge = pieces_of(tables.costs[row.id]), tables.numbers["missing_price"]
        yield write.phrase("cost_with_building", price=price, surcharge=surcharge, building=row.requires)
    else:
        yield _cost(tables, row, write)
    yield write.phrase("values", attack=row.attack, defence=row.defence)
    if row.works:
        yield write.phrase("works", produced=(WORKFORCE,))
    if row.power:
        number, cards = tables.numbers[POWER_NUMBERS[row.power]], tables.numbers["doubled_cards"]
        yield write.phrase(f"power_{row.power}", number=number, cards=cards)
        if LAND_TURNED in POWER_RULES[row.power]:
            yield write.phrase("power_on_land")


def _building_sentences(tables: Content, row: BuildingRow, write: TextWriter) -> Iterator[str]:
    numbers = tables.numbers
    yield _cost(tables, row, write)
    if row.defence:
        yield write.phrase("fort")
        yield write.phrase("values", attack=row.attack, defence=row.defence)
    else:
        yield write.phrase("civil", output=numbers["civil_output"], defence=numbers["civil_defence"])
    yield write.phrase("placed", card=row.id, most=numbers["buildings_per_host"])
    for troop in tables.pack.troops:
        if troop.requires == row.id:
            yield write.phrase("saves", surcharge=numbers["missing_price"], card=troop.id)
    yield write.phrase("worth_once" if row.copies > 1 else "worth", points=row.points)
    yield write.phrase("copies_first" if row.first else "copies", count=row.copies)


def _resource_sentences(tables: Content, resource: str, write: TextWriter) -> Iterator[str]:
    lands = tuple(row.id for row in tables.lands.values() if row.resource == resource)
    yield write.phrase("comes_from", resource=resource, lands=lands)
    if resource == WORKFORCE:
        yield write.phrase("comes_from_workers")
    if resource == FOOD:
        yield write.phrase("feeds", fed=tables.numbers["fed_per_food"])
    yield write.phrase("convert", convert=tables.numbers["convert"], resource=resource)
    yield write.phrase("hand_card")


def _deck_sentences(tables: Content, deck: str, write: TextWriter) -> Iterator[str]:
    yield write.phrase("contains", cards=pieces_of(tables.decks[deck]))
    yield write.phrase("last_visible")
    yield write.phrase("price_of_card", price=tables.numbers["card_price"])
