"""Free action of the mini-expansion: give up an explosive technology for its effect."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.dice_settlers.content.tables import content
from referee_service.games.dice_settlers.free_actions import explosive_technologies
from referee_service.games.dice_settlers.state import State, TechnologyField
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player, without


class Explode(Action, frozen=True, tag="explode"):
    """Let this technology explode."""

    technology: TechnologyField


def candidates(state: State) -> list[Explode]:
    """Every explosive technology of yours."""
    return [Explode(name) for name in explosive_technologies(state, state.active_player)]


def objections(state: State, action: Explode) -> Iterator[Refusal]:
    """Why this may not explode; nothing yielded means it may."""
    if action.technology not in explosive_technologies(state, state.active_player):
        yield refuse("explode.explosive", technology=action.technology)


def apply(state: State, action: Explode) -> State:
    """The marker leaves the card, and the effect comes."""
    seat = state.active_side
    state = with_player(state, seat, technologies=without(state.active_player.technologies, action.technology))
    state = emit(state, "exploded", seat, technology=action.technology)
    for work in content(state).technologies[action.technology].on_explode:
        state = work(state, seat)
    return state


EXPLODE = verb(Explode, candidates, objections, apply, exact=True)
