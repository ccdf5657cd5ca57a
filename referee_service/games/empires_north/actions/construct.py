"""Free placement of a location from the hand, by Construct or by an effect."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.empires_north.content.tables import card_of
from referee_service.games.empires_north.economy.costs import can_pay, request_cost
from referee_service.games.empires_north.effects.runner import current_effect
from referee_service.games.empires_north.empire.cards import fits_filter
from referee_service.games.empires_north.empire.placement import (
    cover_cost,
    is_placeable,
    legal_sites,
    site_objections,
    take_from_hand,
)
from referee_service.games.empires_north.questions import BuildFreeFrame, PlaceFrame
from referee_service.games.empires_north.state import CardName, Slot, State, deciding_player, deciding_seat
from referee_service.kernel.bags import count_in
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop, push
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action


class Construct(Action, frozen=True, tag="construct"):
    """A location of the hand is placed free. In the Outpost, `over` may name a location to cover."""

    card: CardName
    over: Slot | None = None


def fits_effect(state: State, card: str) -> bool:
    """Return whether the effect in progress may place this card. Construct may place any location."""
    if not isinstance(state.pending[-1], BuildFreeFrame):
        return True
    return fits_filter(card_of(state, card), current_effect(state).card_filter)


def candidates(state: State) -> list[Construct]:
    """Return every location of the hand that the effect may place, with every legal site."""
    return [
        Construct(card, over)
        for card, _ in deciding_player(state).hand
        if is_placeable(state, card) and fits_effect(state, card)
        for over in legal_sites(state, deciding_seat(state), card)
        if can_pay(state, deciding_player(state), cover_cost(state, over))
    ]


def objections(state: State, action: Construct) -> Iterator[Refusal]:
    """Yield every reason why this card may not be placed there."""
    if not count_in(deciding_player(state).hand, action.card):
        yield refuse("build.hand", card=action.card)
    if not is_placeable(state, action.card):
        yield refuse("build.location", card=action.card)
        return
    if not fits_effect(state, action.card):
        yield refuse("construct.meant", card=action.card)
    yield from site_objections(state, deciding_seat(state), action.card, action.over)


def apply(state: State, action: Construct) -> State:
    """Take the card from the hand and place it. Covering another location still costs."""
    seat = deciding_seat(state)
    state = push(take_from_hand(pop(state), seat, action.card), PlaceFrame(seat, action.card, over=action.over))
    return request_cost(state, seat, cover_cost(state, action.over), action.card)


CONSTRUCT = verb(Construct, candidates, objections, apply, exact=True)
