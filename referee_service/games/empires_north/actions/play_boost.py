"""Play of a boost before a declared action: it is paid, carried out, and discarded."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.empires_north.content.tables import card_of
from referee_service.games.empires_north.economy.costs import can_pay
from referee_service.games.empires_north.effects.requirements import action_stays_possible, can_begin_effects
from referee_service.games.empires_north.effects.runner import begin_ability
from referee_service.games.empires_north.empire.placement import take_from_hand
from referee_service.games.empires_north.questions import BoostWindowFrame, DiscardBoostFrame
from referee_service.games.empires_north.state import CardName, State, deciding_player, deciding_seat
from referee_service.kernel.bags import count_in
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import expect_top, pop, push
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action


class PlayBoost(Action, frozen=True, tag="play_boost"):
    """A boost of the hand is played."""

    card: CardName


def candidates(state: State) -> list[PlayBoost]:
    """Return every boost of the hand whose corner shows the declared action."""
    action = expect_top(state, BoostWindowFrame).action
    held = ((card, card_of(state, card)) for card, _ in deciding_player(state).hand)
    return [PlayBoost(card) for card, definition in held if definition.is_boost and definition.corner_action == action]


def objections(state: State, action: PlayBoost) -> Iterator[Refusal]:
    """Yield every reason why this card may not be played now."""
    definition, seat = card_of(state, action.card), deciding_seat(state)
    declared = expect_top(state, BoostWindowFrame).action
    if not count_in(deciding_player(state).hand, action.card):
        yield refuse("window.hand", card=action.card)
        return
    if definition.immediate is None:
        yield refuse("play_boost.boost", card=action.card)
        return
    if definition.corner_action != declared:
        yield refuse("window.corner", card=action.card, corner=definition.corner_action, action=declared)
    ability, without = definition.abilities[definition.immediate], take_from_hand(state, seat, action.card)
    if not can_pay(without, without.players[seat], ability.cost):
        yield refuse("play_boost.price", card=action.card)
    if not can_begin_effects(without, seat, ability.effects, None):
        yield refuse("play_boost.possible", card=action.card)
    if not action_stays_possible(state, seat, action.card, declared):
        yield refuse("window.declared", card=action.card, action=declared)


def apply(state: State, action: PlayBoost) -> State:
    """Pay for the boost and carry it out. Frames below discard it and perform the declared action."""
    seat, definition = deciding_seat(state), card_of(state, action.card)
    assert definition.immediate is not None
    state = emit(take_from_hand(pop(state), seat, action.card), "boost_played", seat, card=action.card)
    return begin_ability(
        push(state, DiscardBoostFrame(seat, action.card)), seat, action.card, definition.immediate, None
    )


PLAY_BOOST = verb(PlayBoost, candidates, objections, apply)
