"""A table at one keyboard: the chat table with a board, colours on terminals only, and a line while a bot thinks."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

from referee_sdk.bots import Job
from referee_sdk.chat import Message, Table
from referee_sdk.client import Language
from referee_sdk.errors import RefereeError
from referee_sdk.progress import ProgressBar

BOLD, DIM, CYAN, PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[36m", "\x1b[0m"
CLEAR = "\x1b[2J\x1b[3J\x1b[H"
STYLES = (
    (re.compile(r"\*\*(.+?)\*\*"), BOLD, r"\1"),
    (re.compile(r"(?<!\*)\*([^*]+)\*"), DIM, r"\1"),
    (re.compile(r"`([^`]+)`"), CYAN, r"\g<0>"),
)
"""The Markdown that a table writes, and how a terminal shows it."""

NUMBERED = re.compile(r"^`(\d+)` ", re.MULTILINE)
ESCAPE = re.compile(r"\\(.)")
HIDDEN_ESCAPE = "\0{}\0"

TEXTS: dict[Language, dict[str, str]] = {
    "en": {
        "hint": "A number plays; also: table, moves, more, why not …, undo, score, help, save FILE, quit.",
        "pass on": "Pass the keyboard to {person}, who presses Enter: ",
        "saved": "Saved: {file}",
        "not saved": "That cannot be saved: {reason}",
        "bye": "The match stays where it is. Next time `save FILE`, then `referee-play --resume FILE`.",
        "thinks": "{person} thinks: {iterations} iterations, best so far: {best}",
    },
    "fr": {
        "hint": "Un numéro joue ; aussi : table, coups, suite, pourquoi pas …, annuler, score, aide, save NOM, quit.",
        "pass on": "Passez le clavier à {person}, qui appuie sur Entrée : ",
        "saved": "Enregistré : {file}",
        "not saved": "Impossible d'enregistrer : {reason}",
        "bye": "La partie en reste là. La prochaine fois `save NOM`, puis `referee-play --resume NOM`.",
        "thinks": "{person} réfléchit : {iterations} itérations, le mieux jusqu'ici : {best}",
    },
}

QUIT_COMMANDS = ("quit", "exit", "q", "quitter")


def is_coloured(stream: TextIO) -> bool:
    """Colours are for people who watch, unless they asked for none (https://no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR")


def render_markdown(text: str, *, coloured: bool) -> str:
    """The Markdown of a message as a terminal shows it."""
    if text.startswith("```"):
        return text.removeprefix("```\n").removesuffix("\n```")
    number = f"{CYAN}{{:>4}}{PLAIN}  " if coloured else "{:>4}  "
    text = NUMBERED.sub(lambda found: number.format(found[1]), text)
    text = ESCAPE.sub(lambda found: HIDDEN_ESCAPE.format(ord(found[1])), text)
    for pattern, style, plain in STYLES:
        text = pattern.sub(rf"{style}\1{PLAIN}" if coloured else plain, text)
    return re.sub("\0(\\d+)\0", lambda found: chr(int(found[1])), text)


class Terminal:
    """One table at one keyboard."""

    def __init__(self, table: Table, out: TextIO, read: Callable[[str], str] = input) -> None:
        self.table, self.out, self.read = table, out, read
        self.words = TEXTS[table.match.client.language]
        self.coloured = is_coloured(out)
        self.progress = ProgressBar(0, out)
        self._reader: str | None = None
        self._told: int | None = None
        table.on_bot_progress = self._show_bot_progress

    def run(self) -> None:
        """Play until the match is over or nobody answers."""
        self._print(render_markdown(f"*{self.words['hint']}*", coloured=self.coloured))
        try:
            self._show(self.table.begin())
            while not self.table.match.is_over:
                self._answer(self.read(f"{self._person()}> ").strip())
        except (EOFError, KeyboardInterrupt):  # Ctrl-D, Ctrl-C, `quit`
            self._print("")
            self._print(render_markdown(self.words["bye"], coloured=self.coloured))

    def _answer(self, answer: str) -> None:
        word, _, rest = answer.partition(" ")
        if answer.lower() in QUIT_COMMANDS:
            raise EOFError
        if word == "save" and rest:
            self._save(Path(rest.strip()).expanduser())
        elif answer:
            self._show(self.table.say(self._person(), answer))

    def _person(self) -> str:
        """Who is at the keyboard: whoever decides, else the first person."""
        deciding = self.table.current_player
        return deciding if isinstance(deciding, str) else self.table.people[0]

    # --- showing ------------------------------------------------------------------------------------------------------

    def _show(self, messages: Sequence[Message]) -> None:
        self.progress.line("")
        for message in messages:
            if message.to is not None:
                self._hand_over_keyboard(message.to)
            if message.choices:
                self._show_board()
                self._print("")
            self._print(render_markdown(message.text, coloured=self.coloured))

    def _show_board(self) -> None:
        """The board above the choices, whenever somebody else has decided since."""
        match = self.table.match
        others = [seat for seat in match.decision_seats[self._told or 0 :] if seat != match.seat]
        if self._told is None or others:
            self._told = match.decision_count
            self._print("")
            self._show(self.table.say(self._person(), "table"))

    def _hand_over_keyboard(self, user: str) -> None:
        """Before somebody else's secrets are shown, that person takes the keyboard and the screen is cleared."""
        if self._reader not in (None, user):
            self.read(self.words["pass on"].format(person=user))
            if self.out.isatty():
                self.out.write(CLEAR)
        self._reader = user

    def _show_bot_progress(self, user: str, job: Job) -> None:
        best = str(job.best) if job.best else "…"
        told = self.words["thinks"].format(person=user, iterations=f"{job.iterations:,}", best=best)
        self.progress.line(told)

    def _print(self, text: str) -> None:
        print(text, file=self.out, flush=True)

    # --- saving -------------------------------------------------------------------------------------------------------

    def _save(self, file: Path) -> None:
        """A record where the name asks for one (`.game`), else the table, to be resumed."""
        try:
            is_record = file.suffix == ".game"
            file.write_text(self.table.match.record().to_text() if is_record else f"{self.table.save()}\n")
        except (OSError, RefereeError) as error:
            self._print(self.words["not saved"].format(reason=error))
        else:
            self._print(self.words["saved"].format(file=file))
