"""Chance draws a card of a deck. Only its owner sees it."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.empires_north.questions import DrawFrame
from referee_service.games.empires_north.state import CardName, State
from referee_service.kernel.bags import add_to, remove_from
from referee_service.kernel.events import emit_secret
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import expect_top, replace_top
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player


class DrawCard(Action, frozen=True, tag="draw_card"):
    """A card is drawn."""

    card: CardName


def outcomes(state: State) -> list[tuple[DrawCard, int]]:
    """Return every card of the deck, weighted by its copies there."""
    return [(DrawCard(card), count) for card, count in state.players[expect_top(state, DrawFrame).recipient].deck]


def apply(state: State, action: DrawCard) -> State:
    """Move the card to the hand, or to the cards looked at."""
    frame = expect_top(state, DrawFrame)
    player = state.players[frame.recipient]
    held = {frame.into: add_to(player.hand if frame.into == "hand" else player.looked_at, action.card)}
    state = with_player(state, frame.recipient, deck=remove_from(player.deck, action.card), **held)
    state = replace_top(state, replace(frame, remaining=frame.remaining - 1))
    return emit_secret(state, "drawn", frame.recipient, to=(frame.recipient,), secrets={"card": action.card})


def visible_to(state: State, action: DrawCard) -> tuple[int, ...]:
    """Return the seat that draws. The other seats do not see the card."""
    return (expect_top(state, DrawFrame).recipient,)


DRAW_CARD = chance_verb(DrawCard, outcomes, apply, visible_to=visible_to)
