"""The components of The Castles of Burgundy: a pack read from YAML, checked once, as lookup tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from referee_service.kernel.content import ContentError, EffectRow, Effects, Row, Shelf, by_id, pack_id, read_pack
from referee_service.kernel.hexes import adjacency, hexagon, regions
from referee_service.kernel.values import Bag

if TYPE_CHECKING:
    from referee_service.games.burgundy.state import State
    from referee_service.kernel.state import State as AnyState

Kind = Literal["building", "animal", "ship", "knowledge", "castle", "mine"]
Phase = Literal["A", "B", "C", "D", "E"]
Pile = Literal["building", "animal", "ship", "knowledge", "castle", "mine", "black"]
Trigger = Literal["goods_sold", "workers_taken", "phase_ended", "game_ended"]
Permit = Literal["twin_buildings", "second_goods_depot", "buy_anywhere"]

KINDS: tuple[Kind, ...] = ("building", "animal", "ship", "knowledge", "castle", "mine")
PHASES: tuple[Phase, ...] = ("A", "B", "C", "D", "E")
BLACK = 0
"""The black depot in the middle stands first, before the depots numbered 1 to 6."""
DEPOTS = range(1, 7)
DICE = range(1, 7)
LETTERS: dict[str, Kind] = {"b": "building", "a": "animal", "s": "ship", "k": "knowledge", "c": "castle", "m": "mine"}

effect: Effects[State] = Effects()
"""The decorator that makes a function nameable by content rows; effects.py fills it."""


# --- the pack as YAML says it ---------------------------------------------------------------------------------------


class NumberRow(Row, frozen=True):
    """A constant of the rules."""

    value: int


class ByPlayersRow(Row, frozen=True):
    """A constant that depends on the number of players."""

    values: dict[int, int]


class PhaseRow(Row, frozen=True):
    """A phase and what a district completed in it is worth."""

    points: int


class DistrictRow(Row, frozen=True):
    """What a completed district of this size is worth."""

    size: int
    points: int


class GoodsRow(Row, frozen=True):
    """A kind of goods and the die that sells it."""

    die: int
    copies: int


class Slot(Struct, frozen=True, forbid_unknown_fields=True):
    """A printed space of a depot: which kind of tile it takes, and from how many players on."""

    kind: Kind
    players: int
    with_three: dict[Phase, Kind] = {}


class DepotRow(Row, frozen=True):
    """A numbered depot."""

    number: int
    slots: tuple[Slot, ...]


class TileRow(Row, frozen=True):
    """A kind of hex tile: how many there are, and what it does in an estate."""

    kind: Kind
    normal: int
    black: int
    species: str = ""
    animals: int = 0
    on_place: tuple[EffectRow, ...] = ()
    triggers: dict[Trigger, tuple[EffectRow, ...]] = {}
    permits: tuple[Permit, ...] = ()
    numbers: dict[str, int] = {}


class BoardRow(Row, frozen=True):
    """A player board: the colours of its spaces, row by row."""

    number: int
    copies: int
    rows: tuple[str, ...]


class Pack(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole content pack."""

    name: str
    numbers: tuple[NumberRow, ...]
    by_players: tuple[ByPlayersRow, ...]
    phases: tuple[PhaseRow, ...]
    districts: tuple[DistrictRow, ...]
    goods: tuple[GoodsRow, ...]
    depots: tuple[DepotRow, ...]
    tiles: tuple[TileRow, ...]
    dice_pattern: tuple[tuple[int, ...], ...]
    boards: tuple[BoardRow, ...]

    def rows(self) -> Iterable[Row]:
        """Every row that says where it comes from."""
        for table in (self.numbers, self.by_players, self.phases, self.districts, self.goods, self.depots):
            yield from table
        yield from self.tiles
        yield from self.boards


