"""Outcomes of calls of a table: its messages, whether it has changed, and who decides then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from referee_sdk.chat import Message, TableManager
from referee_sdk.errors import RefereeError
from referee_sdk.options import Language


class Audience(Enum):
    """Users who see what a table writes for all: all, only the user, or all if the user has changed the position."""

    ALL = "all"
    USER = "user"
    CHANGE = "change"


@dataclass(frozen=True)
class Outcome:
    """Messages of a call, whether it changed the table, the user who decides then, and the display names."""

    messages: Sequence[Message]
    has_changed: bool
    player: str | None
    names: dict[str, str]
    language: Language


def outcome_of(manager: TableManager, key: str, call: Callable[[], list[Message]]) -> Outcome:
    """Run a call of the table of a channel. It blocks."""
    before = manager.storage.get(key), key in manager.lobbies
    messages = call()
    has_changed = before != (manager.storage.get(key), key in manager.lobbies)
    language = manager.language_of(key)
    try:
        table = manager.table(key)
    except RefereeError:
        table = None  # the messages say why
    player = table.current_player if table is not None else None
    names = dict(table.names) if table is not None else {}
    return Outcome(messages, has_changed, player if isinstance(player, str) else None, names, language)
