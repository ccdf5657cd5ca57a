"""The verb `build`: buy a stall from the market with cards from the hand."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.bags import count_in, pieces_of
from referee_service.kernel.game import verb
from referee_service.kernel.payment import can_pay, request_payment
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action
from tests.kernel.toy.content.tables import content
from tests.kernel.toy.fields import StallField
from tests.kernel.toy.payment import PAYMENT_RULES
from tests.kernel.toy.state import State, has_permit


class Build(Action, frozen=True, tag="build"):
    """Build a stall."""

    stall: StallField


def candidates(state: State) -> list[Build]:
    """Return one action per kind of stall in the market."""
    return [Build(stall) for stall, _ in state.market]


def objections(state: State, action: Build) -> Iterator[Refusal]:
    """Yield every reason why this stall may not be built."""
    player = state.active_player
    if not count_in(state.market, action.stall):
        yield refuse("build.available", stall=action.stall)
    if action.stall in player.stalls and not has_permit(state, player, "twin_stalls"):
        yield refuse("build.twin", stall=action.stall)
    if not can_pay(PAYMENT_RULES, state, content(state).stalls[action.stall].price):
        yield refuse("build.price", stall=action.stall)


def apply(state: State, action: Build) -> State:
    """Open the payment. `open_stall` in payment.py runs once the price is paid."""
    price = content(state).stalls[action.stall].price
    return request_payment(PAYMENT_RULES, state, state.active_seat, price, action.stall)


def facts(state: State, action: Build) -> dict[str, Fact]:
    """Return the price of the stall."""
    return {"price": pieces_of(content(state).stalls[action.stall].price)}


BUILD = verb(Build, candidates, objections, apply, kinds={"stall": "build.kind"}, facts=facts)
