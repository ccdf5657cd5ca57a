"""The verb `fortify`: build a fortification on a terrain."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player

from ..content.tables import SPACES, content
from ..fields import VillagersField, WildField
from ..state import State, monster_of, resource_of
from ..villagers import bonus_villager_options, use_villagers, villager_objections, villager_pieces


class Fortify(Action, frozen=True, tag="fortify"):
    """Build a fortification on a terrain that has neither a monster nor a fortification."""

    space: WildField
    """Space of the seat's wilderness with the terrain, 0 to 8: three in each region, region I first."""
    bonus: VillagersField


def candidates(state: State) -> list[Fortify]:
    """Return every terrain with neither monster nor fortification."""
    bonus_counts = bonus_villager_options(state, content(state).numbers["fortify_villagers"])
    if not bonus_counts:
        return []
    player = state.active_player
    open_spaces = [
        at for at in SPACES if player.wilderness[at] and at not in player.monsters and at not in player.fortifications
    ]
    return [Fortify(space, bonus) for space in open_spaces for bonus in bonus_counts]


def objections(state: State, action: Fortify) -> Iterator[Refusal]:
    """Yield every reason why this terrain may not be fortified."""
    player = state.active_player
    yield from villager_objections(state, content(state).numbers["fortify_villagers"], action.bonus)
    if not player.wilderness[action.space]:
        yield refuse("fortify.terrain", space=action.space)
    if action.space in player.monsters:
        yield refuse("fortify.monster", space=action.space, monster=monster_of(state, player, action.space))
    if action.space in player.fortifications:
        yield refuse("fortify.once", space=action.space)


def apply(state: State, action: Fortify) -> State:
    """Use a villager and build the fortification."""
    seat = state.active_seat
    state = use_villagers(state, content(state).numbers["fortify_villagers"], action.bonus)
    state = with_player(state, seat, fortifications=tuple(sorted((*state.active_player.fortifications, action.space))))
    return emit(state, "fortification_built", seat, spaces=(action.space,))


def facts(state: State, action: Fortify) -> dict[str, Fact]:
    """Return the villagers, and the resource of the terrain."""
    player = state.active_player
    return {
        "villagers": villager_pieces(content(state).numbers["fortify_villagers"], action.bonus),
        "resource": resource_of(state, player, action.space) if player.wilderness[action.space] else None,
    }


FORTIFY = verb(Fortify, candidates, objections, apply, exact=True, facts=facts)
