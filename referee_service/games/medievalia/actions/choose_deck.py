"""Choose the deck from which a card is drawn."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.games.medievalia.content import DECKS
from referee_service.games.medievalia.state import ChooseDeck as Question
from referee_service.games.medievalia.state import Deck, DrawCard, State
from referee_service.kernel.game import verb
from referee_service.kernel.pending import asking, push, swap
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import CHANCE, Action


class ChooseDeck(Action, frozen=True, tag="choose_deck"):
    """Choose the deck from which a card is drawn."""

    deck: Deck


def candidates(state: State) -> list[ChooseDeck]:
    """Every deck with cards."""
    return [ChooseDeck(name) for name, deck in zip(DECKS, state.decks, strict=True) if deck.left]


def objections(state: State, action: ChooseDeck) -> Iterator[Refusal]:
    """An empty deck gives nothing."""
    if not state.decks[DECKS.index(action.deck)].left:
        yield refuse("choose_deck.empty", deck=action.deck)


def apply(state: State, action: ChooseDeck) -> State:
    """Chance brings a card of it."""
    frame = asking(state, Question)
    assert isinstance(frame.seat, int)
    state = swap(state, replace(frame, left=frame.left - 1))
    return push(state, DrawCard(CHANCE, frame.seat, DECKS.index(action.deck)))


CHOOSE_DECK = verb(ChooseDeck, candidates, objections, apply, exact=True)
