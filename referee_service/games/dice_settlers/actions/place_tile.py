"""Lay a tile on the map: a start tile, an explored one, or one of the Bot's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from referee_service.games.dice_settlers.exploration import lay_explored_tile, lay_start_tile, legal_cells
from referee_service.games.dice_settlers.questions import LayStartFrame
from referee_service.games.dice_settlers.state import State
from referee_service.kernel.game import verb
from referee_service.kernel.pending import top
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action, Domain

Coordinate = Annotated[int, Domain("coordinate")]


class PlaceTile(Action, frozen=True, tag="place_tile"):
    """Lay the tile on this cell: q counts columns, r rows that slant."""

    q: Coordinate
    r: Coordinate


def candidates(state: State) -> list[PlaceTile]:
    """Every cell where it may lie."""
    return [PlaceTile(*cell) for cell in legal_cells(state)]


def objections(state: State, action: PlaceTile) -> Iterator[Refusal]:
    """Why the tile may not lie there; nothing yielded means it may."""
    if (action.q, action.r) not in legal_cells(state):
        yield refuse(
            "place_tile.start" if isinstance(top(state), LayStartFrame) else "place_tile.spot", q=action.q, r=action.r
        )


def apply(state: State, action: PlaceTile) -> State:
    """The tile lies there, with a tent on it."""
    cell = (action.q, action.r)
    return lay_start_tile(state, cell) if isinstance(top(state), LayStartFrame) else lay_explored_tile(state, cell)


PLACE_TILE = verb(PlaceTile, candidates, objections, apply, exact=True)
