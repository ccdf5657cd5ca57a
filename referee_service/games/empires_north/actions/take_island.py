"""Choice to pillage an island, or to conquer it with the raze token on board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from referee_service.games.empires_north.phases.expedition import conquer, pillage, ship_of
from referee_service.games.empires_north.questions import LandingFrame
from referee_service.games.empires_north.state import State
from referee_service.kernel.game import verb
from referee_service.kernel.pending import expect_top
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.shape import Domain
from referee_service.kernel.state import Action


class TakeIsland(Action, frozen=True, tag="take_island"):
    """The island is pillaged or conquered."""

    conquer: Annotated[bool, Domain("yes_or_no")]


def candidates(state: State) -> list[TakeIsland]:
    """Return both answers. A ship without a raze token pillages automatically."""
    return [TakeIsland(conquer=False), TakeIsland(conquer=True)]


def objections(state: State, action: TakeIsland) -> Iterator[Refusal]:
    """Yield the reason if the ship has no raze token to conquer with."""
    if action.conquer and not ship_of(state, expect_top(state, LandingFrame)).raze:
        yield refuse("take_island.raze")


def apply(state: State, action: TakeIsland) -> State:
    """Pillage or conquer the island."""
    return conquer(state) if action.conquer else pillage(state)


TAKE_ISLAND = verb(TakeIsland, candidates, objections, apply)
