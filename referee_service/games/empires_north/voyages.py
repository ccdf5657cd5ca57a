"""Ships on the expedition board: where they land, what they bring, and how they come home."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.empires_north.content import card_of
from referee_service.games.empires_north.declaring import reachable
from referee_service.games.empires_north.empire import keeps_islands
from referee_service.games.empires_north.placing import settle
from referee_service.games.empires_north.questions import Blind, Landing, Told, Voyage
from referee_service.games.empires_north.state import Ship, State
from referee_service.games.empires_north.supply import receive, reshuffle_isles
from referee_service.kernel.events import note
from referee_service.kernel.pending import asking, pop, push
from referee_service.kernel.values import add_to, change, drop


def ship_of(state: State, frame: Voyage | Blind | Landing) -> Ship:
    """The ship that a question is about."""
    return state.queue[frame.place]


def come_home(state: State, place: int) -> State:
    """A ship leaves the queue and goes back to its owner; what was assigned to it is lost."""
    ship = state.queue[place]
    queue = state.queue[:place] + state.queue[place + 1 :]
    state = replace(state, queue=queue)
    return change(state, ship.seat, ships=state.players[ship.seat].ships + 1)


def voyage(state: State) -> State:
    """A ship that can reach no island comes home with nothing."""
    frame = asking(state, Voyage)
    if reachable(state, ship_of(state, frame)):
        return state
    assert isinstance(frame.seat, int)
    return note(come_home(pop(state), frame.place), "came_home", frame.seat)


def blind(state: State) -> State:
    """A pile that has run out is shuffled again before a card is turned up."""
    frame = asking(state, Blind)
    return state if state.isles(frame.pile).pile else reshuffle_isles(state, frame.pile)


def landing(state: State) -> State:
    """Where there is no choice, the island is pillaged or conquered at once."""
    frame = asking(state, Landing)
    if frame.does == "conquer":
        return conquer(state)
    return pillage(state) if frame.does == "pillage" or not ship_of(state, frame).raze else state


def take_open(state: State, pile: str, island: str) -> State:
    """An island lying open is taken from the board."""
    isles = state.isles(pile)
    return replace(state, **{pile: replace(isles, open=drop(isles.open, island))})


def pillage(state: State) -> State:
    """The goods are gained, and the island is discarded; a scenario may put it into the deck."""
    frame = asking(state, Landing)
    seat = ship_of(state, frame).seat
    state = come_home(pop(state), frame.place)
    if keeps_islands(state):
        state = change(state, seat, deck=add_to(state.players[seat].deck, frame.island))
    else:
        isles = state.isles(frame.pile)
        state = replace(state, **{frame.pile: replace(isles, discard=add_to(isles.discard, frame.island))})
    state = push(note(state, "pillage", seat, island=frame.island), Told(seat, "pillaged", card=frame.island))
    return receive(state, seat, card_of(state, frame.island).pillage, "score.pillage")


def conquer(state: State) -> State:
    """The island comes into the empire with its bonus."""
    frame = asking(state, Landing)
    seat = ship_of(state, frame).seat
    return settle(come_home(pop(state), frame.place), seat, frame.island, told="conquered")
