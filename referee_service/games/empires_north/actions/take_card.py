"""Choice of a card from the player's deck or discard pile."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.empires_north.empire.placement import enter_empire
from referee_service.games.empires_north.questions import SearchFrame, StartingCardFrame
from referee_service.games.empires_north.state import CardName, State, deciding_player, deciding_seat
from referee_service.games.empires_north.taking import takeable_cards
from referee_service.kernel.bags import add_to, remove_from
from referee_service.kernel.events import emit, emit_secret
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player


class TakeCard(Action, frozen=True, tag="take_card"):
    """A card is taken."""

    card: CardName


def candidates(state: State) -> list[TakeCard]:
    """Return every card of the pile that the effect may take."""
    return [TakeCard(card) for card in takeable_cards(state)]


def objections(state: State, action: TakeCard) -> Iterator[Refusal]:
    """Yield the reason if the effect may not take this card."""
    if action.card not in takeable_cards(state):
        yield refuse("take_card.meant", card=action.card)


def apply(state: State, action: TakeCard) -> State:
    """Move the card to the hand. A starting card of a scenario enters the empire instead."""
    frame, seat, player = state.pending[-1], deciding_seat(state), deciding_player(state)
    state = pop(state)
    if isinstance(frame, StartingCardFrame):
        state = with_player(state, seat, deck=remove_from(player.deck, action.card))
        return enter_empire(state, seat, action.card, event="built")
    hand = add_to(player.hand, action.card)
    if isinstance(frame, SearchFrame):
        state = with_player(state, seat, deck=remove_from(player.deck, action.card), hand=hand)
        return emit_secret(state, "searched", seat, to=(seat,), secrets={"card": action.card})
    state = with_player(state, seat, discard=remove_from(player.discard, action.card), hand=hand)
    return emit(state, "taken_back", seat, card=action.card)


def visible_to(state: State, action: TakeCard) -> tuple[int, ...] | None:
    """Return the seat that searches its deck. All seats see a card that comes from the discard pile."""
    return (deciding_seat(state),) if isinstance(state.pending[-1], SearchFrame) else None


TAKE_CARD = verb(TakeCard, candidates, objections, apply, exact=True, visible_to=visible_to)
