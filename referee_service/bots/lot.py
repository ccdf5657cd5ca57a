"""The random bot: any legal action, each as likely as another."""

from __future__ import annotations

from msgspec import Struct

from referee_service.bots.choice import Choice, best_first, ranked
from referee_service.bots.worlds import imagined, key_of
from referee_service.kernel.chance import number
from referee_service.kernel.game import AnyGame
from referee_service.kernel.play import legal_actions


def choose(game: AnyGame, view: Struct, seed: str) -> Choice:
    """An action by lot; in the same position the same seed draws the same lot."""
    key = key_of(seed, view)
    legal = legal_actions(game, imagined(game, view, key, 0))
    drawn = number(key, 0, len(legal))
    return Choice(best_first([ranked(action, int(at == drawn), None) for at, action in enumerate(legal)]), 0)
