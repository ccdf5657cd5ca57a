"""Turn an active die to a face of choice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from referee_service.games.dice_settlers.content import content
from referee_service.games.dice_settlers.state import DieField, State
from referee_service.kernel.events import note
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action, Domain
from referee_service.kernel.values import add_to, change, count_in, take_from


class SetDie(Action, frozen=True, tag="set_die"):
    """Turn this die to that face."""

    die: DieField
    face: Annotated[str, Domain("face")]


def candidates(state: State) -> list[SetDie]:
    """Every active die with every other face of it."""
    tables = content(state)
    return [
        SetDie(die, face)
        for die, _ in state.me.active
        for face, _ in tables.dice[tables.faces[die][0]].faces
        if face != tables.faces[die][1]
    ]


def objections(state: State, action: SetDie) -> Iterator[Refusal]:
    """Why this die may not be turned so; nothing yielded means it may."""
    colour, shown = content(state).faces[action.die]
    if not count_in(state.me.active, action.die):
        yield refuse("die.active", die=action.die)
    if action.face not in content(state).dice[colour].row.faces:
        yield refuse("set_die.face", colour=colour, face=action.face)
    if action.face == shown:
        yield refuse("set_die.other", face=shown)


def apply(state: State, action: SetDie) -> State:
    """The die shows the face."""
    seat, colour = state.active, content(state).faces[action.die][0]
    active = add_to(take_from(state.me.active, action.die), f"{colour}_{action.face}")
    state = change(pop(state), seat, active=active)
    return note(state, "die_set", seat, die=action.die, face=action.face)


SET_DIE = verb(SetDie, candidates, objections, apply, exact=True)
