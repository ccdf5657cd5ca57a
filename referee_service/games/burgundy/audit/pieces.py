"""Every piece is where it can be, and only once: tiles, goods, depots, boards, track, bonus tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from referee_service.games.burgundy.audit.estate import estate_faults
from referee_service.games.burgundy.audit.places import counted, goods_by_place, tiles_by_place
from referee_service.games.burgundy.content.schema import Pile
from referee_service.games.burgundy.content.tables import BLACK_DEPOT, KINDS, PHASES, Content, content
from referee_service.games.burgundy.depots import slots_to_fill
from referee_service.games.burgundy.setup import initial_boards
from referee_service.games.burgundy.state import (
    FillDepotsFrame,
    State,
    colour_is_covered,
    count_of_kind,
)
from referee_service.kernel.bags import size_of
from referee_service.kernel.rules import Fault, fault


def pieces(state: State) -> Iterator[Fault]:
    """Every piece in a place it can have, and only there."""
    tables = content(state)
    for check in CHECKS:
        yield from check(state, tables)
    for seat, player in enumerate(state.players):
        if player.estate:
            yield from estate_faults(tables, player, f"players[{seat}].estate")


def _every_tile(state: State, tables: Content) -> Iterator[Fault]:
    """Every tile is somewhere, and only once."""
    found = counted(tiles_by_place(state))
    unfounded = sum(not player.estate for player in state.players)
    for tile, total in tables.totals.items():
        there = found.get(tile, 0) + (unfounded if tile == tables.starting_tile else 0)
        if there != total:
            yield fault("supply", "audit.tiles", tile=tile, found=there, total=total)


def _every_pile(state: State, tables: Content) -> Iterator[Fault]:
    """Each pile holds only tiles of its back, and as many as are left at this point of the game."""
    drawn: Counter[Pile] = Counter({"castle": len(state.players)})
    for phase in PHASES[: PHASES.index(state.phase)]:
        drawn.update(pile for _, pile in tables.slots[len(state.players), phase])
    drawn.update(pile for _, pile in _filled_slots(state))
    for pile, full in tables.piles.items():
        held, most = state.supply.pile(pile), dict(full)
        for tile, count in held:
            if count > most.get(tile, 0):
                yield fault(f"supply.{pile}", "audit.piles", tile=tile, found=count, most=most.get(tile, 0))
        yield from _check_count(f"supply.{pile}", size_of(held), size_of(full) - drawn[pile])


def _filled_slots(state: State) -> tuple[tuple[int, Pile], ...]:
    """The spaces of the depots that were filled in this phase so far."""
    if state.stage not in ("turns", "over"):
        return ()
    frame = state.pending[-1] if state.pending else None
    return slots_to_fill(state)[: frame.laid] if isinstance(frame, FillDepotsFrame) else slots_to_fill(state)


def _check_count(path: str, found: int, wanted: int) -> Iterator[Fault]:
    if found != wanted:
        yield fault(path, "audit.shape", found=found, wanted=wanted)


def _every_goods(state: State, tables: Content) -> Iterator[Fault]:
    """Every goods tile is somewhere, and as many lie face down as are left at this point of the game."""
    found = counted(goods_by_place(state))
    for goods, total in tables.goods_bag:
        if found.get(goods) != total:
            yield fault("supply.goods", "audit.goods", goods=goods, found=found.get(goods, 0), total=total)
    each, dealt = tables.numbers["goods_per_phase"], tables.numbers["start_goods"] * len(state.players)
    drawn = dealt + each * PHASES.index(state.phase)
    if state.stage in ("goods", "boards"):
        drawn = sum(len(player.goods) for player in state.players)
    elif state.stage in ("turns", "over"):
        drawn += each if state.round else len(state.round_goods)
    yield from _check_count("supply.goods", size_of(state.supply.goods), size_of(tables.goods_bag) - drawn)


def _depots(state: State, tables: Content) -> Iterator[Fault]:
    """A depot holds at most the tiles that its spaces took in this phase, with the backs that belong there."""
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


def _boards(state: State, tables: Content) -> Iterator[Fault]:
    """Boards as the options have it, no more of them than were printed."""
    try:
        named = initial_boards(len(state.players), state.options, tables)
    except ValueError:
        yield fault("options.boards", "audit.known", name=str(state.options.boards))
        return
    early = state.stage in ("goods", "boards")
    for seat, (player, board) in enumerate(zip(state.players, named, strict=True)):
        if player.board != board and (board or early):
            yield fault(f"players[{seat}].board", "audit.range", found=player.board, low=board, high=board)
    for board, found in Counter(player.board for player in state.players if player.board).items():
        if found > tables.boards[board].copies:
            yield fault("players", "audit.board", board=board, found=found, copies=tables.boards[board].copies)


def _track(state: State, tables: Content) -> Iterator[Fault]:
    """Every piece has moved once for each ship of its owner."""
    for space, pieces in enumerate(state.track):
        for seat in pieces:
            ships = count_of_kind(tables, state.players[seat], "ship")
            if ships != space:
                yield fault(f"track[{space}]", "audit.track", seat=seat, found=space, ships=ships)


def _bonuses(state: State, tables: Content) -> Iterator[Fault]:
    """A bonus tile belongs to whoever covered its colour, and none is left while two have."""
    for kind in KINDS:
        claimed = state.bonuses.of(kind)
        covered = [s for s, p in enumerate(state.players) if p.estate and colour_is_covered(tables, p, kind)]
        for seat in claimed:
            if seat not in covered:
                yield fault(f"bonuses.{kind}", "audit.bonus", seat=seat, kind=kind)
        if len(set(claimed)) != len(claimed) or len(claimed) > 2:
            yield fault(f"bonuses.{kind}", "audit.shape", found=len(claimed), wanted=min(2, len(covered)))
        elif len(claimed) < min(2, len(covered)):
            seat = next(seat for seat in covered if seat not in claimed)
            yield fault(f"bonuses.{kind}", "audit.bonus_missing", seat=seat, kind=kind)


CHECKS: tuple[Callable[[State, Content], Iterator[Fault]], ...] = (
    _every_tile,
    _every_pile,
    _every_goods,
    _depots,
    _boards,
    _track,
    _bonuses,
)
