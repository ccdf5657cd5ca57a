"""Add a tent to the tile just explored: follow the explorer, or as explorer answer those who followed."""

from __future__ import annotations

from referee_service.games.dice_settlers.exploration import add_tent
from referee_service.games.dice_settlers.state import State
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal
from referee_service.kernel.state import Action


class AddTent(Action, frozen=True, tag="add_tent"):
    """Add a tent to the new tile."""


def candidates(state: State) -> list[AddTent]:
    """Only who can is asked."""
    return [AddTent()]


def objections(state: State, action: AddTent) -> tuple[Refusal, ...]:
    """Nothing forbids it: who cannot is not asked."""
    return ()


def apply(state: State, action: AddTent) -> State:
    """The tent stands there."""
    return add_tent(state)


ADD_TENT = verb(AddTent, candidates, objections, apply, exact=True)
