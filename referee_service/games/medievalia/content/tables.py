"""Lookup tables of a content pack, checked when the pack is loaded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, combinations_with_replacement, permutations
from typing import TYPE_CHECKING, Final

from referee_service.kernel.bags import Bag
from referee_service.kernel.catalogue import load_rules
from referee_service.kernel.packs import PackRegistry, Requirement, check_requirements, index_by_id, pack_id, read_pack
from referee_service.kernel.payment import PaymentSource

from .schema import TABLES, BuildingRow, CityRow, Pack, Resource, TerritoryRow, TroopRow

if TYPE_CHECKING:
    from referee_service.kernel.state import State as AnyState

PACKAGE = "referee_service.games.medievalia"
SEAT_COUNTS = (2, 3, 4)
RESOURCES = ("energy", "food", "gold", "workforce")
WORKFORCE, GOLD, FOOD = "workforce", "gold", "food"
ANY_RESOURCE = "any"
"""Kind of a price that any resource can pay."""
BUREAUCRAT_POWER, ARTIST_POWER, MERCHANT_POWER = "favour", "muse", "trade"
"""Kinds that powers add to a payment: a bureaucrat saves costs, an artist doubles an output, a merchant trades."""
DECKS = ("territory", "military", "character")
PILES = range(3)
CITY_HOST: Final = 0
"""Host number of the city. Territories have the numbers above."""
NUMBERS = (
    *("hand", "lands", "buildings_per_host", "workers_per_host", "fed_per_food", "convert", "card_price"),
    *("clear_price", "missing_price", "civil_output", "civil_defence", "prestige", "alliance_prestige", "siege"),
    *("steps", "swift_steps", "shield", "shot", "cure", "favour", "gold_trade", "doubling", "doubled_cards"),
)
"""Names of the constants that the rules use. A pack must give a value for each."""
MAX_ARTISTS = 3
"""The most artists that can double one output. There are no more artists in the game."""
WILDCARDS = {
    **{resource: frozenset({resource, BUREAUCRAT_POWER}) for resource in RESOURCES},
    ANY_RESOURCE: frozenset(RESOURCES),
}
"""Kinds that can pay each kind of a price. The power of a bureaucrat pays any resource of a building."""


@dataclass(frozen=True, slots=True)
class Content:
    """Tables of one pack."""

    pack: Pack
    numbers: Mapping[str, int]
    city: CityRow
    territories: Mapping[str, TerritoryRow]
    troops: Mapping[str, TroopRow]
    buildings: Mapping[str, BuildingRow]
    lands: Mapping[str, CityRow | TerritoryRow]
    """All cards that can be a host: the city and the territories."""
    costs: Mapping[str, Bag]
    """Cost of each card and building."""
    attack: Mapping[str, int]
    """Attack of the city, each unit and each building."""
    decks: Mapping[str, Bag]
    """All cards of each deck."""
    deck_of: Mapping[str, int]
    """Index of the deck that each card belongs to."""
    building_copies: Bag
    """The buildings that lie face down at the start."""
    tops: tuple[str, ...]
    """The buildings that lie open at the start, pile by pile."""
    civil: frozenset[str]
    workers: frozenset[str]
    conversions: tuple[PaymentSource, ...]
    """Payment sources that change resources: conversions of equal resources, and trades of a merchant."""
    domains: Mapping[str, tuple[int | str | bool, ...]]
    """Values of each domain: those of action fields, and the kinds of components that refusals name."""


def content(state: AnyState) -> Content:
    """Return the tables of the pack that a state uses."""
    return PACKS.for_state(state)


def build_content(text: bytes, where: str) -> tuple[str, Content]:
    """Build the tables of a pack from its YAML text. Return its id and the tables.

    Raises an error that names the row and the reason if a row is not valid.
    """
    pack = read_pack(text, Pack, where=where)
    for table in TABLES:
        index_by_id(getattr(pack, table), where=where, table=table)
    index_by_id(pack.rows(), where=where, table="all tables")
    numbers = {row.id: row.value for row in pack.numbers}
    check_requirements(_requirements(pack, numbers), where=where)
    first = [row.id for row in pack.buildings if row.first]
    tables = Content(
        pack=pack,
        numbers=numbers,
        city=pack.city[0],
        territories={row.id: row for row in pack.territories},
        troops={row.id: row for row in pack.troops},
        buildings={row.id: row for row in pack.buildings},
        lands=_by_name(*pack.city, *pack.territories),
        costs={row.id: _bag(row.cost) for row in _priced_rows(pack)},
        attack={
            **{row.id: row.attack for row in pack.city},
            **{row.id: row.attack for row in pack.troops},
            **{row.id: row.attack for row in pack.buildings},
        },
        decks=_decks(pack),
        deck_of={name: at for at, deck in enumerate(_decks(pack).values()) for name, _ in deck},
        building_copies=_bag({row.id: row.copies - row.first for row in pack.buildings}),
        tops=tuple(first),
        civil=frozenset(row.id for row in pack.buildings if not row.defence),
        workers=frozenset(row.id for row in pack.troops if row.works),
        conversions=_conversions(numbers),
        domains=_kind_domains(pack, numbers) | _field_domains(pack, numbers),
    )
    return pack_id(pack.name, pack), tables


def _requirements(pack: Pack, numbers: Mapping[str, int]) -> Iterator[Requirement]:
    """Yield every requirement of a pack as place, message and whether it holds."""
    missing = sorted(set(NUMBERS) - set(numbers))
    yield "numbers", f"add the missing numbers {', '.join(missing)}", not missing
    for name, value in numbers.items():
        yield f"numbers {name!r}", f"{value} must be at least 1", value >= 1
    yield "numbers 'convert'", "the rate must be at least 2", numbers["convert"] >= 2
    yield "numbers 'doubling'", "the factor must be at least 2", numbers["doubling"] >= 2
    yield "city", "there must be exactly one city", len(pack.city) == 1
    yield "city", "its defence must be at least 1", pack.city[0].defence >= 1
    first = [row.id for row in pack.buildings if row.first]
    yield "buildings", f"exactly {len(PILES)} must be marked `first`", len(first) == len(PILES)
    for table in (pack.territories, pack.troops, pack.buildings):
        yield "tables", "territories, troops and buildings must not be empty", bool(table)
    yield from _row_requirements(pack)
    artists = sum(row.copies for row in pack.troops if row.power == ARTIST_POWER)
    yield "troops", f"at most {MAX_ARTISTS} cards may have the power `muse`", artists <= MAX_ARTISTS
    for deck, cards in _decks(pack).items():
        enough = sum(count for _, count in cards) > numbers["hand"]
        yield f"deck {deck!r}", "it must hold more cards than a first hand", enough


def _row_requirements(pack: Pack) -> Iterator[Requirement]:
    """Yield the requirements of single territories, troops and buildings."""
    for row in _priced_rows(pack):
        yield f"{row.id!r}", "there must be at least one copy", row.copies >= 1
        yield (
            f"{row.id!r}",
            "it must have a cost, and each amount must be at least 1",
            bool(row.cost) and all(n >= 1 for n in row.cost.values()),
        )
    buildings = {row.id for row in pack.buildings}
    for troop in pack.troops:
        yield f"troops {troop.id!r}", f"no building is called {troop.requires!r}", troop.requires in {"", *buildings}
        yield (
            f"troops {troop.id!r}",
            "attack must be at least 0, defence at least 1",
            troop.attack >= 0 and troop.defence >= 1,
        )
    for building in pack.buildings:
        yield (
            f"buildings {building.id!r}",
            "attack and defence must be at least 0",
            min(building.attack, building.defence) >= 0,
        )
        known = building.rule in load_rules(PACKAGE)
        yield f"buildings {building.id!r}", f"no rule is called {building.rule!r}", known


def _priced_rows(pack: Pack) -> Iterator[TerritoryRow | TroopRow | BuildingRow]:
    """Yield every row with copies and a cost."""
    yield from pack.territories
    yield from pack.troops
    yield from pack.buildings


def _by_name(*lands: CityRow | TerritoryRow) -> dict[str, CityRow | TerritoryRow]:
    """Return lands by their id."""
    return {land.id: land for land in lands}


def _decks(pack: Pack) -> dict[str, Bag]:
    """Return all cards of each deck."""
    kinds = {"territory": [(row.id, row.copies) for row in pack.territories]}
    for row in pack.troops:
        kinds.setdefault(row.deck, []).append((row.id, row.copies))
    return {deck: tuple(sorted(kinds.get(deck, ()))) for deck in DECKS}


def _conversions(numbers: Mapping[str, int]) -> tuple[PaymentSource, ...]:
    """Return the sources that change resources.

    A conversion changes several equal resources into one of another kind. A trade changes one, and gives more for gold.
    """
    conversions = [
        PaymentSource(
            f"convert_{give}_{get}",
            stock="",
            produces=((get, 1),),
            consumes=((give, numbers["convert"]),),
            piece_cost=0,
        )
        for give, get in permutations(RESOURCES, 2)
    ]
    for give, get in permutations(RESOURCES, 2):
        if give != GOLD:
            takes = tuple(sorted(((give, 1), (MERCHANT_POWER, 1))))
            conversions.append(
                PaymentSource(f"trade_{give}_{get}", stock="", produces=((get, 1),), consumes=takes, piece_cost=0)
            )
    for gets in combinations_with_replacement(RESOURCES, numbers["gold_trade"]):
        gives = tuple(sorted({get: gets.count(get) for get in gets}.items()))
        takes = ((GOLD, 1), (MERCHANT_POWER, 1))
        conversions.append(
            PaymentSource(f"trade_gold_{'_'.join(gets)}", stock="", produces=gives, consumes=takes, piece_cost=0)
        )
    return tuple(conversions)


def _bag(amounts: Mapping[Resource, int] | Mapping[str, int]) -> Bag:
    """Return amounts as a bag, without zeros."""
    return tuple(sorted((str(name), count) for name, count in amounts.items() if count))


def host_name(host: int) -> str:
    """Return the name of a host as a payment source or a target."""
    return f"host_{host}"


def place_name(host: int | None) -> str:
    """Return the name of the place of a unit: its host, or `free` if there is none."""
    return "free" if host is None else host_name(host)


def guard_name(host: int, card: str) -> str:
    """Return the name of a guard of a host as a target."""
    return f"guard_{host}_{card}"


def army_name(army: int) -> str:
    """Return the name of an army as a target."""
    return f"army_{army}"


def multiplied_source_name(name: str, artists: int) -> str:
    """Return the name of a source whose output this many artists double."""
    return f"{name}_muse_{artists}"


def _kind_domains(pack: Pack, numbers: Mapping[str, int]) -> dict[str, tuple[int | str | bool, ...]]:
    """Return the domains that are kinds of components. A refusal names the first kind that has a component."""
    hosts = range(numbers["lands"] + 1)
    civil = [row.id for row in pack.buildings if not row.defence]
    return {
        "city": tuple(row.id for row in pack.city),
        "land": tuple(row.id for row in pack.territories),
        "military": tuple(row.id for row in pack.troops if row.deck == "military"),
        "character": tuple(row.id for row in pack.troops if row.deck == "character"),
        "civil": (*civil, *(guard_name(host, name) for host in hosts for name in civil)),
        "fort": tuple(row.id for row in pack.buildings if row.defence),
        "resource": RESOURCES,
        "deck": DECKS,
        "fief": tuple(f"{kind}_{seat}" for kind in ("home", "neutral") for seat in range(max(SEAT_COUNTS))),
        "army_name": tuple(map(army_name, _army_numbers(pack))),
    }


def _army_numbers(pack: Pack) -> range:
    """Return the numbers that armies can have: there are at most as many as military and character cards."""
    return range(1, sum(row.copies for row in pack.troops) + 1)


def _field_domains(pack: Pack, numbers: Mapping[str, int]) -> dict[str, tuple[int | str | bool, ...]]:
    """Return the other domains of action fields."""
    hosts, armies = range(numbers["lands"] + 1), _army_numbers(pack)
    troops = tuple(row.id for row in pack.troops)
    return {
        "card": (*(row.id for row in pack.territories), *troops),
        "troop": troops,
        "archer": tuple(row.id for row in pack.troops if row.power == "shoot"),
        "priest": tuple(row.id for row in pack.troops if row.power == "heal"),
        "fighter": (*troops, *(row.id for row in pack.buildings if row.defence)),
        "building": tuple(row.id for row in pack.buildings),
        "pile": tuple(PILES),
        "host": tuple(hosts),
        "territory": (*hosts[1:], CITY_HOST),  # the city is refused by a rule
        "seat": tuple(range(max(SEAT_COUNTS))),
        "army": tuple(armies),
        "bonus": tuple(range(max(len(armies), numbers["buildings_per_host"]) + 1)),
        "yes_or_no": (False, True),
        "place": ("free", *map(host_name, hosts), *map(army_name, armies)),
        "target": tuple(_target_names(pack, hosts, armies)),
        "source": tuple(_source_names(pack, hosts, _conversions(numbers))),
    }


def _target_names(pack: Pack, hosts: range, armies: range) -> Iterator[str]:
    """Yield the names of all targets of an army: lands, armies, free units, and single guards.

    Lands and military buildings without their place fit too. Their refusal lists the possible targets.
    """
    troops, military = [row.id for row in pack.troops], [row.id for row in pack.buildings if row.defence]
    yield from map(host_name, hosts)
    yield from map(army_name, armies)
    yield from troops
    yield from (f"turned_{card}" for card in troops)
    yield from (guard_name(host, name) for host in hosts for name in (*troops, *military))
    yield from military
    yield from (row.id for row in (*pack.territories, *pack.city))


def _source_names(pack: Pack, hosts: range, conversions: tuple[PaymentSource, ...]) -> Iterator[str]:
    """Yield the names of all payment sources of this pack."""
    producers = [*map(host_name, hosts), *(row.id for row in pack.troops if row.works)]
    yield from producers
    yield from (multiplied_source_name(name, artists) for name in producers for artists in range(1, MAX_ARTISTS + 1))
    powers = [row.id for row in pack.troops if row.power in (BUREAUCRAT_POWER, ARTIST_POWER, MERCHANT_POWER)]
    yield from (f"{card}_power" for card in powers)
    yield from (f"{host_name(host)}_{card}" for host in hosts for card in powers)
    cards = [row.id for row in chain(pack.territories, pack.troops)]
    yield from (f"discard_{card}_{resource}" for card in cards for resource in RESOURCES)
    yield from (source.name for source in conversions)


PACKS: PackRegistry[Content] = PackRegistry(PACKAGE, build_content, default="house-2009")
