"""Piece checks: every tile, goods tile, board, track piece and bonus tile is in one possible location."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain

from referee_service.kernel.bags import size_of
from referee_service.kernel.rules import Fault, fault

from ..boards import count_of_kind, is_colour_covered
from ..content.schema import Pile
from ..content.tables import BLACK_DEPOT, KINDS, PHASES, Content, content
from ..depots import slots_to_fill
from ..questions import FillDepotsFrame, MakeRoomFrame
from ..setup import initial_boards
from ..state import State
from .estate import estate_faults


def pieces(state: State) -> Iterator[Fault]:
    """Yield faults for lost, doubled or misplaced pieces."""
    tables = content(state)
    for check in CHECKS:
        yield from check(state, tables)
    for seat, player in enumerate(state.players):
        if player.estate:
            is_basic = state.options.boards == "basic"
            yield from estate_faults(tables, player, f"players[{seat}].estate", is_basic=is_basic)


def _check_tiles(state: State, tables: Content) -> Iterator[Fault]:
    """Yield a fault for each tile whose count over all locations is wrong."""
    actual = _count_tiles(state)
    for tile, total in tables.totals.items():
        if actual[tile] != total:
            yield fault("supply", "audit.tiles", tile=tile, found=actual[tile], total=total)


def _count_tiles(state: State) -> Counter[str]:
    """Return the number of each tile over all locations, piles and removed tiles included."""
    held = chain.from_iterable((*player.estate, *player.storage) for player in state.players)
    counts = Counter(chain(*state.depots, held))
    counts.update(frame.tile for frame in state.pending if isinstance(frame, MakeRoomFrame))
    supply = state.supply
    for pile in (*map(supply.pile, KINDS), supply.black, supply.removed):
        counts.update(dict(pile))
    return counts


def _check_piles(state: State, tables: Content) -> Iterator[Fault]:
    """Yield faults for piles with foreign tiles, or with a wrong number of tiles for this part of the game."""
    drawn: Counter[Pile] = Counter({"castle": sum(bool(player.estate) for player in state.players)})
    for phase in PHASES[: PHASES.index(state.phase)]:
        drawn.update(pile for _, pile in tables.slots[len(state.players), phase])
    drawn.update(pile for _, pile in _filled_slots(state))
    for pile, full in tables.piles.items():
        held, full_counts = state.supply.pile(pile), dict(full)
        for tile, count in held:
            if count > full_counts.get(tile, 0):
                yield fault(f"supply.{pile}", "audit.piles", tile=tile, found=count, most=full_counts.get(tile, 0))
        yield from _check_count(f"supply.{pile}", size_of(held), size_of(full) - drawn[pile])


def _filled_slots(state: State) -> tuple[tuple[int, Pile], ...]:
    """Return the slots of the depots that were filled so far in this phase."""
    if state.stage not in ("turns", "over"):
        return ()
    frame = state.pending[-1] if state.pending else None
    return slots_to_fill(state)[: frame.laid] if isinstance(frame, FillDepotsFrame) else slots_to_fill(state)


def _check_count(path: str, actual: int, wanted: int) -> Iterator[Fault]:
    """Yield a fault unless both counts are equal."""
    if actual != wanted:
        yield fault(path, "audit.shape", found=actual, wanted=wanted)


def _check_goods(state: State, tables: Content) -> Iterator[Fault]:
    """Yield faults for wrong counts of goods tiles, in all locations and in the face-down supply."""
    held = chain.from_iterable((*player.goods, *player.sold) for player in state.players)
    actual = Counter(chain(state.round_goods, *state.depot_goods, held))
    actual.update(dict(state.supply.goods))
    for goods, total in tables.goods_bag:
        if actual[goods] != total:
            yield fault("supply.goods", "audit.goods", goods=goods, found=actual[goods], total=total)
    each, dealt = tables.numbers["goods_per_phase"], tables.numbers["start_goods"] * len(state.players)
    drawn = dealt + each * PHASES.index(state.phase)
    if state.stage in ("goods", "boards"):
        drawn = sum(len(player.goods) for player in state.players)
    elif state.stage in ("turns", "over"):
        drawn += each if state.round else len(state.round_goods)
    yield from _check_count("supply.goods", size_of(state.supply.goods), size_of(tables.goods_bag) - drawn)


def _check_depots(state: State, tables: Content) -> Iterator[Fault]:
    """Yield faults for depots with more tiles than their slots received, or with tiles of a wrong back."""
    for depot, tiles in enumerate(state.depots):
        slots = Counter(pile for at, pile in _filled_slots(state) if at == depot)
        for tile in tiles:
            row = tables.tiles[tile].row
            if not (row.black if depot == BLACK_DEPOT else row.normal):
                yield fault(f"depots[{depot}]", "audit.piles", tile=tile, found=1, most=0)
        held = Counter[Pile]("black" if depot == BLACK_DEPOT else tables.tiles[tile].kind for tile in tiles)
        for kind, count in held.items():
            if count > slots[kind]:
                yield fault(f"depots[{depot}]", "audit.depots", found=count, kind=kind, wanted=slots[kind])


def _check_boards(state: State, tables: Content) -> Iterator[Fault]:
    """Yield faults for boards that contradict the options, or that exist in too few copies."""
    try:
        named = initial_boards(len(state.players), state.options, tables)
    except ValueError:
        yield fault("options.boards", "audit.known", name=str(state.options.boards))
        return
    early = state.stage in ("goods", "boards")
    for seat, (player, board) in enumerate(zip(state.players, named, strict=True)):
        if player.board != board and (board or early):
            yield fault(f"players[{seat}].board", "audit.range", found=player.board, low=board, high=board)
    for board, count in Counter(player.board for player in state.players if player.board).items():
        if count > tables.boards[board].copies:
            yield fault("players", "audit.board", board=board, found=count, copies=tables.boards[board].copies)


def _check_track(state: State, tables: Content) -> Iterator[Fault]:
    """Yield faults unless each seat has one piece on the track, which has moved exactly once per ship of its owner.

    The track is empty until the starting player is known.
    """
    on_track = sorted(chain.from_iterable(state.track))
    if on_track != ([] if state.stage == "goods" else list(range(len(state.players)))):
        yield fault("track", "audit.order", found=tuple(on_track))
    for space, pieces in enumerate(state.track):
        for seat in pieces:
            ships = count_of_kind(tables, state.players[seat], "ship")
            if ships != space:
                yield fault(f"track[{space}]", "audit.track", seat=seat, found=space, ships=ships)


def _check_bonuses(state: State, tables: Content) -> Iterator[Fault]:
    """Yield faults for bonus tiles of seats that have not covered the colour, and for bonus tiles not given out."""
    for kind in KINDS:
        claimed = state.bonuses.of(kind)
        covered = [s for s, p in enumerate(state.players) if p.estate and is_colour_covered(tables, p, kind)]
        for seat in claimed:
            if seat not in covered:
                yield fault(f"bonuses.{kind}", "audit.bonus", seat=seat, kind=kind)
        if len(claimed) < min(2, len(covered)):
            seat = next(seat for seat in covered if seat not in claimed)
            yield fault(f"bonuses.{kind}", "audit.bonus_missing", seat=seat, kind=kind)


CHECKS: tuple[Callable[[State, Content], Iterator[Fault]], ...] = (
    _check_tiles,
    _check_piles,
    _check_goods,
    _check_depots,
    _check_boards,
    _check_track,
    _check_bonuses,
)
