"""Lookup tables of a content pack, read from YAML and checked once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, get_args

from referee_service.kernel.bags import Bag
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

from .schema import TABLES, DieRow, Pack, SeatCountRow, Symbol, TechnologyRow, Terrain, TileRow, Token

if TYPE_CHECKING:
    from referee_service.kernel.state import State as AnyState

    from ..state import State

PACKAGE = "referee_service.games.dice_settlers"
SEAT_COUNTS = range(1, 5)
SYMBOLS: tuple[str, ...] = get_args(Symbol)
TOKENS: tuple[str, ...] = get_args(Token)
TERRAINS: tuple[str, ...] = get_args(Terrain)
GOLD, PIONEER, RESOURCE = "gold", "pioneer", "resource"
"""`resource` is a price that any symbol of a resource pays."""
MAIN_ACTIONS = ("recruit", "explore", "settle", "raid", "harvest", "trade", "research")
"""The main actions."""
SETS = ("identical", "different", "any")
"""Kinds of token sets that can be traded."""
FACE_COUNT = 6
MAX_COORDINATE = 40
"""Greatest coordinate that a tile on the map can have."""
NUMBERS = (
    *("quota_base", "quota_most", "start_tents", "start_offer", "houses", "draw_for_resource", "most_rerolled"),
    *("kept_dice", "turns", "recruit_one", "recruit_two", "recruit_three", "govern_lead", "govern_tents"),
    *("factory_uses", "trade_identical", "trade_different", "trade_any", "trade_die", "dice_pair", "last_colours"),
    *("most_rounds", "bot_all_tents", "bot_few_tents", "bot_many_tents", "bot_trade_set", "bot_recruit_two"),
)
"""Constants that the rules need. A pack gives each its value."""

effect: EffectRegistry[State] = EffectRegistry()
"""Decorator that registers a function for content rows. `effects.py` uses it."""

Effect = Callable[["State", int], "State"]


@dataclass(frozen=True, slots=True)
class Die:
    """A colour of dice with the weights of its faces."""

    id: str
    row: DieRow
    faces: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile with its effects bound."""

    id: str
    row: TileRow
    terrain: str
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Technology:
    """A technology with its effects bound."""

    id: str
    row: TechnologyRow
    tokens: Bag
    """Price in tokens, as kinds of a payment: `token_wood`. Research symbols come on top."""
    on_explode: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Content:
    """All lookup tables of one pack."""

    pack: Pack
    numbers: Mapping[str, int]
    by_seat_count: Mapping[int, SeatCountRow]
    """Rows by number of players. A solo game uses the row of two players."""
    dice: Mapping[str, Die]
    faces: Mapping[str, tuple[str, str]]
    """Colour and symbol of an active die, by its name: `green_wood`."""
    colour_of: Mapping[str, str]
    """Colour that a terrain recruits."""
    recruit_costs: tuple[int, ...]
    tiles: Mapping[str, Tile]
    decks: Mapping[int, tuple[str, ...]]
    """Tiles to explore, by number of players."""
    bonus_tiles: Mapping[str, frozenset[str]]
    """Tiles that add a symbol to each action."""
    quota_tiles: frozenset[str]
    factories: frozenset[str]
    technologies: Mapping[str, Technology]
    sets: Mapping[str, tuple[str, ...]]
    hexagon: tuple[str, ...]
    domains: Mapping[str, tuple[int | str | bool, ...]]


def content(state: AnyState) -> Content:
    """Return the tables of the pack that the state uses."""
    return PACKS.for_state(state)


def has_effect(tables: Content, effect_name: str) -> bool:
    """Return whether any tile or technology of the pack names this effect."""
    rows = chain(*(row.effects for row in tables.pack.tiles), *(row.on_explode for row in tables.pack.technologies))
    return any(effect_name in row for row in rows)


