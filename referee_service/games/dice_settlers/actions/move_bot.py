"""Chance verb `move_bot`: the marker of the printed Bot moves, and the Bot acts where it stops."""

from __future__ import annotations

from referee_service.games.dice_settlers.content.tables import content
from referee_service.games.dice_settlers.fields import StepsField
from referee_service.games.dice_settlers.printed_bot.hexagon import move_marker
from referee_service.games.dice_settlers.state import State
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import pop
from referee_service.kernel.state import Action


class MoveBot(Action, frozen=True, tag="move_bot"):
    """The number of steps that the marker moves."""

    steps: StepsField


def outcomes(state: State) -> list[tuple[MoveBot, int]]:
    """Return every result of the marker's die with its weight."""
    return [(MoveBot(row.steps), row.weight) for row in content(state).pack.steps]


def apply(state: State, action: MoveBot) -> State:
    """Move the marker. The pieces at its new edge give the force of the action."""
    return move_marker(pop(state), action.steps)


MOVE_BOT = chance_verb(MoveBot, outcomes, apply)
