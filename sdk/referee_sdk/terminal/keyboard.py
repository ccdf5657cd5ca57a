"""Keyboard of a table: who types, what may be on the screen, and what is saved. Both terminals share it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from referee_sdk.bots import Job
from referee_sdk.chat import Attachment, Message, Table
from referee_sdk.chat.phrases import command_in, consent_in
from referee_sdk.errors import RefereeError
from referee_sdk.options import Language
from referee_sdk.terminal.markdown import is_board
from referee_sdk.terminal.pictures import PictureFolder
from referee_sdk.terminal.texts import QUIT_COMMANDS, SAVE_COMMANDS, TEXTS

NO_MESSAGE_LIMIT = 1_000_000
"""Limit in characters that no message reaches; a terminal has none."""

MIN_BOARD_WIDTH, MAX_BOARD_WIDTH = 40, 200
"""Widths in characters that the service accepts for a board."""


class Keyboard:
    """One keyboard for all users of a table. `holder` is the user who has it, `has_secrets` whether the screen shows
    something that only the holder may see.

    Boards are text, so the pictures of the table are off; `picture` writes one to a file. Nothing is "sent in private".
    """

    def __init__(self, table: Table, *, page: int | None = None) -> None:
        self.table = table
        self.language: Language = table.match.client.language
        self.texts = TEXTS[self.language]
        self.holder: str | None = None
        self.has_secrets = False
        self._pictures = PictureFolder()
        self._settings = {name: getattr(table, name) for name in ("pictures", "page", "limit")}  # `save` keeps them
        table.pictures, table.announce_private, table.limit = False, False, NO_MESSAGE_LIMIT
        table.page = table.page if page is None else page

    @property
    def user(self) -> str:
        """The user at the keyboard: the one who decides, else the holder or the first user."""
        player = self.table.current_player
        return player if isinstance(player, str) else self.holder or next(iter(self.table.users), "")

    def say(self, line: str, columns: int) -> list[Message]:
        """Pass a line to the table and return its messages. A board in them fits `columns`.

        `undo` takes back the last move of any user at this keyboard. An answer to a request counts for all who must
        agree, because they sit here.
        """
        messages: list[Message] = []
        self._set_width(columns)
        self.holder = self.holder if self.has_secrets else self.user
        for user in self._speakers(line):
            messages += self.table.say(user, line)
        return messages

    def _speakers(self, line: str) -> Sequence[str]:
        table, command = self.table, command_in(line)
        if table.room is None and command == "undo":
            players = [table.seats[seat] for seat in table.match.decision_seats if isinstance(seat, int)]
            return [next((player for player in reversed(players) if isinstance(player, str)), self.user)]
        pending = table.agreement.pending
        if pending is not None and (command in ("agree", "decline") or consent_in(line) is not None):
            return tuple(pending.waiting)
        return [self.user]

    def board(self, columns: int) -> list[Message]:
        """Return the board as the user sees it, with lines that fit `columns`. Raises `RefereeError`."""
        self._set_width(columns)
        return self.table.answers.table(self.user)

    def _set_width(self, columns: int) -> None:
        self.table.width = min(max(columns, MIN_BOARD_WIDTH), MAX_BOARD_WIDTH)

    # --- hidden hands -------------------------------------------------------------------------------------------------

    def is_for_other(self, message: Message) -> bool:
        """Return whether another user must have the keyboard before a message is shown."""
        return message.to not in (None, self.holder) and len(self.table.users) > 1

    @property
    def next_holder(self) -> str | None:
        """The user who must get the keyboard because the screen shows secrets of another one; else None."""
        is_next = self.has_secrets and self.user != self.holder and len(self.table.users) > 1
        return self.user if is_next else None

    def hand_over(self, user: str) -> None:
        """Note that a user has the keyboard now, and that the screen is empty."""
        self.holder, self.has_secrets = user, False

    def note_shown(self, message: Message) -> None:
        """Note that a message is on the screen. Boards and lists of moves may have secrets."""
        if message.to is not None and (message.choices or is_board(message.text)):
            self.holder, self.has_secrets = message.to, True

    # --- rooms and bots -----------------------------------------------------------------------------------------------

    @property
    def is_waiting(self) -> bool:
        """Whether a seat of a room decides that is played elsewhere. A user whose seat a bot plays may write."""
        room, seat = self.table.room, self.table.match.seat
        if room is None or not isinstance(seat, int) or self.table.current_player is not None:
            return False
        return self.table.seats[seat] is None or not room.is_bot(seat)

    def waiting_text(self) -> str:
        """Return for whom a room waits; nothing if it waits for chance or for the user here."""
        room = self.table.room
        if room is None or not isinstance(room.seat, int) or self.table.current_player is not None:
            return ""
        return self.texts["waiting"].format(user=room.names(room.client.language)[room.seat])

    def progress_text(self, user: str, job: Job) -> str:
        """Return the progress of a search as one line."""
        best = str(job.best) if job.best else "…"
        iterations = f"{job.iterations:,}" if self.language == "en" else f"{job.iterations:,}".replace(",", " ")
        return self.texts["bot progress"].format(user=user, iterations=iterations, best=best)

    # --- files --------------------------------------------------------------------------------------------------------

    @staticmethod
    def is_quit(line: str) -> bool:
        """Return whether a line leaves the game."""
        return line.lower() in QUIT_COMMANDS

    def save_command(self, line: str) -> Path | None:
        """Return the file that `save FILE` names; None for any other line."""
        command, _, name = line.partition(" ")
        is_save = command.lower() in SAVE_COMMANDS and name.strip()
        return Path(name.strip()).expanduser() if is_save else None

    def saved_table(self) -> str:
        """Return the saved table, with the settings that it had before this terminal."""
        here = {name: getattr(self.table, name) for name in self._settings}
        self._set(self._settings)
        try:
            return self.table.save()
        finally:
            self._set(here)

    def _set(self, settings: dict[str, int]) -> None:
        for name, setting in settings.items():
            setattr(self.table, name, setting)

    def save(self, file: Path) -> str:
        """Save the record if the file ends in `.game`, else the table for `--resume`. Return a sentence about it."""
        try:
            is_record = file.suffix == ".game"
            file.write_text(self.table.match.record().to_text() if is_record else f"{self.saved_table()}\n")
        except (OSError, RefereeError) as error:
            return self.texts["not saved"].format(reason=error)
        return self.texts["saved"].format(file=file)

    def save_for_resume(self, saved: str) -> str:
        """Save a table in a new file when the user leaves it, and return the command that resumes it, or why not."""
        try:
            file = new_save_file(self.table.match.game)
            file.write_text(f"{saved}\n")
        except OSError as error:
            return self.texts["not saved"].format(reason=error)
        return self.texts["resume"].format(file=file)

    def write_picture(self, picture: Attachment) -> str:
        """Write a picture to a temporary file that only this user can read, open it, and return a sentence."""
        try:
            return self.texts["picture"].format(file=self._pictures.write(picture))
        except OSError as error:
            return self.texts["not saved"].format(reason=error)


def new_save_file(game: str) -> Path:
    """Return a new file for a table that is left, in a folder that only this user can read. Raises `OSError`."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local/state"
    folder = Path(state) / "referee"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = folder / f"{game}-{datetime.now():%Y%m%d-%H%M%S}.table"
    file.touch(mode=0o600)
    return file
