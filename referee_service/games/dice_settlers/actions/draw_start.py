"""Chance verb `draw_start`: one start tile turned up for the draft."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.dice_settlers.fields import TileField
from referee_service.games.dice_settlers.questions import DealStartFrame
from referee_service.games.dice_settlers.state import State
from referee_service.kernel.bags import remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import expect_top, replace_top
from referee_service.kernel.state import CHANCE, Action


class DrawStart(Action, frozen=True, tag="draw_start"):
    """A start tile that joins the offer."""

    tile: TileField


def outcomes(state: State) -> list[tuple[DrawStart, int]]:
    """Return every start tile of the deck with equal weight."""
    return [(DrawStart(tile), count) for tile, count in state.start_deck]


def apply(state: State, action: DrawStart) -> State:
    """Move the tile from the start deck to the offer."""
    frame = expect_top(state, DealStartFrame)
    state = replace_top(state, replace(frame, remaining=frame.remaining - 1))
    offer = tuple(sorted((*state.start_offer, action.tile)))
    state = replace(state, start_offer=offer, start_deck=remove_from(state.start_deck, action.tile))
    return emit(state, "start_offered", CHANCE, tile=action.tile)


DRAW_START = chance_verb(DrawStart, outcomes, apply)
