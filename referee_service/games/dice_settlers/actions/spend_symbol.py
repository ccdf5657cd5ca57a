"""Verb `spend_symbol` of the roll phase: spend a pioneer or a resource symbol."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.game import verb
from referee_service.kernel.pending import push
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action

from ..content.tables import RESOURCE
from ..fields import PriceField
from ..labels import draw_facts
from ..payment import request_symbols
from ..questions import AdjustFrame
from ..roll_phase import ROLL_PRICES, is_useful
from ..state import State
from ..symbols import max_symbols


class SpendSymbol(Action, frozen=True, tag="spend_symbol"):
    """A symbol spent in the roll phase: a pioneer, or the symbol of any resource. Then its use is chosen."""

    price: PriceField


def candidates(state: State) -> list[SpendSymbol]:
    """Return each price that the player can pay and then use."""
    return [
        SpendSymbol(price)
        for price in ROLL_PRICES
        if max_symbols(state, state.active_player, price) and is_useful(state, price)
    ]


def objections(state: State, action: SpendSymbol) -> Iterator[Refusal]:
    """Yield a refusal if the symbol cannot be paid, or if no use would remain for it."""
    if not max_symbols(state, state.active_player, action.price):
        yield refuse("spend_symbol.held", price=action.price)
    elif not is_useful(state, action.price):
        yield refuse("spend_symbol.use", price=action.price)


def apply(state: State, action: SpendSymbol) -> State:
    """Ask the seat to pay. The seat then decides what the symbol does."""
    state = push(state, AdjustFrame(state.active_side, action.price))
    return request_symbols(state, state.active_side, action.price, 1, action.price)


def facts(state: State, action: SpendSymbol) -> dict[str, Fact]:
    """Return whether the symbol may also draw dice."""
    return draw_facts(state) if action.price == RESOURCE else {}


SPEND_SYMBOL = verb(
    SpendSymbol, candidates, objections, apply, exact=True, kinds={"price": "spend_symbol.kind"}, facts=facts
)
