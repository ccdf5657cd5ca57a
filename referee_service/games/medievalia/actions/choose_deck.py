"""Verb `choose_deck`: choose the deck from which a card is drawn."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.medievalia.content.tables import DECKS
from referee_service.games.medievalia.fields import Deck
from referee_service.games.medievalia.questions import ChooseDeckFrame, DrawCardFrame
from referee_service.games.medievalia.state import State
from referee_service.kernel.game import verb
from referee_service.kernel.pending import expect_top, push, replace_top
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import CHANCE, Action


class ChooseDeck(Action, frozen=True, tag="choose_deck"):
    """A choice of the deck from which a card is drawn."""

    deck: Deck


def candidates(state: State) -> list[ChooseDeck]:
    """Return an action for every deck with cards."""
    return [ChooseDeck(name) for name, deck in zip(DECKS, state.decks, strict=True) if deck.remaining]


def objections(state: State, action: ChooseDeck) -> Iterator[Refusal]:
    """Yield a refusal if the deck is empty."""
    if not state.decks[DECKS.index(action.deck)].remaining:
        yield refuse("choose_deck.empty", deck=action.deck)


def apply(state: State, action: ChooseDeck) -> State:
    """Ask chance for a card of the deck, and count it as drawn."""
    frame = expect_top(state, ChooseDeckFrame)
    assert isinstance(frame.seat, int)
    state = replace_top(state, replace(frame, remaining=frame.remaining - 1))
    return push(state, DrawCardFrame(CHANCE, frame.seat, DECKS.index(action.deck)))


CHOOSE_DECK = verb(ChooseDeck, candidates, objections, apply, exact=True)
