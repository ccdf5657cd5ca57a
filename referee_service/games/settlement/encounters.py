"""Encounters: whether the monster of a terrain appears on it."""

from __future__ import annotations

from referee_service.games.settlement.state import Encounter, State, is_shown_by_heroes, monster_of, permits
from referee_service.kernel.events import note
from referee_service.kernel.pending import asking, pop
from referee_service.kernel.values import change


def meet(state: State) -> State:
    """The monster appears if a hero of the row shows it; with a permit, its owner is asked instead."""
    space = asking(state, Encounter).space
    if permits(state, state.me, "choose_encounter"):
        return state
    return settle_encounter(state, appears=is_shown_by_heroes(state, monster_of(state, state.me, space)))


def settle_encounter(state: State, *, appears: bool) -> State:
    """One monster appears on the terrain, or none."""
    seat, space, me = state.active, asking(state, Encounter).space, state.me
    state = pop(state)
    if not appears:
        return state
    state = change(state, seat, monsters=tuple(sorted((*me.monsters, space))))
    return note(state, "monster_appeared", seat, monster=monster_of(state, me, space), space=space)
