"""Pass for the rest of the round. A player who has passed cannot be raided."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player
from referee_service.kernel.verb_factories import only_verb

from ..state import State


class PassRound(Action, frozen=True, tag="pass_round"):
    """The player takes no more actions in this round, and cannot be raided in it."""


def apply(state: State, action: PassRound) -> State:
    """Mark the player as passed."""
    return emit(
        replace(with_player(state, state.active_seat, passed=True), has_acted=True), "passed", state.active_seat
    )


PASS_ROUND = only_verb(PassRound, apply)
