"""What makes a position impossible: pieces lost or doubled, estates that no play can lead to, questions out of time.

First comes what can be asked of any state (names, lengths, ranges); only where that holds are pieces counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence

from referee_service.games.burgundy.boards import STARTING_CASTLE
from referee_service.games.burgundy.content import BLACK, DICE, KINDS, PHASES, Board, Content, Pile, content
from referee_service.games.burgundy.depots import slots_of
from referee_service.games.burgundy.flow import proceed
from referee_service.games.burgundy.scoring import FINAL_AWARDS
from referee_service.games.burgundy.state import (
    FillDepots,
    LoadMore,
    MakeRoom,
    PickStarter,
    Player,
    RollDice,
    State,
    StoreGoods,
    colour_is_covered,
    count_of_kind,
)
from referee_service.kernel.ruling import Fact, Fault, fault
from referee_service.kernel.state import CHANCE, question_of
from referee_service.kernel.values import Bag, size_of

MOST = 1_000_000
"""More silver or workers than any game can bring."""

Pieces = Iterable[tuple[str, int]]
"""Pieces with their numbers."""

SETUP_QUESTIONS = {
    "pick_starter": "boards",
    "deal_board": "castles",
    "choose_board": "castles",
    "choose_castle": "goods",
    "deal_goods": "phase",
}
PHASE_QUESTIONS = ("fill_depots", "reveal_goods")
NESTED = (["reveal_goods", "fill_depots"], ["store_goods", "load_more"])
"""The only questions that wait beneath another one, set-up apart."""


def audit(state: State) -> Iterator[Fault]:
    """Every violated invariant with its place; a later group is asked only where all before it hold."""
    for group in (_names_and_lengths, _ranges_and_order, _pieces, _at_rest):
        faults = list(group(state))
        yield from faults
        if faults:
            return


# --- names, lengths, ranges: safe to ask of anything that decodes -----------------------------------------------------


def _names_and_lengths(state: State) -> Iterator[Fault]:
    tables = content(state)
    seats = len(state.players)
    if seats not in tables.by_players["black_tiles"]:
        yield fault("players", "audit.shape", found=seats, wanted="2, 3, 4")
        return
    spaces = len(tables.domains["space"])
    yield from _length("points", state.points, seats)
    yield from _length("depots", state.depots, 1 + len(tables.pack.depots))
    yield from _length("depot_goods", state.depot_goods, len(tables.pack.depots))
    yield from _length("track", state.track, len(tables.boards[1].by_kind["ship"]) + 1)
    for seat, player in enumerate(state.players):
        if player.estate or _is_founded(state, seat):
            yield from _length(f"players[{seat}].estate", player.estate, spaces)
        if player.board not in tables.boards and (player.board or _has_board(state, seat)):
            yield fault(f"players[{seat}].board", "audit.known", name=player.board)
    yield from _all_known(tables.tiles, _tiles_by_place(state))
    yield from _all_known(tables.goods_die, _goods_by_place(state))
    yield from _frames(state, tables)


def _is_founded(state: State, seat: int) -> bool:
    """Whether this seat's starting castle must stand."""
    choosing = any(question_of(frame) == "choose_castle" and frame.seat == seat for frame in state.pending)
    return state.stage not in ("boards", "castles") and not choosing


def _has_board(state: State, seat: int) -> bool:
    """Whether this seat must have its board."""
    waiting = {question_of(frame) for frame in state.pending if frame.seat in (seat, CHANCE)}
    return not waiting & {"pick_starter", "deal_board", "choose_board"}


def _length(path: str, row: tuple[object, ...], wanted: int) -> Iterator[Fault]:
    if len(row) != wanted:
        yield fault(path, "audit.shape", found=len(row), wanted=wanted)


def _all_known(known: Container[str], places: Iterable[tuple[str, Pieces]]) -> Iterator[Fault]:
    for path, pieces in places:
        for piece, _ in pieces:
            if piece not in known:
                yield fault(path, "audit.known", name=piece)


def _tiles_by_place(state: State) -> Iterator[tuple[str, Pieces]]:
    """Every tile of the game with the place where it lies, piles and box included."""
    for depot, tiles in enumerate(state.depots):
        yield f"depots[{depot}]", _single(tiles)
    for seat, player in enumerate(state.players):
        yield f"players[{seat}].estate", [(tile, 1) for tile in player.estate if tile]
        yield f"players[{seat}].storage", _single(player.storage)
    for index, frame in enumerate(state.pending):
        if isinstance(frame, MakeRoom):
            yield f"pending[{index}].tile", ((frame.tile, 1),)
    for pile in (*KINDS, "black", "box"):
        yield f"supply.{pile}", getattr(state.supply, pile)


