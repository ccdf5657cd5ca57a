"""The games that Referee knows, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee_service.kernel.game import AnyGame

GAMES: dict[str, AnyGame] = {}
