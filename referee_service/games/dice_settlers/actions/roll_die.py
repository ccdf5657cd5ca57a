"""Chance: a die is rolled, a player's again or one of the Bot's."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from referee_service.games.dice_settlers.content import content
from referee_service.games.dice_settlers.questions import RollDice
from referee_service.games.dice_settlers.state import State, is_bot
from referee_service.kernel.events import note
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import asking, swap
from referee_service.kernel.state import Action, Domain
from referee_service.kernel.values import add_to, change


class RollDie(Action, frozen=True, tag="roll_die"):
    """The next die shows this face."""

    face: Annotated[str, Domain("face")]


def outcomes(state: State) -> list[tuple[RollDie, int]]:
    """Every face of the next die."""
    colour = asking(state, RollDice).dice[0]
    return [(RollDie(face), weight) for face, weight in content(state).dice[colour].faces]


def apply(state: State, action: RollDie) -> State:
    """The die is active; the Bot's waits for the others."""
    frame = asking(state, RollDice)
    colour, *rest = frame.dice
    die = f"{colour}_{action.face}"
    if is_bot(state, frame.to):
        state = swap(state, replace(frame, dice=tuple(rest), rolled=(*frame.rolled, die)))
    else:
        active = add_to(state.players[frame.to].active, die)
        state = change(swap(state, replace(frame, dice=tuple(rest))), frame.to, active=active)
    return note(state, "die_rolled", frame.to, die=die)


ROLL_DIE = chance_verb(RollDie, outcomes, apply)