def _goods_by_place(state: State) -> Iterator[tuple[str, Pieces]]:
    """Every goods tile of the game with the place where it lies."""
    yield "round_goods", _single(state.round_goods)
    for depot, goods in enumerate(state.depot_goods):
        yield f"depot_goods[{depot}]", _single(goods)
    for seat, player in enumerate(state.players):
        yield f"players[{seat}].goods", _single(player.goods)
        yield f"players[{seat}].sold", _single(player.sold)
    yield "supply.goods", state.supply.goods


def _single(pieces: tuple[str, ...]) -> Pieces:
    return [(piece, 1) for piece in pieces]


def _counted(places: Iterable[tuple[str, Pieces]]) -> dict[str, int]:
    """How many of each piece lie in all places together."""
    found: dict[str, int] = {}
    for _, pieces in places:
        for piece, count in pieces:
            found[piece] = found.get(piece, 0) + count
    return found


def _frames(state: State, tables: Content) -> Iterator[Fault]:
    depots = tables.domains["depot"]
    for index, frame in enumerate(state.pending):
        named: tuple[int, ...] = ()
        if isinstance(frame, StoreGoods):
            named = frame.depots
        elif isinstance(frame, LoadMore):
            named = (frame.first,)
        for depot in named:
            if depot not in depots:
                yield fault(f"pending[{index}]", "audit.range", found=depot, low=depots[0], high=depots[-1])


def _ranges_and_order(state: State) -> Iterator[Fault]:
    tables, seats = content(state), len(state.players)
    yield from _range("round", state.round, 0, tables.numbers["rounds"])
    nobodys_turn = state.round == 0 or state.stage == "over"
    yield from _range("active", state.active, 0, seats if nobodys_turn else seats - 1)
    yield from _range("white", state.white, 0, max(DICE))
    for seat, player in enumerate(state.players):
        here = f"players[{seat}]"
        yield from _range(f"{here}.silver", player.silver, 0, MOST)
        yield from _range(f"{here}.workers", player.workers, 0, MOST)
        yield from _range(f"{here}.storage", len(player.storage), 0, tables.numbers["storage_spaces"])
        yield from _range(f"{here}.goods", len(set(player.goods)), 0, tables.numbers["goods_kinds"])
        for die in player.dice:
            yield from _range(f"{here}.dice", die, min(DICE), max(DICE))
        for name in ("storage", "goods", "sold", "dice"):
            yield from _in_order(f"{here}.{name}", getattr(player, name))
    for depot, goods in enumerate(state.depot_goods):
        yield from _in_order(f"depot_goods[{depot}]", goods)
    for pile in state.supply.__struct_fields__:
        bag: Bag = getattr(state.supply, pile)
        yield from _in_order(f"supply.{pile}", [piece for piece, _ in bag])
        if any(count < 1 for _, count in bag) or len({piece for piece, _ in bag}) != len(bag):
            yield fault(f"supply.{pile}", "audit.sorted")
    everybody = list(range(seats))
    if sorted(state.order) != everybody:
        yield fault("order", "audit.order", found=state.order)
    on_track = sorted(piece for space in state.track for piece in space)
    if on_track != ([] if _is_unseated(state) else everybody):
        yield fault("track", "audit.order", found=tuple(on_track))


def _is_unseated(state: State) -> bool:
    return bool(state.pending) and isinstance(state.pending[-1], PickStarter)


def _range(path: str, found: int, low: int, high: int) -> Iterator[Fault]:
    if not low <= found <= high:
        yield fault(path, "audit.range", found=found, low=low, high=high)


def _in_order(path: str, row: Sequence[int] | Sequence[str]) -> Iterator[Fault]:
    if list(row) != sorted(row):
        yield fault(path, "audit.sorted")


# --- pieces and places ------------------------------------------------------------------------------------------------


def _pieces(state: State) -> Iterator[Fault]:
    tables = content(state)
    for check in CHECKS:
        yield from check(state, tables)
    for seat, player in enumerate(state.players):
        if player.estate:
            yield from _estate(tables, player, f"players[{seat}].estate")


def _questions(state: State, tables: Content) -> Iterator[Fault]:
    """Every open question fits its time, and is put to whom it concerns."""
    for index, frame in enumerate(state.pending):
        question = question_of(frame)
        if question in SETUP_QUESTIONS:
            fits = state.stage == SETUP_QUESTIONS[question] and state.phase == "A" and state.round == 0
        elif question in PHASE_QUESTIONS:
            fits = state.stage == "turns" and state.round == 0 and frame.seat == CHANCE
        elif isinstance(frame, RollDice):
            fits = state.stage == "turns" and state.round > 0 and not state.white and len(state.pending) == 1
        else:
            fits = state.stage == "turns" and state.round > 0 and state.white > 0 and frame.seat == state.seat
        if not fits or (isinstance(frame, FillDepots) and not 0 <= frame.laid < len(slots_of(state))):
            yield fault(f"pending[{index}]", "audit.stage", stage=state.stage)
    shape = [question_of(frame) for frame in state.pending]
    if len(shape) > 1 and shape[0] not in SETUP_QUESTIONS and shape not in NESTED:
        yield fault("pending", "audit.stage", stage=state.stage)


