"""Give the card you are asked for."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.bags import add_to, count_in, remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop, top
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.score import award
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player
from tests.kernel.toy.state import State, number


class Give(Action, frozen=True, tag="give"):
    """Give the card you are asked for."""


def candidates(state: State) -> list[Give]:
    """Giving is one single action."""
    return [Give()]


def objections(state: State, action: Give) -> Iterator[Refusal]:
    """Only a card in hand can be given."""
    asked = top(state)
    if not count_in(state.players[asked.seat].hand, asked.good):
        yield refuse("give.have", good=asked.good)


def apply(state: State, action: Give) -> State:
    """The card changes hands in the open, and thanks are earned."""
    asked = top(state)
    giver, taker = state.players[asked.seat], state.players[asked.by]
    state = with_player(pop(state), asked.seat, hand=remove_from(giver.hand, asked.good))
    state = with_player(state, asked.by, hand=add_to(taker.hand, asked.good))
    state = award(state, asked.seat, number(state, giver, "thanks"), "give.thanks")
    return emit(state, "given", asked.seat, whom=asked.by, good=asked.good)


GIVE = verb(Give, candidates, objections, apply)
