"""Verb `place_tile`: lay a tile on the map, for the player or for the printed Bot."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.game import verb
from referee_service.kernel.hexes import Hex
from referee_service.kernel.pending import expect_top, top
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action

from ..exploration import lay_explored_tile, lay_start_tile, legal_cells
from ..fields import CoordinateField
from ..map_tiles import cells_of, explore_cells
from ..places import tiles_beside
from ..questions import LayStartFrame, PlaceTileFrame
from ..state import State, has_permit, is_bot


class PlaceTile(Action, frozen=True, tag="place_tile"):
    """The cell of the hex map where the tile of the open question is laid."""

    q: CoordinateField
    """Column of the cell in axial hex coordinates. The first tile lies at q=0, r=0."""
    r: CoordinateField
    """Slanted row of the cell in axial hex coordinates. The first tile lies at q=0, r=0."""


def candidates(state: State) -> list[PlaceTile]:
    """Return one action per legal cell."""
    return [PlaceTile(*cell) for cell in legal_cells(state)]


def objections(state: State, action: PlaceTile) -> Iterator[Refusal]:
    """Yield a refusal if the cell is not legal."""
    cell = (action.q, action.r)
    if cell not in legal_cells(state):
        rule = broken_rule(state, cell)
        present = presence_facts(state) if rule == "place_tile.spot" else {}
        yield refuse(rule, q=action.q, r=action.r, **present)


def presence_facts(state: State) -> dict[str, Fact]:
    """Return who must be present beside the tile, or None with a permit to explore anywhere."""
    side = expect_top(state, PlaceTileFrame).side
    who = "bot" if is_bot(state, side) else "you"
    return {"present": None if has_permit(state, side, "explore_anywhere") else who}


def broken_rule(state: State, cell: Hex) -> str:
    """Return the rule that an illegal cell breaks.

    The usual rules come first (ruling solo_explore_spot). A cell that obeys them breaks the printed Bot's priority.
    """
    if cell in cells_of(state):
        return "place_tile.taken"
    if isinstance(top(state), LayStartFrame):
        return "place_tile.start"
    side = expect_top(state, PlaceTileFrame).side
    return "bot.explore" if cell in explore_cells(state, side) else "place_tile.spot"


def apply(state: State, action: PlaceTile) -> State:
    """Lay the tile. An explored tile also gets a tent of the explorer."""
    cell = (action.q, action.r)
    return lay_start_tile(state, cell) if isinstance(top(state), LayStartFrame) else lay_explored_tile(state, cell)


def facts(state: State, action: PlaceTile) -> dict[str, Fact]:
    """Return the tiles that the cell touches."""
    return {"beside": tiles_beside(state, (action.q, action.r))}


PLACE_TILE = verb(PlaceTile, candidates, objections, apply, exact=True, facts=facts)
