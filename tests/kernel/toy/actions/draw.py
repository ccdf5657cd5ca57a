"""Chance deals one card from the deck into a secret hand."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.bags import add_to, remove_from
from referee_service.kernel.events import emit_secret
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import replace_top, top
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player
from tests.kernel.toy.state import GoodField, State


class Draw(Action, frozen=True, tag="draw"):
    """A card is drawn."""

    good: GoodField


def outcomes(state: State) -> list[tuple[Draw, int]]:
    """Every kind in the deck, as likely as it has cards there."""
    return [(Draw(good), count) for good, count in state.deck]


def apply(state: State, action: Draw) -> State:
    """The card goes into the hand; the others see only that one was drawn."""
    dealing = top(state)
    hand = add_to(state.players[dealing.to].hand, action.good)
    state = replace(with_player(state, dealing.to, hand=hand), deck=remove_from(state.deck, action.good))
    state = replace_top(state, replace(dealing, left=dealing.left - 1))
    return emit_secret(state, "drawn", dealing.to, to=(dealing.to,), secrets={"good": action.good})


def visible_to(state: State, action: Draw) -> tuple[int, ...]:
    """Only the player who draws sees the card."""
    return (top(state).to,)


DRAW = chance_verb(Draw, outcomes, apply, visible_to=visible_to)
