"""Spend a symbol in the roll phase: a pioneer, or one of a resource."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from referee_service.games.dice_settlers.paying import ask_symbols
from referee_service.games.dice_settlers.questions import Adjust
from referee_service.games.dice_settlers.rolling import PRICES, helps
from referee_service.games.dice_settlers.state import State
from referee_service.games.dice_settlers.symbols import most_of
from referee_service.kernel.game import verb
from referee_service.kernel.pending import push
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action, Domain


class SpendSymbol(Action, frozen=True, tag="spend_symbol"):
    """Spend a pioneer, or a symbol of any resource."""

    price: Annotated[str, Domain("price")]


def candidates(state: State) -> list[SpendSymbol]:
    """Each that can be paid and leaves something to do."""
    return [SpendSymbol(price) for price in PRICES if most_of(state, state.me, price) and helps(state, price)]


def objections(state: State, action: SpendSymbol) -> Iterator[Refusal]:
    """Why this symbol may not be spent; nothing yielded means it may."""
    if not most_of(state, state.me, action.price):
        yield refuse("spend_symbol.held", price=action.price)
    elif not helps(state, action.price):
        yield refuse("spend_symbol.use", price=action.price)


def apply(state: State, action: SpendSymbol) -> State:
    """It is paid; then it is used."""
    state = push(state, Adjust(state.active, action.price))
    return ask_symbols(state, state.active, action.price, 1, action.price)


SPEND_SYMBOL = verb(SpendSymbol, candidates, objections, apply, exact=True)
