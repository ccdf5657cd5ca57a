"""Chance: a tile is turned up for an exploration."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.dice_settlers.questions import ChooseTile, DrawTiles
from referee_service.games.dice_settlers.state import State, TileField
from referee_service.kernel.events import note
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import asking
from referee_service.kernel.state import CHANCE, Action
from referee_service.kernel.values import take_from


class DrawTile(Action, frozen=True, tag="draw_tile"):
    """A tile is turned up."""

    tile: TileField


def outcomes(state: State) -> list[tuple[DrawTile, int]]:
    """Every tile of the deck."""
    return [(DrawTile(tile), count) for tile, count in state.deck]


def apply(state: State, action: DrawTile) -> State:
    """It lies with the others to choose from."""
    frame, choice = asking(state, DrawTiles), state.pending[-2]
    assert isinstance(choice, ChooseTile)
    choice = replace(choice, tiles=tuple(sorted((*choice.tiles, action.tile))))
    pending = (*state.pending[:-2], choice, replace(frame, left=frame.left - 1))
    state = replace(state, pending=pending, deck=take_from(state.deck, action.tile))
    return note(state, "tile_drawn", CHANCE, tile=action.tile)


DRAW_TILE = chance_verb(DrawTile, outcomes, apply)
