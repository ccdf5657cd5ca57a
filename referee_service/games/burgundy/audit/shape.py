"""Shape checks: known names, lengths, ranges and sorted rows, for any state that decodes."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence

from referee_service.games.burgundy.audit.locations import Pieces, goods_by_path, tiles_by_path
from referee_service.games.burgundy.content.tables import DEPOTS, DIE_FACES, SEAT_COUNTS, TRACK_SPACES, content
from referee_service.games.burgundy.state import LoadMoreFrame, PickStarterFrame, State, StoreGoodsFrame
from referee_service.kernel.bags import Bag
from referee_service.kernel.rules import Fault, fault
from referee_service.kernel.state import CHANCE, question_of

MAX_NUMBER = 1_000_000
"""Upper bound for silver and workers, more than any game brings."""


def names_and_lengths(state: State) -> Iterator[Fault]:
    """Yield faults for rows of a wrong length and for unknown names."""
    tables = content(state)
    seats = len(state.players)
    if seats not in SEAT_COUNTS:
        yield fault("players", "audit.shape", found=seats, wanted="2, 3, 4")
        return
    spaces = len(tables.domains["space"])
    yield from _check_length("score_lines", state.score_lines, seats)
    yield from _check_length("depots", state.depots, 1 + len(tables.pack.depots))
    yield from _check_length("depot_goods", state.depot_goods, len(tables.pack.depots))
    yield from _check_length("track", state.track, TRACK_SPACES)
    for seat, player in enumerate(state.players):
        if player.estate or _must_have_castle(state, seat):
            yield from _check_length(f"players[{seat}].estate", player.estate, spaces)
        if player.board not in tables.boards and (player.board or player.estate or _must_have_boards(state)):
            yield fault(f"players[{seat}].board", "audit.known", name=player.board)
    yield from _check_known(tables.tiles, tiles_by_path(state))
    yield from _check_known(tables.goods_die, goods_by_path(state))
    yield from _check_frames(state)


def _must_have_castle(state: State, seat: int) -> bool:
    """Return whether the starting castle of this seat must be placed."""
    is_choosing = any(question_of(frame) == "choose_castle" and frame.seat == seat for frame in state.pending)
    return state.stage not in ("goods", "boards", "castles") and not is_choosing


def _must_have_boards(state: State) -> bool:
    """Return whether every seat must have a board."""
    is_waiting = any(question_of(frame) in ("deal_board", "choose_board") for frame in state.pending)
    return state.stage not in ("goods", "boards") and not is_waiting


def _check_length(path: str, row: tuple[object, ...], wanted: int) -> Iterator[Fault]:
    """Yield a fault unless the row has this length."""
    if len(row) != wanted:
        yield fault(path, "audit.shape", found=len(row), wanted=wanted)


def _check_known(known: Container[str], places: Iterable[tuple[str, Pieces]]) -> Iterator[Fault]:
    """Yield a fault for each piece that the pack does not have."""
    for path, pieces in places:
        for piece, _ in pieces:
            if piece not in known:
                yield fault(path, "audit.known", name=piece)


def _check_frames(state: State) -> Iterator[Fault]:
    """Yield faults for frames with an unknown seat or depot."""
    for index, frame in enumerate(state.pending):
        if frame.seat != CHANCE:
            yield from _check_range(f"pending[{index}].seat", frame.seat, 0, len(state.players) - 1)
        named: tuple[int, ...] = ()
        if isinstance(frame, StoreGoodsFrame):
            named = frame.depots
        elif isinstance(frame, LoadMoreFrame):
            named = (frame.first,)
        for depot in named:
            yield from _check_range(f"pending[{index}]", depot, min(DEPOTS), max(DEPOTS))


def ranges_and_order(state: State) -> Iterator[Fault]:
    """Yield faults for numbers out of range, unsorted rows, and seats missing in the turn order or on the track."""
    tables, seats = content(state), len(state.players)
    yield from _check_range("round", state.round, 0, tables.numbers["rounds"])
    no_turn = state.round == 0 or state.stage == "over"
    yield from _check_range("active_index", state.active_index, 0, seats if no_turn else seats - 1)
    yield from _check_range("white_die", state.white_die, 0, max(DIE_FACES))
    for seat, player in enumerate(state.players):
        path = f"players[{seat}]"
        yield from _check_range(f"{path}.silver", player.silver, 0, MAX_NUMBER)
        yield from _check_range(f"{path}.workers", player.workers, 0, MAX_NUMBER)
        yield from _check_range(f"{path}.storage", len(player.storage), 0, tables.numbers["storage_spaces"])
        yield from _check_range(f"{path}.goods", len(set(player.goods)), 0, tables.numbers["goods_kinds"])
        for die in player.dice:
            yield from _check_range(f"{path}.dice", die, min(DIE_FACES), max(DIE_FACES))
        for name in ("storage", "goods", "sold", "dice"):
            yield from _check_sorted(f"{path}.{name}", getattr(player, name))
    for depot, goods in enumerate(state.depot_goods):
        yield from _check_sorted(f"depot_goods[{depot}]", goods)
    for pile in state.supply.__struct_fields__:
        bag: Bag = getattr(state.supply, pile)
        yield from _check_sorted(f"supply.{pile}", [piece for piece, _ in bag])
        if any(count < 1 for _, count in bag) or len({piece for piece, _ in bag}) != len(bag):
            yield fault(f"supply.{pile}", "audit.sorted")
    all_seats = list(range(seats))
    if sorted(state.turn_order) != all_seats:
        yield fault("turn_order", "audit.order", found=state.turn_order)
    on_track = sorted(piece for space in state.track for piece in space)
    if on_track != ([] if _is_order_unset(state) else all_seats):
        yield fault("track", "audit.order", found=tuple(on_track))


def _is_order_unset(state: State) -> bool:
    """Return whether the starting player is not known yet."""
    return bool(state.pending) and isinstance(state.pending[-1], PickStarterFrame)


def _check_range(path: str, value: int, low: int, high: int) -> Iterator[Fault]:
    """Yield a fault unless low ≤ value ≤ high."""
    if not low <= value <= high:
        yield fault(path, "audit.range", found=value, low=low, high=high)


def _check_sorted(path: str, row: Sequence[int] | Sequence[str]) -> Iterator[Fault]:
    """Yield a fault unless the row is sorted."""
    if list(row) != sorted(row):
        yield fault(path, "audit.sorted")
