"""Chance rolls how fast the caravan is, and so how many cards are drawn."""

from __future__ import annotations

from referee_service.kernel.events import emit
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import replace_top
from referee_service.kernel.state import CHANCE, Action
from tests.kernel.toy.content.tables import content
from tests.kernel.toy.state import Cards, PaceField, State


class Roll(Action, frozen=True, tag="roll"):
    """The die shows a pace."""

    pace: PaceField


def outcomes(state: State) -> list[tuple[Roll, int]]:
    """Every pace, as likely as it has faces."""
    return [(Roll(pace), row.faces) for pace, row in content(state).paces.items()]


def apply(state: State, action: Roll) -> State:
    """The player in turn is dealt cards."""
    state = emit(state, "paced", state.current, pace=action.pace)
    return replace_top(state, Cards(CHANCE, state.current, content(state).paces[action.pace].cards))


ROLL = chance_verb(Roll, outcomes, apply)
