"""Free action `explode` of the mini-expansion: give up an explosive technology for its effect."""

from __future__ import annotations

from referee_service.kernel.events import emit
from referee_service.kernel.rules import Fact
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player, without
from referee_service.kernel.verb_factories import choose_verb

from ..content.tables import content
from ..fields import TableField
from ..free_actions import explosive_technologies
from ..labels import effect_facts
from ..state import State


class Explode(Action, frozen=True, tag="explode"):
    """The explosion of a technology of the mini-expansion: the player gives it up for its effect."""

    technology: TableField
    """Explosive technology of the player, which is given up for its effect."""


def own_explosives(state: State) -> list[str]:
    """Return the explosive technologies of the active player."""
    return explosive_technologies(state, state.active_player)


def apply(state: State, action: Explode) -> State:
    """Remove the player's marker from the card and apply the card's effects."""
    seat = state.active_side
    state = with_player(state, seat, technologies=without(state.active_player.technologies, action.technology))
    state = emit(state, "exploded", seat, technology=action.technology)
    for apply_effect in content(state).technologies[action.technology].on_explode:
        state = apply_effect(state, seat)
    return state


def facts(state: State, action: Explode) -> dict[str, Fact]:
    """Return what the explosion brings."""
    return effect_facts(state, content(state).technologies[action.technology].row.on_explode)


EXPLODE = choose_verb(Explode, own_explosives, apply, rule="explode.explosive", facts=facts)
