"""Verb `set_die`: turn an active die to another face."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.dice_settlers.content.tables import content
from referee_service.games.dice_settlers.fields import DieField, FaceField
from referee_service.games.dice_settlers.state import State
from referee_service.kernel.bags import add_to, count_in, remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player


class SetDie(Action, frozen=True, tag="set_die"):
    """An active die and its new face."""

    die: DieField
    face: FaceField


def candidates(state: State) -> list[SetDie]:
    """Return one action per active die and other face of its colour."""
    tables = content(state)
    return [
        SetDie(die, face)
        for die, _ in state.active_player.active
        for face, _ in tables.dice[tables.faces[die][0]].faces
        if face != tables.faces[die][1]
    ]


def objections(state: State, action: SetDie) -> Iterator[Refusal]:
    """Yield every reason against this face of this die."""
    colour, shown = content(state).faces[action.die]
    if not count_in(state.active_player.active, action.die):
        yield refuse("die.active", die=action.die)
    if action.face not in content(state).dice[colour].row.faces:
        yield refuse("set_die.face", colour=colour, face=action.face)
    if action.face == shown:
        yield refuse("set_die.other", face=shown)


def apply(state: State, action: SetDie) -> State:
    """Turn the die and close the question."""
    seat, colour = state.active_side, content(state).faces[action.die][0]
    active = add_to(remove_from(state.active_player.active, action.die), f"{colour}_{action.face}")
    state = with_player(pop(state), seat, active=active)
    return emit(state, "die_set", seat, die=action.die, face=action.face)


SET_DIE = verb(SetDie, candidates, objections, apply, exact=True)
