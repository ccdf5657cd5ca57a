"""The verb `pass_round`: leave the round, instead of a turn or at its end."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.pending import push
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player
from referee_service.kernel.verb_factories import only_verb

from ..content.tables import STREETS, content
from ..questions import KeepBasicsFrame, LastExchangesFrame, TakeArtefactFrame
from ..state import State, is_last_round


class PassRound(Action, frozen=True, tag="pass_round"):
    """Leave the round. The first seat to pass begins the next round."""


def apply(state: State, action: PassRound) -> State:
    """Return the villagers, and ask for the basic resources to keep and a new artefact. In the last round only
    exchanges follow."""
    seat = state.active_seat
    state = return_villagers(with_player(state, seat, passed=True), seat)
    first = seat if state.next_first_seat is None else state.next_first_seat
    state = emit(replace(state, next_first_seat=first, evenly_exchanged=()), "passed", seat)
    if is_last_round(state):
        return push(state, LastExchangesFrame(seat))
    return push(state, TakeArtefactFrame(seat), KeepBasicsFrame(seat))


def return_villagers(state: State, seat: int) -> State:
    """Return basic villagers, remove used bonus villagers, and clear all zones of a seat."""
    clear = (0,) * len(STREETS)
    villagers = content(state).numbers["villagers"]
    return with_player(
        state, seat, villagers=villagers, bonus_used=0, regions=clear, streets=clear, activated_fortifications=()
    )


PASS_ROUND = only_verb(PassRound, apply)