def _every_tile(state: State, tables: Content) -> Iterator[Fault]:
    """Every tile is somewhere, and only once."""
    found = _counted(_tiles_by_place(state))
    unfounded = sum(not player.estate for player in state.players)
    for tile, total in tables.totals.items():
        there = found.get(tile, 0) + (unfounded if tile == STARTING_CASTLE else 0)
        if there != total:
            yield fault("supply", "audit.tiles", tile=tile, found=there, total=total)


def _every_pile(state: State, tables: Content) -> Iterator[Fault]:
    """Each pile holds only tiles of its back, and as many as are left at this point of the game."""
    drawn: Counter[Pile] = Counter({"castle": len(state.players)})
    for phase in PHASES[: PHASES.index(state.phase)]:
        drawn.update(pile for _, pile in tables.slots[len(state.players), phase])
    if state.stage in ("turns", "over"):
        frame = state.pending[-1] if state.pending else None
        laid = frame.laid if isinstance(frame, FillDepots) else None
        drawn.update(pile for _, pile in slots_of(state)[:laid])
    for pile, full in tables.piles.items():
        held, most = state.supply.pile(pile), dict(full)
        for tile, count in held:
            if count > most.get(tile, 0):
                yield fault(f"supply.{pile}", "audit.piles", tile=tile, found=count, most=most.get(tile, 0))
        yield from _exactly(f"supply.{pile}", size_of(held), size_of(full) - drawn[pile])


def _exactly(path: str, found: int, wanted: int) -> Iterator[Fault]:
    if found != wanted:
        yield fault(path, "audit.shape", found=found, wanted=wanted)


def _every_goods(state: State, tables: Content) -> Iterator[Fault]:
    """Every goods tile is somewhere, and those of the phase are laid out round by round."""
    found = _counted(_goods_by_place(state))
    for goods, total in tables.goods_bag:
        if found.get(goods) != total:
            yield fault("supply.goods", "audit.goods", goods=goods, found=found.get(goods, 0), total=total)
    if state.round:
        rolling = any(isinstance(frame, RollDice) for frame in state.pending)
        wanted = tables.numbers["goods_per_phase"] - state.round + rolling
        if len(state.round_goods) != wanted:
            facts: dict[str, Fact] = {"found": len(state.round_goods), "round": state.round, "wanted": wanted}
            yield fault("round_goods", "audit.round_goods", **facts)


def _depots(state: State, tables: Content) -> Iterator[Fault]:
    """A depot holds at most the tiles that its spaces took in this phase."""
    for depot, tiles in enumerate(state.depots):
        slots = Counter(pile for at, pile in slots_of(state) if at == depot)
        held = Counter[Pile]("black" if depot == BLACK else tables.tiles[tile].kind for tile in tiles)
        for kind, count in held.items():
            if count > slots[kind]:
                yield fault(f"depots[{depot}]", "audit.depots", found=count, kind=kind, wanted=slots[kind])


def _boards(state: State, tables: Content) -> Iterator[Fault]:
    """There are no more boards than were printed."""
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


def _dice(state: State, tables: Content) -> Iterator[Fault]:
    """Who has played has no dice left, who has not has them all; while they are rolled they come in turn order."""
    rolling = any(isinstance(frame, RollDice) for frame in state.pending)
    playing = state.stage == "turns" and state.round > 0
    full, missing = tables.numbers["dice_each"], False
    for place, seat in enumerate(state.order):
        found = len(state.players[seat].dice)
        if rolling:
            fits = 0 <= found <= (0 if missing else full)
            missing = missing or found < full
        elif not playing or place < state.active:
            fits = found == 0
        else:
            fits = found <= full if place == state.active else found == full
        if not fits:
            wanted = full if playing and place >= state.active else 0
            yield fault(f"players[{seat}].dice", "audit.dice", seat=seat, found=found, wanted=wanted)
    if playing and rolling == bool(state.white):
        yield fault("white", "audit.range", found=state.white, low=0 if rolling else 1, high=0 if rolling else 6)


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


# --- estates ----------------------------------------------------------------------------------------------------------


