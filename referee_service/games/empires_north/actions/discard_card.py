"""Discard of a card from the hand, as a price or by an event."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.empires_north.economy.supply import discard_from_hand
from referee_service.games.empires_north.questions import PayFromHandFrame
from referee_service.games.empires_north.state import CardName, State, deciding_player, deciding_seat
from referee_service.kernel.bags import count_in
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop, replace_top
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action


class DiscardCard(Action, frozen=True, tag="discard_card"):
    """A card of the hand is discarded."""

    card: CardName


def candidates(state: State) -> list[DiscardCard]:
    """Return every card of the hand."""
    return [DiscardCard(card) for card, _ in deciding_player(state).hand]


def objections(state: State, action: DiscardCard) -> Iterator[Refusal]:
    """Yield the reason if the card is not in the hand."""
    if not count_in(deciding_player(state).hand, action.card):
        yield refuse("discard_card.hand", card=action.card)


def apply(state: State, action: DiscardCard) -> State:
    """Put the card face up on the discard pile, and close the question after the last one."""
    frame, seat = state.pending[-1], deciding_seat(state)
    if isinstance(frame, PayFromHandFrame) and frame.remaining > 1:
        return discard_from_hand(replace_top(state, replace(frame, remaining=frame.remaining - 1)), seat, action.card)
    return discard_from_hand(pop(state), seat, action.card)


DISCARD_CARD = verb(DiscardCard, candidates, objections, apply, exact=True)
