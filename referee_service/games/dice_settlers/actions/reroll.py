"""Verb `reroll`: pick up an active die to roll it again, up to three of them."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.dice_settlers.content.tables import PIONEER, content
from referee_service.games.dice_settlers.fields import DieField
from referee_service.games.dice_settlers.questions import AdjustFrame, RerollFrame
from referee_service.games.dice_settlers.state import State
from referee_service.kernel.bags import count_in, remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import replace_top, top
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player


class Reroll(Action, frozen=True, tag="reroll"):
    """An active die to pick up."""

    die: DieField


def paid_with_pioneer(state: State) -> bool:
    """Return whether a pioneer was spent. A resource symbol pays no reroll."""
    frame = top(state)
    return isinstance(frame, RerollFrame) or (isinstance(frame, AdjustFrame) and frame.price == PIONEER)


def candidates(state: State) -> list[Reroll]:
    """Return one action per active die, if a pioneer was spent."""
    return [Reroll(die) for die, _ in state.active_player.active] if paid_with_pioneer(state) else []


def objections(state: State, action: Reroll) -> Iterator[Refusal]:
    """Yield every reason against picking up this die."""
    if not paid_with_pioneer(state):
        yield refuse("reroll.pioneer")
    if not count_in(state.active_player.active, action.die):
        yield refuse("die.active", die=action.die)


def apply(state: State, action: Reroll) -> State:
    """Move the die from the active dice to the dice in hand."""
    frame, seat = top(state), state.active_side
    picked = frame.dice if isinstance(frame, RerollFrame) else ()
    dice = tuple(sorted((*picked, content(state).faces[action.die][0])))
    state = with_player(
        replace_top(state, RerollFrame(seat, dice)), seat, active=remove_from(state.active_player.active, action.die)
    )
    return emit(state, "die_picked_up", seat, die=action.die)


REROLL = verb(Reroll, candidates, objections, apply, exact=True)
