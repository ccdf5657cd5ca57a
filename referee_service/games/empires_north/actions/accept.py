"""Accept: pay for what a scenario offers, or guard all locations that are left."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.empires_north.costs import ask_cost, can_pay
from referee_service.games.empires_north.guarding import guard_cost
from referee_service.games.empires_north.pack import Cost
from referee_service.games.empires_north.picking import asked, chooser
from referee_service.games.empires_north.questions import Guard
from referee_service.games.empires_north.running import asking_effect, beneath, branch_off
from referee_service.games.empires_north.state import State
from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action


class Accept(Action, frozen=True, tag="accept"):
    """Pay the price."""


def price(state: State) -> Cost:
    """What accepting costs."""
    if isinstance(state.pending[-1], Guard):
        return guard_cost(state, asked(state))
    return asking_effect(state).cost


def candidates(state: State) -> list[Accept]:
    """Accepting is one single action."""
    return [Accept()]


def objections(state: State, action: Accept) -> Iterator[Refusal]:
    """Why it cannot be accepted; nothing yielded means it can."""
    if not can_pay(state, asked(state), price(state)):
        yield refuse("accept.price")


def apply(state: State, action: Accept) -> State:
    """The price is paid; what was offered follows."""
    seat, cost = chooser(state), price(state)
    if isinstance(state.pending[-1], Guard):
        return ask_cost(pop(state), seat, cost, "guard")
    frame = beneath(state)
    return ask_cost(branch_off(pop(state), frame, 0), seat, cost, "offer")


ACCEPT = verb(Accept, candidates, objections, apply)
