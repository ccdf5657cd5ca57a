"""The roll phase: what symbols are spent for."""

from __future__ import annotations

from referee_service.games.dice_settlers.content import PIONEER, RESOURCE
from referee_service.games.dice_settlers.state import State
from referee_service.games.dice_settlers.symbols import hand_of, most_of
from referee_service.kernel.values import size_of

PRICES = (PIONEER, RESOURCE)
"""What is spent in the roll phase."""


def helps(state: State, price: str) -> bool:
    """Whether something could be left to do with a symbol: a die beside those spent, or one in the bag."""
    return size_of(state.me.active) > fewest_spent(state, price) or (price == RESOURCE and bool(state.me.bag))


def fewest_spent(state: State, price: str) -> int:
    """How many dice a symbol costs that can be spent: one that counts as it, or else two pioneers."""
    held = hand_of(state, state.me)
    return 1 if held.lone or any(price in held.reach[piece.symbol] for piece in held.pieces) else 2


def can_spend_any(state: State) -> bool:
    """Whether the player who rolls could spend a symbol."""
    return any(most_of(state, state.me, price) and helps(state, price) for price in PRICES)
