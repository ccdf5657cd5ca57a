"""Lookup tables of a content pack, built from YAML and checked once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from referee_service.kernel.bags import Bag, size_of
from referee_service.kernel.catalogue import load_rules
from referee_service.kernel.hexes import adjacency, connected_regions, hexagon_cells
from referee_service.kernel.packs import (
    ContentError,
    EffectRegistry,
    PackRegistry,
    Requirement,
    check_requirements,
    index_by_id,
    pack_id,
    read_pack,
)

from .schema import BoardRow, Kind, Pack, Permit, Phase, Pile, TileRow

if TYPE_CHECKING:
    from referee_service.kernel.state import State as AnyState

    from ..state import State

KINDS: tuple[Kind, ...] = ("building", "animal", "ship", "knowledge", "castle", "mine")
PHASES: tuple[Phase, ...] = ("A", "B", "C", "D", "E")
BLACK_DEPOT = 0
"""Index of the black depot. The numbered depots 1 to 6 follow it."""
DEPOTS = range(1, 7)
DIE_FACES = range(1, 7)
SEAT_COUNTS = range(2, 5)
BASIC_BOARD = 1
"""The board of every seat in the basic game."""
TRACK_SPACES = 7
"""Spaces of the turn order track: a start space, and one for each ship of an estate."""
NUMBERS = (
    *("storage_spaces", "goods_kinds", "dice_each", "rounds", "goods_per_phase"),
    *("start_silver", "start_goods", "start_workers", "purchase_price", "sale_silver", "workers_taken"),
    *("step_per_worker", "free_step_take", *(f"free_step_{kind}" for kind in KINDS)),
    *("animal_tile_bonus", "points_unsold_goods", "points_silver", "workers_per_point"),
)
"""Constants that the rules need. A pack gives each a value."""
POSITIVE_NUMBERS = ("storage_spaces", "goods_kinds", "dice_each", "rounds", "step_per_worker", "workers_per_point")
"""Constants that must be at least 1. The others may be 0."""
NUMBERS_BY_SEATS = ("sale_points", "large_bonus", "small_bonus", "black_tiles")
"""Constants that depend on the number of players."""
KIND_BY_LETTER: dict[str, Kind] = {
    "b": "building",
    "a": "animal",
    "s": "ship",
    "k": "knowledge",
    "c": "castle",
    "m": "mine",
}

PACKAGE = "referee_service.games.burgundy"

effect: EffectRegistry[State] = EffectRegistry()
"""Registry of effects, and the decorator that adds a function to it. `effects.py` fills it."""


@dataclass(frozen=True, slots=True)
class Space:
    """A space of a board."""

    kind: Kind
    number: int
    """The die value of the space."""
    touching: tuple[int, ...]
    """The spaces next to it."""
    district: tuple[int, ...]
    """All spaces of its district, itself included."""


@dataclass(frozen=True, slots=True)
class Board:
    """A player board."""

    number: int
    copies: int
    spaces: tuple[Space, ...]
    """The spaces in reading order."""
    numbers: tuple[int, ...]
    """The die values of the spaces, in the same order."""
    by_kind: Mapping[Kind, tuple[int, ...]]
    """The spaces of each colour."""
    cities: tuple[tuple[int, ...], ...]
    """The districts for buildings."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A type of hex tile with its effects bound."""

    id: str
    kind: Kind
    species: str
    animals: int
    row: TileRow
    """The row of the pack."""
    on_place: tuple[Callable[[State, int], State], ...]
    triggers: Mapping[str, tuple[Callable[[State, int], State], ...]]
    permits: frozenset[Permit]
    numbers: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Content:
    """All tables of one pack."""

    pack: Pack
    numbers: Mapping[str, int]
    by_players: Mapping[str, Mapping[int, int]]
    """For each constant that depends on it: the number of players to the value."""
    phase_points: Mapping[Phase, int]
    district_points: Mapping[int, int]
    tiles: Mapping[str, Tile]
    tiles_with_powers: frozenset[str]
    """The tiles with permits, changed constants or triggers."""
    starting_tile: str
    """The tile that every estate begins with."""
    boards: Mapping[int, Board]
    middle: int
    """The space in the middle of every board."""
    goods: tuple[str, ...]
    """Kinds of goods in the order of the dice that sell them."""
    goods_die: Mapping[str, int]
    goods_bag: Bag
    piles: Mapping[Pile, Bag]
    """The face-down piles: one of each colour, and the black one."""
    slots: Mapping[tuple[int, Phase], tuple[tuple[int, Pile], ...]]
    """For a number of players and a phase: (depot, pile) of every slot in order, the black depot last."""
    totals: Mapping[str, int]
    """Number of copies of each tile, both backs together."""
    awards: frozenset[str]
    """Rules under which tiles of this pack give points during the game."""
    final_awards: frozenset[str]
    """Rules under which tiles of this pack give points at the end."""
    domains: Mapping[str, tuple[int | str, ...]]


