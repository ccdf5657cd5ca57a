"""Main action `trade_die`: spend a trade symbol, then sell a die, even the one just spent."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.game import verb
from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.pending import pop, push, top
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action

from ..labels import trade_points
from ..main_actions import can_begin_or_continue, can_spend, spend_symbol, symbol_objections, timing_objections
from ..questions import SellDieFrame
from ..state import State


class TradeDie(Action, frozen=True, tag="trade_die"):
    """One trade symbol for the sale of a die, which is chosen next."""


def candidates(state: State) -> list[TradeDie]:
    """Return the action if the player can spend a trade symbol and has an active or spent die."""
    has_die = bool(state.active_player.active or state.active_player.spent)
    return (
        [TradeDie()] if has_die and can_begin_or_continue(state, "trade") and can_spend(state, "trade", "trade") else []
    )


def objections(state: State, action: TradeDie) -> Iterator[Refusal]:
    """Yield every reason against selling a die."""
    yield from timing_objections(state, "trade")
    yield from symbol_objections(state, "trade", "trade")
    if not state.active_player.active and not state.active_player.spent:
        yield refuse("trade_die.dice")


def apply(state: State, action: TradeDie) -> State:
    """Request the symbol, then ask which die is sold."""
    state = spend_symbol(state, "trade", "trade")
    payment = top(state)
    if isinstance(payment, PaymentFrame):
        return push(pop(state), SellDieFrame(state.active_side), payment)
    return push(state, SellDieFrame(state.active_side))


def facts(state: State, action: TradeDie) -> dict[str, Fact]:
    """Return the points for the die."""
    return {"points": trade_points(state, "die")}


TRADE_DIE = verb(TradeDie, candidates, objections, apply, exact=True, facts=facts, chip="action.trade")
