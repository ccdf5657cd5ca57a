"""Choose which of the tiles turned up is laid; the others leave the game."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.dice_settlers.questions import ChooseTile as Choice
from referee_service.games.dice_settlers.questions import PlaceTile
from referee_service.games.dice_settlers.state import State, TileField
from referee_service.kernel.game import verb
from referee_service.kernel.pending import asking, swap
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action


class ChooseTile(Action, frozen=True, tag="choose_tile"):
    """Lay this tile."""

    tile: TileField


def candidates(state: State) -> list[ChooseTile]:
    """Every tile turned up."""
    return [ChooseTile(tile) for tile in asking(state, Choice).tiles]


def objections(state: State, action: ChooseTile) -> Iterator[Refusal]:
    """Why this tile may not be laid; nothing yielded means it may."""
    tiles = asking(state, Choice).tiles
    if action.tile not in tiles:
        yield refuse("choose_tile.drawn", tile=action.tile, tiles=tiles)


def apply(state: State, action: ChooseTile) -> State:
    """Its place is to be found."""
    return swap(state, PlaceTile(state.active, action.tile, state.active))


CHOOSE_TILE = verb(ChooseTile, candidates, objections, apply, exact=True)
