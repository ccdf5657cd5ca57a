"""The roll phase: what symbols are spent for."""

from __future__ import annotations

from referee_service.games.dice_settlers.content.tables import PIONEER, RESOURCE
from referee_service.games.dice_settlers.state import State
from referee_service.games.dice_settlers.symbols import max_symbols, spendable_symbols_of
from referee_service.kernel.bags import size_of

ROLL_PRICES = (PIONEER, RESOURCE)
"""What is spent in the roll phase."""


def is_useful(state: State, price: str) -> bool:
    """Whether something could be left to do with a symbol: a die beside those spent, or one in the bag."""
    return size_of(state.active_player.active) > min_dice_spent(state, price) or (
        price == RESOURCE and bool(state.active_player.bag)
    )


def min_dice_spent(state: State, price: str) -> int:
    """How many dice a symbol costs that can be spent: one that counts as it, or else two pioneers."""
    held = spendable_symbols_of(state, state.active_player)
    return 1 if held.lone or any(price in held.reach[piece.symbol] for piece in held.pieces) else 2


def can_spend_any(state: State) -> bool:
    """Whether the player who rolls could spend a symbol."""
    return any(max_symbols(state, state.active_player, price) and is_useful(state, price) for price in ROLL_PRICES)
