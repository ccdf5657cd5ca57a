"""Verb `add_tent`: follow the explorer to a new tile, or defend that tile as the explorer."""

from __future__ import annotations

from referee_service.games.dice_settlers.exploration import add_tent
from referee_service.games.dice_settlers.state import State
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal
from referee_service.kernel.state import Action


class AddTent(Action, frozen=True, tag="add_tent"):
    """A tent added to the tile that was just explored."""


def candidates(state: State) -> list[AddTent]:
    """Return the one action. A seat that cannot add a tent is not asked."""
    return [AddTent()]


def objections(state: State, action: AddTent) -> tuple[Refusal, ...]:
    """Return no refusal: the question is open only for a seat that can add a tent."""
    return ()


def apply(state: State, action: AddTent) -> State:
    """Place the tent and close the question."""
    return add_tent(state)


ADD_TENT = verb(AddTent, candidates, objections, apply, exact=True)
