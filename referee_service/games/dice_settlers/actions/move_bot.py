"""Chance: the Bot's marker moves, and the Bot acts where it stops."""

from __future__ import annotations

from typing import Annotated

from referee_service.games.dice_settlers.content.tables import content
from referee_service.games.dice_settlers.printed_bot.hexagon import move_marker
from referee_service.games.dice_settlers.state import State
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import pop
from referee_service.kernel.state import Action, Domain


class MoveBot(Action, frozen=True, tag="move_bot"):
    """The marker moves so many steps."""

    steps: Annotated[int, Domain("steps")]


def outcomes(state: State) -> list[tuple[MoveBot, int]]:
    """Every face of the marker's die."""
    return [(MoveBot(row.steps), row.weight) for row in content(state).pack.steps]


def apply(state: State, action: MoveBot) -> State:
    """The pieces at the side where it stops are the force of the action."""
    return move_marker(pop(state), action.steps)


MOVE_BOT = chance_verb(MoveBot, outcomes, apply)
