"""The chance verb `roll_die`: roll one die, first the players' dice in turn order, last the white die."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.burgundy.content.tables import DIE_FACES, content
from referee_service.games.burgundy.fields import Face
from referee_service.games.burgundy.state import State
from referee_service.kernel.game import chance_verb
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player


class RollDie(Action, frozen=True, tag="roll_die"):
    """A die shows a face."""

    face: Face


_FACES = tuple((RollDie(face), 1) for face in DIE_FACES)


def outcomes(state: State) -> tuple[tuple[RollDie, int], ...]:
    """Return every face with equal weight."""
    return _FACES


def apply(state: State, action: RollDie) -> State:
    """Give the die to the first seat short of dice. If no seat is short, it is the white die."""
    enough = content(state).numbers["dice_each"]
    for seat in state.turn_order:
        dice = state.players[seat].dice
        if len(dice) < enough:
            return with_player(state, seat, dice=tuple(sorted((*dice, action.face))))
    return replace(state, white_die=action.face)


ROLL_DIE = chance_verb(RollDie, outcomes, apply)
