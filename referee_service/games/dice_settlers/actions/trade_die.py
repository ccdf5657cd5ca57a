"""Trade a die for points: pay the symbol first, then name the die; the one just spent will do."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.dice_settlers.mains import can_spend, may_do, spend_one, symbol_objections, when_objections
from referee_service.games.dice_settlers.questions import SellDie
from referee_service.games.dice_settlers.state import State
from referee_service.kernel.game import verb
from referee_service.kernel.payment import Payment
from referee_service.kernel.pending import pop, push, top
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action


class TradeDie(Action, frozen=True, tag="trade_die"):
    """Spend a trade symbol to sell a die."""


def candidates(state: State) -> list[TradeDie]:
    """With a symbol and a die that is active or spent."""
    has_die = bool(state.me.active or state.me.spent)
    return [TradeDie()] if has_die and may_do(state, "trade") and can_spend(state, "trade", "trade") else []


def objections(state: State, action: TradeDie) -> Iterator[Refusal]:
    """Why no die may be sold; nothing yielded means one may."""
    yield from when_objections(state, "trade")
    yield from symbol_objections(state, "trade", "trade")
    if not state.me.active and not state.me.spent:
        yield refuse("trade_die.dice")


def apply(state: State, action: TradeDie) -> State:
    """The symbol is paid; then the die is named."""
    state = spend_one(state, "trade", "trade")
    payment = top(state)
    if isinstance(payment, Payment):
        return push(pop(state), SellDie(state.active), payment)
    return push(state, SellDie(state.active))


TRADE_DIE = verb(TradeDie, candidates, objections, apply, exact=True)
