"""Effects: functions that content rows name."""

from __future__ import annotations

from referee_service.kernel.events import emit
from referee_service.kernel.pending import push
from referee_service.kernel.score import award
from referee_service.kernel.state import CHANCE
from tests.kernel.toy.content.tables import effect
from tests.kernel.toy.questions import DealCardsFrame
from tests.kernel.toy.state import State, hand_size


@effect
def draw(state: State, seat: int, cards: int) -> State:
    """Deal cards to a seat."""
    return push(state, DealCardsFrame(CHANCE, seat, cards))


@effect
def score_hand(state: State, seat: int, points: int) -> State:
    """Give points to a seat for every card in its hand."""
    cards = hand_size(state, seat)
    if not cards:
        return state
    state = award(state, seat, points * cards, "opened.hand", count=cards)
    return emit(state, "hand_scored", seat, points=points * cards)
