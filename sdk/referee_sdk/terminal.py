"""Terminal adapter: a chat table for people at one keyboard, with board, colours and bot progress."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import mkdtemp
from threading import Thread
from typing import TextIO

from referee_sdk.bots import Job
from referee_sdk.chat import Attachment, Message, Table
from referee_sdk.core.sender import LOG
from referee_sdk.errors import RefereeError, RoomGone
from referee_sdk.options import Language
from referee_sdk.progress import ProgressBar

BOLD, DIM, CYAN, PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[36m", "\x1b[0m"
CLEAR = "\x1b[2J\x1b[3J\x1b[H"
STYLES = (
    (re.compile(r"\*\*(.+?)\*\*"), BOLD, r"\1"),
    (re.compile(r"(?<!\*)\*([^*]+)\*"), DIM, r"\1"),
    (re.compile(r"`([^`]+)`"), CYAN, r"\g<0>"),
)
"""Markdown that a table writes: pattern, ANSI style, and replacement without colours."""

NUMBERED = re.compile(r"^`(\d+)` ", re.MULTILINE)
ESCAPE = re.compile(r"\\(.)")
ANSI_CODE = re.compile(r"\x1b\[[0-9;]*m")
INDENT = re.compile(r" *(?:\d+  |• )?")
"""Start of a line below which the next lines of the same text begin: of a numbered action, or of an event."""
HIDDEN_ESCAPE = "\0{}\0"

TEXTS: dict[Language, dict[str, str]] = {
    "en": {
        "hint": (
            "Type a number to play; also: table, picture, moves, more, why not …, ? NAME (what a card or piece does),"
            " undo, score, help, save FILE, quit."
        ),
        "hand over": "Pass the keyboard to {user}, who presses Enter: ",
        "saved": "Saved: {file}",
        "picture": "Picture: {file}",
        "not saved": "Cannot save: {reason}",
        "room hint": "The other seats play elsewhere; Ctrl-C leaves, and the same link joins again.",
        "waiting": "Waiting for {user} …",
        "room bye": "You have left. The link joins the room again, here or in a browser.",
        "bye": "Matches are not saved automatically: use `save FILE`, then `referee-play --resume FILE`.",
        "bot progress": "{user} searches: {iterations} iterations, best so far: {best}",
    },
    "fr": {
        "hint": (
            "Un numéro joue ; aussi : table, image, coups, suite, pourquoi pas …, ? NOM (ce que fait une carte ou une"
            " pièce), annuler, score, aide, save NOM, quit."
        ),
        "hand over": "Passez le clavier à {user}, qui appuie sur Entrée : ",
        "saved": "Enregistré : {file}",
        "picture": "Image : {file}",
        "not saved": "Impossible d'enregistrer : {reason}",
        "room hint": "Les autres places jouent ailleurs ; Ctrl-C quitte, et le même lien y revient.",
        "waiting": "En attente de {user} …",
        "room bye": "Vous avez quitté le salon. Le lien y ramène, ici ou dans un navigateur.",
        "bye": "Les parties ne sont pas enregistrées automatiquement : `save NOM`, puis `referee-play --resume NOM`.",
        "bot progress": "{user} réfléchit : {iterations} itérations, le mieux jusqu'ici : {best}",
    },
}

MIN_BOARD_WIDTH, MAX_BOARD_WIDTH = 40, 200
"""Widths in characters that the service accepts for a board."""

WAIT_SECONDS = 30.0
"""Longest wait for news of a room before the table looks itself."""

QUIT_COMMANDS = ("quit", "exit", "q", "quitter")


def is_coloured(stream: TextIO) -> bool:
    """Return whether to use colours: only on a terminal, and without NO_COLOR (https://no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR")


def picture_viewer() -> str | None:
    """Return the command that opens a file in a window; None without a display."""
    if sys.platform == "darwin":
        return None if os.environ.get("SSH_CONNECTION") else "open"
    has_display = bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return shutil.which("xdg-open") if has_display else None


def render_markdown(text: str, *, coloured: bool) -> str:
    """Return the Markdown of a message as text for a terminal."""
    if text.startswith("```"):
        return text.removeprefix("```\n").removesuffix("\n```")
    number = f"{CYAN}{{:>4}}{PLAIN}  " if coloured else "{:>4}  "
    text = NUMBERED.sub(lambda found: number.format(found[1]), text)
    text = ESCAPE.sub(lambda found: HIDDEN_ESCAPE.format(ord(found[1])), text)
    for pattern, style, plain in STYLES:
        text = pattern.sub(rf"{style}\1{PLAIN}" if coloured else plain, text)
    return re.sub("\0(\\d+)\0", lambda found: chr(int(found[1])), text)


def wrap_line(line: str, width: int) -> str:
    """Return a line wrapped at spaces to a width in visible characters. Numbered lines continue below their text."""
    plain = ANSI_CODE.sub("", line)
    indent = " " * (len(plain) - len(INDENT.sub("", plain, count=1)))
    words = line.split(" ")
    lines, length = [words[0]], len(ANSI_CODE.sub("", words[0]))
    for word in words[1:]:
        visible = len(ANSI_CODE.sub("", word))
        if word and length + 1 + visible > width:
            lines.append(indent + word)
            length = len(indent) + visible
        else:
            lines[-1] += f" {word}"
            length += 1 + visible
    return "\n".join(lines)


class Terminal:
    """One table at one keyboard. `read` shows a prompt and returns a line, like `input`.

    Boards are text, so the pictures of the table are off. `picture` writes one to a temporary file.
    """

    def __init__(self, table: Table, out: TextIO, read: Callable[[str], str] = input) -> None:
        self.table, self.out, self.read = table, out, read
        self.texts = TEXTS[table.match.client.language]
        self.coloured = is_coloured(out)
        self.progress = ProgressBar(0, out)
        self._keyboard_user: str | None = None
        self._folder: Path | None = None
        self._has_pictures = table.pictures  # a setting of the table that `save` keeps for chats
        self._shown_decisions: int | None = None
        table.on_bot_progress, table.pictures = self._show_bot_progress, False

    def run(self) -> None:
        """Play until the match is over or the input ends."""
        for hint in ("hint", "room hint") if self.table.room else ("hint",):
            self._print(render_markdown(f"*{self.texts[hint]}*", coloured=self.coloured))
        try:
            if self.table.room is not None:
                self.table.room.stay_present()
            self._show(self.table.begin())
            while not (self.table.match.is_over or self.table.is_gone):
                if self._must_wait():
                    self._wait()
                else:
                    self._handle(self.read(f"{self._user()}> ").strip())
        except (EOFError, KeyboardInterrupt):  # Ctrl-D, Ctrl-C, `quit`
            self._print("")
            self._print(render_markdown(self.texts["room bye" if self.table.room else "bye"], coloured=self.coloured))

    def _must_wait(self) -> bool:
        """Return whether a seat of a room decides that is played elsewhere. A user whose seat a bot plays may write."""
        room, seat = self.table.room, self.table.match.seat
        if room is None or not isinstance(seat, int) or self.table.current_player is not None:
            return False
        return self.table.seats[seat] is None or not room.is_bot(seat)

    def _wait(self) -> None:
        """Wait until something happens in the room, and show it."""
        room = self.table.room
        assert room is not None
        if isinstance(room.seat, int):
            self.progress.line(self.texts["waiting"].format(user=room.names(room.client.language)[room.seat]))
        try:
            room.wait(WAIT_SECONDS)
        except RoomGone:
            LOG.debug("the room is gone; the table says so")
        self._show(self.table.refresh())

    def _handle(self, line: str) -> None:
        command, _, argument = line.partition(" ")
        if line.lower() in QUIT_COMMANDS:
            raise EOFError
        if command == "save" and argument:
            self._save(Path(argument.strip()).expanduser())
        elif line:
            self._say(line)

    def _say(self, line: str) -> None:
        """Pass a line of the user to the table, and show the messages. Boards have the width of the terminal."""
        columns = shutil.get_terminal_size().columns
        self.table.width = min(max(columns, MIN_BOARD_WIDTH), MAX_BOARD_WIDTH)
        self._show(self.table.say(self._user(), line))

    def _user(self) -> str:
        """Return the user at the keyboard: the one who decides, else the first user."""
        player = self.table.current_player
        return player if isinstance(player, str) else next(iter(self.table.users), "")

    # --- output -------------------------------------------------------------------------------------------------------

    def _show(self, messages: Sequence[Message]) -> None:
        self.progress.line("")
        for message in messages:
            if message.to is not None:
                self._hand_over_keyboard(message.to)
            if message.choices:
                self._show_board()
                self._print("")
            self._print(render_markdown(message.text, coloured=self.coloured))
            for attachment in message.attachments:
                self._write_picture(attachment)

    def _write_picture(self, picture: Attachment) -> None:
        """Write a picture to a temporary file that only this user can read, print its path, and open it.

        The file stays after `run`, so that it can be opened later.
        """
        try:
            self._folder = self._folder or Path(mkdtemp(prefix="referee-"))
            file = self._folder / picture.name
            file.write_bytes(picture.content)
            self._print(self.texts["picture"].format(file=file))
            viewer = picture_viewer()
            if viewer is not None:
                quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
                Thread(target=subprocess.run, args=([viewer, file],), kwargs=quiet, daemon=True).start()
        except OSError as error:
            self._print(self.texts["not saved"].format(reason=error))

    def _show_board(self) -> None:
        """Show the board above a menu, if another seat has decided since it was shown."""
        match = self.table.match
        others = [seat for seat in match.decision_seats[self._shown_decisions or 0 :] if seat != match.seat]
        if self._shown_decisions is None or others:
            self._shown_decisions = match.decision_count
            self._print("")
            self._say("table")

    def _hand_over_keyboard(self, user: str) -> None:
        """Wait until the user has the keyboard and clear the screen, before hidden information is shown."""
        if self._keyboard_user not in (None, user):
            self.read(self.texts["hand over"].format(user=user))
            if self.out.isatty():
                self.out.write(CLEAR)
        self._keyboard_user = user

    def _show_bot_progress(self, user: str, job: Job) -> None:
        best = str(job.best) if job.best else "…"
        self.progress.line(self.texts["bot progress"].format(user=user, iterations=f"{job.iterations:,}", best=best))

    def _print(self, text: str) -> None:
        """Print a text. A terminal gets lines wrapped at words, a pipe gets whole lines."""
        if self.out.isatty():
            columns = shutil.get_terminal_size().columns
            text = "\n".join(wrap_line(line, columns) for line in text.split("\n"))
        print(text, file=self.out, flush=True)

    # --- saving -------------------------------------------------------------------------------------------------------

    def _saved_table(self) -> str:
        """Return the saved table, with the setting of pictures that it had before this terminal."""
        self.table.pictures = self._has_pictures
        try:
            return self.table.save()
        finally:
            self.table.pictures = False

    def _save(self, file: Path) -> None:
        """Save the record if the file ends in `.game`, else the table for `--resume`."""
        try:
            is_record = file.suffix == ".game"
            file.write_text(self.table.match.record().to_text() if is_record else f"{self._saved_table()}\n")
        except (OSError, RefereeError) as error:
            self._print(self.texts["not saved"].format(reason=error))
        else:
            self._print(self.texts["saved"].format(file=file))
