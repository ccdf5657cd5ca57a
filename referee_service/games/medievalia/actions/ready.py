"""Verb `ready`: declare that all armies are formed, or that no more units are sent against them."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.medievalia.questions import EngageFrame, MusterFrame, StrikeFrame
from referee_service.games.medievalia.state import State
from referee_service.games.medievalia.war.battle import armies, current_battle, unassigned_fighters
from referee_service.kernel.game import verb
from referee_service.kernel.pending import replace_top
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action


class Ready(Action, frozen=True, tag="ready"):
    """A declaration that no more units are sent."""


def candidates(state: State) -> list[Ready]:
    """Return the only action. It may be illegal."""
    return [Ready()]


def objections(state: State, action: Ready) -> Iterator[Refusal]:
    """Yield every reason why more units must be sent first."""
    seat = state.pending[-1].seat
    assert isinstance(seat, int)
    if isinstance(state.pending[-1], MusterFrame) and not armies(state):
        yield refuse("ready.army")
    if waiting := unassigned_fighters(state, seat):
        yield refuse("ready.all", cards=tuple(waiting))


def apply(state: State, action: Ready) -> State:
    """Ask the defender after the attacker is ready. After the defender, ask for the targets of unengaged armies."""
    battle = current_battle(state)
    attacking = isinstance(state.pending[-1], MusterFrame)
    return replace_top(state, EngageFrame(battle.defender) if attacking else StrikeFrame(battle.attacker))


READY = verb(Ready, candidates, objections, apply)
