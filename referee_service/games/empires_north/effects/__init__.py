"""The small functions that content rows name: those of cards, and those that only scenarios use."""

from __future__ import annotations

from referee_service.games.empires_north.effects import cards, scenarios

__all__ = ["cards", "scenarios"]
