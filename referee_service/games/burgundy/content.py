"""The components of The Castles of Burgundy: a pack read from YAML, checked once, as lookup tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee_service.games.burgundy.pack import BoardRow, Kind, Pack, Permit, Phase, Pile, TileRow, Trigger
from referee_service.kernel.content import ContentError, EffectRow, Effects, Shelf, by_id, pack_id, read_pack
from referee_service.kernel.hexes import adjacency, hexagon, regions
from referee_service.kernel.values import Bag, size_of

if TYPE_CHECKING:
    from referee_service.games.burgundy.state import State
    from referee_service.kernel.state import State as AnyState

KINDS: tuple[Kind, ...] = ("building", "animal", "ship", "knowledge", "castle", "mine")
PHASES: tuple[Phase, ...] = ("A", "B", "C", "D", "E")
BLACK = 0
"""The black depot in the middle stands first, before the depots numbered 1 to 6."""
DEPOTS = range(1, 7)
DICE = range(1, 7)
SEATS = range(2, 5)
TRACK_SPACES = 7
"""The turn order track: a start space, and one for each ship of an estate."""
NUMBERS = (
    *("storage_spaces", "goods_kinds", "dice_each", "rounds", "goods_per_phase"),
    *("start_silver", "start_goods", "start_workers", "purchase_price", "sale_silver", "workers_taken"),
    *("step_per_worker", "free_step_take", *(f"free_step_{kind}" for kind in KINDS)),
    *("animal_tile_bonus", "points_unsold_goods", "points_silver", "workers_per_point"),
)
"""The constants that the rules ask for; a pack gives each its value."""
BY_PLAYERS = ("sale_points", "large_bonus", "small_bonus", "black_tiles")
LETTERS: dict[str, Kind] = {"b": "building", "a": "animal", "s": "ship", "k": "knowledge", "c": "castle", "m": "mine"}

effect: Effects[State] = Effects()
"""The decorator that makes a function nameable by content rows; effects.py fills it."""


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
    row: TileRow
    """What the pack says of it."""
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
    starting_tile: str
    """The tile that every estate begins with."""
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
    by_players = {row.id: row.values for row in pack.by_players}
    piles = _piles(pack)
    tables = Content(
        pack=pack,
        numbers=numbers,
        by_players=by_players,
        phase_points={phase: row.points for phase, row in zip(PHASES, pack.phases, strict=False)},
        district_points={row.size: row.points for row in pack.districts},
        tiles=tiles,
        starting_tile=pack.starting_tile,
        boards=boards,
        goods=tuple(row.id for row in goods),
        goods_die={row.id: row.die for row in goods},
        goods_bag=tuple(sorted((row.id, row.copies) for row in goods)),
        piles=piles,
        slots=_slots(pack, by_players.get("black_tiles", {})),
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
            "seat": tuple(range(max(SEATS))),
        },
    )
    _check(tables, where=where)
    return pack_id(pack.name, pack), tables


def _check(tables: Content, *, where: str) -> None:
    """What the rules take for granted of any pack."""
    pack = tables.pack

    def demand(table: str, reason: str, *, holds: bool) -> None:
        if not holds:
            raise ContentError(where, table, reason)

    lacking = sorted({*NUMBERS, *BY_PLAYERS} - {*tables.numbers, *tables.by_players})
    demand("numbers", f"the rules also need {', '.join(lacking)}", holds=not lacking)
    for name in BY_PLAYERS:
        values = sorted(tables.by_players[name])
        demand(f"by_players {name!r}", "it has a value for 2, 3 and 4", holds=values == list(SEATS))
    phases, depots = [row.id for row in pack.phases], [row.number for row in pack.depots]
    demand("phases", "there are five phases, A to E in order", holds=phases == list(PHASES))
    demand("depots", "there are six, numbered 1 to 6 in order", holds=depots == list(DEPOTS))
    demand("goods", "each die from 1 to 6 sells one kind", holds=sorted(tables.goods_die.values()) == list(DICE))
    start = tables.tiles.get(tables.starting_tile)
    demand("starting_tile", "it is the id of a castle tile", holds=start is not None and start.kind == "castle")
    for board in tables.boards.values():
        ships, sizes = len(board.by_kind["ship"]), {len(space.district) for space in board.spaces}
        on, unpriced = f"boards {board.number}", sorted(sizes - set(tables.district_points))
        demand(on, "it has no castle space to begin on", holds=bool(board.by_kind["castle"]))
        demand(on, f"it has more than {TRACK_SPACES - 1} ship spaces", holds=ships < TRACK_SPACES)
        demand("districts", f"board {board.number} has districts of {unpriced} spaces", holds=not unpriced)
    for players in SEATS:
        for pile, full in tables.piles.items():
            wanted = sum(drawn == pile for phase in PHASES for _, drawn in tables.slots[players, phase])
            held = size_of(full) - (players if pile == "castle" else 0)
            demand("tiles", f"{players} players draw {wanted} of pile {pile}; it holds {held}", holds=held >= wanted)


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
        row=row,
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
