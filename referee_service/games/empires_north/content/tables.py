"""Lookup tables of a content pack, checked when the pack is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from referee_service.kernel.bags import Bag
from referee_service.kernel.packs import (
    ContentError,
    PackRegistry,
    Requirement,
    check_requirements,
    index_by_id,
    pack_id,
    read_pack,
)

from .cards import (
    GOODS,
    RESOURCES,
    WORKER,
    Ability,
    Card,
    Effect,
    bind_card,
    bind_island,
    goods_named_by,
    is_goods_and_workers,
)
from .scenarios import EVENT_COUNT, Scenario, check_scenarios, resolve_scenario
from .schema import TABLES, CardRow, ClanRow, Pack

if TYPE_CHECKING:
    from referee_service.kernel.state import State as AnyState

    from ..state import State

PACKAGE = "referee_service.games.empires_north"
SEAT_COUNTS = range(1, 5)
TILES = ("explore", "populate", "construct", "harvest", "sail")
PILES = ("near", "distant")
SLOT_RANGE = range(80)
"""Slot numbers. No empire can hold this many cards."""
QUEUE_RANGE = range(40)
"""Places of the queue. The expedition board never has this many ships."""
NUMBERS = (
    *("start_workers", "start_draw", "start_keep", "lookout_draw", "lookout_cost", "open_islands", "pawns"),
    *("move_food", "raid_raze", "end_points", "card_points", "resources_per_point", "gold_points", "raze_points"),
    *("most_rounds", "solo_rounds", "penalty"),
)
"""The constants that the rules need. A pack gives each a value."""
MAX_COUNTED = 10
"""The greatest number that an action can name."""
ATTACK_OPTION = "attack"
"""The name of the option to attack an invader."""


@dataclass(frozen=True, slots=True)
class Content:
    """All tables of one pack."""

    pack: Pack
    numbers: Mapping[str, int]
    clans: Mapping[str, ClanRow]
    cards: Mapping[str, Card]
    """Clan cards and islands."""
    decks: Mapping[str, Bag]
    """The deck of each clan, without base fields."""
    islands: Mapping[str, Bag]
    domains: Mapping[str, tuple[int | str | bool, ...]]


def content(state: AnyState) -> Content:
    """Return the tables of the pack that this state uses."""
    return PACKS.for_state(state)


def scenario(state: State) -> Scenario:
    """Return the scenario of a solo game."""
    return scenario_named(state.pack, state.options.scenario, state.options.slots)


@lru_cache(maxsize=256)
def scenario_named(pack: str, name: str, slots: tuple[tuple[str, str], ...]) -> Scenario:
    """Return a scenario of a pack with its slots filled. Raises ValueError if a slot or its value is unknown."""
    return resolve_scenario(PACKS.get(pack).pack, name, dict(slots), where=pack)


def card_of(state: State, name: str) -> Card:
    """Return a clan card, an island, or the location of the scenario."""
    try:
        return PACKS.packs[state.pack].cards[name]
    except KeyError:
        return _find_card(state, name)


def _find_card(state: State, name: str) -> Card:
    """Return a card that the fast lookup misses: the pack is not read yet, or it is the scenario's location."""
    card = content(state).cards.get(name)
    if card is not None:
        return card
    location = scenario(state).location
    assert location is not None, name
    assert location.id == name, name
    return location


@lru_cache(maxsize=256)
def cards_without_special(pack: str, event: str) -> frozenset[str]:
    """Return the cards of a pack that have no special for an event."""
    cards = PACKS.get(pack).cards.values()
    return frozenset(card.id for card in cards if all(each.row.hears != event for each in card.abilities))


@lru_cache(maxsize=32)
def cards_without_action(pack: str) -> frozenset[str]:
    """Return the cards of a pack that have no Action of their own."""
    return frozenset(card.id for card in PACKS.get(pack).cards.values() if card.action is None)


@lru_cache(maxsize=256)
def corner_cards(pack: str, clan: str, action: str) -> tuple[str, ...]:
    """Return the boosts and fields of a clan whose corner shows an action."""
    cards = PACKS.get(pack).cards.values()
    return tuple(card.id for card in cards if card.clan == clan and card.corner_action == action)


