"""Build a stall from the market: pay its price from your hand."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.bags import count_in
from referee_service.kernel.game import verb
from referee_service.kernel.payment import can_pay, request_payment
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action
from tests.kernel.toy.content.tables import content
from tests.kernel.toy.payment import TILL
from tests.kernel.toy.state import StallField, State, permits


class Build(Action, frozen=True, tag="build"):
    """Build a stall."""

    stall: StallField


def candidates(state: State) -> list[Build]:
    """Every kind left in the market."""
    return [Build(stall) for stall, _ in state.market]


def objections(state: State, action: Build) -> Iterator[Refusal]:
    """Why this stall may not be built; nothing yielded means it may."""
    if not count_in(state.market, action.stall):
        yield refuse("build.left", stall=action.stall)
    if action.stall in state.me.stalls and not permits(state, state.me, "twin_stalls"):
        yield refuse("build.twin", stall=action.stall)
    if not can_pay(TILL, state, content(state).stalls[action.stall].price):
        yield refuse("build.price", stall=action.stall)


def apply(state: State, action: Build) -> State:
    """The price is to be paid first."""
    price = content(state).stalls[action.stall].price
    return request_payment(TILL, state, state.current, price, action.stall)


BUILD = verb(Build, candidates, objections, apply)