def _estate(tables: Content, player: Player, path: str) -> Iterator[Fault]:
    """Tiles on spaces of their colour, all hanging together, a castle among them, no twins without a permit."""
    board, estate = tables.boards[player.board], player.estate
    placed = [at for at, tile in enumerate(estate) if tile]
    for at in placed:
        if tables.tiles[estate[at]].kind != board.spaces[at].kind:
            yield fault(f"{path}[{at}]", "audit.colour", tile=estate[at], wanted=board.spaces[at].kind)
    if STARTING_CASTLE not in estate:
        yield fault(path, "audit.castle")
    for island in _cut_off(board, set(placed)):
        yield fault(f"{path}[{island}]", "audit.connected", space=island)
    if not any("twin_buildings" in tables.tiles[estate[at]].permits for at in placed):
        yield from _twins(tables, player, path)


def _cut_off(board: Board, placed: set[int]) -> list[int]:
    """The placed tiles that do not hang together with the first one."""
    edge = [min(placed)] if placed else []
    reached = set(edge)
    while edge:
        fresh = [near for near in board.spaces[edge.pop()].touching if near in placed and near not in reached]
        reached.update(fresh)
        edge += fresh
    return sorted(placed - reached)


def _twins(tables: Content, player: Player, path: str) -> Iterator[Fault]:
    for city in {space.district for space in tables.boards[player.board].spaces if space.kind == "building"}:
        for tile, found in Counter(player.estate[at] for at in city if player.estate[at]).items():
            if found > 1:
                yield fault(f"{path}[{city[0]}]", "audit.twins", tile=tile, found=found)


# --- points -----------------------------------------------------------------------------------------------------------


def _points(state: State, tables: Content) -> Iterator[Fault]:
    """Every line cites a rule that gives points, once, in order; what can be recounted is."""
    for seat, lines in enumerate(state.points):
        rules = [line.rule for line in lines]
        if rules != sorted(set(rules)):
            yield fault(f"points[{seat}]", "audit.sorted")
        for line in lines:
            recount = RECOUNT.get(line.rule)
            early = line.rule in FINAL_AWARDS | tables.final_awards and state.stage != "over"
            known = line.rule in FINAL_AWARDS | tables.final_awards | tables.awards or line.rule in RECOUNT
            wrong = recount is not None and not recount(state, tables, seat, line.count, line.points)
            if not known or early or wrong or line.count < 1 or line.points < 0:
                facts: dict[str, Fact] = {"rule": line.rule, "points": line.points, "count": line.count}
                yield fault(f"points[{seat}]", "audit.points", **facts)


def _sales(state: State, tables: Content, seat: int, count: int, points: int) -> bool:
    each = tables.by_players["sale_points"][len(state.players)]
    return count == len(state.players[seat].sold) and points == count * each


def _claims(place: int, bonus: str) -> Callable[[State, Content, int, int, int], bool]:
    def recount(state: State, tables: Content, seat: int, count: int, points: int) -> bool:
        claims = sum(state.bonuses.of(kind)[place : place + 1] == (seat,) for kind in KINDS)
        return count == claims and points == count * tables.by_players[bonus][len(state.players)]

    return recount


def _districts(state: State, tables: Content, seat: int, count: int, points: int) -> bool:
    """All covered districts scored, but for one of a single castle where the estate may have begun."""
    player = state.players[seat]
    districts = {space.district for space in tables.boards[player.board].spaces}
    sizes = [len(district) for district in districts if all(player.estate[at] for at in district)]
    whole = sum(tables.district_points[size] for size in sizes)
    return (count, points) in ((len(sizes), whole), (len(sizes) - 1, whole - tables.district_points[1]))


def _phases(state: State, tables: Content, seat: int, count: int, points: int) -> bool:
    reached = [tables.phase_points[phase] for phase in PHASES[: PHASES.index(state.phase) + 1]]
    return count * min(reached) <= points <= count * max(reached)


def _animals(state: State, tables: Content, seat: int, count: int, points: int) -> bool:
    """Every animal tile scored at least once."""
    return count >= count_of_kind(tables, state.players[seat], "animal")


RECOUNT: dict[str, Callable[[State, Content, int, int, int], bool]] = {
    "score.sale": _sales,
    "score.large_bonus": _claims(0, "large_bonus"),
    "score.small_bonus": _claims(1, "small_bonus"),
    "score.district_size": _districts,
    "score.district_phase": _phases,
    "score.animals": _animals,
}


CHECKS: tuple[Callable[[State, Content], Iterator[Fault]], ...] = (
    _questions,
    _every_tile,
    _every_pile,
    _every_goods,
    _depots,
    _boards,
    _track,
    _dice,
    _bonuses,
    _points,
)


# --- at rest ----------------------------------------------------------------------------------------------------------


def _at_rest(state: State) -> Iterator[Fault]:
    """Nothing is left to happen by itself: a state is only ever handed out when somebody must decide, or it is over."""
    if proceed(state) is not state:
        yield fault("stage", "audit.rest", stage=state.stage)
