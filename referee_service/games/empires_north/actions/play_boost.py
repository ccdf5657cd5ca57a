"""Play a boost before a declared action: it is paid, carried out, and discarded."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.empires_north.content import card_of
from referee_service.games.empires_north.costs import can_pay
from referee_service.games.empires_north.declaring import are_possible, stays_possible
from referee_service.games.empires_north.picking import asked, chooser
from referee_service.games.empires_north.placing import begin, take_from_hand
from referee_service.games.empires_north.questions import Boosted, Window
from referee_service.games.empires_north.state import CardName, State
from referee_service.kernel.events import note
from referee_service.kernel.game import verb
from referee_service.kernel.pending import asking, pop, push
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.values import count_in


class PlayBoost(Action, frozen=True, tag="play_boost"):
    """Play a boost of your hand."""

    card: CardName


def candidates(state: State) -> list[PlayBoost]:
    """Every boost of the hand for this action."""
    action = asking(state, Window).action
    held = ((card, card_of(state, card)) for card, _ in asked(state).hand)
    return [PlayBoost(card) for card, found in held if found.is_boost and found.corner == action]


def objections(state: State, action: PlayBoost) -> Iterator[Refusal]:
    """Why this card may not be played now; nothing yielded means it may."""
    found, seat, declared = card_of(state, action.card), chooser(state), asking(state, Window).action
    if not count_in(asked(state).hand, action.card):
        yield refuse("window.hand", card=action.card)
        return
    if found.immediate is None:
        yield refuse("play_boost.boost", card=action.card)
        return
    if found.corner != declared:
        yield refuse("window.corner", card=action.card, corner=found.corner, action=declared)
    ability, without = found.abilities[found.immediate], take_from_hand(state, seat, action.card)
    if not can_pay(without, without.players[seat], ability.cost):
        yield refuse("play_boost.price", card=action.card)
    if not are_possible(without, seat, ability.effects, None):
        yield refuse("play_boost.possible", card=action.card)
    if not stays_possible(state, seat, action.card, declared):
        yield refuse("window.declared", card=action.card, action=declared)


def apply(state: State, action: PlayBoost) -> State:
    """The boost is paid and carried out; then it is discarded, and the declared action follows."""
    seat, found = chooser(state), card_of(state, action.card)
    assert found.immediate is not None
    state = note(take_from_hand(pop(state), seat, action.card), "boost_played", seat, card=action.card)
    return begin(push(state, Boosted(seat, action.card)), seat, action.card, found.immediate, None)


PLAY_BOOST = verb(PlayBoost, candidates, objections, apply)
