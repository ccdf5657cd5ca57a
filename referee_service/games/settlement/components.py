"""Components of a pack with their texts. Each text is derived from the row that the rules execute."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from referee_service.kernel.catalogue import Catalogue
from referee_service.kernel.components import Component, TextWriter
from referee_service.kernel.grammar import joined
from referee_service.kernel.packs import EffectRow
from referee_service.kernel.rules import Language

from .content.schema import ArtefactRow, BuildingRow, GuildRow, HeroRow, MonsterRow, ResourceRow, TerrainRow
from .content.tables import BASICS, Content

EFFECT_RULES = {"ask_use": "ruling.clock", "ask_extra": "ruling.extra"}
"""Rules that say more about an effect of an artefact."""
PERMIT_RULES = {
    "choose_encounter": "ruling.mask",
    "second_region": "activate_region.once",
    "second_street": "activate_street.once",
    "even_exchange": "ruling.even_exchange",
}
"""Rules that a permit of an artefact refers to."""


def components(tables: Content, catalogue: Catalogue, language: Language) -> Iterator[Component]:
    """Yield the components of a pack: resources, monsters, terrains, buildings, artefacts, guilds, heroes, pieces."""
    write, pack = TextWriter(catalogue, language), tables.pack
    for resource in pack.resources:
        yield write.component(resource, "resource", _resource_text(tables, resource, write), ("exchange.rate",))
    for monster in pack.monsters:
        rules = ("hunt.monster", "decide_encounter.heroes")
        yield write.component(monster, "monster", _monster_text(monster, write), rules)
    for terrain in pack.terrains:
        rules = ("explore.touching", "decide_encounter.heroes")
        yield write.component(terrain, "terrain", _terrain_text(tables, terrain, write), rules)
    for building in pack.buildings:
        yield write.component(building, "building", _building_text(tables, building, write), _building_rules(building))
    for artefact in pack.artefacts:
        yield write.component(artefact, "artefact", artefact_text(artefact, write), _artefact_rules(artefact))
    for guild in pack.guilds:
        yield write.component(guild, "guild", _guild_text(guild, write), (guild.rule,))
    for hero in pack.heroes:
        rules = (tables.guilds[hero.guild].rule, "ruling.surcharge")
        yield write.component(hero, "hero", _hero_text(tables, hero, write), rules)
    yield from _pieces(tables, write)


# --- resources, monsters, terrains ------------------------------------------------------------------------------------


def _resource_text(tables: Content, row: ResourceRow, write: TextWriter) -> Iterator[str]:
    if row.basic:
        yield write.phrase("basic_resource", count=tables.numbers["kept_per_fortification"])
    else:
        yield write.phrase("rare_resource")
    rates, *others = _exchange_phrases(tables, row, write)
    for rate in others:
        rates = write.phrase("exchange_or", rates=rates, rate=rate)
    yield write.phrase("exchanges", rates=rates)
    if row.start:
        yield write.phrase("start", count=row.start, resource=row.id)


def _exchange_phrases(tables: Content, row: ResourceRow, write: TextWriter) -> Iterator[str]:
    """Yield the exchanges of a rare resource alone, or those of basic resources."""
    if row.basic:
        yield write.phrase("exchange_basics", count=tables.numbers["basics_for_basic"])
    brings: dict[tuple[str, ...], list[str]] = {}
    for rate in tables.exchanges.values():
        if rate.give == BASICS if row.basic else set(rate.give) == {row.id}:
            brings.setdefault(rate.give, []).append(rate.get)
    for give, got in brings.items():
        others = [resource for resource in got if resource not in BASICS]
        named = [*others, *(["basic"] if set(BASICS) <= set(got) else sorted(set(got) - set(others)))]
        options = [write.counted({resource: 1}) for resource in named]
        yield write.phrase("exchange", give=give, get=joined(options, write.language, "or"))


def _monster_text(row: MonsterRow, write: TextWriter) -> Iterator[str]:
    yield write.phrase("hunted", villagers=row.villagers, reward=write.counted(row.reward), monster=row.id)
    yield write.phrase("appears", monster=row.id)
    yield write.phrase("monster_stays", monster=row.id)


def _terrain_text(tables: Content, row: TerrainRow, write: TextWriter) -> Iterator[str]:
    yield write.phrase("explored", region=row.level, villagers=tables.explorers[row.level - 1])
    yield write.phrase("yields", resource=row.resource)
    yield write.phrase("risk", monster=row.monster)
    yield write.phrase("copies", count=row.copies)


# --- buildings --------------------------------------------------------------------------------------------------------


def _building_text(tables: Content, row: BuildingRow, write: TextWriter) -> Iterator[str]:
    price = {**row.cost, "villager": tables.numbers["build_villagers"]}
    yield write.phrase("cost", price=write.counted(price))
    yield write.phrase("on_use", effects=_use_phrase(row, write))
    if row.needs:
        yield write.phrase(f"need_{row.needs}")
    for resource in row.give if row.stores else ():
        yield write.phrase("stored", points=row.points, resource=resource)
    yield write.phrase("copies", count=row.copies)


def _use_phrase(row: BuildingRow, write: TextWriter) -> str:
    """Return what its owner may do with a building: pay or store resources, gain others, or one for the other."""
    given = write.phrase("store" if row.stores else "pay", price=write.counted(row.give)) if row.give else ""
    effects = write.joined(_effect_phrases(row.on_use, write, prefix="may_"))
    return write.phrase("in_return", given=given, effects=effects) if given and effects else given or effects


def _building_rules(row: BuildingRow) -> tuple[str, ...]:
    rules = ["build.price", "use_building.active"]
    if row.needs:
        rules.append(f"use_building.{row.needs}")
    return (*rules, *((row.rule,) if row.rule else ()))


def _effect_phrases(rows: Iterable[EffectRow], write: TextWriter, *, prefix: str = "") -> list[str]:
    """Return one phrase for each effect. Plain gains are joined. `prefix` selects phrases that follow "you may"."""
    gains: dict[str, int] = {}
    phrases = []
    for row in rows:
        for name, given in row.items():
            match name, given:
                case "gain", {"resource": str(resource), "count": int(count)}:
                    gains[resource] = gains.get(resource, 0) + count
                case "gain_villagers", int(villagers):
                    gains["bonus_villager"] = gains.get("bonus_villager", 0) + villagers
                case _:
                    phrases.append(write.phrase(f"{prefix}{name}"))
    return [*([write.phrase(f"{prefix}gain", goods=write.counted(gains))] if gains else []), *phrases]


# --- artefacts --------------------------------------------------------------------------------------------------------


def artefact_text(row: ArtefactRow, write: TextWriter) -> Iterator[str]:
    """Yield what an artefact does, one phrase for each gift, trigger and permit."""
    if row.on_take:
        yield write.phrase("on_take", effects=", ".join(_effect_phrases(row.on_take, write)))
    for event, effects in row.triggers.items():
        yield write.phrase(f"on_{event}", effects=", ".join(_effect_phrases(effects, write)))
    for permit in row.permits:
        yield write.phrase(f"permit_{permit}")
    if row.triggers or row.permits:
        yield write.phrase("until_pass")


def _artefact_rules(row: ArtefactRow) -> tuple[str, ...]:
    effects = [name for rows in row.triggers.values() for each in rows for name in each]
    found = [EFFECT_RULES[name] for name in effects if name in EFFECT_RULES]
    found += [PERMIT_RULES[permit] for permit in row.permits]
    return (*found, *(("ruling.gift",) if row.on_take else ()), "ruling.swap")


# --- heroes -----------------------------------------------------------------------------------------------------------


def _guild_text(row: GuildRow, write: TextWriter) -> Iterator[str]:
    yield write.phrase("guild", points=write.phrase(f"per_{row.per}"))


def _hero_text(tables: Content, row: HeroRow, write: TextWriter) -> Iterator[str]:
    yield write.phrase("cost_in_row", price=write.counted(row.cost), surcharges=tables.surcharges)
    if row.villagers:
        yield write.phrase("on_invite", villagers=row.villagers)
    per = tables.guilds[row.guild].per
    points = write.phrase("card_points", points=row.points) if per == "card" else write.phrase(f"per_{per}")
    yield write.phrase("at_end", points=points)
    yield write.phrase("lures", monster=row.monster)


# --- pieces without a row ---------------------------------------------------------------------------------------------


def _pieces(tables: Content, write: TextWriter) -> Iterator[Component]:
    """Yield villagers and fortifications. Their texts follow from the numbers of the pack."""
    yield _piece("villager", _villager_text(tables, write), ("villagers.basic",), write)
    yield _piece("bonus_villager", [write.phrase("bonus_villager")], ("villagers.bonus",), write)
    rules = ("fortify.terrain", "activate_fortification.once", "keep_basics.count")
    yield _piece("fortification", _fortification_text(tables, write), rules, write)


def _piece(piece: str, sentences: Iterable[str], rules: tuple[str, ...], write: TextWriter) -> Component:
    return Component(
        id=piece, kind="piece", name=write.name(piece), text=write.text(sentences), provenance="rulebook", rules=rules
    )


def _villager_text(tables: Content, write: TextWriter) -> Iterator[str]:
    numbers = tables.numbers
    hunters = [row.villagers for row in tables.pack.monsters]
    activations = [numbers[f"activate_{zone}_villagers"] for zone in ("region", "street", "fortification")]
    yield write.phrase("villager_count", count=numbers["villagers"])
    yield write.phrase(
        "villager_prices",
        build=numbers["build_villagers"],
        fortify=numbers["fortify_villagers"],
        activate=_number_range(activations, write),
        explore=_number_range(tables.explorers, write),
        hunt=_number_range(hunters, write),
    )


def _number_range(numbers: Sequence[int], write: TextWriter) -> str:
    """Return the smallest and the largest of some numbers: `1 to 4`, or `1` if all are equal."""
    low, high = min(numbers), max(numbers)
    return write.phrase("range", low=low, high=high) if low != high else str(low)


def _fortification_text(tables: Content, write: TextWriter) -> Iterator[str]:
    numbers = tables.numbers
    yield write.phrase("fortify", villagers=numbers["fortify_villagers"])
    yield write.phrase("fortified")
    yield write.phrase("activated", villagers=numbers["activate_fortification_villagers"])
    yield write.phrase("keeps", count=numbers["kept_per_fortification"])
