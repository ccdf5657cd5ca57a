"""Verb `end_roll`: end the roll phase of the player."""

from __future__ import annotations

from referee_service.kernel.state import Action
from referee_service.kernel.verb_factories import only_verb

from ..state import State
from ..turns import next_roll


class EndRoll(Action, frozen=True, tag="end_roll"):
    """The end of the player's roll phase. The next side rolls, or the action phase begins."""


def apply(state: State, action: EndRoll) -> State:
    """Begin the next roll: of the next player, then of the printed Bot. The action phase follows."""
    return next_roll(state)


END_ROLL = only_verb(EndRoll, apply)
