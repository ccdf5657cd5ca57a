"""Set-up by chance: the seat that begins, and the last card of every deck."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.bags import Bag, remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.pending import pop
from referee_service.kernel.question import Below, question
from referee_service.kernel.state import CHANCE, Action
from referee_service.kernel.tuples import with_item
from referee_service.kernel.verb_factories import draw_verb, starter_verb

from ..content.tables import DECKS
from ..facts import last_card_facts
from ..fields import Card
from ..questions import ChooseDeckFrame, PickStarterFrame, TurnUpLastFrame
from ..setup import begin_draft, draft_plan, has_last_cards
from ..state import State

# --- pick_starter: the seat that begins -------------------------------------------------------------------------------


def begin(state: State, seat: int) -> State:
    """Begin the draft with a seat."""
    return begin_draft(emit(state, "starts", seat), seat)


def is_starter_unknown(state: State, frame: PickStarterFrame, below: Below) -> bool:
    """Return whether no option names the starter, and no seat has drawn. The last cards are turned up first."""
    if state.options.first_player is not None or state.active_seat or any(player.hand for player in state.players):
        return False
    return frame is not state.pending[-1] or has_last_cards(state)


PICK_STARTER = starter_verb(begin)
PICK_STARTER_QUESTION = question(
    PickStarterFrame, "pick_starter", chance=True, stages=("draft",), fits=is_starter_unknown
)


# --- turn_up_last: the visible last card of each deck -----------------------------------------------------------------


class TurnUpLast(Action, frozen=True, tag="turn_up_last"):
    """A card that chance turns up as the last one of the next deck."""

    card: Card
    """Kind of the card turned up, as the id of its component. All seats see it."""


def next_unrevealed_deck(state: State) -> int:
    """Return the index of the first deck whose last card is not turned up yet."""
    return next(index for index, deck in enumerate(state.decks) if not deck.last)


def unrevealed_cards(state: State) -> Bag:
    """Return the cards of the first deck whose last card is not turned up yet."""
    return state.decks[next_unrevealed_deck(state)].cards


def apply_turn_up_last(state: State, action: TurnUpLast) -> State:
    """Make the card the visible last card of its deck. Close the question after the last deck."""
    index = next_unrevealed_deck(state)
    deck = state.decks[index]
    shown = replace(deck, cards=remove_from(deck.cards, action.card), last=action.card)
    state = replace(state, decks=with_item(state.decks, index, shown))
    state = emit(state, "last_shown", CHANCE, deck=DECKS[index], card=action.card)
    return pop(state) if index == len(DECKS) - 1 else state


def is_last_card_hidden(state: State, frame: TurnUpLastFrame, below: Below) -> bool:
    """Return whether nothing else has happened: decks are revealed in their order, and no seat has drawn."""
    shown = [bool(deck.last) for deck in state.decks]
    if has_last_cards(state) or shown != sorted(shown, reverse=True):
        return False
    return below in ((PickStarterFrame(CHANCE),), draft_plan(state))


TURN_UP_LAST = draw_verb(TurnUpLast, unrevealed_cards, apply_turn_up_last, kind_rule="deck.card")
TURN_UP_LAST_QUESTION = question(
    TurnUpLastFrame,
    "turn_up_last",
    chance=True,
    stages=("draft",),
    over=(PickStarterFrame, ChooseDeckFrame),
    fits=is_last_card_hidden,
    facts=last_card_facts,
)
