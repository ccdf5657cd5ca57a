"""Secret choice of the cards to keep. In the lookout each costs a worker, in the set-up none does."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from referee_service.games.empires_north.content.tables import content
from referee_service.games.empires_north.questions import KeepFrame
from referee_service.games.empires_north.state import OwnCard, State, deciding_player, deciding_seat
from referee_service.kernel.bags import bag_of, count_in, size_of
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import expect_top, pop
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player


class KeepCards(Action, frozen=True, tag="keep_cards"):
    """These cards are kept. They are listed in order of their names."""

    cards: tuple[OwnCard, ...]


def keep_limits(state: State) -> tuple[int, int]:
    """Return the least and the greatest number of cards that may be kept."""
    exactly, player = expect_top(state, KeepFrame).exactly, deciding_player(state)
    if exactly is not None:
        return (min(exactly, size_of(player.looked_at)),) * 2
    cost = content(state).numbers["lookout_cost"]
    return 0, player.workers // cost if cost else size_of(player.looked_at)


def candidates(state: State) -> list[KeepCards]:
    """Return every selection with a number of cards within the limits."""
    (minimum, maximum), looked = keep_limits(state), deciding_player(state).looked_at
    selections = product(*(range(count + 1) for _, count in looked))
    return [
        KeepCards(tuple(card for (card, _), n in zip(looked, counts, strict=True) for _ in range(n)))
        for counts in selections
        if minimum <= sum(counts) <= maximum
    ]


def objections(state: State, action: KeepCards) -> Iterator[Refusal]:
    """Yield every reason why exactly these cards may not be kept."""
    (minimum, maximum), looked = keep_limits(state), deciding_player(state).looked_at
    if any(count > count_in(looked, card) for card, count in bag_of(action.cards)):
        yield refuse("keep_cards.looked", cards=action.cards)
    if len(action.cards) < minimum:
        yield refuse("keep_cards.count", found=len(action.cards), wanted=minimum)
    if len(action.cards) > maximum:
        rule = "keep_cards.count" if expect_top(state, KeepFrame).exactly is not None else "keep_cards.workers"
        yield refuse(rule, found=len(action.cards), wanted=maximum)
    if list(action.cards) != sorted(action.cards):
        yield refuse("keep_cards.sorted")


def apply(state: State, action: KeepCards) -> State:
    """Put the chosen cards aside, face down until every player has chosen."""
    seat = deciding_seat(state)
    return emit(with_player(pop(state), seat, kept=bag_of(action.cards)), "chose", seat)


def visible_to(state: State, action: KeepCards) -> tuple[int, ...]:
    """Return the seat that chooses. The other seats do not see the cards."""
    return (deciding_seat(state),)


KEEP_CARDS = verb(KeepCards, candidates, objections, apply, exact=True, visible_to=visible_to)
