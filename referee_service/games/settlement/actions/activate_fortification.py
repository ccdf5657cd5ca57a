"""The verb `activate_fortification`: collect the resource of a fortified terrain, without an encounter."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player

from ..content.tables import content
from ..fields import VillagersField, WildField
from ..reserve import receive_from
from ..state import State, resource_of
from ..villagers import bonus_villager_options, use_villagers, villager_objections, villager_pieces


class ActivateFortification(Action, frozen=True, tag="activate_fortification"):
    """Collect the resource of a fortified terrain without an encounter, once per round and fortification."""

    space: WildField
    """Space of the seat's wilderness with the fortification, 0 to 8: three in each region, region I first."""
    bonus: VillagersField


def candidates(state: State) -> list[ActivateFortification]:
    """Return every fortification not activated in this round."""
    player = state.active_player
    bonus_counts = bonus_villager_options(state, content(state).numbers["activate_fortification_villagers"])
    if not bonus_counts:
        return []
    unused = [space for space in player.fortifications if space not in player.activated_fortifications]
    return [ActivateFortification(space, bonus) for space in unused for bonus in bonus_counts]


def objections(state: State, action: ActivateFortification) -> Iterator[Refusal]:
    """Yield every reason why this fortification may not be activated."""
    player = state.active_player
    yield from villager_objections(state, content(state).numbers["activate_fortification_villagers"], action.bonus)
    if action.space not in player.fortifications:
        yield refuse("activate_fortification.fort", space=action.space)
    if action.space in player.activated_fortifications:
        yield refuse("activate_fortification.once", space=action.space)


def apply(state: State, action: ActivateFortification) -> State:
    """Use a villager and collect the resource of the terrain."""
    seat = state.active_seat
    state = use_villagers(state, content(state).numbers["activate_fortification_villagers"], action.bonus)
    state = with_player(
        state,
        seat,
        activated_fortifications=tuple(sorted((*state.active_player.activated_fortifications, action.space))),
    )
    state = emit(state, "fortification_activated", seat, spaces=(action.space,))
    return receive_from(state, seat, action.space)


def facts(state: State, action: ActivateFortification) -> dict[str, Fact]:
    """Return the villagers and the resource of the terrain."""
    player = state.active_player
    return {
        "villagers": villager_pieces(content(state).numbers["activate_fortification_villagers"], action.bonus),
        "resource": resource_of(state, player, action.space) if player.wilderness[action.space] else None,
    }


ACTIVATE_FORTIFICATION = verb(ActivateFortification, candidates, objections, apply, exact=True, facts=facts)
