"""The bots by name, and their strength as one word: `random`, `greedy`, `search:400`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, Literal

from msgspec import Struct

from referee_service.bots import greedy, lot, search
from referee_service.bots.choice import Choice
from referee_service.kernel.game import AnyGame

BotName = Literal["random", "greedy", "search"]
Player = Callable[[AnyGame, Struct, str], Choice]
"""Chooses an action from a game, a view and a seed."""

CHEAP: Final[dict[str, Player]] = {"random": lot.choose, "greedy": greedy.choose}
"""The bots that answer at once."""


def player(word: str) -> Player:
    """The bot that a word names; ValueError when there is none."""
    name, _, strength = word.partition(":")
    if name in CHEAP and not strength:
        return CHEAP[name]
    if name == "search" and strength.isdigit() and int(strength) > 0:
        return partial(search.decide, iterations=int(strength))
    raise ValueError(f"{word!r} is no bot; there are random, greedy and search:ITERATIONS")
