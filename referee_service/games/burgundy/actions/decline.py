"""The verb `decline`: give up a benefit."""

from __future__ import annotations

from referee_service.kernel.actions.decline import Decline
from referee_service.kernel.events import emit
from referee_service.kernel.pending import pop
from referee_service.kernel.verb_factories import only_verb

from ..state import State, deciding_seat


def apply(state: State, action: Decline) -> State:
    """Close the question."""
    return emit(pop(state), "declined", deciding_seat(state), rule="ruling.benefits")


DECLINE = only_verb(Decline, apply)
