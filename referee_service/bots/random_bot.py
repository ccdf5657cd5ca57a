"""The random bot: a uniformly random legal action."""

from __future__ import annotations

from msgspec import Struct

from referee_service.bots.choice import Choice, rank_action, sort_ranking
from referee_service.bots.determinization import determinize, random_key
from referee_service.kernel.chance import random_below
from referee_service.kernel.engine import legal_actions
from referee_service.kernel.game import AnyGame


def choose(game: AnyGame, view: Struct, seed: str) -> Choice:
    """Pick a random legal action. The same view and seed give the same action."""
    key = random_key(seed, view)
    legal = legal_actions(game, determinize(game, view, key, 0))
    drawn = random_below(key, 0, len(legal))
    return Choice(sort_ranking([rank_action(action, int(at == drawn), None) for at, action in enumerate(legal)]), 0)
