"""Questions of pawns: one that arrives on a tile, and those that an effect refreshes or moves."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import lapse, pop
from referee_service.kernel.question import Below, question
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player, without
from referee_service.kernel.verb_factories import choose_verb

from ..content.tables import content
from ..effects.origins import opening_effect, player_of
from ..facts import source_facts
from ..fields import PawnTarget, PawnTile, YesOrNo
from ..phases.declared_actions import declare, move_pawn, place_pawn, shift_pawn
from ..phases.ring import neighbour_tiles
from ..questions import EffectsFrame, PawnArrivalFrame, RefreshPawnFrame, ShiftPawnFrame
from ..state import Pawn, State, deciding_player, deciding_seat

# --- arrive: a pawn that waits until it is paid -----------------------------------------------------------------------


def auto_arrive(state: State, frame: PawnArrivalFrame) -> State:
    """Put the pawn, now paid, on its tile and declare the action there."""
    seat = deciding_seat(state)
    state = declare(pop(state), seat, frame.tile)
    return place_pawn(state, seat, frame.tile) if frame.start is None else move_pawn(state, seat, frame, spent=True)


def can_arrive(state: State, frame: PawnArrivalFrame, below: Below) -> bool:
    """Return whether the player has a pawn that can come to the tile."""
    player = player_of(state, frame)
    if frame.start is None:
        return len(player.pawns) < content(state).numbers["pawns"]
    is_active = Pawn(frame.start, exhausted=False) in player.pawns
    return is_active and frame.tile in neighbour_tiles(state.ring, frame.start)


ARRIVE = question(PawnArrivalFrame, stages=("actions",), step=auto_arrive, fits=can_arrive)


# --- refresh_pawn: an exhausted pawn ----------------------------------------------------------------------------------


class RefreshPawn(Action, frozen=True, tag="refresh_pawn"):
    """An exhausted pawn is turned to its active side."""

    tile: PawnTile
    """Action tile with an exhausted pawn of the player."""


def exhausted_pawn_tiles(state: State) -> list[str]:
    """Return the tiles with an exhausted pawn of the player, each once."""
    return list(dict.fromkeys(pawn.tile for pawn in deciding_player(state).pawns if pawn.exhausted))


def apply_refresh_pawn(state: State, action: RefreshPawn) -> State:
    """Turn the pawn to its active side."""
    seat, rest = deciding_seat(state), without(deciding_player(state).pawns, Pawn(action.tile, exhausted=True))
    pawns = tuple(sorted((*rest, Pawn(action.tile, exhausted=False))))
    return emit(with_player(pop(state), seat, pawns=pawns), "pawn_refreshed", seat, tile=action.tile)


def auto_refresh_pawn(state: State, frame: RefreshPawnFrame) -> State:
    """Let the question lapse if no pawn is exhausted."""
    return state if exhausted_pawn_tiles(state) else lapse(state)


def can_refresh_pawn(state: State, frame: RefreshPawnFrame, below: Below) -> bool:
    """Return whether an effect refreshes this pawn, or the next one of the same player."""
    if isinstance(below[-1], RefreshPawnFrame):
        return frame.seat == below[-1].seat
    return opening_effect(state, frame, below, "refresh_pawn") is not None


REFRESH_PAWN = choose_verb(RefreshPawn, exhausted_pawn_tiles, apply_refresh_pawn, rule="refresh_pawn.exhausted")
REFRESH_PAWN_QUESTION = question(
    RefreshPawnFrame,
    "refresh_pawn",
    over=(EffectsFrame, RefreshPawnFrame),
    step=auto_refresh_pawn,
    fits=can_refresh_pawn,
    forced=True,
    facts=source_facts,
)


# --- shift_pawn: a pawn that moves without an action ------------------------------------------------------------------


class ShiftPawn(Action, frozen=True, tag="shift_pawn"):
    """A pawn moves to another tile. No action is declared there."""

    start: PawnTile
    """Tile that the pawn stands on."""
    exhausted: YesOrNo
    """Whether the pawn shows its exhausted side. It tells two pawns on one tile apart."""
    tile: PawnTarget
    """Tile that the pawn goes to: any other one of the ring."""


def shift_pawn_candidates(state: State) -> list[ShiftPawn]:
    """Return every move of a pawn on the ring to another tile."""
    pawns = dict.fromkeys(deciding_player(state).pawns)
    return [ShiftPawn(p.tile, p.exhausted, tile) for p in pawns for tile in state.ring if tile != p.tile]


def shift_pawn_objections(state: State, action: ShiftPawn) -> Iterator[Refusal]:
    """Yield every reason why this pawn may not move there."""
    if Pawn(action.start, action.exhausted) not in deciding_player(state).pawns:
        yield refuse("shift_pawn.there", start=action.start)
    if action.tile == action.start:
        yield refuse("shift_pawn.other", tile=action.tile)


def apply_shift_pawn(state: State, action: ShiftPawn) -> State:
    """Move the pawn."""
    old, new = Pawn(action.start, action.exhausted), Pawn(action.tile, action.exhausted)
    return shift_pawn(pop(state), deciding_seat(state), old, new)


def auto_shift_pawn(state: State, frame: ShiftPawnFrame) -> State:
    """Let the question lapse if no pawn is on the ring."""
    return state if deciding_player(state).pawns else lapse(state)


def can_shift_pawn(state: State, frame: ShiftPawnFrame, below: Below) -> bool:
    """Return whether an effect moves this pawn, or the next one of the same player."""
    if isinstance(below[-1], ShiftPawnFrame):
        return frame.seat == below[-1].seat
    return opening_effect(state, frame, below, "move_pawn") is not None


SHIFT_PAWN = verb(
    ShiftPawn,
    shift_pawn_candidates,
    shift_pawn_objections,
    apply_shift_pawn,
    exact=True,
    kinds={"start": "pawn.kind", "tile": "pawn.kind"},
)
SHIFT_PAWN_QUESTION = question(
    ShiftPawnFrame,
    "shift_pawn",
    over=(EffectsFrame, ShiftPawnFrame),
    step=auto_shift_pawn,
    fits=can_shift_pawn,
    forced=True,
    facts=source_facts,
)
