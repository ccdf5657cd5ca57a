"""Verb `draw_card`: chance draws a card of a deck into a secret hand."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.medievalia.content.tables import DECKS
from referee_service.games.medievalia.elimination import end_if_decided
from referee_service.games.medievalia.fields import NO_CARD, Card
from referee_service.games.medievalia.questions import DrawCardFrame
from referee_service.games.medievalia.state import State
from referee_service.kernel.bags import add_to, remove_from
from referee_service.kernel.events import emit_secret
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import expect_top, pop
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_item, with_player


class DrawCard(Action, frozen=True, tag="draw_card"):
    """The card that is drawn."""

    card: Card


def outcomes(state: State) -> list[tuple[DrawCard, int]]:
    """Return the face-down cards, weighted by their copies. If there are none, return the visible last card."""
    deck = state.decks[expect_top(state, DrawCardFrame).deck]
    return [(DrawCard(card), count) for card, count in deck.cards] or [(DrawCard(deck.last), 1)]


def apply(state: State, action: DrawCard) -> State:
    """Put the card into the hand. Other players learn only its deck. An empty deck may end the game."""
    frame = expect_top(state, DrawCardFrame)
    deck = state.decks[frame.deck]
    rest = replace(deck, cards=remove_from(deck.cards, action.card)) if deck.cards else replace(deck, last=NO_CARD)
    hand = add_to(state.players[frame.to].hand, action.card)
    state = replace(with_player(pop(state), frame.to, hand=hand), decks=with_item(state.decks, frame.deck, rest))
    secrets: dict[str, str] = {"card": action.card}
    state = emit_secret(state, "drawn", frame.to, to=(frame.to,), secrets={**secrets}, deck=DECKS[frame.deck])
    return state if rest.remaining else end_if_decided(state)


def visible_to(state: State, action: DrawCard) -> tuple[int, ...]:
    """Return the seats that see the card: only the player who draws it."""
    return (expect_top(state, DrawCardFrame).to,)


DRAW_CARD = chance_verb(DrawCard, outcomes, apply, visible_to=visible_to)
