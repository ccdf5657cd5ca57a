"""Terminal adapter that prints line by line: for pipes, for terminals without a cursor, and without the full screen."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from typing import TextIO

from referee_sdk.bots import Job
from referee_sdk.chat import Message, Table
from referee_sdk.core.sender import LOG
from referee_sdk.errors import RefereeError, RoomGone
from referee_sdk.progress import ProgressBar
from referee_sdk.terminal.keyboard import Keyboard
from referee_sdk.terminal.markdown import is_coloured, render_markdown, wrap_line

CLEAR = "\x1b[2J\x1b[3J\x1b[H"

WAIT_SECONDS = 30.0
"""Longest wait for news of a room before the table looks itself."""


class Terminal:
    """One table at one keyboard. `read` shows a prompt and returns a line, like `input`."""

    def __init__(self, table: Table, out: TextIO, read: Callable[[str], str] = input) -> None:
        self.table, self.out, self.read = table, out, read
        self.keyboard = Keyboard(table)
        self.texts = self.keyboard.texts
        self.coloured = is_coloured(out)
        self.progress = ProgressBar(0, out)
        self._shown_decisions: int | None = None
        table.on_bot_progress = self._show_bot_progress

    def run(self) -> None:
        """Play until the match is over or the input ends."""
        for hint in ("hint", "room hint") if self.table.room else ("hint",):
            self._print(render_markdown(f"*{self.texts[hint]}*", coloured=self.coloured))
        try:
            if self.table.room is not None:
                self.table.room.stay_present()
            self._show(self.table.begin())
            while not (self.table.match.is_over or self.table.is_gone):
                if self.keyboard.is_waiting:
                    self._wait()
                else:
                    self._prompt()
        except (EOFError, KeyboardInterrupt):  # Ctrl-D, Ctrl-C, `quit`
            self._print("")
            print(self._farewell(), file=self.out, flush=True)  # not wrapped: it may be a command to copy

    def _farewell(self) -> str:
        """Save a match that is left, and return how to play on. A room needs no file."""
        if self.table.room is not None:
            return self.texts["room bye"]
        try:
            return self.keyboard.save_for_resume(self.keyboard.saved_table())
        except RefereeError as error:
            return self.texts["not saved"].format(reason=error)

    def _wait(self) -> None:
        """Wait until something happens in the room, and show it."""
        room = self.table.room
        assert room is not None
        if text := self.keyboard.waiting_text():
            self.progress.line(text)
        try:
            room.wait(WAIT_SECONDS)
        except RoomGone:
            LOG.debug("the room is gone; the table says so")
        self._show(self.table.refresh())

    def _prompt(self) -> None:
        """Read a line of the user and handle it."""
        if self.keyboard.next_holder is not None:
            self._hand_over(self.keyboard.next_holder)
            self._shown_decisions = None
            self._show(self.keyboard.say("moves", self._columns))
        line = self.read(f"{self.keyboard.user}> ").strip()
        if self.keyboard.is_quit(line):
            raise EOFError
        file = self.keyboard.save_command(line)
        if file is not None:
            self._print(self.keyboard.save(file))
        elif line:
            self._show(self.keyboard.say(line, self._columns))

    # --- output -------------------------------------------------------------------------------------------------------

    def _show(self, messages: Sequence[Message]) -> None:
        self.progress.line("")
        for message in messages:
            if message.to is not None and self.keyboard.is_for_other(message):
                self._hand_over(message.to)
            self.keyboard.note_shown(message)
            if message.choices:
                self._show_board()
                self._print("")
            self._print(render_markdown(message.text, coloured=self.coloured))
            for attachment in message.attachments:
                self._print(self.keyboard.write_picture(attachment))

    @property
    def _columns(self) -> int:
        return shutil.get_terminal_size().columns

    def _show_board(self) -> None:
        """Show the board above a menu, if another seat has decided since it was shown."""
        match = self.table.match
        others = [seat for seat in match.decision_seats[self._shown_decisions or 0 :] if seat != match.seat]
        if self._shown_decisions is None or others:
            self._shown_decisions = match.decision_count
            self._print("")
            self._show(self.keyboard.board(self._columns))

    def _hand_over(self, user: str) -> None:
        """Wait until the user has the keyboard and clear the screen, before hidden information is shown."""
        self.read(self.texts["hand over"].format(user=user))
        if self.out.isatty():
            self.out.write(CLEAR)
        self.keyboard.hand_over(user)

    def _show_bot_progress(self, user: str, job: Job) -> None:
        self.progress.line(self.keyboard.progress_text(user, job))

    def _print(self, text: str) -> None:
        """Print a text. A terminal gets lines wrapped at words, a pipe gets whole lines."""
        if self.out.isatty():
            text = "\n".join(wrap_line(line, self._columns) for line in text.split("\n"))
        print(text, file=self.out, flush=True)
