"""Encounters: whether the monster of a terrain appears on it."""

from __future__ import annotations

from referee_service.games.settlement.questions import EncounterFrame
from referee_service.games.settlement.state import State, has_permit, is_shown_by_heroes, monster_of
from referee_service.kernel.events import emit
from referee_service.kernel.pending import expect_top, pop
from referee_service.kernel.tuples import with_player


def auto_encounter(state: State) -> State:
    """Finish the encounter: the monster appears if a hero of the row shows it. With a permit the seat decides."""
    space = expect_top(state, EncounterFrame).space
    if has_permit(state, state.active_player, "choose_encounter"):
        return state
    return finish_encounter(state, appears=is_shown_by_heroes(state, monster_of(state, state.active_player, space)))


def finish_encounter(state: State, *, appears: bool) -> State:
    """Close the encounter, and place the monster on the terrain if it appears."""
    seat, space, player = state.active_seat, expect_top(state, EncounterFrame).space, state.active_player
    state = pop(state)
    if not appears:
        return state
    state = with_player(state, seat, monsters=tuple(sorted((*player.monsters, space))))
    return emit(state, "monster_appeared", seat, monster=monster_of(state, player, space), space=space)
