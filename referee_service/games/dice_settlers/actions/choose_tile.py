"""Verb `choose_tile`: lay one of the drawn tiles. The others leave the game."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.dice_settlers.fields import TileField
from referee_service.games.dice_settlers.questions import ChooseTileFrame, PlaceTileFrame
from referee_service.games.dice_settlers.state import State
from referee_service.kernel.game import verb
from referee_service.kernel.pending import expect_top, replace_top
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action


class ChooseTile(Action, frozen=True, tag="choose_tile"):
    """The drawn tile to lay."""

    tile: TileField


def candidates(state: State) -> list[ChooseTile]:
    """Return one action per drawn tile."""
    return [ChooseTile(tile) for tile in expect_top(state, ChooseTileFrame).tiles]


def objections(state: State, action: ChooseTile) -> Iterator[Refusal]:
    """Yield a refusal if this tile was not drawn."""
    tiles = expect_top(state, ChooseTileFrame).tiles
    if action.tile not in tiles:
        yield refuse("choose_tile.drawn", tile=action.tile, tiles=tiles)


def apply(state: State, action: ChooseTile) -> State:
    """Ask the player to place the tile."""
    return replace_top(state, PlaceTileFrame(state.active_side, action.tile, state.active_side))


CHOOSE_TILE = verb(ChooseTile, candidates, objections, apply, exact=True)
