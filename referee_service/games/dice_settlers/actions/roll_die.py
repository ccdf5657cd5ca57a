"""Chance verb `roll_die`: the face of the next die."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.dice_settlers.content.tables import content
from referee_service.games.dice_settlers.fields import FaceField
from referee_service.games.dice_settlers.questions import RollDiceFrame
from referee_service.games.dice_settlers.state import State, is_bot
from referee_service.kernel.bags import add_to
from referee_service.kernel.events import emit
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import expect_top, replace_top
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player


class RollDie(Action, frozen=True, tag="roll_die"):
    """The face that the next die shows."""

    face: FaceField


def outcomes(state: State) -> list[tuple[RollDie, int]]:
    """Return every face of the next die with its weight."""
    colour = expect_top(state, RollDiceFrame).dice[0]
    return [(RollDie(face), weight) for face, weight in content(state).dice[colour].faces]


def apply(state: State, action: RollDie) -> State:
    """Make the die active. A die of the printed Bot waits until all its dice are rolled."""
    frame = expect_top(state, RollDiceFrame)
    colour, *rest = frame.dice
    die = f"{colour}_{action.face}"
    if is_bot(state, frame.to):
        state = replace_top(state, replace(frame, dice=tuple(rest), rolled=(*frame.rolled, die)))
    else:
        active = add_to(state.players[frame.to].active, die)
        state = with_player(replace_top(state, replace(frame, dice=tuple(rest))), frame.to, active=active)
    return emit(state, "die_rolled", frame.to, die=die)


ROLL_DIE = chance_verb(RollDie, outcomes, apply)
