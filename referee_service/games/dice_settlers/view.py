"""What one seat may see, and how the table reads as text.

All lies open in this game, bags and decks included: what they hold follows from what everybody saw.
"""

from __future__ import annotations

from referee_service.games.dice_settlers.state import State
from referee_service.kernel.ruling import Catalogue, Language


def view(state: State, seat: int | None) -> State:
    """The whole position; only the future is unknown."""
    return state


def imagine(seen: State, key: bytes) -> State:
    """There is nothing to imagine."""
    return seen


def describe(seen: State, catalogue: Catalogue, language: Language) -> str:
    """The table as text."""
    return str(seen.round)
