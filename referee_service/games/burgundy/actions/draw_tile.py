"""Chance: the tile laid on the next space of the depots."""

from __future__ import annotations

from referee_service.games.burgundy.depots import lay_tile, slots_to_fill
from referee_service.games.burgundy.state import FillDepotsFrame, State, Tile
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import expect_top
from referee_service.kernel.state import Action


class DrawTile(Action, frozen=True, tag="draw_tile"):
    """A tile is laid on the next space of the depots."""

    tile: Tile


def outcomes(state: State) -> list[tuple[DrawTile, int]]:
    """Every tile of the pile that the space draws from, as often as it is there."""
    _, pile = slots_to_fill(state)[expect_top(state, FillDepotsFrame).laid]
    return [(DrawTile(tile), count) for tile, count in state.supply.pile(pile)]


def apply(state: State, action: DrawTile) -> State:
    """The tile lies face up in its depot."""
    return lay_tile(state, action.tile)


DRAW_TILE = chance_verb(DrawTile, outcomes, apply)
