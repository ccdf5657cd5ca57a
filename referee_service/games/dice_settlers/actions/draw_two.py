"""Verb `draw_two`: draw and roll two more dice for a resource symbol."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.dice_settlers.content.tables import RESOURCE, content
from referee_service.games.dice_settlers.questions import AdjustFrame, DrawDiceFrame
from referee_service.games.dice_settlers.state import State
from referee_service.kernel.game import verb
from referee_service.kernel.pending import expect_top, replace_top
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import CHANCE, Action


class DrawTwo(Action, frozen=True, tag="draw_two"):
    """Two more dice from the bag."""


def candidates(state: State) -> list[DrawTwo]:
    """Return the action if a resource symbol was spent and the bag is not empty."""
    return [DrawTwo()] if expect_top(state, AdjustFrame).price == RESOURCE and state.active_player.bag else []


def objections(state: State, action: DrawTwo) -> Iterator[Refusal]:
    """Yield a refusal if a pioneer was spent, or if the bag is empty."""
    if expect_top(state, AdjustFrame).price != RESOURCE:
        yield refuse("draw_two.resource")
    if not state.active_player.bag:
        yield refuse("draw_two.bag")


def apply(state: State, action: DrawTwo) -> State:
    """Ask chance to draw the dice. The bag is not refilled in this step."""
    count = content(state).numbers["draw_for_resource"]
    return replace_top(state, DrawDiceFrame(CHANCE, state.active_side, count, refill=False))


DRAW_TWO = verb(DrawTwo, candidates, objections, apply, exact=True)
