"""Chance brings a card of a deck into a secret hand."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from referee_service.games.medievalia.content import DECKS
from referee_service.games.medievalia.elimination import end_if_decided
from referee_service.games.medievalia.state import NONE, State
from referee_service.games.medievalia.state import DrawCard as Question
from referee_service.kernel.events import note_secret
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import asking, pop
from referee_service.kernel.state import Action, Domain
from referee_service.kernel.values import add_to, change, put, take_from


class DrawCard(Action, frozen=True, tag="draw_card"):
    """A card is drawn."""

    card: Annotated[str, Domain("card")]


def outcomes(state: State) -> list[tuple[DrawCard, int]]:
    """Whatever lies face down, each as likely as it has copies there; at the end the card that everybody sees."""
    deck = state.decks[asking(state, Question).deck]
    return [(DrawCard(card), count) for card, count in deck.cards] or [(DrawCard(deck.last), 1)]


def apply(state: State, action: DrawCard) -> State:
    """The card goes into the hand; the others see only the back. The game may end with it."""
    frame = asking(state, Question)
    deck = state.decks[frame.deck]
    left = replace(deck, cards=take_from(deck.cards, action.card)) if deck.cards else replace(deck, last=NONE)
    hand = add_to(state.players[frame.to].hand, action.card)
    state = replace(change(pop(state), frame.to, hand=hand), decks=put(state.decks, frame.deck, left))
    secrets: dict[str, str] = {"card": action.card}
    state = note_secret(state, "drawn", frame.to, to=(frame.to,), secrets={**secrets}, deck=DECKS[frame.deck])
    return state if left.left else end_if_decided(state)


def seen_by(state: State, action: DrawCard) -> tuple[int, ...]:
    """Only the player who draws sees the card."""
    return (asking(state, Question).to,)


DRAW_CARD = chance_verb(DrawCard, outcomes, apply, seen_by=seen_by)
