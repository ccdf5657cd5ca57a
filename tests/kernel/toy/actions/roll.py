"""The verb `roll`: chance rolls the pace, which is the number of cards that the player draws."""

from __future__ import annotations

from referee_service.kernel.events import emit
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import replace_top
from referee_service.kernel.state import CHANCE, Action
from tests.kernel.toy.content.tables import content
from tests.kernel.toy.questions import DealCardsFrame
from tests.kernel.toy.state import PaceField, State


class Roll(Action, frozen=True, tag="roll"):
    """Roll a pace."""

    pace: PaceField


def outcomes(state: State) -> list[tuple[Roll, int]]:
    """Return each pace, weighted by its number of faces."""
    return [(Roll(pace), row.faces) for pace, row in content(state).paces.items()]


def apply(state: State, action: Roll) -> State:
    """Deal cards to the active player."""
    state = emit(state, "pace_rolled", state.active_seat, pace=action.pace)
    return replace_top(state, DealCardsFrame(CHANCE, state.active_seat, content(state).paces[action.pace].cards))


ROLL = chance_verb(Roll, outcomes, apply)
