"""Chance brings a card of a deck into a secret hand."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from referee_service.games.medievalia.content.tables import DECKS
from referee_service.games.medievalia.elimination import end_if_decided
from referee_service.games.medievalia.state import NO_CARD, State
from referee_service.games.medievalia.state import DrawCardFrame as Question
from referee_service.kernel.bags import add_to, remove_from
from referee_service.kernel.events import emit_secret
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import expect_top, pop
from referee_service.kernel.state import Action, Domain
from referee_service.kernel.tuples import with_item, with_player


class DrawCard(Action, frozen=True, tag="draw_card"):
    """A card is drawn."""

    card: Annotated[str, Domain("card")]


def outcomes(state: State) -> list[tuple[DrawCard, int]]:
    """Whatever lies face down, each as likely as it has copies there; at the end the card that everybody sees."""
    deck = state.decks[expect_top(state, Question).deck]
    return [(DrawCard(card), count) for card, count in deck.cards] or [(DrawCard(deck.last), 1)]


def apply(state: State, action: DrawCard) -> State:
    """The card goes into the hand; the others see only the back. The game may end with it."""
    frame = expect_top(state, Question)
    deck = state.decks[frame.deck]
    left = replace(deck, cards=remove_from(deck.cards, action.card)) if deck.cards else replace(deck, last=NO_CARD)
    hand = add_to(state.players[frame.to].hand, action.card)
    state = replace(with_player(pop(state), frame.to, hand=hand), decks=with_item(state.decks, frame.deck, left))
    secrets: dict[str, str] = {"card": action.card}
    state = emit_secret(state, "drawn", frame.to, to=(frame.to,), secrets={**secrets}, deck=DECKS[frame.deck])
    return state if left.remaining else end_if_decided(state)


def visible_to(state: State, action: DrawCard) -> tuple[int, ...]:
    """Only the player who draws sees the card."""
    return (expect_top(state, Question).to,)


DRAW_CARD = chance_verb(DrawCard, outcomes, apply, visible_to=visible_to)
