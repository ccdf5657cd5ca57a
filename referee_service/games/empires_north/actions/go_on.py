"""End of an optional question: no boost or field, no ship moved up, or nothing more to assign, release or refresh."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action, question_of

from ..content.schema import UpTo
from ..effects.cards import close_assignment
from ..effects.requirements import can_perform
from ..effects.runner import current_effect
from ..questions import AssignFrame, BoostWindowFrame, ChooseShipFrame, RefreshFrame, ReleaseFrame
from ..state import State, deciding_seat


class GoOn(Action, frozen=True, tag="go_on"):
    """The optional question ends: the player does nothing more."""


def candidates(state: State) -> list[GoOn]:
    """Return the only action of this verb."""
    return [GoOn()]


def objections(state: State, action: GoOn) -> Iterator[Refusal]:
    """Yield the reason if the effect or the declared action still needs something."""
    frame = state.pending[-1]
    if isinstance(frame, BoostWindowFrame) and not can_perform(state, deciding_seat(state), frame.action):
        yield refuse("go_on.declared", action=frame.action)
    if isinstance(frame, AssignFrame) and must_assign_more(state, frame):
        yield refuse("go_on.owed")
    if isinstance(frame, RefreshFrame | ReleaseFrame) and not isinstance(current_effect(state).count, UpTo):
        yield refuse("go_on.owed")
    if isinstance(frame, ChooseShipFrame) and current_effect(state).name != "advance_ship":
        yield refuse("go_on.owed")


def must_assign_more(state: State, frame: AssignFrame) -> bool:
    """Return whether the effect is not done: a fixed number is left, or the acting card has no good yet."""
    current = current_effect(state)
    return not isinstance(current.count, UpTo) or (current.targets_itself and not frame.has_begun)


def apply(state: State, action: GoOn) -> State:
    """Close the question."""
    frame = state.pending[-1]
    return close_assignment(state, frame) if isinstance(frame, AssignFrame) else pop(state)


def facts(state: State, action: GoOn) -> dict[str, Fact]:
    """Return the declared action that follows, or the question that is skipped."""
    frame = state.pending[-1]
    return {"action": frame.action} if isinstance(frame, BoostWindowFrame) else {"skipped": question_of(frame)}


GO_ON = verb(GoOn, candidates, objections, apply, facts=facts)