def abilities_of(state: State, source: str) -> tuple[Ability, ...]:
    """Return the abilities of a card, or of an event or offer of the scenario. Empty for an unknown source."""
    card = PACKS.for_state(state).cards.get(source)
    if card is not None:
        return card.abilities
    if state.solo is not None:
        current = scenario(state)
        if source in current.abilities:
            return current.abilities[source]
        if current.location is not None and current.location.id == source:
            return current.location.abilities
    return ()


def build_content(text: bytes, where: str) -> tuple[str, Content]:
    """Return the id and the checked tables of a pack. Raises ContentError that names the bad row and the reason."""
    pack = read_pack(text, Pack, where=where)
    for table in TABLES:
        index_by_id(getattr(pack, table), where=where, table=table)
    numbers = {row.id: row.value for row in pack.numbers}
    cards = {row.id: bind_card(row, where=where) for row in pack.cards}
    for row in pack.islands:
        if row.id in cards:
            raise ContentError(where, f"islands {row.id!r}", "a clan card has this id")
        cards[row.id] = bind_island(row, where=where)
    check_requirements(chain(_check_numbers(pack, numbers), _check_cards(pack, cards)), where=where)
    check_scenarios(pack, where=where)
    decks: dict[str, Bag] = {
        clan.id: tuple(
            sorted(
                (card.id, card.copies)
                for card in cards.values()
                if card.clan == clan.id and card.id not in clan.base_fields
            )
        )
        for clan in pack.clans
    }
    islands: dict[str, Bag] = {
        pile: tuple(sorted((row.id, 1) for row in pack.islands if row.pile == pile)) for pile in PILES
    }
    tables = Content(
        pack=pack,
        numbers=numbers,
        clans={row.id: row for row in pack.clans},
        cards=cards,
        decks=decks,
        islands=islands,
        domains=_domains(pack, cards),
    )
    return pack_id(pack.name, pack), tables


def _domains(pack: Pack, cards: Mapping[str, Card]) -> dict[str, tuple[int | str | bool, ...]]:
    return {
        "island": tuple(row.id for row in pack.islands),  # before the cards: an island is one of them
        "card": tuple(cards),
        "trigger": tuple(cards),
        "clan": tuple(row.id for row in pack.clans),
        "tile": TILES,
        "pile": PILES,
        "slot": tuple(SLOT_RANGE),
        "place": tuple(QUEUE_RANGE),
        "number": tuple(range(MAX_COUNTED + 1)),
        "good": (*GOODS, WORKER),
        "resource": RESOURCES,
        "source": GOODS,
        "option": tuple(sorted({ATTACK_OPTION, *GOODS, WORKER, *_options(pack, cards)})),
        "seat": tuple(range(max(SEAT_COUNTS))),
        "event": tuple(f"{row.id}_event_{number}" for row in pack.scenarios for number in range(1, EVENT_COUNT + 1)),
        "yes_or_no": (False, True),
    }


def _options(pack: Pack, cards: Mapping[str, Card]) -> Iterator[str]:
    """Yield every name that an option may have, with every reading of the scenarios."""
    abilities = [ability for card in cards.values() for ability in card.abilities]
    for row in pack.scenarios:
        slots = [slot for slot in pack.slots if slot.scenario in ("", row.id)]
        for chosen in ({}, *({slot.id: value} for slot in slots for value in slot.values)):
            variant = resolve_scenario(pack, row.id, chosen, where=pack.name)
            abilities += [each for held in variant.abilities.values() for each in held]
            yield from (cost_label(cost) for cost in variant.rules.tribute)
    for ability in abilities:
        yield from (cost_label(cost) for cost in ability.cost.choice)
        yield from chain.from_iterable(_option_names(each) for each in ability.effects)


def _option_names(each: Effect) -> Iterator[str]:
    yield from each.options
    for branch in each.branches:
        yield from chain.from_iterable(_option_names(inner) for inner in branch)


def cost_label(cost: object) -> str:
    """Return the option name of an alternative cost: the kinds that it takes."""
    return "_".join(name for name in (*GOODS, "any_resource", WORKER) if getattr(cost, name))


