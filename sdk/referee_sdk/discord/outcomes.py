"""Outcomes of calls of a table: its messages, whether it has changed, and who decides then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from referee_sdk.chat import Message, Table, TableManager
from referee_sdk.errors import RefereeError
from referee_sdk.options import Language


class Audience(Enum):
    """Users who see what a table writes for all: all, only the user, or all if the user has changed the position."""

    ALL = "all"
    USER = "user"
    CHANGE = "change"


@dataclass(frozen=True)
class Outcome:
    """Messages of a call, whether it changed the table, the user who decides then, and the display names.

    `position` changes with everything that makes the buttons of earlier messages outdated.
    """

    messages: Sequence[Message]
    has_changed: bool
    player: str | None
    names: dict[str, str]
    language: Language
    position: str


def outcome_of(manager: TableManager, key: str, call: Callable[[], list[Message]]) -> Outcome:
    """Run a call of the table of a channel. It blocks."""
    before = manager.storage.get(key), key in manager.lobbies
    messages = call()
    has_changed = before != (manager.storage.get(key), key in manager.lobbies)
    language = manager.language_of(key)
    try:
        table = manager.table(key)
        position = _position(manager, key, table)
    except RefereeError:  # the messages say why
        table, position = None, ""
    player = table.current_player if table is not None else None
    names = dict(table.names) if table is not None else {}
    return Outcome(messages, has_changed, player if isinstance(player, str) else None, names, language, position)


def _position(manager: TableManager, key: str, table: Table | None) -> str:
    if table is None:
        lobby = manager.lobbies.get(key)
        return "" if lobby is None else f"waiting for {lobby.seats - len(lobby.users)}"
    return "over" if table.match.is_over else table.menu_id
