"""Verb `ask_ally`: ask the ally to produce resources for the next purchase."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import push
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action

from ..fiefs import ally_of
from ..questions import AllyHelpFrame
from ..state import State


class AskAlly(Action, frozen=True, tag="ask_ally"):
    """A request to the ally to produce resources for the next purchase."""


def candidates(state: State) -> list[AskAlly]:
    """Return the only action, if there is an ally who was not asked since the last purchase."""
    return [] if ally_of(state, state.active_seat) is None or state.ally_asked else [AskAlly()]


def objections(state: State, action: AskAlly) -> Iterator[Refusal]:
    """Yield every reason why the ally may not be asked now."""
    if ally_of(state, state.active_seat) is None:
        yield refuse("ask_ally.ally")
    if state.ally_asked:
        yield refuse("ask_ally.once")


def apply(state: State, action: AskAlly) -> State:
    """Ask the ally to contribute, before anything else is bought."""
    ally = ally_of(state, state.active_seat)
    assert ally is not None
    state = emit(replace(state, ally_asked=True, moved_units=()), "ally_asked", state.active_seat, ally=ally)
    return push(state, AllyHelpFrame(ally))


ASK_ALLY = verb(AskAlly, candidates, objections, apply, exact=True)
