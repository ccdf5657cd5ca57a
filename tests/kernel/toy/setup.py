"""Set-up: the first state from seats, options and a pack."""

from __future__ import annotations

from referee_service.kernel.pending import push
from referee_service.kernel.state import CHANCE
from tests.kernel.toy.content.tables import PACKS, content
from tests.kernel.toy.questions import DealCardsFrame
from tests.kernel.toy.state import CaravanOptions, Player, State


def setup(seats: int, options: CaravanOptions, pack: str) -> State:
    """Return the first state: chance deals cards to every seat, then the turn of seat 0 begins."""
    tables = PACKS.get(pack)
    state = State(
        pack=pack,
        deck=tables.cards,
        market=tables.market,
        players=(Player(),) * seats,
        active_seat=seats - 1,
        turns_remaining=options.rounds * seats,
        pending=(),
        score_lines=((),) * seats,
    )
    return push(state, *first_deal(state))


def first_deal(state: State) -> tuple[DealCardsFrame, ...]:
    """Return the questions that a match begins with: chance deals cards to every seat, seat 0 first."""
    cards = content(state).numbers["first_cards"]
    return tuple(DealCardsFrame(CHANCE, seat, cards) for seat in reversed(range(len(state.players))))
