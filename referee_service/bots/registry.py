"""The bots by name, and their strength as one word: `random`, `greedy`, `search:400`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, Literal

from msgspec import Struct

from referee_service.bots import greedy_bot, mcts, random_bot
from referee_service.bots.choice import Choice
from referee_service.kernel.game import AnyGame

BotName = Literal["random", "greedy", "search"]
BotFunction = Callable[[AnyGame, Struct, str], Choice]
"""Chooses an action from a game, a view and a seed."""

INSTANT_BOTS: Final[dict[str, BotFunction]] = {"random": random_bot.choose, "greedy": greedy_bot.choose}
"""The bots that answer at once."""


def bot_from_spec(word: str) -> BotFunction:
    """The bot that a word names; ValueError when there is none."""
    name, _, strength = word.partition(":")
    if name in INSTANT_BOTS and not strength:
        return INSTANT_BOTS[name]
    if name == "search" and strength.isdigit() and int(strength) > 0:
        return partial(mcts.choose_with_early_stop, iterations=int(strength))
    raise ValueError(f"{word!r} is no bot; there are random, greedy and search:ITERATIONS")
