"""Components of a pack with their texts: tiles, goods, boards, depots, bonus tiles, dice, workers and silver.

Each text is derived from the rows and numbers that the rules execute.
"""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, cast

from referee_service.kernel.catalogue import Catalogue
from referee_service.kernel.components import Component, TextWriter
from referee_service.kernel.packs import EffectRow
from referee_service.kernel.rules import Fact, Language

from .content.schema import BoardRow, DepotRow, GoodsRow, Permit, Slot, TileRow
from .content.tables import BASIC_BOARD, KINDS, SEAT_COUNTS, Board, Content, effect

KIND_RULES: Final[dict[str, tuple[str, ...]]] = {
    "building": ("place_tile.twin", "ruling.benefits"),
    "animal": ("score.animals",),
    "ship": ("goods.kinds", "ruling.ship_loads", "ruling.any_depot", "ruling.next_round"),
    "castle": ("ruling.castle_action", "ruling.starting_castle"),
}
"""Rules that hold for every tile of a kind."""
GOODS_RULES: Final = ("score.sale", "score.unsold_goods")
BOARD_RULES: Final = ("score.district_size", "score.district_phase", "ruling.boards")
WORKERS_VERB: Final = "take_workers"
"""The verb that phrases about taking workers name."""
TWIN_PERMIT: Final[Permit] = "twin_buildings"
"""The permit without which a type of building stands only once in a city."""


def components(tables: Content, catalogue: Catalogue, language: Language) -> Iterator[Component]:
    """Yield the components of a pack."""
    write = TextWriter(catalogue, language)
    for tile in tables.pack.tiles:
        yield write.component(tile, tile.kind, _tile_sentences(tile, tables, write), _tile_rules(tile, catalogue))
    for goods in tables.pack.goods:
        yield write.component(goods, "goods", _goods_sentences(goods, tables, write), GOODS_RULES)
    for board in tables.pack.boards:
        yield write.component(board, "player_board", _board_sentences(board, tables, write), BOARD_RULES)
    yield _black_depot(tables, write)
    for depot in tables.pack.depots:
        yield write.component(depot, "depots", _depot_sentences(depot, write), ("take_tile.there",))
    yield from _bonus_tiles(tables, write)
    yield from _tokens(tables, write)
    yield from _dice(tables, write)


# --- hexagonal tiles --------------------------------------------------------------------------------------------------


def _tile_rules(row: TileRow, catalogue: Catalogue) -> tuple[str, ...]:
    """Return the rule of a tile itself, if there is one, and those of its kind."""
    own = f"{row.kind}.{row.id.removeprefix(row.kind).removeprefix('_')}"
    return (*((own,) if own in catalogue.rules else ()), *KIND_RULES.get(row.kind, ()))


def _tile_sentences(row: TileRow, tables: Content, write: TextWriter) -> Iterator[str]:
    """Yield what a tile does and when, where it lies, and how many there are."""
    depots = [depot.number for depot in tables.pack.depots]
    facts: dict[str, Fact] = {
        "most": tables.numbers["goods_kinds"],
        "price": tables.numbers["purchase_price"],
        "verb": WORKERS_VERB,
        "first": min(depots),
        "last": max(depots),
        "depots": len(depots) + 1,  # the black depot has no row
    }
    if row.animals:
        yield write.phrase("animals", animals=row.animals)
        yield write.phrase("animals_again", species=row.species)
    if row.on_place:
        effects = write.joined(_effect_phrase(each, facts, write) for each in row.on_place)
        yield write.phrase("on_place", effect=effects)
    for event, effects_of_event in row.triggers.items():
        effects = write.joined(_effect_phrase(each, facts, write) for each in effects_of_event)
        yield write.phrase(f"trigger_{event}", **{**facts, "effect": effects})
    for permit in row.permits:
        yield write.phrase(f"permit_{permit}", **facts)
    yield from _number_phrases(row, tables, facts, write)
    twins = tuple(each.id for each in tables.pack.tiles if TWIN_PERMIT in each.permits)
    yield write.phrase(f"space_{row.kind}", twins=twins)
    if row.id == tables.starting_tile:
        yield write.phrase("starting")
    copies = "copies_some_black" if row.black and row.normal else "copies_all_black" if row.black else "copies"
    yield write.phrase(copies, total=row.normal + row.black, black=row.black)


