"""Every piece is where it can be, and only once: tiles, goods, depots, boards, track, dice, bonus tiles, questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from referee_service.games.burgundy.audit.estate import estate_faults
from referee_service.games.burgundy.audit.places import counted, goods_by_place, tiles_by_place
from referee_service.games.burgundy.content import BLACK, KINDS, PHASES, Content, content
from referee_service.games.burgundy.depots import slots_of
from referee_service.games.burgundy.pack import Pile
from referee_service.games.burgundy.state import (
    FillDepots,
    RollDice,
    State,
    TakeBenefit,
    colour_is_covered,
    count_of_kind,
    turn_order,
)
from referee_service.kernel.ruling import Fact, Fault, fault
from referee_service.kernel.state import CHANCE, question_of
from referee_service.kernel.values import size_of

SETUP_QUESTIONS = {
    "pick_starter": "goods",
    "deal_goods": "boards",
    "deal_board": "castles",
    "choose_board": "castles",
    "choose_castle": "phase",
}
"""The questions of set-up and the stage at which each is open."""

PHASE_QUESTIONS = ("fill_depots", "reveal_goods")

NESTED = (["reveal_goods", "fill_depots"], ["store_goods", "load_more"])
"""The only questions that wait beneath another one, set-up apart."""

ASKED_BY = {
    "free_action": "ask_free_action",
    "take_benefit": "ask_tile",
    "sell_benefit": "ask_sale",
    "place_benefit": "ask_placement",
    "load_ship": "load_ship",
    "load_more": "load_ship",
    "store_goods": "load_ship",
}
"""The effect that opens each question of a placed tile."""


def pieces(state: State) -> Iterator[Fault]:
    """Every piece in a place it can have, and only there."""
    tables = content(state)
    for check in CHECKS:
        yield from check(state, tables)
    for seat, player in enumerate(state.players):
        if player.estate:
            yield from estate_faults(tables, player, f"players[{seat}].estate")


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


def _askers(state: State, tables: Content) -> Iterator[Fault]:
    """A castle, ship or building asks only if its owner has placed one that does."""
    for index, frame in enumerate(state.pending):
        effect = ASKED_BY.get(question_of(frame))
        if effect is None or not isinstance(frame.seat, int):
            continue
        wanted = {"kinds": list(frame.kinds)} if isinstance(frame, TakeBenefit) else True
        asking = [tile for tile in state.players[frame.seat].estate if tile and _asks(tables, tile, effect, wanted)]
        if len(asking) <= (tables.starting_tile in asking):
            yield fault(f"pending[{index}]", "audit.asker", question=question_of(frame))


def _asks(tables: Content, tile: str, effect: str, wanted: object) -> bool:
    return {effect: wanted} in tables.tiles[tile].row.on_place


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
    found = counted(goods_by_place(state))
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


def _order(state: State, tables: Content) -> Iterator[Fault]:
    """Who has not acted in this round has not moved on the track, so the order among them is still to be seen there."""
    waiting = state.order[state.active :] if state.stage == "turns" and state.round else ()
    seen = tuple(seat for seat in turn_order(state) if seat in waiting[1:])
    if seen != waiting[1:]:
        yield fault("order", "audit.order", found=state.order)


CHECKS: tuple[Callable[[State, Content], Iterator[Fault]], ...] = (
    _questions,
    _askers,
    _every_tile,
    _every_pile,
    _every_goods,
    _depots,
    _boards,
    _track,
    _order,
    _dice,
    _bonuses,
)
