"""The small functions that content rows name."""

from __future__ import annotations

from referee_service.kernel.events import emit
from referee_service.kernel.pending import push
from referee_service.kernel.score import award
from referee_service.kernel.state import CHANCE
from tests.kernel.toy.content.tables import effect
from tests.kernel.toy.state import Cards, State, cards_of


@effect
def draw(state: State, seat: int, cards: int) -> State:
    """The owner draws cards."""
    return push(state, Cards(CHANCE, seat, cards))


@effect
def score_hand(state: State, seat: int, points: int) -> State:
    """The owner scores points for every card in hand."""
    cards = cards_of(state, seat)
    if not cards:
        return state
    state = award(state, seat, points * cards, "opened.hand", count=cards)
    return emit(state, "admired", seat, points=points * cards)
