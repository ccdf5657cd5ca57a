"""Questions about a ship of the queue: which ones may be named, and what they do."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.empires_north.effects.cards import ships_for
from referee_service.games.empires_north.picking import chooser
from referee_service.games.empires_north.questions import Voyage
from referee_service.games.empires_north.running import asking_effect
from referee_service.games.empires_north.state import State
from referee_service.kernel.events import note
from referee_service.kernel.pending import pop, push


def ships_asked(state: State) -> list[int]:
    """The places of the ships that answer the question being asked."""
    return ships_for(state, chooser(state), asking_effect(state).name)


def send(state: State, place: int) -> State:
    """The ship lands at once, or moves up."""
    doing, seat = asking_effect(state), chooser(state)
    if doing.name == "advance_ship":
        return advance(pop(state), place, doing.most)
    return push(pop(state), Voyage(seat, place, "pillage" if doing.name == "pillage_now" else "conquer"))


def advance(state: State, place: int, steps: int) -> State:
    """A ship changes places with those ahead of it; the first one stays where it is."""
    queue = list(state.queue)
    ahead = max(0, place - steps)
    queue.insert(ahead, queue.pop(place))
    return note(replace(state, queue=tuple(queue)), "advanced", state.queue[place].seat, place=ahead)
