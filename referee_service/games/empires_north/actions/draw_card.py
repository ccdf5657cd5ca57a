"""Chance: a card of a deck, seen by its owner only."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.empires_north.questions import Draw
from referee_service.games.empires_north.state import CardName, State
from referee_service.kernel.events import note_secret
from referee_service.kernel.game import chance_verb
from referee_service.kernel.pending import asking, swap
from referee_service.kernel.state import Action
from referee_service.kernel.values import add_to, change, take_from


class DrawCard(Action, frozen=True, tag="draw_card"):
    """A card is drawn."""

    card: CardName


def outcomes(state: State) -> list[tuple[DrawCard, int]]:
    """Every card of the deck, as likely as it has copies there."""
    return [(DrawCard(card), count) for card, count in state.players[asking(state, Draw).to].deck]


def apply(state: State, action: DrawCard) -> State:
    """The card comes into the hand, or among those looked at."""
    frame = asking(state, Draw)
    player = state.players[frame.to]
    held = {frame.into: add_to(player.hand if frame.into == "hand" else player.looked, action.card)}
    state = change(state, frame.to, deck=take_from(player.deck, action.card), **held)
    state = swap(state, replace(frame, left=frame.left - 1))
    return note_secret(state, "drawn", frame.to, to=(frame.to,), secrets={"card": action.card})


def seen_by(state: State, action: DrawCard) -> tuple[int, ...]:
    """Only the player who draws."""
    return (asking(state, Draw).to,)


DRAW_CARD = chance_verb(DrawCard, outcomes, apply, seen_by=seen_by)