def _check_numbers(pack: Pack, numbers: Mapping[str, int]) -> Iterator[Requirement]:
    lacking = sorted(set(NUMBERS) - set(numbers))
    yield "numbers", f"the rules also need {', '.join(lacking)}", not lacking
    for name, value in numbers.items():
        least = 0 if name == "lookout_cost" else 1
        yield f"numbers {name!r}", f"{value} is too small: it must be at least {least}", value >= least
    yield (
        "numbers 'start_keep'",
        "it must not be greater than start_draw",
        numbers["start_keep"] <= numbers["start_draw"],
    )
    yield "tiles", f"the tiles must be {', '.join(TILES)}", tuple(row.id for row in pack.tiles) == TILES
    yield "clans", "there must be a clan for each seat, and one more", len(pack.clans) > max(SEAT_COUNTS)
    for pile in PILES:
        enough = sum(row.pile == pile for row in pack.islands) >= numbers["open_islands"] + 1
        yield "islands", f"there must be more {pile} islands than lie face up", enough


def _check_cards(pack: Pack, cards: Mapping[str, Card]) -> Iterator[Requirement]:
    clans = {row.id: row for row in pack.clans}
    for clan in pack.clans:
        bases = [cards[name] for name in clan.base_fields if name in cards]
        known = len(bases) == len(clan.base_fields) >= 1 and all(base.kinds == ("base_field",) for base in bases)
        yield f"clans {clan.id!r}", "its base fields must be cards of the kind `base_field`", known
        dealt = sum(card.copies for card in cards.values() if card.clan == clan.id) - len(bases)
        yield f"clans {clan.id!r}", "its deck must be large enough for the first draw", dealt >= 5
    for row in pack.cards:
        yield from _check_card(row, cards[row.id], clans)
    for card in cards.values():
        timings = [ability.row.when for ability in card.abilities]
        once = all(timings.count(when) <= 1 for when in ("action", "bonus", "storage", "immediate"))
        events = [ability.row.hears for ability in card.abilities if ability.row.hears]
        yield (
            f"card {card.id!r}",
            "each event may trigger at most one special of a card",
            len(set(events)) == len(events),
        )
        yield (
            f"card {card.id!r}",
            "it assigns goods to itself, but has no bank that accepts them",
            all(_has_bank_for(card, each) for ability in card.abilities for each in _all_effects(ability.effects)),
        )
        yield f"card {card.id!r}", "only specials may occur more than once on a card", once and "event" not in timings


def _all_effects(effects: Iterable[Effect]) -> Iterator[Effect]:
    """Yield effects and the effects of all their branches."""
    for each in effects:
        yield each
        yield from _all_effects(chain.from_iterable(each.branches))


def _has_bank_for(card: Card, each: Effect) -> bool:
    """Return whether an effect that assigns goods to its own card finds a bank there that accepts one of them."""
    if not each.targets_itself:
        return True
    accepted = card.abilities[card.storage].row.accept if card.storage is not None else None
    return accepted is not None and bool(set(goods_named_by(each.goods)) & set(goods_named_by(accepted)))


def _check_card(row: CardRow, card: Card, clans: Mapping[str, ClanRow]) -> Iterator[Requirement]:
    """Yield the requirements on one clan card."""
    on = f"cards {row.id!r}"
    yield on, "its clan must exist and have its type", row.clan in clans and row.type in clans[row.clan].types
    yield on, "there must be at least one copy", card.copies >= 1
    is_base = card.kinds == ("base_field",)
    yield (
        on,
        "a base field must be among the base fields of its clan",
        not is_base or row.id in clans[row.clan].base_fields,
    )
    yields = card.is_field or card.is_upgrade
    yield on, "fields must yield goods, and no other card may", yields == bool(card.goods)
    has_corner = (yields or card.is_boost) and not is_base
    yield (
        on,
        "fields and boosts must have a corner action, and no other card may",
        has_corner == (card.corner_action is not None),
    )
    yield (
        on,
        "a location may cost only goods and workers",
        is_goods_and_workers(card.cost) and not card.cost.any_resource,
    )
    yield (
        on,
        "boosts must have an immediate ability, and no other card may",
        card.is_boost == (card.immediate is not None),
    )
    yield on, "only fields and upgrades may have two kinds", len(row.kinds) == 1 or yields


PACKS: PackRegistry[Content] = PackRegistry(PACKAGE, build_content, default="house-2019")
