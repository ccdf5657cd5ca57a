"""The verb `end_turn`: end the turn without the purchase that is still possible."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action

from ..state import State


class EndTurn(Action, frozen=True, tag="end_turn"):
    """End the turn without the purchase that is still possible. Both dice must be used."""


def candidates(state: State) -> list[EndTurn]:
    """Return the action if both dice are used."""
    return [] if state.active_player.dice else [EndTurn()]


def objections(state: State, action: EndTurn) -> Iterator[Refusal]:
    """Yield a refusal while a die is unused. A player can always use it to take workers."""
    if state.active_player.dice:
        yield refuse("end_turn.dice", dice=state.active_player.dice)


def apply(state: State, action: EndTurn) -> State:
    """Give up the purchase. An automatic step then ends the turn."""
    return replace(state, may_buy=False)


END_TURN = verb(EndTurn, candidates, objections, apply, exact=True)
