"""Trade a die for points: pay the symbol first, then name the die; the one just spent will do."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.dice_settlers.main_actions import (
    can_begin_or_continue,
    can_spend,
    spend_symbol,
    symbol_objections,
    timing_objections,
)
from referee_service.games.dice_settlers.questions import SellDieFrame
from referee_service.games.dice_settlers.state import State
from referee_service.kernel.game import verb
from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.pending import pop, push, top
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action


class TradeDie(Action, frozen=True, tag="trade_die"):
    """Spend a trade symbol to sell a die."""


def candidates(state: State) -> list[TradeDie]:
    """With a symbol and a die that is active or spent."""
    has_die = bool(state.active_player.active or state.active_player.spent)
    return (
        [TradeDie()] if has_die and can_begin_or_continue(state, "trade") and can_spend(state, "trade", "trade") else []
    )


def objections(state: State, action: TradeDie) -> Iterator[Refusal]:
    """Why no die may be sold; nothing yielded means one may."""
    yield from timing_objections(state, "trade")
    yield from symbol_objections(state, "trade", "trade")
    if not state.active_player.active and not state.active_player.spent:
        yield refuse("trade_die.dice")


def apply(state: State, action: TradeDie) -> State:
    """The symbol is paid; then the die is named."""
    state = spend_symbol(state, "trade", "trade")
    payment = top(state)
    if isinstance(payment, PaymentFrame):
        return push(pop(state), SellDieFrame(state.active_side), payment)
    return push(state, SellDieFrame(state.active_side))


TRADE_DIE = verb(TradeDie, candidates, objections, apply, exact=True)
