"""The verb `decide_encounter`: decide whether a monster appears, with a permit."""

from __future__ import annotations

from referee_service.games.settlement.encounters import finish_encounter
from referee_service.games.settlement.fields import YesOrNo
from referee_service.games.settlement.state import State
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal
from referee_service.kernel.state import Action


class DecideEncounter(Action, frozen=True, tag="decide_encounter"):
    """A monster appears, or none does."""

    appears: YesOrNo


def candidates(state: State) -> list[DecideEncounter]:
    """Return both decisions."""
    return [DecideEncounter(appears=False), DecideEncounter(appears=True)]


def objections(state: State, action: DecideEncounter) -> tuple[Refusal, ...]:
    """Return no refusals: both decisions are always legal."""
    return ()


def apply(state: State, action: DecideEncounter) -> State:
    """Finish the encounter as decided."""
    return finish_encounter(state, appears=action.appears)


DECIDE_ENCOUNTER = verb(DecideEncounter, candidates, objections, apply, exact=True)
