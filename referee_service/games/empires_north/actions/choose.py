"""Choose one of several options: an effect, a bundle of goods, or a way to pay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from referee_service.games.empires_north.choosing import chosen, options
from referee_service.games.empires_north.state import State
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action, Domain


class Choose(Action, frozen=True, tag="choose"):
    """Choose an option by its name."""

    option: Annotated[str, Domain("option")]


def candidates(state: State) -> list[Choose]:
    """Every option that is possible."""
    return [Choose(option) for option in options(state)]


def objections(state: State, action: Choose) -> Iterator[Refusal]:
    """Why this may not be chosen; nothing yielded means it may."""
    possible = options(state)
    if action.option not in possible:
        yield refuse("choose.possible", option=action.option, possible=tuple(possible))


def apply(state: State, action: Choose) -> State:
    """What was chosen follows."""
    return chosen(state, action.option)


CHOOSE = verb(Choose, candidates, objections, apply, exact=True)