def content(state: AnyState) -> Content:
    """Return the tables of the pack that the state uses."""
    return PACKS.for_state(state)


def build_content(text: bytes, where: str) -> tuple[str, Content]:
    """Build the tables of a pack. Return the id of the pack and the tables.

    Raises ContentError, with the row and the reason, if a row does not fit.
    """
    pack = read_pack(text, Pack, where=where)
    for table in ("numbers", "by_players", "phases", "districts", "goods", "depots", "tiles", "boards"):
        index_by_id(getattr(pack, table), where=where, table=table)
    numbers = {row.id: row.value for row in pack.numbers}
    tiles = {row.id: _tile(row, numbers, where=where) for row in pack.tiles}
    boards = {row.number: _board(row, pack.dice_pattern, where=where) for row in pack.boards}
    goods = sorted(pack.goods, key=lambda row: row.die)
    by_players = {row.id: row.values for row in pack.by_players}
    piles = _piles(pack)
    tables = Content(
        pack=pack,
        numbers=numbers,
        by_players=by_players,
        phase_points={phase: row.points for phase, row in zip(PHASES, pack.phases, strict=False)},
        district_points={row.size: row.points for row in pack.districts},
        tiles=tiles,
        tiles_with_powers=frozenset(row.id for row in pack.tiles if row.permits or row.numbers or row.triggers),
        starting_tile=pack.starting_tile,
        boards=boards,
        middle=sum(map(len, pack.dice_pattern)) // 2,
        goods=tuple(row.id for row in goods),
        goods_die={row.id: row.die for row in goods},
        goods_bag=tuple(sorted((row.id, row.copies) for row in goods)),
        piles=piles,
        slots=_slots(pack, by_players.get("black_tiles", {})),
        totals={row.id: row.normal + row.black for row in pack.tiles},
        awards=frozenset().union(
            *(_effect_arguments(row, "rule") for row in pack.tiles if "game_ended" not in row.triggers)
        ),
        final_awards=frozenset().union(
            *(_effect_arguments(row, "rule") for row in pack.tiles if "game_ended" in row.triggers)
        ),
        domains=_domains(pack, tuple(row.id for row in goods)),
    )
    check_requirements(chain(_check_numbers(tables), _check_layout(tables), _check_supplies(tables)), where=where)
    return pack_id(pack.name, pack), tables


def _domains(pack: Pack, goods: tuple[str, ...]) -> dict[str, tuple[int | str, ...]]:
    """Return the values of every domain that fields of actions declare."""
    return {
        "die": tuple(DIE_FACES),
        "depot": tuple(DEPOTS),
        "tile_depot": (*DEPOTS, BLACK_DEPOT),
        "any_depot": (BLACK_DEPOT, *DEPOTS),
        "tile": tuple(row.id for row in pack.tiles),
        "goods": goods,
        "space": tuple(range(sum(map(len, pack.dice_pattern)))),
        "board": tuple(row.number for row in pack.boards),
        "seat": tuple(range(max(SEAT_COUNTS))),
    }


