"""Questions about a ship of the queue: which ones may be named, and what they do."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.empires_north.effects.cards import eligible_ships
from referee_service.games.empires_north.effects.runner import current_effect
from referee_service.games.empires_north.questions import VoyageFrame
from referee_service.games.empires_north.state import State, deciding_seat
from referee_service.kernel.events import emit
from referee_service.kernel.pending import pop, push


def ships_asked(state: State) -> list[int]:
    """The places of the ships that answer the question being asked."""
    return eligible_ships(state, deciding_seat(state), current_effect(state).name)


def send(state: State, place: int) -> State:
    """The ship lands at once, or moves up."""
    doing, seat = current_effect(state), deciding_seat(state)
    if doing.name == "advance_ship":
        return advance(pop(state), place, doing.max_count)
    return push(pop(state), VoyageFrame(seat, place, "pillage" if doing.name == "pillage_now" else "conquer"))


def advance(state: State, place: int, steps: int) -> State:
    """A ship changes places with those ahead of it; the first one stays where it is."""
    queue = list(state.queue)
    ahead = max(0, place - steps)
    queue.insert(ahead, queue.pop(place))
    return emit(replace(state, queue=tuple(queue)), "advanced", state.queue[place].seat, place=ahead)
