"""Gain the resource of one terrain among several; no encounter follows."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.settlement.reserve import receive_from
from referee_service.games.settlement.state import CollectTerrainFrame as Collecting
from referee_service.games.settlement.state import Space, State
from referee_service.kernel.game import verb
from referee_service.kernel.pending import expect_top, pop
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action


class CollectTerrain(Action, frozen=True, tag="collect_terrain"):
    """Gain the resource of the terrain on a space."""

    space: Space


def candidates(state: State) -> list[CollectTerrain]:
    """Every terrain that the question names."""
    return [CollectTerrain(space) for space in expect_top(state, Collecting).spaces]


def objections(state: State, action: CollectTerrain) -> Iterator[Refusal]:
    """Why this terrain yields nothing now; nothing yielded means it does."""
    spaces = expect_top(state, Collecting).spaces
    if action.space not in spaces:
        yield refuse("collect_terrain.named", space=action.space, spaces=spaces)


def apply(state: State, action: CollectTerrain) -> State:
    """The terrain yields its resource."""
    return receive_from(pop(state), state.active_seat, action.space)


COLLECT_TERRAIN = verb(CollectTerrain, candidates, objections, apply, exact=True)
