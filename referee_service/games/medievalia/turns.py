"""Turns: their beginning and end, and the turn order."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.pending import close_question
from referee_service.kernel.tuples import with_player

from .content.tables import content
from .elimination import eliminate
from .fiefs import is_besieged
from .state import State
from .units import reset_turn_marks, update_units


def begin_turn(state: State, seat: int) -> State:
    """Begin the turn of a seat and count its siege. If the siege is complete, eliminate the player before the draw."""
    siege = state.players[seat].siege + 1 if is_besieged(state, seat) else 0
    state = with_player(replace(state, active_seat=seat, phase="start"), seat, siege=siege)
    state = emit(state, "turn_began", seat)
    limit = content(state).numbers["siege"]
    if siege < limit:
        return emit(state, "besieged", seat, turns=siege, limit=limit) if siege else state
    state = close_question(state, seat, "choose_deck", "choose_deck.siege")
    state = eliminate(emit(state, "starved_out", seat), seat)
    return state if state.game_end else begin_turn(state, next_seat(state))


def next_seat(state: State) -> int:
    """Return the next seat clockwise that is still in the game."""
    seats = len(state.players)
    order = ((state.active_seat + step) % seats for step in range(1, seats + 1))
    return next(seat for seat in order if state.players[seat].alive)


def unturn_cards(state: State) -> State:
    """Unturn all lands and units of the player in turn, and begin the actions."""
    seat = state.active_seat
    lands = tuple(replace(land, turned=False) if land.turned else land for land in state.active_player.lands)
    state = update_units(with_player(state, seat, lands=lands), seat, lambda unit: unit.turned, turned=False)
    return replace(state, phase="actions")


def end_turn(state: State) -> State:
    """End the turn: clear its marks and begin the turn of the next player."""
    return begin_turn(reset_turn_marks(state), next_seat(state))
