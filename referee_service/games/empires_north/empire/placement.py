"""Cards that come into an empire, and actions that begin: what a declared action pushes on the stack."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.empires_north.content.schema import Cost
from referee_service.games.empires_north.content.tables import abilities_of, card_of, scenario
from referee_service.games.empires_north.economy.costs import NO_COST, request_cost
from referee_service.games.empires_north.economy.supply import receive
from referee_service.games.empires_north.effects.requirements import can_perform
from referee_service.games.empires_north.empire.cards import add_card, remove_site
from referee_service.games.empires_north.questions import (
    BoostWindowFrame,
    ConstructFrame,
    DrawFrame,
    EffectsFrame,
    EmitEventFrame,
    HarvestFrame,
    PawnArrivalFrame,
    PerformActionFrame,
    PlaceFrame,
    SailFrame,
)
from referee_service.games.empires_north.state import Pawn, State, site_at
from referee_service.kernel.bags import remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.pending import expect_top, lapse, pop, push, replace_top
from referee_service.kernel.state import CHANCE
from referee_service.kernel.tuples import with_player, without


def declare(state: State, seat: int, action: str) -> State:
    """An action is declared: first a boost or a field, then the action itself."""
    state = emit(state, "declared", seat, action=action)
    return push(state, PerformActionFrame(seat, action), BoostWindowFrame(seat, action))


def auto_perform(state: State) -> State:
    """A declared action begins."""
    frame = expect_top(state, PerformActionFrame)
    seat, action = frame.seat, frame.action
    assert isinstance(seat, int)
    if not can_perform(state, seat, action):
        return lapse(state)
    if action == "explore":
        return _explore(state, seat)
    if action == "populate":
        return emit(receive(pop(state), seat, (("worker", 1),), "score.action"), "populated", seat)
    question = {"construct": ConstructFrame, "harvest": HarvestFrame, "sail": SailFrame}[action]
    return replace_top(state, question(seat))


def _explore(state: State, seat: int) -> State:
    """A card is drawn; then it is told, and a scenario may offer something."""
    state = pop(state)
    if state.solo is not None and scenario(state).rules.after_explore:
        state = push(state, EffectsFrame(seat, f"{state.options.scenario}_explore", 0))
    return push(state, EmitEventFrame(seat, "explored"), DrawFrame(CHANCE, seat, 1, "hand"))


def auto_arrive(state: State) -> State:
    """A pawn comes to its tile, and the action there is declared."""
    frame = expect_top(state, PawnArrivalFrame)
    seat = frame.seat
    assert isinstance(seat, int)
    state = declare(pop(state), seat, frame.tile)
    return place_pawn(state, seat, frame.tile) if frame.start is None else move_pawn(state, seat, frame, spent=True)


def place_pawn(state: State, seat: int, tile: str) -> State:
    """A pawn of the supply is put on a tile, active side up."""
    pawns = tuple(sorted((*state.players[seat].pawns, Pawn(tile, exhausted=False))))
    return emit(with_player(state, seat, pawns=pawns), "pawn_placed", seat, tile=tile)


def move_pawn(state: State, seat: int, way: PawnArrivalFrame, *, spent: bool) -> State:
    """An active pawn goes to another tile; paid for and used, it is exhausted."""
    assert way.start is not None
    return shift_pawn(state, seat, Pawn(way.start, exhausted=False), Pawn(way.tile, exhausted=spent))


def shift_pawn(state: State, seat: int, old: Pawn, new: Pawn) -> State:
    """A pawn goes from one tile to another."""
    pawns = tuple(sorted((*without(state.players[seat].pawns, old), new)))
    return emit(with_player(state, seat, pawns=pawns), "pawn_moved", seat, start=old.tile, tile=new.tile)


# --- cards ----------------------------------------------------------------------------------------------------------


def take_from_hand(state: State, seat: int, card: str) -> State:
    """A card leaves the hand to be played."""
    return with_player(state, seat, hand=remove_from(state.players[seat].hand, card))


def auto_place(state: State) -> State:
    """The card is paid: it comes into the empire, over another where that was chosen."""
    frame = expect_top(state, PlaceFrame)
    seat = frame.seat
    assert isinstance(seat, int)
    state = pop(state)
    if frame.over is not None:
        state = cover_location(state, seat, frame.over)
    told = None if card_of(state, frame.card).is_island else "built"
    return enter_empire(state, seat, frame.card, told=told, host=frame.host)


def cover_location(state: State, seat: int, slot: int) -> State:
    """A location is built over: it stays beneath without effect, and what lay on it is lost."""
    site = site_at(state.players[seat], slot)
    assert site is not None
    assert state.solo is not None
    covered = tuple(sorted((*state.solo.covered, site.card)))
    state = replace(remove_site(state, seat, slot), solo=replace(state.solo, covered=covered))
    return emit(state, "covered", seat, card=site.card)


def enter_empire(state: State, seat: int, card: str, *, told: str | None, host: int | None = None) -> State:
    """A card comes into the empire: a field yields its goods, a bonus is gained, and then specials hear of it."""
    found = card_of(state, card)
    state, slot = add_card(state, seat, card, host)
    state = emit(state, "placed", seat, card=card)
    if told is not None:
        state = push(state, EmitEventFrame(seat, told, slot, card))
    state = receive(state, seat, found.goods, "score.bonus")
    return push(state, EffectsFrame(seat, card, found.bonus, slot=slot)) if found.bonus is not None else state


def begin_ability(state: State, seat: int, source: str, ability: int, slot: int | None, extra: Cost = NO_COST) -> State:
    """An ability begins: its cost is asked for, then its effects follow."""
    state = push(state, EffectsFrame(seat, source, ability, slot=slot))
    return request_cost(state, seat, abilities_of(state, source)[ability].cost, source, extra)
