"""Guides: a short page per game for players that are programs, and `llms.txt`, which leads to them (llmstxt.org)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from referee_service.kernel.game import AnyGame

PACKAGE: Final = Path(__file__).parents[1]


@cache
def guide_text(game: str) -> str:
    """Return the guide of a game as Markdown, or an empty text if it has none."""
    path = PACKAGE / "games" / game / "guide.md"
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def llms_text(games: Iterable[AnyGame]) -> str:
    """Return `llms.txt` as Markdown. Its links are relative, so that it works behind a proxy that adds a prefix."""
    titles = {game.name: game.catalogue().title.en for game in games}
    lists = {
        "guides": [
            f"- [{title}](guides/{name}.md): goal, moves, scoring, traps"
            for name, title in titles.items()
            if guide_text(name)
        ],
        "rules": [f"- [Rules of {title}](v1/games/{name}/rules)" for name, title in titles.items()],
        "components": [f"- [Pieces of {title}](v1/games/{name}/components)" for name, title in titles.items()],
    }
    text = (PACKAGE / "services" / "llms.md").read_text(encoding="utf-8")
    for name, lines in lists.items():
        text = text.replace(f"{{{name}}}", "\n".join(lines))
    return text
