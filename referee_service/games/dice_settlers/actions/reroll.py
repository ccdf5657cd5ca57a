"""Pick up an active die to roll it again, up to three of them."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.dice_settlers.content import PIONEER, content
from referee_service.games.dice_settlers.questions import Adjust
from referee_service.games.dice_settlers.questions import Reroll as Picked
from referee_service.games.dice_settlers.state import DieField, State
from referee_service.kernel.events import note
from referee_service.kernel.game import verb
from referee_service.kernel.pending import swap, top
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.values import change, count_in, take_from


class Reroll(Action, frozen=True, tag="reroll"):
    """Pick up this die."""

    die: DieField


def is_for_pioneer(state: State) -> bool:
    """Whether a pioneer was spent: a resource does not roll dice again."""
    frame = top(state)
    return isinstance(frame, Picked) or (isinstance(frame, Adjust) and frame.price == PIONEER)


def candidates(state: State) -> list[Reroll]:
    """Every active die."""
    return [Reroll(die) for die, _ in state.me.active] if is_for_pioneer(state) else []


def objections(state: State, action: Reroll) -> Iterator[Refusal]:
    """Why this die may not be picked up; nothing yielded means it may."""
    if not is_for_pioneer(state):
        yield refuse("reroll.pioneer")
    if not count_in(state.me.active, action.die):
        yield refuse("die.active", die=action.die)


def apply(state: State, action: Reroll) -> State:
    """The die is in hand."""
    frame, seat = top(state), state.active
    picked = frame.dice if isinstance(frame, Picked) else ()
    dice = tuple(sorted((*picked, content(state).faces[action.die][0])))
    state = change(swap(state, Picked(seat, dice)), seat, active=take_from(state.me.active, action.die))
    return note(state, "die_picked_up", seat, die=action.die)


REROLL = verb(Reroll, candidates, objections, apply, exact=True)
