"""The verb `draw`: chance deals one card from the deck into a secret hand."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.bags import add_to, remove_from
from referee_service.kernel.events import emit_secret
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import expect_top, replace_top
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player
from tests.kernel.toy.questions import DealCardsFrame
from tests.kernel.toy.state import GoodField, State


class Draw(Action, frozen=True, tag="draw"):
    """Draw a card."""

    good: GoodField


def outcomes(state: State) -> list[tuple[Draw, int]]:
    """Return each kind in the deck, weighted by its number of cards."""
    return [(Draw(good), count) for good, count in state.deck]


def apply(state: State, action: Draw) -> State:
    """Move the card to the hand. The other seats see only that a card was drawn."""
    frame = expect_top(state, DealCardsFrame)
    hand = add_to(state.players[frame.to].hand, action.good)
    state = replace(with_player(state, frame.to, hand=hand), deck=remove_from(state.deck, action.good))
    state = replace_top(state, replace(frame, remaining=frame.remaining - 1))
    return emit_secret(state, "drawn", frame.to, to=(frame.to,), secrets={"good": action.good})


def visible_to(state: State, action: Draw) -> tuple[int, ...]:
    """Return the seat that sees the card: the one that draws it."""
    return (expect_top(state, DealCardsFrame).to,)


DRAW = chance_verb(Draw, outcomes, apply, visible_to=visible_to)
