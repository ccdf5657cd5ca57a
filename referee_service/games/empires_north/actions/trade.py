"""Exchange that a scenario offers in every turn."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action

from ..content.schema import Cost
from ..content.tables import abilities_of, scenario
from ..economy.costs import can_pay
from ..effects.runner import begin_ability
from ..facts import ability_facts, cost_pieces
from ..state import State


class Trade(Action, frozen=True, tag="trade"):
    """The exchange that the scenario offers in every turn takes place."""


def price(state: State) -> Cost | None:
    """Return the cost of the exchange, or None if there is no exchange."""
    if state.solo is None or scenario(state).rules.trade is None:
        return None
    return abilities_of(state, f"{state.options.scenario}_trade")[0].cost


def candidates(state: State) -> list[Trade]:
    """Return the exchange if the player can pay it."""
    cost = price(state)
    return [Trade()] if cost is not None and can_pay(state, state.active_player, cost) else []


def objections(state: State, action: Trade) -> Iterator[Refusal]:
    """Yield the reason if there is no exchange, or the player cannot pay it."""
    cost = price(state)
    if cost is None:
        yield refuse("trade.offered")
    elif not can_pay(state, state.active_player, cost):
        yield refuse("trade.price", cost=cost_pieces(cost))


def apply(state: State, action: Trade) -> State:
    """Request the cost. The effects of the exchange wait below."""
    state = emit(replace(state, has_acted=True), "traded", state.active_seat)
    return begin_ability(state, state.active_seat, f"{state.options.scenario}_trade", 0, None)


def facts(state: State, action: Trade) -> dict[str, Fact]:
    """Return the price of the exchange, and what it brings."""
    return ability_facts(state, state.active_player, abilities_of(state, f"{state.options.scenario}_trade")[0])


TRADE = verb(Trade, candidates, objections, apply, exact=True, facts=facts)
