"""Set-up: the first state from seats, options and a pack."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.pending import push
from referee_service.kernel.setup import SetupError, check_first_player
from referee_service.kernel.state import CHANCE
from referee_service.kernel.tuples import with_player

from .content.tables import BASIC_BOARD, PACKS, TRACK_SPACES, Content
from .questions import PickStarterFrame
from .state import Bonuses, BurgundyOptions, Player, State, Supply


def setup(seats: int, options: BurgundyOptions, pack: str) -> State:
    """Return the first state. Raises SetupError if an option does not fit the number of seats."""
    tables = PACKS.get(pack)
    boards = initial_boards(seats, options, tables)
    player = Player(
        board=0, estate=(), storage=(), goods=(), sold=(), silver=tables.numbers["start_silver"], workers=0, dice=()
    )
    state = State(
        pack=pack,
        options=options,
        stage="goods",
        phase="A",
        round=0,
        turn_order=tuple(range(seats)),
        active_index=0,
        may_buy=False,
        white_die=0,
        track=((),) * TRACK_SPACES,
        depots=((),) * (1 + len(tables.pack.depots)),
        depot_goods=((),) * len(tables.pack.depots),
        round_goods=(),
        bonuses=Bonuses(),
        supply=Supply(**dict(tables.piles), goods=tables.goods_bag, removed=()),
        players=tuple(replace(player, board=board) for board in boards),
        pending=(),
        score_lines=((),) * seats,
    )
    if options.first_player is None:
        return push(state, PickStarterFrame(CHANCE))
    check_first_player(options.first_player, seats)
    return set_turn_order(state, options.first_player)


def initial_boards(seats: int, options: BurgundyOptions, tables: Content) -> tuple[int, ...]:
    """Return the board of each seat as the options name it, or 0 where chance or the seat decides later.

    Raises SetupError if the options name a wrong number of boards, an unknown board, or too many copies of one.
    """
    if options.boards in ("random", "chosen"):
        return (0,) * seats
    named = (BASIC_BOARD,) * seats if isinstance(options.boards, str) else options.boards
    if len(named) != seats:
        raise SetupError("setup_boards", option="boards", seats=seats, found=len(named))
    for board in named:
        if board not in tables.boards:
            raise SetupError("setup_board", board=board, boards=", ".join(map(str, tables.boards)))
        if named.count(board) > tables.boards[board].copies:
            raise SetupError("setup_copies", board=board, copies=tables.boards[board].copies)
    return named


def set_turn_order(state: State, starter: int) -> State:
    """Set the turn order clockwise from the starter, the pieces on the track, and the starting workers."""
    seats = len(state.players)
    order = tuple((starter + place) % seats for place in range(seats))
    track = (tuple(reversed(order)), *state.track[1:])
    workers = PACKS.get(state.pack).numbers["start_workers"]
    for place, seat in enumerate(order):
        state = with_player(state, seat, workers=workers + place)
    return replace(state, turn_order=order, track=track)
