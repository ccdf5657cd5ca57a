"""Chance: a start tile is turned up for the draft."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.dice_settlers.questions import DealStart
from referee_service.games.dice_settlers.state import State, TileField
from referee_service.kernel.events import note
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import asking, swap
from referee_service.kernel.state import CHANCE, Action
from referee_service.kernel.values import take_from


class DrawStart(Action, frozen=True, tag="draw_start"):
    """A start tile comes on offer."""

    tile: TileField


def outcomes(state: State) -> list[tuple[DrawStart, int]]:
    """Every start tile that is left."""
    return [(DrawStart(tile), count) for tile, count in state.start_deck]


def apply(state: State, action: DrawStart) -> State:
    """It lies with the others on offer."""
    frame = asking(state, DealStart)
    state = swap(state, replace(frame, left=frame.left - 1))
    offer = tuple(sorted((*state.offer, action.tile)))
    state = replace(state, offer=offer, start_deck=take_from(state.start_deck, action.tile))
    return note(state, "start_offered", CHANCE, tile=action.tile)


DRAW_START = chance_verb(DrawStart, outcomes, apply)
