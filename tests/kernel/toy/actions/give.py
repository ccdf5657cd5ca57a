"""The verb `give`: give the card that another player asks for."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.bags import add_to, count_in, remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import expect_top, pop
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.score import award
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player
from tests.kernel.toy.questions import RequestFrame
from tests.kernel.toy.state import State, rule_number


class Give(Action, frozen=True, tag="give"):
    """Give the card."""


def candidates(state: State) -> list[Give]:
    """Return the only action of this verb."""
    return [Give()]


def objections(state: State, action: Give) -> Iterator[Refusal]:
    """Yield a refusal if the hand lacks the card."""
    request = expect_top(state, RequestFrame)
    if not count_in(state.players[request.seat].hand, request.good):
        yield refuse("give.have", good=request.good)


def apply(state: State, action: Give) -> State:
    """Move the card openly to the other hand, and score points for the giver."""
    request = expect_top(state, RequestFrame)
    giver, taker = state.players[request.seat], state.players[request.by]
    state = with_player(pop(state), request.seat, hand=remove_from(giver.hand, request.good))
    state = with_player(state, request.by, hand=add_to(taker.hand, request.good))
    state = award(state, request.seat, rule_number(state, giver, "thanks"), "give.thanks")
    return emit(state, "given", request.seat, whom=request.by, good=request.good)


GIVE = verb(Give, candidates, objections, apply)