# --- the pack as the rules ask it -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Space:
    """A space of an estate: its colour, its die number, what it touches and the district it belongs to."""

    kind: Kind
    number: int
    touching: tuple[int, ...]
    district: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A player board: its spaces in reading order with their die numbers, and those of each colour."""

    number: int
    copies: int
    spaces: tuple[Space, ...]
    numbers: tuple[int, ...]
    by_kind: Mapping[Kind, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Tile:
    """A kind of hex tile with its effects bound."""

    id: str
    kind: Kind
    species: str
    animals: int
    on_place: tuple[Callable[[State, int], State], ...]
    triggers: Mapping[Trigger, tuple[Callable[[State, int], State], ...]]
    permits: frozenset[Permit]
    numbers: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Content:
    """All tables of one pack."""

    pack: Pack
    numbers: Mapping[str, int]
    by_players: Mapping[str, Mapping[int, int]]
    phase_points: Mapping[Phase, int]
    district_points: Mapping[int, int]
    tiles: Mapping[str, Tile]
    boards: Mapping[int, Board]
    goods: tuple[str, ...]
    """Kinds of goods in the order of the dice that sell them."""
    goods_die: Mapping[str, int]
    goods_bag: Bag
    piles: Mapping[Pile, Bag]
    """The face-down piles that tiles are drawn from: one of each colour, and the black one."""
    slots: Mapping[tuple[int, Phase], tuple[tuple[int, Pile], ...]]
    """For so many players and a phase: (depot, pile) of every tile laid out, in order, the black depot last."""
    totals: Mapping[str, int]
    """How many of each tile there are in all."""
    awards: frozenset[str]
    """The rules under which tiles of this pack give points during the game."""
    final_awards: frozenset[str]
    """The rules under which they give points at its end."""
    domains: Mapping[str, tuple[int | str, ...]]


def content(state: AnyState) -> Content:
    """The components that this state is played with."""
    return SHELF.of(state)


def build(text: bytes, where: str) -> tuple[str, Content]:
    """A pack's text as checked tables; a row that does not fit is named with the reason."""
    pack = read_pack(text, Pack, where=where)
    for table in ("numbers", "by_players", "phases", "districts", "goods", "depots", "tiles", "boards"):
        by_id(getattr(pack, table), where=where, table=table)
    numbers = {row.id: row.value for row in pack.numbers}
    tiles = {row.id: _tile(row, numbers, where=where) for row in pack.tiles}
    boards = {row.number: _board(row, pack.dice_pattern, where=where) for row in pack.boards}
    goods = sorted(pack.goods, key=lambda row: row.die)
    if [row.die for row in goods] != list(DICE):
        raise ContentError(where, "goods", "every die from 1 to 6 sells one kind")
    if [row.number for row in pack.depots] != list(DEPOTS):
        raise ContentError(where, "depots", "there are six depots, numbered from 1 to 6 in order")
    by_players = {row.id: row.values for row in pack.by_players}
    piles = _piles(pack)
    tables = Content(
        pack=pack,
        numbers=numbers,
        by_players=by_players,
        phase_points={phase: row.points for phase, row in zip(PHASES, pack.phases, strict=True)},
        district_points={row.size: row.points for row in pack.districts},
        tiles=tiles,
        boards=boards,
        goods=tuple(row.id for row in goods),
        goods_die={row.id: row.die for row in goods},
        goods_bag=tuple(sorted((row.id, row.copies) for row in goods)),
        piles=piles,
        slots=_slots(pack, by_players["black_tiles"]),
        totals={row.id: row.normal + row.black for row in pack.tiles},
        awards=_rules_named(effect for row in pack.tiles for effect in row.on_place),
        final_awards=_rules_named(effect for row in pack.tiles for effect in row.triggers.get("game_ended", ())),
        domains={
            "die": tuple(DICE),
            "depot": tuple(DEPOTS),
            "any_depot": (BLACK, *DEPOTS),
            "tile": tuple(tiles),
            "goods": tuple(row.id for row in goods),
            "space": tuple(range(sum(map(len, pack.dice_pattern)))),
            "board": tuple(boards),
            "seat": tuple(range(max(by_players["black_tiles"]))),
        },
    )
    return pack_id(pack.name, pack), tables


def _rules_named(effects: Iterable[EffectRow]) -> frozenset[str]:
    """The rules that effects cite for their points."""
    arguments = (argument for row in effects for argument in row.values())
    return frozenset(str(given["rule"]) for given in arguments if isinstance(given, dict) and "rule" in given)


def _tile(row: TileRow, numbers: Mapping[str, int], *, where: str) -> Tile:
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
        on_place=tuple(effect.bind(each, where=where, on=on) for each in row.on_place),
        triggers={
            event: tuple(effect.bind(each, where=where, on=on) for each in rows) for event, rows in row.triggers.items()
        },
        permits=frozenset(row.permits),
        numbers=row.numbers,
    )


def _board(row: BoardRow, dice_pattern: tuple[tuple[int, ...], ...], *, where: str) -> Board:
    if [len(line) for line in row.rows] != [len(line) for line in dice_pattern]:
        raise ContentError(where, f"boards {row.id!r}", "its rows are not as long as those of dice_pattern")
    if not set("".join(row.rows)) <= set(LETTERS):
        raise ContentError(where, f"boards {row.id!r}", f"a space is one of the letters {', '.join(LETTERS)}")
    kinds = [LETTERS[letter] for line in row.rows for letter in line]
    dice = [die for line in dice_pattern for die in line]
    touching = adjacency(hexagon([len(line) for line in dice_pattern]))
    districts = regions(touching, lambda here, there: kinds[here] == kinds[there])
    district_of = {space: district for district in districts for space in district}
    spaces = tuple(Space(kinds[at], dice[at], touching[at], district_of[at]) for at in range(len(kinds)))
    by_kind = {kind: tuple(at for at, found in enumerate(kinds) if found == kind) for kind in KINDS}
    return Board(row.number, row.copies, spaces, tuple(dice), by_kind)


def _piles(pack: Pack) -> dict[Pile, Bag]:
    piles: dict[Pile, Bag] = {
        kind: tuple(sorted((row.id, row.normal) for row in pack.tiles if row.kind == kind and row.normal))
        for kind in KINDS
    }
    piles["black"] = tuple(sorted((row.id, row.black) for row in pack.tiles if row.black))
    return piles


def _slots(pack: Pack, black_tiles: Mapping[int, int]) -> dict[tuple[int, Phase], tuple[tuple[int, Pile], ...]]:
    table: dict[tuple[int, Phase], tuple[tuple[int, Pile], ...]] = {}
    for players, black in black_tiles.items():
        for phase in PHASES:
            numbered: list[tuple[int, Pile]] = [
                (depot.number, slot.with_three.get(phase, slot.kind) if players == 3 else slot.kind)
                for depot in pack.depots
                for slot in depot.slots
                if slot.players <= players
            ]
            numbered += [(BLACK, "black")] * black
            table[players, phase] = tuple(numbered)
    return table


SHELF: Shelf[Content] = Shelf("referee_service.games.burgundy", build, default="printed-2011")
