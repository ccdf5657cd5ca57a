"""Play a territory from the hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from referee_service.games.medievalia.content import content
from referee_service.games.medievalia.paying import can_afford, charge
from referee_service.games.medievalia.state import FREE, Purchase, State
from referee_service.games.medievalia.units import free_place
from referee_service.kernel.game import verb
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action, Domain
from referee_service.kernel.values import change, count_in, take_from


class Settle(Action, frozen=True, tag="settle"):
    """Play a territory."""

    card: Annotated[str, Domain("land")]


def candidates(state: State) -> list[Settle]:
    """Every territory in hand that there is room and means for."""
    place, tables = free_place(state, state.active), content(state)
    if place is None:
        return []
    return [
        Settle(card)
        for card, _ in state.me.hand
        if card in tables.territories and can_afford(state, Purchase(state.active, "settle"), tables.costs[card])
    ]


def objections(state: State, action: Settle) -> Iterator[Refusal]:
    """Why this territory may not be played; nothing yielded means it may."""
    if not count_in(state.me.hand, action.card):
        yield refuse("settle.hand", card=action.card)
    if free_place(state, state.active) is None:
        yield refuse("settle.room", most=len(state.me.lands) - 1)
    if not can_afford(state, Purchase(state.active, "settle"), content(state).costs[action.card]):
        yield refuse("settle.price", card=action.card)


def apply(state: State, action: Settle) -> State:
    """The card is shown; it lies in the fief as soon as it is paid."""
    place = free_place(state, state.active)
    bought = Purchase(state.active, "settle", action.card, FREE if place is None else place)
    state = change(state, state.active, hand=take_from(state.me.hand, action.card))
    return charge(replace(state, stationed=()), bought, content(state).costs[action.card])


SETTLE = verb(Settle, candidates, objections, apply, exact=True)
