"""Lookup tables of a content pack, built from YAML and checked once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, combinations_with_replacement, product
from typing import TYPE_CHECKING

from referee_service.kernel.bags import Bag, add_to, bag_of, size_of
from referee_service.kernel.catalogue import load_rules
from referee_service.kernel.packs import (
    EffectRegistry,
    EffectRow,
    PackRegistry,
    Requirement,
    check_requirements,
    index_by_id,
    pack_id,
    read_pack,
)
from referee_service.kernel.payment import PaymentSource

from .schema import TABLES, ArtefactRow, BuildingRow, GuildRow, HeroRow, MonsterRow, Pack, Permit, TerrainRow

if TYPE_CHECKING:
    from referee_service.kernel.state import State as AnyState

    from ..state import State

PACKAGE = "referee_service.games.settlement"
SEAT_COUNTS = range(1, 5)
LEVELS = range(1, 4)
"""The regions of the wilderness, which are also the levels of the terrain piles."""
STREETS = ("upper", "middle", "lower")
COLUMNS = 3
SPACES = range(9)
"""Spaces of a board: three in each region, region I first; three in each street, the upper one first."""
ANY_BASIC = "basic"
"""Stands for any basic resource."""
BASICS = ("clay", "stone", "wood")
DIAMOND, GOLD = "diamond", "gold"
RESOURCES = (*BASICS, DIAMOND, GOLD)
NUMBERS = (
    *("rounds", "villagers", "market_slots", "spare_artefacts", "kept_per_fortification"),
    *("build_villagers", "fortify_villagers"),
    *("activate_region_villagers", "activate_street_villagers", "activate_fortification_villagers"),
    *("basics_for_basic", "diamonds_for_gold"),
)
"""Constants that the rules need. A pack gives each a value."""
MAX_VILLAGERS = 4
"""Most villagers that one action may take."""
BONUS_VILLAGERS = 24
"""Bonus villagers in the box: the largest number that a player may name."""
PIECES = ("villager", "bonus_villager", "fortification")
"""Names of pieces that have no row."""
TABLES_OF_KINDS = {
    **{"hero": "heroes", "artefact": "artefacts", "building": "buildings", "terrain": "terrains"},
    **{"monster": "monsters", "guild": "guilds", "region_name": "regions", "hero_place": "hero_slots"},
}
"""Domains whose values are the ids of a table, with this table."""

effect: EffectRegistry[State] = EffectRegistry()
"""Registry of effects, and the decorator that adds a function to it. `effects.py` fills it."""

Effect = Callable[["State", int], "State"]


@dataclass(frozen=True, slots=True)
class Building:
    """A type of building with its effects bound."""

    id: str
    row: BuildingRow
    cost: Bag
    give: Bag
    on_use: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Artefact:
    """An artefact with its effects bound."""

    id: str
    row: ArtefactRow
    on_take: tuple[Effect, ...]
    triggers: Mapping[str, tuple[Effect, ...]]
    permits: frozenset[Permit]


@dataclass(frozen=True, slots=True)
class ExchangeRate:
    """A rate of exchange with the supply."""

    give: tuple[str, ...]
    get: str
    is_even: bool = False
    """Whether it is a one-for-one exchange, which needs a permit."""
    price: Bag = field(init=False)
    """The resources of `give` as a bag."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "price", bag_of(self.give))

    @property
    def name(self) -> str:
        """Return the name of the exchange as a step of a payment."""
        return f"{'_'.join(self.give)}_for_{self.get}"


@dataclass(frozen=True, slots=True)
class Content:
    """All tables of one pack."""

    pack: Pack
    numbers: Mapping[str, int]
    start: Bag
    """The resources that every player begins with."""
    explorers: tuple[int, ...]
    """The villagers that exploring takes, region by region."""
    surcharges: tuple[int, ...]
    monsters: Mapping[str, MonsterRow]
    terrains: Mapping[str, TerrainRow]
    buildings: Mapping[str, Building]
    artefacts: Mapping[str, Artefact]
    guilds: Mapping[str, GuildRow]
    heroes: Mapping[str, HeroRow]
    hero_prices: Mapping[str, tuple[Bag, ...]]
    """The price of each hero on each place of the row, with the surcharge of the place."""
    exchanges: Mapping[tuple[tuple[str, ...], str], ExchangeRate]
    sources: tuple[PaymentSource, ...]
    """Sources of a payment: every resource, and every exchange of laid resources."""
    even_sources: tuple[PaymentSource, ...]
    """Further sources with the permit for even exchanges."""
    terrain_piles: tuple[Bag, ...]
    building_pile: Bag
    domains: Mapping[str, tuple[int | str | bool, ...]]


def content(state: AnyState) -> Content:
    """Return the tables of the pack that the state uses."""
    return PACKS.for_state(state)