def _check_numbers(tables: Content) -> Iterator[Requirement]:
    """Yield the requirements on constants."""
    lacking = sorted({*NUMBERS, *NUMBERS_BY_SEATS} - {*tables.numbers, *tables.by_players})
    yield "numbers", f"the rules also need {', '.join(lacking)}", not lacking
    for on, numbers in (("numbers", tables.numbers), *((f"tiles {t.id!r}", t.numbers) for t in tables.tiles.values())):
        for name, value in numbers.items():
            least = 1 if name in POSITIVE_NUMBERS else 0
            yield on, f"{name} is {value}, but must be at least {least}", value >= least
    rounds, goods = tables.numbers["rounds"], tables.numbers["goods_per_phase"]
    yield "numbers", "goods_per_phase and rounds must be equal: each round has a goods tile", rounds == goods
    for name in NUMBERS_BY_SEATS:
        yield (
            f"by_players {name!r}",
            "it must have a value for 2, 3 and 4 players",
            sorted(tables.by_players[name]) == list(SEAT_COUNTS),
        )


def _check_layout(tables: Content) -> Iterator[Requirement]:
    """Yield the requirements on phases, depots, goods and boards."""
    pack = tables.pack
    yield "phases", "there must be five phases, A to E in order", [row.id for row in pack.phases] == list(PHASES)
    yield "depots", "there must be six, numbered 1 to 6 in order", [row.number for row in pack.depots] == list(DEPOTS)
    yield "goods", "each die from 1 to 6 must sell one kind", sorted(tables.goods_die.values()) == list(DIE_FACES)
    yield (
        "dice_pattern",
        "its dice must be from 1 to 6",
        {die for row in pack.dice_pattern for die in row} <= set(DIE_FACES),
    )
    yield "boards", "no two boards may have the same number", len(tables.boards) == len(pack.boards)
    yield "boards", f"there must be a board {BASIC_BOARD} for the basic game", BASIC_BOARD in tables.boards
    middle = tables.boards[BASIC_BOARD].spaces[tables.middle]
    yield f"boards {BASIC_BOARD}", "the space in its middle must be for a castle", middle.kind == "castle"
    for board in tables.boards.values():
        on, ships = f"boards {board.number}", len(board.by_kind["ship"])
        unpriced = sorted({len(space.district) for space in board.spaces} - set(tables.district_points))
        yield on, "it must have a castle space to begin on", bool(board.by_kind["castle"])
        yield on, f"it may have at most {TRACK_SPACES - 1} ship spaces, like the track", ships < TRACK_SPACES
        yield "districts", f"add points for the district sizes {unpriced} of board {board.number}", not unpriced


def _check_supplies(tables: Content) -> Iterator[Requirement]:
    """Yield the requirements on tiles and on the sizes of the piles."""
    start = tables.tiles.get(tables.starting_tile)
    yield "starting_tile", "it must be the id of a castle tile", start is not None and start.kind == "castle"
    for tile in tables.tiles.values():
        for name in _effect_arguments(tile.row, "tile"):
            yield f"tiles {tile.id!r}", f"no tile is called {name!r}", name in tables.tiles
        for rule in _effect_arguments(tile.row, "rule"):
            yield f"tiles {tile.id!r}", f"no rule is called {rule!r}", rule in load_rules(PACKAGE)
    for players in SEAT_COUNTS:
        for pile, full in tables.piles.items():
            wanted = sum(drawn == pile for phase in PHASES for _, drawn in tables.slots[players, phase])
            held = size_of(full) - (players if pile == "castle" else 0)
            yield "tiles", f"{players} players draw {wanted} of pile {pile}; it holds {held}", held >= wanted
    goods = tables.numbers["start_goods"] * max(SEAT_COUNTS) + tables.numbers["goods_per_phase"] * len(PHASES)
    yield "goods", f"a game uses up to {goods} tiles, so there must be as many", size_of(tables.goods_bag) >= goods


