"""Verb `end_roll`: end the roll phase of the player."""

from __future__ import annotations

from referee_service.games.dice_settlers.state import State
from referee_service.games.dice_settlers.turns import next_roll
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal
from referee_service.kernel.state import Action


class EndRoll(Action, frozen=True, tag="end_roll"):
    """The end of a player's roll phase."""


def candidates(state: State) -> list[EndRoll]:
    """Return the one action."""
    return [EndRoll()]


def objections(state: State, action: EndRoll) -> tuple[Refusal, ...]:
    """Return no refusal: a player may always stop."""
    return ()


def apply(state: State, action: EndRoll) -> State:
    """Begin the next roll: of the next player, then of the printed Bot. The action phase follows."""
    return next_roll(state)


END_ROLL = verb(EndRoll, candidates, objections, apply, exact=True)
