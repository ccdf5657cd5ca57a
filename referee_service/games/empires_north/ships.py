"""Answers to `choose_ship`: the places of the ships in the queue that may be chosen, and what the chosen ship does.

The other five modules are about other answers: `answering` has the automatic ones, `choosing` named options, `picking`
cards of the empire, `taking` cards of a pile and goods on cards, `harvesting` fields.
"""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.empires_north.effects.cards import eligible_ships
from referee_service.games.empires_north.effects.runner import current_effect
from referee_service.games.empires_north.questions import VoyageFrame
from referee_service.games.empires_north.state import State, deciding_seat
from referee_service.kernel.events import emit
from referee_service.kernel.pending import pop, push


def choosable_ships(state: State) -> list[int]:
    """Return the places of the ships that answer the open question."""
    return eligible_ships(state, deciding_seat(state), current_effect(state).name)


def send_ship(state: State, place: int) -> State:
    """Let the ship land at once, or move it up, as the effect says."""
    current, seat = current_effect(state), deciding_seat(state)
    if current.name == "advance_ship":
        return advance(pop(state), place, current.max_count)
    return push(pop(state), VoyageFrame(seat, place, "pillage" if current.name == "pillage_now" else "conquer"))


def advance(state: State, place: int, steps: int) -> State:
    """Move a ship up in the queue by at most this number of places."""
    queue = list(state.queue)
    ahead = max(0, place - steps)
    queue.insert(ahead, queue.pop(place))
    return emit(replace(state, queue=tuple(queue)), "advanced", state.queue[place].seat, place=ahead)
