"""Outcomes of calls of a table: its messages, whether it has changed, and who decides then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from referee_sdk.chat import Message, Table, TableManager
from referee_sdk.errors import RefereeError
from referee_sdk.options import Language

NO_TABLE = ("", "")
"""Stamp of a channel without a table."""


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
    with manager.lock(key):
        before = _stamp(manager, key)
        messages = call()
        after = _stamp(manager, key)
        table = _table(manager, key)
        player = table.current_player if table is not None else None
        names = dict(table.names) if table is not None else {}
        return Outcome(
            messages,
            has_changed=before != after,
            player=player if isinstance(player, str) else None,
            names=names,
            language=manager.language_of(key),
            position=after[0],
        )


def has_table(manager: TableManager, key: str) -> bool:
    """Return whether a channel has a table, or one that waits for users. It blocks."""
    return _stamp(manager, key) != NO_TABLE


def is_waiting(manager: TableManager, key: str) -> bool:
    """Return whether the table of a channel waits for users. It blocks."""
    try:
        return manager.lobby(key) is not None
    except RefereeError:
        return False


def other_names(manager: TableManager, key: str, user: str) -> list[str]:
    """Return the display names of the other people of a table: its users, and in a room those elsewhere. It blocks."""
    table = _table(manager, key)
    if table is None:
        return []
    here = [table.names.get(each, each) for each in table.users if each != user]
    return [*here, *table.agreement.departures.names_elsewhere().values()]


def _stamp(manager: TableManager, key: str) -> tuple[str, str]:
    """Return the position of a table, and what else of it users see."""
    table = _table(manager, key)
    if table is not None:
        position = "over" if table.match.is_over else table.menu_id
        return position, f"{table.version} {table.seats} {table.pictures}"
    if not is_waiting(manager, key):
        return NO_TABLE
    lobby = manager.lobby(key)
    return f"waiting {lobby}", ""


def _table(manager: TableManager, key: str) -> Table | None:
    """Return the table of a channel; None also if it cannot be loaded, which the messages of any call say."""
    try:
        return manager.table(key)
    except RefereeError:
        return None
