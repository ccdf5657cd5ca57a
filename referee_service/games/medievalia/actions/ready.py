"""All troops are where they shall fight."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.medievalia.state import EngageFrame, MusterFrame, State, StrikeFrame
from referee_service.games.medievalia.war.battle import armies, current_battle, unassigned_fighters
from referee_service.kernel.game import verb
from referee_service.kernel.pending import replace_top
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action


class Ready(Action, frozen=True, tag="ready"):
    """No more troops are sent."""


def candidates(state: State) -> list[Ready]:
    """Being ready is one single action."""
    return [Ready()]


def objections(state: State, action: Ready) -> Iterator[Refusal]:
    """Why more troops must be sent; nothing yielded means none must."""
    seat = state.pending[-1].seat
    assert isinstance(seat, int)
    if isinstance(state.pending[-1], MusterFrame) and not armies(state):
        yield refuse("ready.army")
    if waiting := unassigned_fighters(state, seat):
        yield refuse("ready.all", cards=tuple(waiting))


def apply(state: State, action: Ready) -> State:
    """After the attacker comes the defender; then unengaged armies strike."""
    battle = current_battle(state)
    attacking = isinstance(state.pending[-1], MusterFrame)
    return replace_top(state, EngageFrame(battle.defender) if attacking else StrikeFrame(battle.attacker))


READY = verb(Ready, candidates, objections, apply)
