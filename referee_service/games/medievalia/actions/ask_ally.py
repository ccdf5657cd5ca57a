"""Ask the ally to produce for your next purchase."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.medievalia.realm import partner
from referee_service.games.medievalia.state import AllyHelp, State
from referee_service.kernel.events import note
from referee_service.kernel.game import verb
from referee_service.kernel.pending import push
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action


class AskAlly(Action, frozen=True, tag="ask_ally"):
    """Ask the ally for help."""


def candidates(state: State) -> list[AskAlly]:
    """Asking is one single action."""
    return [] if partner(state, state.active) is None or state.asked else [AskAlly()]


def objections(state: State, action: AskAlly) -> Iterator[Refusal]:
    """Why the ally may not be asked now; nothing yielded means it may."""
    if partner(state, state.active) is None:
        yield refuse("ask_ally.ally")
    if state.asked:
        yield refuse("ask_ally.once")


def apply(state: State, action: AskAlly) -> State:
    """The ally answers before anything is bought."""
    ally = partner(state, state.active)
    assert ally is not None
    state = note(replace(state, asked=True, stationed=()), "ally_asked", state.active, ally=ally)
    return push(state, AllyHelp(ally))


ASK_ALLY = verb(AskAlly, candidates, objections, apply, exact=True)
