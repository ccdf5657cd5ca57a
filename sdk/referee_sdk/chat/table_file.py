"""File of saved tables: a mapping of strings in an SQLite database."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, MutableMapping
from typing import Self

from referee_sdk.errors import BadRequest


class TableFile(MutableMapping[str, str]):
    """Mapping of strings in one file, for the storage of a `TableManager`. Threads may share it.

    Each change is in the file when the call returns, so that a killed program loses nothing.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Open a file, or create it. Raises `BadRequest` if it cannot be opened or is another kind of file."""
        try:
            self._connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
            self._connection.execute(
                "CREATE TABLE IF NOT EXISTS tables (channel TEXT PRIMARY KEY, saved TEXT NOT NULL)"
            )
        except sqlite3.Error as error:
            message = f"{os.fspath(path)} cannot keep tables: {error}. Name another file, or move this one away."
            raise BadRequest(message) from error

    def __getitem__(self, channel: str) -> str:
        """Return the saved table of a channel. Raises `KeyError` if there is none."""
        row = self._connection.execute("SELECT saved FROM tables WHERE channel = ?", (channel,)).fetchone()
        if row is None:
            raise KeyError(channel)
        saved: str = row[0]
        return saved

    def __setitem__(self, channel: str, saved: str) -> None:
        self._connection.execute("INSERT OR REPLACE INTO tables VALUES (?, ?)", (channel, saved))

    def __delitem__(self, channel: str) -> None:
        if not self._connection.execute("DELETE FROM tables WHERE channel = ?", (channel,)).rowcount:
            raise KeyError(channel)

    def __iter__(self) -> Iterator[str]:
        return iter([channel for (channel,) in self._connection.execute("SELECT channel FROM tables")])

    def __len__(self) -> int:
        count: int = self._connection.execute("SELECT count(*) FROM tables").fetchone()[0]
        return count

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self._connection.close()
