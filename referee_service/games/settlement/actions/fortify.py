"""The verb `fortify`: build a fortification on a terrain."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player

from ..content.tables import SPACES, content
from ..fields import SpaceField, VillagersField
from ..state import State
from ..villagers import bonus_villager_options, use_villagers, villager_objections


class Fortify(Action, frozen=True, tag="fortify"):
    """Fortify the terrain on a space, with a basic or a bonus villager."""

    space: SpaceField
    bonus: VillagersField


def candidates(state: State) -> list[Fortify]:
    """Return every terrain with neither monster nor fortification."""
    player, bonus_counts = (
        state.active_player,
        bonus_villager_options(state, content(state).numbers["fortify_villagers"]),
    )
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
        yield refuse("fortify.monster", space=action.space)
    if action.space in player.fortifications:
        yield refuse("fortify.once", space=action.space)


def apply(state: State, action: Fortify) -> State:
    """Use a villager and build the fortification."""
    seat = state.active_seat
    state = use_villagers(state, content(state).numbers["fortify_villagers"], action.bonus)
    state = with_player(state, seat, fortifications=tuple(sorted((*state.active_player.fortifications, action.space))))
    return emit(state, "fortification_built", seat, spaces=(action.space,))


FORTIFY = verb(Fortify, candidates, objections, apply, exact=True)
