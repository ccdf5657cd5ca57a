"""Actions of the ring: declaring and performing them, and moving the pawns that declare them."""

from __future__ import annotations

from referee_service.games.empires_north.content.tables import scenario
from referee_service.games.empires_north.economy.supply import receive
from referee_service.games.empires_north.effects.requirements import can_perform
from referee_service.games.empires_north.questions import (
    BoostWindowFrame,
    ConstructFrame,
    DrawFrame,
    EffectsFrame,
    EmitEventFrame,
    HarvestFrame,
    PawnArrivalFrame,
    PerformActionFrame,
    SailFrame,
)
from referee_service.games.empires_north.state import Pawn, State
from referee_service.kernel.events import emit
from referee_service.kernel.pending import expect_top, lapse, pop, push, replace_top
from referee_service.kernel.state import CHANCE
from referee_service.kernel.tuples import with_player, without


def declare(state: State, seat: int, action: str) -> State:
    """Declare an action. The boost window comes first, then the action itself."""
    state = emit(state, "declared", seat, action=action)
    return push(state, PerformActionFrame(seat, action), BoostWindowFrame(seat, action))


def auto_perform(state: State) -> State:
    """Begin a declared action, or let it lapse if it is impossible now."""
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
    """Draw a card. Then emit the event, and let a scenario offer something."""
    state = pop(state)
    if state.solo is not None and scenario(state).rules.after_explore:
        state = push(state, EffectsFrame(seat, f"{state.options.scenario}_explore", 0))
    return push(state, EmitEventFrame(seat, "explored"), DrawFrame(CHANCE, seat, 1, "hand"))


def auto_arrive(state: State) -> State:
    """Put the pawn, now paid, on its tile and declare the action there."""
    frame = expect_top(state, PawnArrivalFrame)
    seat = frame.seat
    assert isinstance(seat, int)
    state = declare(pop(state), seat, frame.tile)
    return place_pawn(state, seat, frame.tile) if frame.start is None else move_pawn(state, seat, frame, spent=True)


def place_pawn(state: State, seat: int, tile: str) -> State:
    """Put a pawn of the supply on a tile, active side up."""
    pawns = tuple(sorted((*state.players[seat].pawns, Pawn(tile, exhausted=False))))
    return emit(with_player(state, seat, pawns=pawns), "pawn_placed", seat, tile=tile)


def move_pawn(state: State, seat: int, arrival: PawnArrivalFrame, *, spent: bool) -> State:
    """Move an active pawn to another tile. A pawn that was paid for becomes exhausted."""
    assert arrival.start is not None
    return shift_pawn(state, seat, Pawn(arrival.start, exhausted=False), Pawn(arrival.tile, exhausted=spent))


def shift_pawn(state: State, seat: int, old: Pawn, new: Pawn) -> State:
    """Replace a pawn on the ring by one on another tile."""
    pawns = tuple(sorted((*without(state.players[seat].pawns, old), new)))
    return emit(with_player(state, seat, pawns=pawns), "pawn_moved", seat, start=old.tile, tile=new.tile)