def build_content(text: bytes, where: str) -> tuple[str, Content]:
    """Read a pack, check it and build its tables. Returns its id and the tables.

    Raises an error that names the row and the reason if the pack is not valid.
    """
    pack = read_pack(text, Pack, where=where)
    for table in TABLES:
        index_by_id(getattr(pack, table), where=where, table=table)
    numbers = {row.id: row.value for row in pack.numbers}
    check_requirements(
        chain(_check_numbers(pack, numbers), _check_pieces(pack), _check_cards(pack), _check_bot(pack)), where=where
    )
    by_seat_count = {row.players: row for row in pack.tables}
    dice = {row.id: Die(row.id, row, tuple(sorted(Counter(row.faces).items()))) for row in pack.dice}
    faces = {f"{die.id}_{face}": (die.id, face) for die in dice.values() for face, _ in die.faces}
    built = Content(
        pack=pack,
        numbers=numbers,
        by_seat_count={1: by_seat_count[2], **by_seat_count},
        dice=dice,
        faces=faces,
        colour_of={row.terrain: row.id for row in pack.dice if row.terrain},
        recruit_costs=(numbers["recruit_one"], numbers["recruit_two"], numbers["recruit_three"]),
        tiles={row.id: _tile(row, where=where) for row in pack.tiles},
        decks={
            seats: tuple(row.id for row in pack.tiles if not row.start and row.players <= max(2, seats))
            for seats in SEAT_COUNTS
        },
        bonus_tiles={action: frozenset(row.id for row in pack.tiles if row.bonus == action) for action in MAIN_ACTIONS},
        quota_tiles=frozenset(row.id for row in pack.tiles if row.quota),
        factories=frozenset(row.id for row in pack.tiles if row.ability == "factory"),
        technologies={row.id: _technology(row, where=where) for row in pack.technologies},
        sets={row.id: row.technologies for row in pack.sets},
        hexagon=tuple(row.id for row in pack.hexagon),
        domains=_domains(pack, faces),
    )
    return pack_id(pack.name, pack), built


def _domains(pack: Pack, faces: Mapping[str, tuple[str, str]]) -> dict[str, tuple[int | str | bool, ...]]:
    """Return the values of every domain of action fields, and other names that players may write.

    A name in several domains is of the first kind that the texts name.
    """
    colours = tuple(row.id for row in pack.dice)
    technologies = tuple(row.id for row in pack.technologies)
    pieces = (*faces, *(f"extra_{symbol}" for symbol in SYMBOLS), *technologies)
    tokens = (*(f"token_{token}" for token in TOKENS), *(f"gold_for_{token}" for token in TOKENS if token != GOLD))
    return {
        "colour": colours,
        "face": SYMBOLS,
        "die": tuple(faces),
        "any_die": (*faces, *colours),
        "symbols": (*range(1, sum(row.count for row in pack.dice) + 1), 0),  # the first value is an example in the API
        "option": ("take", "place", "recall"),
        "set": SETS,
        "token": TOKENS,
        "tile": tuple(row.id for row in pack.tiles),
        "technology": technologies,
        "terrain": tuple(row.terrain for row in pack.dice if row.terrain),
        "main_action": MAIN_ACTIONS,
        "price": (PIONEER, RESOURCE),
        "source": (*pieces, *(f"pair_{piece}" for piece in pieces), "pair", *tokens),
        "coordinate": tuple(range(-MAX_COORDINATE, MAX_COORDINATE + 1)),
        "side": tuple(range(max(SEAT_COUNTS))),
        "seat": tuple(range(max(SEAT_COUNTS))),
        "steps": tuple(row.steps for row in pack.steps),
    }


def _check_numbers(pack: Pack, numbers: Mapping[str, int]) -> Iterator[Requirement]:
    """Yield the requirements of the constants and of the rows by number of players."""
    lacking = sorted(set(NUMBERS) - set(numbers))
    yield "numbers", f"the rules also need {', '.join(lacking)}", not lacking
    for name, value in numbers.items():
        yield f"numbers {name!r}", f"{value} is less than 1", value >= 1
    costs = [numbers[name] for name in ("recruit_one", "recruit_two", "recruit_three")]
    yield "numbers 'recruit_three'", "more dice must cost more symbols", costs == sorted(set(costs))
    yield (
        "tables",
        "there must be one row each for 2, 3 and 4 players",
        [row.players for row in pack.tables] == [2, 3, 4],
    )


