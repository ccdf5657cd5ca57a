"""The chance verb `draw_terrain`: draw the terrain of an explored space."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.settlement.fields import TerrainField
from referee_service.games.settlement.questions import DrawTerrainFrame, EncounterFrame
from referee_service.games.settlement.state import State, region_of
from referee_service.kernel.bags import remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import expect_top, pop, push
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_item, with_player


class DrawTerrain(Action, frozen=True, tag="draw_terrain"):
    """A terrain is revealed."""

    terrain: TerrainField


def outcomes(state: State) -> list[tuple[DrawTerrain, int]]:
    """Return every terrain of the region's level, weighted by its copies."""
    level = region_of(expect_top(state, DrawTerrainFrame).space)
    return [(DrawTerrain(terrain), count) for terrain, count in state.supply.terrains(level)]


def apply(state: State, action: DrawTerrain) -> State:
    """Put the terrain on its space, and start an encounter there."""
    seat, space = state.active_seat, expect_top(state, DrawTerrainFrame).space
    pile = f"terrain_{region_of(space)}"
    remaining = remove_from(state.supply.terrains(region_of(space)), action.terrain)
    state = replace(pop(state), supply=replace(state.supply, **{pile: remaining}))
    state = with_player(state, seat, wilderness=with_item(state.active_player.wilderness, space, action.terrain))
    return emit(
        push(state, EncounterFrame(seat, space)), "terrain_explored", seat, terrain=action.terrain, spaces=(space,)
    )


DRAW_TERRAIN = chance_verb(DrawTerrain, outcomes, apply)
