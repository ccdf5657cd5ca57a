"""The chance verb `draw_tile`: lay a tile on the next slot of the depots."""

from __future__ import annotations

from referee_service.games.burgundy.depots import lay_tile, slots_to_fill
from referee_service.games.burgundy.fields import Tile
from referee_service.games.burgundy.questions import FillDepotsFrame
from referee_service.games.burgundy.state import State
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import expect_top
from referee_service.kernel.state import Action


class DrawTile(Action, frozen=True, tag="draw_tile"):
    """A tile is laid on the next space of the depots."""

    tile: Tile


def outcomes(state: State) -> list[tuple[DrawTile, int]]:
    """Return every tile of the pile for the next slot, weighted by its copies."""
    _, pile = slots_to_fill(state)[expect_top(state, FillDepotsFrame).laid]
    return [(DrawTile(tile), count) for tile, count in state.supply.pile(pile)]


def apply(state: State, action: DrawTile) -> State:
    """Lay the tile face up in its depot."""
    return lay_tile(state, action.tile)


DRAW_TILE = chance_verb(DrawTile, outcomes, apply)
