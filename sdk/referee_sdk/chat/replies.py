"""Replies of the parts of a table: lines for the chat, and whether the match or its seats have changed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TableReply:
    """Lines for the chat (`to` None: for all). After a change the table prompts the seat to move again."""

    lines: tuple[str, ...]
    to: str | None = None
    is_changed: bool = False
