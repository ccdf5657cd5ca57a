"""Expedition: where ships land, what they bring, and how they return."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.bags import add_to
from referee_service.kernel.events import emit
from referee_service.kernel.pending import expect_top, pop, push
from referee_service.kernel.tuples import with_player, without

from ..content.tables import card_of
from ..economy.supply import receive
from ..empire.cards import keeps_islands
from ..empire.placement import enter_empire
from ..questions import BlindLandingFrame, EmitEventFrame, LandingFrame, VoyageFrame
from ..state import Ship, State


def ship_of(state: State, frame: VoyageFrame | BlindLandingFrame | LandingFrame) -> Ship:
    """Return the ship that a question is about."""
    return state.queue[frame.place]


def return_ship(state: State, place: int) -> State:
    """Return a ship from the queue to its owner. What was assigned to it is lost."""
    ship = state.queue[place]
    queue = state.queue[:place] + state.queue[place + 1 :]
    state = replace(state, queue=queue)
    return with_player(state, ship.seat, ships=state.players[ship.seat].ships + 1)


def take_face_up_island(state: State, pile: str, island: str) -> State:
    """Remove a face-up island from the board."""
    islands = state.islands(pile)
    return replace(state, **{pile: replace(islands, face_up=without(islands.face_up, island))})


def pillage(state: State) -> State:
    """Gain the goods of the island and discard it. A scenario may put it into the deck instead."""
    frame = expect_top(state, LandingFrame)
    seat = ship_of(state, frame).seat
    state = return_ship(pop(state), frame.place)
    if keeps_islands(state):
        state = with_player(state, seat, deck=add_to(state.players[seat].deck, frame.island))
    else:
        islands = state.islands(frame.pile)
        state = replace(state, **{frame.pile: replace(islands, discard=add_to(islands.discard, frame.island))})
    state = push(emit(state, "pillage", seat, island=frame.island), EmitEventFrame(seat, "pillaged", card=frame.island))
    return receive(state, seat, card_of(state, frame.island).pillage, "score.pillage")


def conquer(state: State) -> State:
    """Add the island to the empire, with its bonus."""
    frame = expect_top(state, LandingFrame)
    seat = ship_of(state, frame).seat
    return enter_empire(return_ship(pop(state), frame.place), seat, frame.island, event="conquered")