def _effect_arguments(row: TileRow, argument: str) -> frozenset[str]:
    """Return the values that the effects of a tile have for this argument."""
    effects = (*row.on_place, *(each for effects in row.triggers.values() for each in effects))
    given = (value for each in effects for value in each.values())
    return frozenset(str(value[argument]) for value in given if isinstance(value, dict) and argument in value)


def _tile(row: TileRow, numbers: Mapping[str, int], *, where: str) -> Tile:
    """Bind a tile row. Raises ContentError if it has an unknown constant, or is half an animal tile."""
    on = f"tiles {row.id!r}"
    unknown = sorted(set(row.numbers) - set(numbers))
    if unknown:
        raise ContentError(where, on, f"no number is called {', '.join(unknown)}")
    if (row.kind == "animal") != bool(row.species and row.animals):
        raise ContentError(where, on, "an animal tile, and no other, has species and animals")
    return Tile(
        id=row.id,
        kind=row.kind,
        species=row.species,
        animals=row.animals,
        row=row,
        on_place=tuple(effect.bind(each, where=where, on=on) for each in row.on_place),
        triggers={
            event: tuple(effect.bind(each, where=where, on=on) for each in rows) for event, rows in row.triggers.items()
        },
        permits=frozenset(row.permits),
        numbers=row.numbers,
    )


def _board(row: BoardRow, dice_pattern: tuple[tuple[int, ...], ...], *, where: str) -> Board:
    """Build a board from its row. Raises ContentError if its rows do not fit the dice pattern."""
    if [len(line) for line in row.rows] != [len(line) for line in dice_pattern]:
        raise ContentError(where, f"boards {row.id!r}", "its rows are not as long as those of dice_pattern")
    if not set("".join(row.rows)) <= set(KIND_BY_LETTER):
        raise ContentError(where, f"boards {row.id!r}", f"a space is one of the letters {', '.join(KIND_BY_LETTER)}")
    kinds = [KIND_BY_LETTER[letter] for line in row.rows for letter in line]
    dice = [die for line in dice_pattern for die in line]
    touching = adjacency(hexagon_cells([len(line) for line in dice_pattern]))
    districts = connected_regions(touching, lambda space, neighbour: kinds[space] == kinds[neighbour])
    district_of = {space: district for district in districts for space in district}
    spaces = tuple(Space(kinds[at], dice[at], touching[at], district_of[at]) for at in range(len(kinds)))
    by_kind = {kind: tuple(at for at, space_kind in enumerate(kinds) if space_kind == kind) for kind in KINDS}
    cities = tuple(district for district in districts if kinds[district[0]] == "building")
    return Board(row.number, row.copies, spaces, tuple(dice), by_kind, cities)


def _piles(pack: Pack) -> dict[Pile, Bag]:
    """Return the full piles."""
    piles: dict[Pile, Bag] = {
        kind: tuple(sorted((row.id, row.normal) for row in pack.tiles if row.kind == kind and row.normal))
        for kind in KINDS
    }
    piles["black"] = tuple(sorted((row.id, row.black) for row in pack.tiles if row.black))
    return piles


def _slots(pack: Pack, black_tiles: Mapping[int, int]) -> dict[tuple[int, Phase], tuple[tuple[int, Pile], ...]]:
    """Return the slots to fill, for every number of players and every phase."""
    table: dict[tuple[int, Phase], tuple[tuple[int, Pile], ...]] = {}
    for players, black in black_tiles.items():
        for phase in PHASES:
            numbered: list[tuple[int, Pile]] = [
                (depot.number, slot.with_three.get(phase, slot.kind) if players == 3 else slot.kind)
                for depot in pack.depots
                for slot in depot.slots
                if slot.players <= players
            ]
            numbered += [(BLACK_DEPOT, "black")] * black
            table[players, phase] = tuple(numbered)
    return table


PACKS: PackRegistry[Content] = PackRegistry(PACKAGE, build_content, default="printed-2011")
