"""Verb `turn_up_last`: chance turns up the last card of a deck."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.medievalia.content.tables import DECKS
from referee_service.games.medievalia.fields import Card
from referee_service.games.medievalia.state import State
from referee_service.kernel.bags import remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import pop
from referee_service.kernel.state import CHANCE, Action
from referee_service.kernel.tuples import with_item


class TurnUpLast(Action, frozen=True, tag="turn_up_last"):
    """The card that lies open beneath its deck."""

    card: Card


def next_unrevealed_deck(state: State) -> int:
    """Return the index of the first deck whose last card is not turned up yet."""
    return next(index for index, deck in enumerate(state.decks) if not deck.last)


def outcomes(state: State) -> list[tuple[TurnUpLast, int]]:
    """Return every card of the deck, weighted by its copies."""
    return [(TurnUpLast(card), count) for card, count in state.decks[next_unrevealed_deck(state)].cards]


def apply(state: State, action: TurnUpLast) -> State:
    """Make the card the visible last card of its deck. Close the question after the last deck."""
    index = next_unrevealed_deck(state)
    deck = state.decks[index]
    shown = replace(deck, cards=remove_from(deck.cards, action.card), last=action.card)
    state = replace(state, decks=with_item(state.decks, index, shown))
    state = emit(state, "last_shown", CHANCE, deck=DECKS[index], card=action.card)
    return pop(state) if index == len(DECKS) - 1 else state


TURN_UP_LAST = chance_verb(TurnUpLast, outcomes, apply)
