"""Take a card from your deck or your discard pile."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.empires_north.empire.placement import enter_empire
from referee_service.games.empires_north.picking import asked, chooser
from referee_service.games.empires_north.questions import SearchFrame, StartingCardFrame
from referee_service.games.empires_north.state import CardName, State
from referee_service.games.empires_north.taking import takeable
from referee_service.kernel.bags import add_to, remove_from
from referee_service.kernel.events import emit, emit_secret
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player


class TakeCard(Action, frozen=True, tag="take_card"):
    """Take this card."""

    card: CardName


def candidates(state: State) -> list[TakeCard]:
    """Every card of the pile that is meant."""
    return [TakeCard(card) for card in takeable(state)]


def objections(state: State, action: TakeCard) -> Iterator[Refusal]:
    """Why this card may not be taken; nothing yielded means it may."""
    if action.card not in takeable(state):
        yield refuse("take_card.meant", card=action.card)


def apply(state: State, action: TakeCard) -> State:
    """It comes into the hand: from the deck in secret, from the discard pile openly. A scenario may place it."""
    frame, seat, player = state.pending[-1], chooser(state), asked(state)
    state = pop(state)
    if isinstance(frame, StartingCardFrame):
        state = with_player(state, seat, deck=remove_from(player.deck, action.card))
        return enter_empire(state, seat, action.card, told="built")
    hand = add_to(player.hand, action.card)
    if isinstance(frame, SearchFrame):
        state = with_player(state, seat, deck=remove_from(player.deck, action.card), hand=hand)
        return emit_secret(state, "searched", seat, to=(seat,), secrets={"card": action.card})
    state = with_player(state, seat, discard=remove_from(player.discard, action.card), hand=hand)
    return emit(state, "taken_back", seat, card=action.card)


def visible_to(state: State, action: TakeCard) -> tuple[int, ...] | None:
    """A card from the deck is seen by its owner only."""
    return (chooser(state),) if isinstance(state.pending[-1], SearchFrame) else None


TAKE_CARD = verb(TakeCard, candidates, objections, apply, exact=True, visible_to=visible_to)
