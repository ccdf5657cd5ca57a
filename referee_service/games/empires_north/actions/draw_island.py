"""Chance: the first island of a pile: to lie open, for a blind ship, or as a scenario says."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from referee_service.games.empires_north.placing import settle
from referee_service.games.empires_north.questions import Blind, DrawIsle, Landing, Reveal
from referee_service.games.empires_north.state import State
from referee_service.kernel.events import note
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import pop, swap
from referee_service.kernel.state import CHANCE, Action, Domain
from referee_service.kernel.values import add_to, change, take_from


class DrawIsland(Action, frozen=True, tag="draw_island"):
    """An island is turned up."""

    island: Annotated[str, Domain("island")]


def asked_pile(state: State) -> str:
    """The pile from which an island is turned up."""
    frame = state.pending[-1]
    assert isinstance(frame, Reveal | Blind | DrawIsle)
    return frame.pile


def outcomes(state: State) -> list[tuple[DrawIsland, int]]:
    """Every island of the pile, equally likely."""
    return [(DrawIsland(island), count) for island, count in state.isles(asked_pile(state)).pile]


def apply(state: State, action: DrawIsland) -> State:
    """The island lies open, waits for the ship that found it, or goes to the player."""
    frame, pile, island = state.pending[-1], asked_pile(state), action.island
    isles = state.isles(pile)
    isles = replace(isles, pile=take_from(isles.pile, island))
    state = note(state, "island_revealed", CHANCE, island=island)
    if isinstance(frame, Reveal):
        isles = replace(isles, open=(*isles.open, island))
        return swap(replace(state, **{pile: isles}), replace(frame, left=frame.left - 1))
    state = replace(state, **{pile: isles})
    if isinstance(frame, Blind):
        owner = state.queue[frame.place].seat
        return swap(state, Landing(owner, frame.place, frame.does, frame.pile, island))
    assert isinstance(frame, DrawIsle)
    if frame.into == "empire":
        return settle(pop(state), 0, island, told="conquered")
    return change(pop(state), 0, hand=add_to(state.players[0].hand, island))


DRAW_ISLAND = chance_verb(DrawIsland, outcomes, apply)