def _check_pieces(pack: Pack) -> Iterator[Requirement]:
    """Yield the requirements of dice and tiles."""
    terrains = [row.terrain for row in pack.dice if row.terrain]
    yield "dice", "every terrain must recruit one colour", sorted(terrains) == sorted(TERRAINS)
    for die in pack.dice:
        yield f"dice {die.id!r}", f"a die must have {FACE_COUNT} faces", len(die.faces) == FACE_COUNT
        max_dice = max(row.players * die.start + row.boxed_dice for row in pack.tables)
        yield f"dice {die.id!r}", "there are too few dice", not die.terrain or die.count >= max_dice
        yield (
            f"dice {die.id!r}",
            "there are too few dice",
            bool(die.terrain) or die.count >= die.start * max(SEAT_COUNTS),
        )
    starts = sum(row.start for row in pack.tiles)
    offered = next(row.value for row in pack.numbers if row.id == "start_offer")
    yield "tiles", "there are too few start tiles", starts >= offered + max(SEAT_COUNTS) - 1
    for tile in pack.tiles:
        acts = tile.ability in ("placement", "factory")
        yield (
            f"tiles {tile.id!r}",
            "tiles with placement or a factory must have effects, others none",
            acts == bool(tile.effects),
        )
        gives = tile.ability in ("control", "presence")
        yield (
            f"tiles {tile.id!r}",
            "quota and bonus need the ability control or presence",
            gives or not (tile.quota or tile.bonus),
        )


def _check_cards(pack: Pack) -> Iterator[Requirement]:
    """Yield the requirements of technologies, predefined tables and types."""
    known = {row.id: row for row in pack.technologies}
    for row in pack.technologies:
        explodes = row.seal == "explosive"
        yield (
            f"technologies {row.id!r}",
            "explosive technologies must have on_explode, others must not",
            explodes == bool(row.on_explode),
        )
        yield f"technologies {row.id!r}", "research must be at least 1", row.research >= 1
        yield (
            f"technologies {row.id!r}",
            "each token count must be at least 1",
            all(n >= 1 for n in row.tokens.values()),
        )
    for table in pack.sets:
        fits = all(name in known and known[name].players <= 1 for name in table.technologies)
        yield f"sets {table.id!r}", "a technology is unknown, or needs more players", fits
        yield f"sets {table.id!r}", "a technology occurs twice", len(set(table.technologies)) == len(table.technologies)
    yield (
        "sets",
        "the sets must be nowhere, warriors, expansion and peace",
        {row.id for row in pack.sets} == PRESET_TABLES,
    )
    for seal in pack.seals:
        available = sum(row.seal == seal.id and row.players <= 1 for row in pack.technologies)
        yield f"seals {seal.id!r}", "there are too few technologies", available >= seal.drawn
    yield "technologies", "at least one must be explosive", any(row.seal == "explosive" for row in pack.technologies)


PRESET_TABLES = {"nowhere", "warriors", "expansion", "peace"}
"""Predefined tables that every pack must have."""


def _check_bot(pack: Pack) -> Iterator[Requirement]:
    """Yield the requirements of the printed Bot's tables."""
    sides = [row.id for row in pack.hexagon]
    yield (
        "hexagon",
        "its edges must be all main actions except harvest",
        sorted(sides) == sorted(set(MAIN_ACTIONS) - {"harvest"}),
    )
    least = [row.least for row in pack.queue]
    yield "queue", "least must begin at 1 and increase", bool(least) and least[0] == 1 and least == sorted(set(least))
    yield (
        "steps",
        "steps and weight must be positive",
        bool(pack.steps) and all(r.steps > 0 < r.weight for r in pack.steps),
    )


def _bind_effects(rows: tuple[EffectRow, ...], *, where: str, on: str) -> tuple[Effect, ...]:
    """Bind the effects that a row names to their functions."""
    return tuple(effect.bind(each, where=where, on=on) for each in rows)


def _tile(row: TileRow, *, where: str) -> Tile:
    """Build a tile from its row."""
    effects = _bind_effects(row.effects, where=where, on=f"tiles {row.id!r}")
    return Tile(row.id, row, row.terrain, effects)


def _technology(row: TechnologyRow, *, where: str) -> Technology:
    """Build a technology from its row."""
    tokens: Bag = tuple(sorted((f"token_{token}", count) for token, count in row.tokens.items()))
    on_explode = _bind_effects(row.on_explode, where=where, on=f"technologies {row.id!r}")
    return Technology(row.id, row, tokens, on_explode)


PACKS: PackRegistry[Content] = PackRegistry(PACKAGE, build_content, default="house-2018")
