"""Leave it at that: no boost or field, nothing more to assign, release or refresh."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.empires_north.answering import close_assignment
from referee_service.games.empires_north.declaring import can_resolve
from referee_service.games.empires_north.pack import UpTo
from referee_service.games.empires_north.picking import chooser
from referee_service.games.empires_north.questions import Assign, Refresh, Window
from referee_service.games.empires_north.running import asking_effect
from referee_service.games.empires_north.state import State
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action


class GoOn(Action, frozen=True, tag="go_on"):
    """Leave it at that."""


def candidates(state: State) -> list[GoOn]:
    """Going on is one single action."""
    return [GoOn()]


def objections(state: State, action: GoOn) -> Iterator[Refusal]:
    """Why it may not be left at that; nothing yielded means it may."""
    frame = state.pending[-1]
    if isinstance(frame, Window) and not can_resolve(state, chooser(state), frame.action):
        yield refuse("go_on.declared", action=frame.action)
    if isinstance(frame, Assign) and is_owed(state, frame):
        yield refuse("go_on.owed")
    if isinstance(frame, Refresh) and not isinstance(asking_effect(state).n, UpTo):
        yield refuse("go_on.owed")


def is_owed(state: State, frame: Assign) -> bool:
    """Whether more must be assigned: all of a fixed number, and at least one good to the acting card."""
    doing = asking_effect(state)
    return not isinstance(doing.n, UpTo) or (doing.to_this and not frame.begun)


def apply(state: State, action: GoOn) -> State:
    """The question is closed."""
    return close_assignment(state) if isinstance(state.pending[-1], Assign) else pop(state)


GO_ON = verb(GoOn, candidates, objections, apply)