def build_content(text: bytes, where: str) -> tuple[str, Content]:
    """Build the tables of a pack. Return the id of the pack and the tables.

    Raises ContentError, with the row and the reason, if a row does not fit.
    """
    pack = read_pack(text, Pack, where=where)
    for table in TABLES:
        index_by_id(getattr(pack, table), where=where, table=table)
    numbers = {row.id: row.value for row in pack.numbers}
    check_requirements(chain(_check_numbers(pack, numbers), _check_names(pack)), where=where)
    exchanges = list(_exchanges(numbers))
    sources, even_sources = _sources(exchanges)
    tables = Content(
        pack=pack,
        numbers=numbers,
        start=tuple(sorted((row.id, row.start) for row in pack.resources if row.start)),
        explorers=tuple(row.villagers for row in pack.regions),
        surcharges=tuple(row.surcharge for row in pack.hero_slots),
        monsters={row.id: row for row in pack.monsters},
        terrains={row.id: row for row in pack.terrains},
        buildings={row.id: _building(row, where=where) for row in pack.buildings},
        artefacts={row.id: _artefact(row, where=where) for row in pack.artefacts},
        guilds={row.id: row for row in pack.guilds},
        heroes={row.id: row for row in pack.heroes},
        hero_prices={
            row.id: tuple(add_to(_bag(row.cost), DIAMOND, slot.surcharge) for slot in pack.hero_slots)
            for row in pack.heroes
        },
        exchanges={(each.give, each.get): each for each in exchanges},
        sources=sources,
        even_sources=even_sources,
        terrain_piles=tuple(
            tuple(sorted((row.id, row.copies) for row in pack.terrains if row.level == level)) for level in LEVELS
        ),
        building_pile=tuple(sorted((row.id, row.copies) for row in pack.buildings)),
        domains=_domains(pack, numbers, (*sources, *even_sources)),
    )
    check_requirements(_check_supplies(tables), where=where)
    return pack_id(pack.name, pack), tables


def _domains(
    pack: Pack, numbers: Mapping[str, int], sources: tuple[PaymentSource, ...]
) -> dict[str, tuple[int | str | bool, ...]]:
    """Return the values of every domain that fields of actions declare, and all other names of the game.

    The first domain with a name in `texts.yaml` (`kind_hero`) is the kind of a component, so pieces come before ranks:
    a player who names a villager means the piece.
    """
    return {
        "basic": BASICS,
        "rare": (DIAMOND, GOLD),
        "street": STREETS,
        **{kind: tuple(row.id for row in getattr(pack, table)) for kind, table in TABLES_OF_KINDS.items()},
        "any_basic": (ANY_BASIC,),
        "piece": PIECES,
        "rank": tuple(row.id for row in pack.ranks),
        "resource": RESOURCES,
        "source": tuple(source.name for source in sources),
        "space": tuple(SPACES),
        "slot": tuple(range(numbers["market_slots"])),
        "region": tuple(LEVELS),
        "villagers": tuple(range(BONUS_VILLAGERS + 1)),
        "seat": tuple(range(max(SEAT_COUNTS))),
        "yes_or_no": (False, True),
    }


def _check_numbers(pack: Pack, numbers: Mapping[str, int]) -> Iterator[Requirement]:
    """Yield the requirements on constants and counts."""
    lacking = sorted(set(NUMBERS) - set(numbers))
    yield "numbers", f"the rules also need {', '.join(lacking)}", not lacking
    for name, value in numbers.items():
        yield f"numbers {name!r}", f"{value} is too small: it must be at least 1", value >= 1
    yield (
        "numbers 'basics_for_basic'",
        "it must be at least 2, because an exchange of one for one needs a permit",
        numbers["basics_for_basic"] >= 2,
    )
    yield "regions", "there must be exactly 3", len(pack.regions) == len(LEVELS)
    yield "hero_slots", "there must be at least 1", bool(pack.hero_slots)
    villagers = [(row.id, row.villagers) for row in pack.regions] + [(row.id, row.villagers) for row in pack.monsters]
    villagers += [(name, value) for name, value in numbers.items() if name.endswith("_villagers")]
    for id, needed in villagers:
        yield f"villagers of {id!r}", f"it must be from 1 to {MAX_VILLAGERS}", 1 <= needed <= MAX_VILLAGERS
    copies = [(row.id, row.copies) for row in pack.terrains] + [(row.id, row.copies) for row in pack.buildings]
    for id, count in copies:
        yield f"copies of {id!r}", "it must be at least 1", count >= 1
    least = [row.least for row in pack.ranks]
    yield (
        "ranks",
        "least points must begin at 0 and rise",
        bool(least) and least[0] == 0 and least == sorted(set(least)),
    )


