"""Cards that chance brings: the roll of the pace, then the deal."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.bags import Bag, add_to, remove_from
from referee_service.kernel.events import emit, emit_secret
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import expect_top, lapse, pop, replace_top
from referee_service.kernel.question import question
from referee_service.kernel.state import CHANCE, Action
from referee_service.kernel.triggers import OrderTriggersFrame
from referee_service.kernel.tuples import with_player
from referee_service.kernel.verb_factories import draw_verb
from tests.kernel.toy.content.tables import content
from tests.kernel.toy.fields import GoodField, PaceField
from tests.kernel.toy.questions import DealCardsFrame, RollPaceFrame, TradeFrame
from tests.kernel.toy.state import State

# --- roll_pace: the number of cards that the player draws -------------------------------------------------------------


class Roll(Action, frozen=True, tag="roll"):
    """Roll a pace."""

    pace: PaceField


def outcomes(state: State) -> list[tuple[Roll, int]]:
    """Return each pace, weighted by its number of faces."""
    return [(Roll(pace), row.faces) for pace, row in content(state).paces.items()]


def apply_roll(state: State, action: Roll) -> State:
    """Deal cards to the active player."""
    state = emit(state, "pace_rolled", state.active_seat, pace=action.pace)
    return replace_top(state, DealCardsFrame(CHANCE, state.active_seat, content(state).paces[action.pace].cards))


ROLL = chance_verb(Roll, outcomes, apply_roll)
ROLL_PACE = question(RollPaceFrame, "roll", chance=True, over=(TradeFrame,))


# --- deal_cards: one card after the other -----------------------------------------------------------------------------


class Draw(Action, frozen=True, tag="draw"):
    """Draw a card."""

    good: GoodField


def deck(state: State) -> Bag:
    """Return the cards of the deck."""
    return state.deck


def apply_draw(state: State, action: Draw) -> State:
    """Move the card to the hand. The other seats see only that a card was drawn."""
    frame = expect_top(state, DealCardsFrame)
    hand = add_to(state.players[frame.to].hand, action.good)
    state = replace(with_player(state, frame.to, hand=hand), deck=remove_from(state.deck, action.good))
    state = replace_top(state, replace(frame, remaining=frame.remaining - 1))
    return emit_secret(state, "drawn", frame.to, to=(frame.to,), secrets={"good": action.good})


def visible_to(state: State, action: Draw) -> tuple[int, ...]:
    """Return the seat that sees the card: the one that draws it."""
    return (expect_top(state, DealCardsFrame).to,)


def auto_deal_cards(state: State, frame: DealCardsFrame) -> State:
    """Close the question once all cards are dealt. It lapses if the deck is empty."""
    if not frame.remaining:
        return pop(state)
    return state if state.deck else lapse(state)


DRAW = draw_verb(Draw, deck, apply_draw, visible_to=visible_to)
DEAL_CARDS = question(
    DealCardsFrame,
    "draw",
    chance=True,
    stages=("turn",),
    over=(TradeFrame, DealCardsFrame, OrderTriggersFrame),
    step=auto_deal_cards,
)
