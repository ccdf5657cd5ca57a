"""Free action `explode` of the mini-expansion: give up an explosive technology for its effect."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.dice_settlers.content.tables import content
from referee_service.games.dice_settlers.fields import TechnologyField
from referee_service.games.dice_settlers.free_actions import explosive_technologies
from referee_service.games.dice_settlers.state import State
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player, without


class Explode(Action, frozen=True, tag="explode"):
    """An explosive technology of the player that explodes."""

    technology: TechnologyField


def candidates(state: State) -> list[Explode]:
    """Return one action per explosive technology of the active player."""
    return [Explode(name) for name in explosive_technologies(state, state.active_player)]


def objections(state: State, action: Explode) -> Iterator[Refusal]:
    """Yield a refusal if the player has no such explosive technology."""
    if action.technology not in explosive_technologies(state, state.active_player):
        yield refuse("explode.explosive", technology=action.technology)


def apply(state: State, action: Explode) -> State:
    """Remove the player's marker from the card and apply the card's effects."""
    seat = state.active_side
    state = with_player(state, seat, technologies=without(state.active_player.technologies, action.technology))
    state = emit(state, "exploded", seat, technology=action.technology)
    for apply_effect in content(state).technologies[action.technology].on_explode:
        state = apply_effect(state, seat)
    return state


EXPLODE = verb(Explode, candidates, objections, apply, exact=True)
