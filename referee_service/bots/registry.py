"""The bots by name. A spec names a bot and its strength: `random`, `greedy`, `search:400`."""

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
"""Picks an action from a game, a view and a seed."""

INSTANT_BOTS: Final[dict[str, BotFunction]] = {"random": random_bot.choose, "greedy": greedy_bot.choose}
"""Bots that answer within the request."""


def bot_from_spec(spec: str) -> BotFunction:
    """Return the bot that a spec names. Raises ValueError if there is none."""
    name, _, strength = spec.partition(":")
    if name in INSTANT_BOTS and not strength:
        return INSTANT_BOTS[name]
    if name == "search" and strength.isdigit() and int(strength) > 0:
        return partial(mcts.choose_with_early_stop, iterations=int(strength))
    raise ValueError(f"{spec!r} is not a bot; use random, greedy and search:ITERATIONS")