def _effect_phrase(row: EffectRow, facts: dict[str, Fact], write: TextWriter) -> str:
    """Return the phrase of an effect, filled with its arguments."""
    ((name, given),) = row.items()
    wanted = list(inspect.signature(effect.named[name]).parameters)[2:]
    arguments = given if isinstance(given, dict) else dict(zip(wanted, [given] if wanted else [], strict=False))
    filled = {key: tuple(value) if isinstance(value, list) else value for key, value in arguments.items()}
    return write.phrase(name, **facts, **cast("dict[str, Fact]", filled))


def _number_phrases(row: TileRow, tables: Content, facts: dict[str, Fact], write: TextWriter) -> Iterator[str]:
    """Yield a phrase for each constant that a tile changes. Free steps of equal length share one."""
    steps: dict[int, list[str]] = {}
    for name, value in row.numbers.items():
        kind = name.removeprefix("free_step_")
        if kind in KINDS:
            steps.setdefault(value, []).append(kind)
        else:
            yield write.phrase(f"number_{name}", **{**facts, "value": value, "base": tables.numbers[name]})
    for value, kinds in steps.items():
        yield write.phrase("free_step_kinds", value=value, kinds=tuple(kinds))


# --- goods, boards and depots -----------------------------------------------------------------------------------------


def _by_seats(tables: Content, name: str) -> dict[str, tuple[int, ...]]:
    """Return a constant that depends on the number of players, as two rows: its values, and the numbers of players."""
    values = tables.by_players[name]
    return {
        "values": tuple(values[seats] for seats in SEAT_COUNTS),
        "players": tuple(SEAT_COUNTS),
    }


def _goods_sentences(row: GoodsRow, tables: Content, write: TextWriter) -> Iterator[str]:
    """Yield how goods are sold, what they bring, and how many there are."""
    numbers, points = tables.numbers, _by_seats(tables, "sale_points")
    yield write.phrase(
        "goods_sale",
        die=row.die,
        silver=numbers["sale_silver"],
        each=points["values"],
        players=points["players"],
    )
    yield write.phrase("goods_unsold", points=numbers["points_unsold_goods"])
    yield write.phrase("copies", total=row.copies)


def _board_sentences(row: BoardRow, tables: Content, write: TextWriter) -> Iterator[str]:
    """Yield the spaces and districts of a board, its use, and its copies."""
    board = tables.boards[row.number]
    spaces = write.counted((kind, len(board.by_kind[kind])) for kind in KINDS)
    yield write.phrase("board_spaces", total=len(board.spaces), spaces=spaces)
    yield write.phrase("board_districts", **{kind: _district_sizes(board, kind) for kind in KINDS})
    yield write.phrase("board_basic" if row.number == BASIC_BOARD else "board_advanced")
    yield write.phrase("board_copies", copies=row.copies)


def _district_sizes(board: Board, kind: str) -> tuple[int, ...]:
    """Return the sizes of the districts of a kind, the largest first."""
    districts = {space.district for space in board.spaces if space.kind == kind}
    return tuple(sorted(map(len, districts), reverse=True))


def _depot_sentences(row: DepotRow, write: TextWriter) -> Iterator[str]:
    """Yield how a depot is used, and its spaces."""
    yield write.phrase("depot_take", number=row.number)
    yield write.phrase("depot_goods", number=row.number)
    yield write.phrase("depot_spaces", spaces=write.joined(_slot_phrase(slot, write) for slot in row.slots))


def _slot_phrase(slot: Slot, write: TextWriter) -> str:
    """Return the kind of a depot's space, and the numbers of players with which it is used."""
    if slot.with_three:
        ((other, _),) = Counter(slot.with_three.values()).items()
        phases = tuple(slot.with_three)
        return write.phrase(
            "depot_space_three", kind=slot.kind, players=slot.players, other=f"kind_{other}", phases=phases
        )
    if slot.players == min(SEAT_COUNTS):
        return write.phrase("depot_space", kind=slot.kind)
    name = "depot_space_most" if slot.players == max(SEAT_COUNTS) else "depot_space_players"
    return write.phrase(name, kind=slot.kind, players=slot.players)


