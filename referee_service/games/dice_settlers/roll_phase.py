"""Roll phase: the symbols that a player may spend on dice."""

from __future__ import annotations

from referee_service.kernel.bags import size_of

from .content.tables import PIONEER, RESOURCE
from .state import State
from .symbols import max_symbols, spendable_symbols_of

ROLL_PRICES = (PIONEER, RESOURCE)
"""Prices of the roll phase: a pioneer, or a symbol of any resource."""


def is_useful(state: State, price: str) -> bool:
    """Return whether an active die or a die in the bag would remain to use a spent symbol on."""
    return size_of(state.active_player.active) > min_dice_spent(state, price) or (
        price == RESOURCE and bool(state.active_player.bag)
    )


def min_dice_spent(state: State, price: str) -> int:
    """Return how many dice one symbol costs at least: one that counts as it, else two pioneers."""
    spendable = spendable_symbols_of(state, state.active_player)
    return (
        1 if spendable.lone_technologies or any(spendable.counts_as(piece, price) for piece in spendable.pieces) else 2
    )


def can_spend_any(state: State) -> bool:
    """Return whether the player who rolls can spend any symbol."""
    return any(max_symbols(state, state.active_player, price) and is_useful(state, price) for price in ROLL_PRICES)
