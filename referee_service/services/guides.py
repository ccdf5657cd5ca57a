"""Guides: a short page per game for players that are programs, and its text."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parents[1] / "games"


@cache
def guide_text(game: str) -> str:
    """Return the guide of a game as Markdown."""
    return (FOLDER / game / "guide.md").read_text(encoding="utf-8")
