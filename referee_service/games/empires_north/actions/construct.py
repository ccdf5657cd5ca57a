"""Place a location of your hand for nothing, by Construct or by an effect."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.empires_north.content import card_of
from referee_service.games.empires_north.costs import ask_cost, can_pay
from referee_service.games.empires_north.empire import is_meant
from referee_service.games.empires_north.picking import asked, chooser
from referee_service.games.empires_north.placing import take_from_hand
from referee_service.games.empires_north.questions import BuildFree, Place
from referee_service.games.empires_north.running import asking_effect
from referee_service.games.empires_north.sites import extra_cost, is_placeable, site_objections, sites_for
from referee_service.games.empires_north.state import CardName, Slot, State
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop, push
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.values import count_in


class Construct(Action, frozen=True, tag="construct"):
    """Place a location of your hand for nothing; in the Outpost perhaps over another."""

    card: CardName
    over: Slot | None = None


def is_named(state: State, card: str) -> bool:
    """Whether the effect that lets a card be placed means this one."""
    if not isinstance(state.pending[-1], BuildFree):
        return True
    return is_meant(card_of(state, card), asking_effect(state).meant)


def candidates(state: State) -> list[Construct]:
    """Every location of the hand that is meant and finds a place."""
    return [
        Construct(card, over)
        for card, _ in asked(state).hand
        if is_placeable(state, card) and is_named(state, card)
        for over in sites_for(state, chooser(state), card)
        if can_pay(state, asked(state), extra_cost(state, over))
    ]


def objections(state: State, action: Construct) -> Iterator[Refusal]:
    """Why this card may not be placed; nothing yielded means it may."""
    if not count_in(asked(state).hand, action.card):
        yield refuse("build.hand", card=action.card)
    if not is_placeable(state, action.card):
        yield refuse("build.location", card=action.card)
        return
    if not is_named(state, action.card):
        yield refuse("construct.meant", card=action.card)
    yield from site_objections(state, chooser(state), action.card, action.over)


def apply(state: State, action: Construct) -> State:
    """The card comes into the empire; building over another still costs."""
    seat = chooser(state)
    state = push(take_from_hand(pop(state), seat, action.card), Place(seat, action.card, over=action.over))
    return ask_cost(state, seat, extra_cost(state, action.over), action.card)


CONSTRUCT = verb(Construct, candidates, objections, apply, exact=True)
