"""The verb `choose_castle`: choose the space of the starting castle in turn order (advanced game)."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.burgundy.boards import castle_spaces, place_starting_castle
from referee_service.games.burgundy.content.tables import content
from referee_service.games.burgundy.fields import Space
from referee_service.games.burgundy.state import State, deciding_seat
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action


class ChooseCastle(Action, frozen=True, tag="choose_castle"):
    """Choose the space of your starting castle."""

    space: Space


def candidates(state: State) -> list[ChooseCastle]:
    """Return every castle space of the seat's board."""
    return [ChooseCastle(space) for space in castle_spaces(state, deciding_seat(state))]


def objections(state: State, action: ChooseCastle) -> Iterator[Refusal]:
    """Yield a refusal if the space is not a castle space."""
    if action.space not in castle_spaces(state, deciding_seat(state)):
        kind = content(state).boards[state.players[deciding_seat(state)].board].spaces[action.space].kind
        yield refuse("choose_castle.colour", space=action.space, kind=kind)


def apply(state: State, action: ChooseCastle) -> State:
    """Place the starting castle. It brings no action and no points."""
    return place_starting_castle(pop(state), deciding_seat(state), action.space)


CHOOSE_CASTLE = verb(ChooseCastle, candidates, objections, apply, exact=True)
