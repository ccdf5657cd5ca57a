"""Pass: no more actions in this round, and nobody can raid you."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.empires_north.state import State
from referee_service.kernel.events import note
from referee_service.kernel.game import verb
from referee_service.kernel.ruling import Refusal
from referee_service.kernel.state import Action
from referee_service.kernel.values import change


class PassRound(Action, frozen=True, tag="pass_round"):
    """Pass for the rest of the round."""


def candidates(state: State) -> list[PassRound]:
    """Passing is one single action."""
    return [PassRound()]


def objections(state: State, action: PassRound) -> tuple[Refusal, ...]:
    """Nothing forbids passing."""
    return ()


def apply(state: State, action: PassRound) -> State:
    """The player is out of the round."""
    return note(replace(change(state, state.active, passed=True), acted=True), "passed", state.active)


PASS_ROUND = verb(PassRound, candidates, objections, apply, exact=True)
