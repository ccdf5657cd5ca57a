"""Free action `govern`: with a lead in tents, replace three of them by a house."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.game import verb
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action

from ..content.tables import content
from ..fields import MapTileField
from ..free_actions import governable
from ..main_actions import governor_lead
from ..map_tiles import find_map_tile, has_lead, houses_remaining, replace_tents_by_house
from ..state import NO_SIDE, State


class Govern(Action, frozen=True, tag="govern"):
    """The government of a tile: three tents of the player on it become a house."""

    tile: MapTileField
    """Tile without a house where the player leads by three tents, or by fewer with a technology."""


def candidates(state: State) -> list[Govern]:
    """Return one action per tile that the active player may govern."""
    return [Govern(map_tile.tile) for map_tile in governable(state)]


def objections(state: State, action: Govern) -> Iterator[Refusal]:
    """Yield every reason against governing this tile."""
    map_tile, lead = find_map_tile(state, action.tile), governor_lead(state, state.active_player)
    if map_tile is None:
        yield refuse("tile.map", tile=action.tile)
        return
    if map_tile.house != NO_SIDE:
        yield refuse("govern.house", tile=action.tile)
    if not has_lead(map_tile, state.active_side, lead):
        yield refuse("govern.lead", tile=action.tile, lead=lead)
    elif map_tile.tents[state.active_side] < content(state).numbers["govern_tents"]:
        yield refuse("govern.tents", tile=action.tile)
    if not houses_remaining(state, state.active_side):
        yield refuse("govern.left")


def apply(state: State, action: Govern) -> State:
    """Replace the tents by a house. A house is never removed."""
    return replace_tents_by_house(state, action.tile, state.active_side)


def facts(state: State, action: Govern) -> dict[str, Fact]:
    """Return how many tents become the house."""
    return {"tents": content(state).numbers["govern_tents"]}


GOVERN = verb(
    Govern, candidates, objections, apply, exact=True, kinds={"tile": "tile.kind"}, facts=facts, chip="action.govern"
)
