"""Chance verb `draw_tile`: one tile drawn for an exploration."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.dice_settlers.fields import TileField
from referee_service.games.dice_settlers.questions import ChooseTileFrame, DrawTilesFrame
from referee_service.games.dice_settlers.state import State
from referee_service.kernel.bags import remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import expect_top
from referee_service.kernel.state import CHANCE, Action


class DrawTile(Action, frozen=True, tag="draw_tile"):
    """A drawn tile."""

    tile: TileField


def outcomes(state: State) -> list[tuple[DrawTile, int]]:
    """Return every tile of the deck with equal weight."""
    return [(DrawTile(tile), count) for tile, count in state.deck]


def apply(state: State, action: DrawTile) -> State:
    """Move the tile from the deck to the tiles that the explorer chooses from."""
    frame, choice = expect_top(state, DrawTilesFrame), state.pending[-2]
    assert isinstance(choice, ChooseTileFrame)
    choice = replace(choice, tiles=tuple(sorted((*choice.tiles, action.tile))))
    pending = (*state.pending[:-2], choice, replace(frame, remaining=frame.remaining - 1))
    state = replace(state, pending=pending, deck=remove_from(state.deck, action.tile))
    return emit(state, "tile_drawn", CHANCE, tile=action.tile)


DRAW_TILE = chance_verb(DrawTile, outcomes, apply)
