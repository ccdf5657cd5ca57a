"""Set-up: the first state from seats, options and a pack."""

from __future__ import annotations

from referee_service.kernel.state import CHANCE
from tests.kernel.toy.content.tables import PACKS
from tests.kernel.toy.questions import DealCardsFrame
from tests.kernel.toy.state import CaravanOptions, Player, State


def setup(seats: int, options: CaravanOptions, pack: str) -> State:
    """Return the first state: chance deals cards to every seat, then the turn of seat 0 begins."""
    tables = PACKS.get(pack)
    deals = [DealCardsFrame(CHANCE, seat, tables.numbers["first_cards"]) for seat in reversed(range(seats))]
    return State(
        pack=pack,
        deck=tables.cards,
        market=tables.market,
        players=(Player(),) * seats,
        active_seat=seats - 1,
        turns_remaining=options.rounds * seats,
        pending=tuple(deals),
        score_lines=((),) * seats,
    )
