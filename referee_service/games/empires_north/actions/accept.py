"""Acceptance of an offer: pay for what a scenario offers, or guard all locations that remain."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.game import verb
from referee_service.kernel.pending import pop
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action

from ..content.schema import Cost
from ..economy.costs import can_pay, guard_cost, request_cost
from ..effects.runner import begin_branch, current_effect, effects_frame_below
from ..facts import cost_pieces, effect_facts
from ..questions import GuardFrame
from ..state import State, deciding_player, deciding_seat


class Accept(Action, frozen=True, tag="accept"):
    """The price of an offer, or of guarding all locations that remain, is paid."""


def price(state: State) -> Cost:
    """Return the cost of accepting."""
    if isinstance(state.pending[-1], GuardFrame):
        return guard_cost(state, deciding_player(state))
    return current_effect(state).cost


def candidates(state: State) -> list[Accept]:
    """Return the only action of this verb."""
    return [Accept()]


def objections(state: State, action: Accept) -> Iterator[Refusal]:
    """Yield the reason if the player cannot pay."""
    if not can_pay(state, deciding_player(state), price(state)):
        yield refuse("accept.price", cost=cost_pieces(price(state)))


def apply(state: State, action: Accept) -> State:
    """Request the price. For an offer, its effects wait below."""
    seat, cost = deciding_seat(state), price(state)
    if isinstance(state.pending[-1], GuardFrame):
        return request_cost(pop(state), seat, cost, "guard")
    frame = effects_frame_below(state)
    return request_cost(begin_branch(pop(state), frame, 0), seat, cost, "offer")


def facts(state: State, action: Accept) -> dict[str, Fact]:
    """Return the price, and what an offer brings."""
    cost: dict[str, Fact] = {"cost": cost_pieces(price(state))}
    if isinstance(state.pending[-1], GuardFrame):
        return {**cost, "does": ("do_guard",)}
    return cost | effect_facts(state, deciding_player(state), current_effect(state).branches[0])


ACCEPT = verb(Accept, candidates, objections, apply, facts=facts)
