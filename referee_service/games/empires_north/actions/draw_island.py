"""Chance turns up an island of a pile: for the board, for a blind ship, or for a scenario."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.bags import Bag, add_to, remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.pending import pop, replace_top
from referee_service.kernel.state import CHANCE, Action
from referee_service.kernel.tuples import with_player
from referee_service.kernel.verb_factories import draw_verb

from ..empire.placement import enter_empire
from ..fields import IslandName
from ..questions import BlindLandingFrame, DrawIsleFrame, LandingFrame, RevealFrame
from ..state import State


class DrawIsland(Action, frozen=True, tag="draw_island"):
    """An island is turned up from a pile."""

    island: IslandName
    """Island that chance turns up, by its id: `spice_coast`."""


def name_of_pile(state: State) -> str:
    """Return the name of the pile that the open question draws from."""
    frame = state.pending[-1]
    assert isinstance(frame, RevealFrame | BlindLandingFrame | DrawIsleFrame)
    return frame.pile


def pile_to_draw(state: State) -> Bag:
    """Return the islands that one is drawn from."""
    return state.islands(name_of_pile(state)).pile


def apply(state: State, action: DrawIsland) -> State:
    """Put the island on the board, into the landing of the ship, or into the player's hand or empire."""
    frame, pile, island = state.pending[-1], name_of_pile(state), action.island
    islands = state.islands(pile)
    islands = replace(islands, pile=remove_from(islands.pile, island))
    state = emit(state, "island_revealed", CHANCE, island=island)
    if isinstance(frame, RevealFrame):
        islands = replace(islands, face_up=(*islands.face_up, island))
        return replace_top(replace(state, **{pile: islands}), replace(frame, remaining=frame.remaining - 1))
    state = replace(state, **{pile: islands})
    if isinstance(frame, BlindLandingFrame):
        owner = state.queue[frame.place].seat
        return replace_top(state, LandingFrame(owner, frame.place, frame.mode, frame.pile, island))
    assert isinstance(frame, DrawIsleFrame)
    if frame.into == "empire":
        return enter_empire(pop(state), 0, island, event="conquered")
    return with_player(pop(state), 0, hand=add_to(state.players[0].hand, island))


DRAW_ISLAND = draw_verb(DrawIsland, pile_to_draw, apply)
