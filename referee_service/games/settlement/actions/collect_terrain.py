"""The verb `collect_terrain`: gain the resource of one of several terrains, without an encounter."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.settlement.fields import SpaceField
from referee_service.games.settlement.questions import CollectTerrainFrame
from referee_service.games.settlement.reserve import receive_from
from referee_service.games.settlement.state import State
from referee_service.kernel.game import verb
from referee_service.kernel.pending import expect_top, pop
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action


class CollectTerrain(Action, frozen=True, tag="collect_terrain"):
    """Gain the resource of the terrain on a space."""

    space: SpaceField


def candidates(state: State) -> list[CollectTerrain]:
    """Return every terrain that the question names."""
    return [CollectTerrain(space) for space in expect_top(state, CollectTerrainFrame).spaces]


def objections(state: State, action: CollectTerrain) -> Iterator[Refusal]:
    """Yield a refusal if the question does not name this terrain."""
    spaces = expect_top(state, CollectTerrainFrame).spaces
    if action.space not in spaces:
        yield refuse("collect_terrain.named", space=action.space, spaces=spaces)


def apply(state: State, action: CollectTerrain) -> State:
    """Gain the resource of the terrain."""
    return receive_from(pop(state), state.active_seat, action.space)


COLLECT_TERRAIN = verb(CollectTerrain, candidates, objections, apply, exact=True)
