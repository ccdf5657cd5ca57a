"""Choose which of the tiles turned up is laid; the others leave the game."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.dice_settlers.questions import ChooseTileFrame as Choice
from referee_service.games.dice_settlers.questions import PlaceTileFrame
from referee_service.games.dice_settlers.state import State, TileField
from referee_service.kernel.game import verb
from referee_service.kernel.pending import expect_top, replace_top
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action


class ChooseTile(Action, frozen=True, tag="choose_tile"):
    """Lay this tile."""

    tile: TileField


def candidates(state: State) -> list[ChooseTile]:
    """Every tile turned up."""
    return [ChooseTile(tile) for tile in expect_top(state, Choice).tiles]


def objections(state: State, action: ChooseTile) -> Iterator[Refusal]:
    """Why this tile may not be laid; nothing yielded means it may."""
    tiles = expect_top(state, Choice).tiles
    if action.tile not in tiles:
        yield refuse("choose_tile.drawn", tile=action.tile, tiles=tiles)


def apply(state: State, action: ChooseTile) -> State:
    """Its place is to be found."""
    return replace_top(state, PlaceTileFrame(state.active_side, action.tile, state.active_side))


CHOOSE_TILE = verb(ChooseTile, candidates, objections, apply, exact=True)
