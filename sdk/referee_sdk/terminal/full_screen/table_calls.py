"""Calls of the table from the screen: one thread, whether the user must wait, and the last position as saved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.message_pump import MessagePump

from referee_sdk.chat import Message
from referee_sdk.core.sender import LOG
from referee_sdk.errors import RefereeError
from referee_sdk.terminal.full_screen.table_thread import Call, Done, TableThread
from referee_sdk.terminal.keyboard import Keyboard


class TableCalls:
    """Calls of one table. `saved` is the table after the last move, also while a bot searches."""

    def __init__(self, screen: MessagePump, keyboard: Keyboard, show_board: Callable[[list[Message]], None]) -> None:
        self.screen, self.keyboard, self.show_board = screen, keyboard, show_board
        self.columns = 80
        self.saved: str | None = None
        self._saved_count = keyboard.table.match.decision_count
        self._thread = TableThread(screen)
        self._waiting = 0
        self._open: set[Call] = set()

    def start(self) -> None:
        """Start the thread. Moves are saved and shown before bots play."""
        self.keyboard.table.on_change = self._note_move
        self._thread.start()

    @property
    def is_busy(self) -> bool:
        """Whether the user waits for a call."""
        return self._waiting > 0

    @property
    def is_idle(self) -> bool:
        """Whether no call is in progress, not even one that the user need not wait for."""
        return not self._open

    def call(self, run: Callable[[], Any], finish: Callable[[Any], None]) -> None:
        """Call the table. The user waits for it."""
        self._waiting += 1
        self._submit(Call(lambda: self._run(run), finish))

    def call_later(self, run: Callable[[], Any], finish: Callable[[Any], None]) -> None:
        """Call the table for something that the user need not wait for, such as a completion."""
        self._submit(Call(run, finish, is_background=True))

    def _submit(self, call: Call) -> None:
        self._open.add(call)
        self._thread.submit(call)

    def note_done(self, call: Call) -> None:
        """Note that the screen has the result of a call."""
        self._waiting -= not call.is_background
        self._open.discard(call)

    def _run(self, run: Callable[[], Any]) -> Any:
        try:
            return run()
        finally:
            self._save()

    def _note_move(self) -> None:
        """Save the table and show its board, on the thread of the table, before bots play."""
        self._save()
        try:
            board = self.keyboard.board(self.columns)
        except RefereeError as error:
            LOG.debug("no board before the move of a bot (%s)", type(error).__name__)
        else:
            self.screen.post_message(Done(Call(list, self.show_board, is_background=True), board))

    def _save(self) -> None:
        """Keep the table as one string, if a move was played since the last one. A room keeps its match itself."""
        table = self.keyboard.table
        if table.room is None and table.match.decision_count != self._saved_count:
            try:
                self.saved, self._saved_count = self.keyboard.saved_table(), table.match.decision_count
            except RefereeError as error:
                LOG.debug("the table cannot be saved now (%s)", type(error).__name__)
