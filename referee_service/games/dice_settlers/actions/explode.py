"""Free action of the mini-expansion: give up an explosive technology for its effect."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.dice_settlers.content import content
from referee_service.games.dice_settlers.free import explosives
from referee_service.games.dice_settlers.state import State, TechnologyField
from referee_service.kernel.events import note
from referee_service.kernel.game import verb
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.values import change, drop


class Explode(Action, frozen=True, tag="explode"):
    """Let this technology explode."""

    technology: TechnologyField


def candidates(state: State) -> list[Explode]:
    """Every explosive technology of yours."""
    return [Explode(name) for name in explosives(state, state.me)]


def objections(state: State, action: Explode) -> Iterator[Refusal]:
    """Why this may not explode; nothing yielded means it may."""
    if action.technology not in explosives(state, state.me):
        yield refuse("explode.explosive", technology=action.technology)


def apply(state: State, action: Explode) -> State:
    """The marker leaves the card, and the effect comes."""
    seat = state.active
    state = change(state, seat, technologies=drop(state.me.technologies, action.technology))
    state = note(state, "exploded", seat, technology=action.technology)
    for work in content(state).technologies[action.technology].on_explode:
        state = work(state, seat)
    return state


EXPLODE = verb(Explode, candidates, objections, apply, exact=True)
