"""Choice of an option: an effect, a bundle of goods, or a cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from referee_service.games.empires_north.choosing import apply_option, options
from referee_service.games.empires_north.state import State
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.shape import Domain
from referee_service.kernel.state import Action


class Choose(Action, frozen=True, tag="choose"):
    """A choice of one option, by its name."""

    option: Annotated[str, Domain("option")]


def candidates(state: State) -> list[Choose]:
    """Return every possible option."""
    return [Choose(option) for option in options(state)]


def objections(state: State, action: Choose) -> Iterator[Refusal]:
    """Yield the reason if this option is not possible."""
    possible = options(state)
    if action.option not in possible:
        yield refuse("choose.possible", option=action.option, possible=tuple(possible))


def apply(state: State, action: Choose) -> State:
    """Carry out the option."""
    return apply_option(state, action.option)


CHOOSE = verb(Choose, candidates, objections, apply, exact=True)