# --- pieces without a row of their own --------------------------------------------------------------------------------


def _piece(
    tables: Content,
    write: TextWriter,
    name: str,
    *,
    kind: str,
    sentences: Iterable[str],
    numbers: tuple[str, ...] = (),
    rules: tuple[str, ...] = (),
) -> Component:
    """Return a component that has no row of the pack. `numbers` names the constants of the rules that belong to it."""
    constants: dict[str, object] = {**tables.numbers, **tables.by_players}
    return Component(
        id=name,
        kind=kind,
        name=write.name(name),
        text=write.text(sentences),
        provenance="rulebook",
        facts={each: constants[each] for each in numbers},
        rules=rules,
    )


def _black_depot(tables: Content, write: TextWriter) -> Component:
    """Return the black depot."""
    tiles = _by_seats(tables, "black_tiles")
    sentences = [
        write.phrase("black_price", price=tables.numbers["purchase_price"]),
        write.phrase("black_spaces", tiles=tiles["values"], players=tiles["players"]),
    ]
    return _piece(
        tables,
        write,
        "depot_0",
        kind="depots",
        sentences=sentences,
        numbers=("purchase_price", "black_tiles"),
        rules=("buy_tile.once", "buy_tile.silver", "ruling.purchase_between"),
    )


def _bonus_tiles(tables: Content, write: TextWriter) -> Iterator[Component]:
    """Yield the two sizes of bonus tiles."""
    for bonus in ("large_bonus", "small_bonus"):
        points = _by_seats(tables, bonus)
        sentences = [
            write.phrase(bonus, points=points["values"], players=points["players"]),
            write.phrase("bonus_copies", total=len(KINDS)),
        ]
        rules = (f"score.{bonus}",)
        yield _piece(tables, write, bonus, kind="bonus", sentences=sentences, numbers=(bonus,), rules=rules)


def _tokens(tables: Content, write: TextWriter) -> Iterator[Component]:
    """Yield workers and silver."""
    numbers = tables.numbers
    workers = tuple(numbers["start_workers"] + place for place in range(max(SEAT_COUNTS)))
    worker = [
        write.phrase("worker_step", value=numbers["step_per_worker"]),
        write.phrase("worker_points", count=numbers["workers_per_point"]),
        write.phrase("worker_start", counts=workers),
        write.phrase("unlimited"),
    ]
    silver = [
        write.phrase("silver_price", price=numbers["purchase_price"]),
        write.phrase("silver_points", points=numbers["points_silver"]),
        write.phrase("silver_start", count=numbers["start_silver"]),
        write.phrase("unlimited"),
    ]
    yield _piece(
        tables,
        write,
        "worker",
        kind="token",
        sentences=worker,
        numbers=("step_per_worker", "workers_per_point", "start_workers"),
        rules=("die.workers", "ruling.least_workers", "score.workers"),
    )
    yield _piece(
        tables,
        write,
        "silver",
        kind="token",
        sentences=silver,
        numbers=("purchase_price", "points_silver", "start_silver"),
        rules=("buy_tile.silver", "score.silver"),
    )


def _dice(tables: Content, write: TextWriter) -> Iterator[Component]:
    """Yield the dice of the players and the white die."""
    actions = ("take_tile", "place_tile", "sell_goods", WORKERS_VERB)
    die = [
        write.phrase("die_use", count=tables.numbers["dice_each"], actions=actions),
        write.phrase("die_change"),
    ]
    white = [write.phrase("white_die_use"), write.phrase("white_die_change")]
    rules = ("die.held", "die.workers")
    yield _piece(tables, write, "die", kind="dice", sentences=die, numbers=("dice_each",), rules=rules)
    yield _piece(tables, write, "white_die", kind="dice", sentences=white, rules=("ruling.goods_order",))