def _check_names(pack: Pack) -> Iterator[Requirement]:
    """Yield the requirements on names of resources, monsters, guilds and rules."""
    yield "resources", f"the ids must be {', '.join(RESOURCES)}", [row.id for row in pack.resources] == list(RESOURCES)
    basics = tuple(row.id for row in pack.resources if row.basic)
    yield "resources", f"the basic ones must be {', '.join(BASICS)}", basics == BASICS
    for table, id, resources, also in _amounts(pack):
        known = all(name in (*RESOURCES, *also) and count >= 1 for name, count in resources.items())
        yield f"{table} {id!r}", "it has an unknown resource or a count below 1", known
    monsters, guilds = {row.id for row in pack.monsters}, {row.id for row in pack.guilds}
    for terrain in pack.terrains:
        known = terrain.resource in RESOURCES and terrain.monster in monsters and terrain.level in LEVELS
        yield f"terrains {terrain.id!r}", "its level, resource or monster is unknown", known
    for hero in pack.heroes:
        known = hero.monster in monsters and hero.guild in guilds and hero.villagers >= 0
        yield f"heroes {hero.id!r}", "its guild or monster is unknown, or its villagers are below 0", known
    cited = [(row.id, row.rule) for row in pack.guilds] + [(row.id, row.rule) for row in pack.buildings if row.stores]
    for id, rule in cited:
        yield f"rule of {id!r}", f"no rule is called {rule!r}", rule in load_rules(PACKAGE)
    for building in pack.buildings:
        fits = not building.stores or (len(building.give) == 1 and ANY_BASIC not in building.give)
        yield f"buildings {building.id!r}", "a building that stores must be given exactly one kind", fits
        one = building.give.get(ANY_BASIC, 1) == 1
        yield f"buildings {building.id!r}", "it may take only one basic resource", one


def _amounts(pack: Pack) -> Iterator[tuple[str, str, dict[str, int], tuple[str, ...]]]:
    """Yield every amount of resources in the pack: table, id, resources, further names that are allowed."""
    for monster in pack.monsters:
        yield "monsters", monster.id, monster.reward, ()
    for building in pack.buildings:
        yield "buildings", building.id, building.cost, ()
        yield "buildings", building.id, building.give, (ANY_BASIC,)
    for hero in pack.heroes:
        yield "heroes", hero.id, hero.cost, ()


def _check_supplies(tables: Content) -> Iterator[Requirement]:
    """Yield the requirements on the sizes of the piles."""
    for level, pile in zip(LEVELS, tables.terrain_piles, strict=True):
        yield (
            "terrains",
            f"level {level} must have a terrain for every space",
            size_of(pile) >= COLUMNS * max(SEAT_COUNTS),
        )
    offered = max(SEAT_COUNTS) + tables.numbers["spare_artefacts"]
    solo = 1 + tables.numbers["spare_artefacts"] + tables.numbers["rounds"] - 1
    yield "artefacts", f"there must be at least {max(offered, solo)}", len(tables.artefacts) >= max(offered, solo)


def _bag(amounts: Mapping[str, int]) -> Bag:
    """Return amounts as a multiset."""
    return tuple(sorted(amounts.items()))


def _bind_effects(rows: tuple[EffectRow, ...], *, where: str, on: str) -> tuple[Effect, ...]:
    """Return the effects of rows as functions. Raises ContentError if one is unknown."""
    return tuple(effect.bind(each, where=where, on=on) for each in rows)


def _building(row: BuildingRow, *, where: str) -> Building:
    """Bind a building row."""
    on_use = _bind_effects(row.on_use, where=where, on=f"buildings {row.id!r}")
    return Building(row.id, row, _bag(row.cost), _bag(row.give), on_use)


def _artefact(row: ArtefactRow, *, where: str) -> Artefact:
    """Bind an artefact row."""
    on = f"artefacts {row.id!r}"
    triggers: dict[str, tuple[Effect, ...]] = {
        event: _bind_effects(rows, where=where, on=on) for event, rows in row.triggers.items()
    }
    return Artefact(row.id, row, _bind_effects(row.on_take, where=where, on=on), triggers, frozenset(row.permits))


def _exchanges(numbers: Mapping[str, int]) -> Iterator[ExchangeRate]:
    """Yield every exchange. The resource received is never among those given."""
    for get in BASICS:
        others = [basic for basic in BASICS if basic != get]
        for give in combinations_with_replacement(others, numbers["basics_for_basic"]):
            yield ExchangeRate(give, get)
    yield ExchangeRate(BASICS, DIAMOND)
    diamonds = (DIAMOND,) * numbers["diamonds_for_gold"]
    yield ExchangeRate(diamonds, GOLD)
    for get in BASICS:
        yield ExchangeRate((GOLD,), get)
        yield ExchangeRate(diamonds, get)
    for given, get in product(BASICS, BASICS):
        if given != get:
            yield ExchangeRate((given,), get, is_even=True)


def _sources(exchanges: list[ExchangeRate]) -> tuple[tuple[PaymentSource, ...], tuple[PaymentSource, ...]]:
    """Return the payment sources of every player, and those that need the permit for even exchanges.

    Resources are laid down and exchanged there. An even exchange happens while a resource is laid down.
    """
    laid = [PaymentSource(resource, stock=resource, produces=((resource, 1),)) for resource in RESOURCES]
    made = [
        PaymentSource(each.name, stock="", produces=((each.get, 1),), consumes=each.price, piece_cost=0)
        for each in exchanges
        if not each.is_even
    ]
    even = [
        PaymentSource(each.name, stock=each.give[0], produces=((each.get, 1),)) for each in exchanges if each.is_even
    ]
    return (*laid, *made), tuple(even)


PACKS: PackRegistry[Content] = PackRegistry(PACKAGE, build_content, default="house-2021")
