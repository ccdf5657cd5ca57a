"""Pass, instead of a turn or at its end: the round is over for this player."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.settlement.content import STREETS, content
from referee_service.games.settlement.state import KeepBasics, LastExchanges, State, TakeArtefact, is_last_round
from referee_service.kernel.events import note
from referee_service.kernel.game import verb
from referee_service.kernel.pending import push
from referee_service.kernel.ruling import Refusal
from referee_service.kernel.state import Action
from referee_service.kernel.values import change


class PassRound(Action, frozen=True, tag="pass_round"):
    """Leave the round."""


def candidates(state: State) -> list[PassRound]:
    """Passing is one single action."""
    return [PassRound()]


def objections(state: State, action: PassRound) -> tuple[Refusal, ...]:
    """Nothing forbids passing in one's turn."""
    return ()


def apply(state: State, action: PassRound) -> State:
    """Basics go, villagers come home, and a new artefact is taken; in the last round only exchanges are left."""
    seat = state.active
    state = send_home(change(state, seat, passed=True), seat)
    first = seat if state.next_first is None else state.next_first
    state = note(replace(state, next_first=first, swapped=()), "passed", seat)
    if is_last_round(state):
        return push(state, LastExchanges(seat))
    return push(state, TakeArtefact(seat), KeepBasics(seat))


def send_home(state: State, seat: int) -> State:
    """Basic villagers come back, used bonus villagers leave, and all zones are clear."""
    clear = (0,) * len(STREETS)
    villagers = content(state).numbers["villagers"]
    return change(state, seat, villagers=villagers, bonus_used=0, regions=clear, streets=clear, used_forts=())


PASS_ROUND = verb(PassRound, candidates, objections, apply, exact=True)
