"""`referee-play` as people use it: through a pseudo-terminal, and with answers piped in."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import StringIO

import pytest

from referee_sdk.commands.play import main
from referee_sdk.terminal import render_markdown
from referee_service.games import GAMES
from tests.kernel.toy import GAME as TOY
from tests.sdk.matches import ROOT, every_game

PLAY = [sys.executable, "-c", "import sys; from referee_sdk.commands.play import main; sys.exit(main())"]
APP = ["--app", "tests.sdk.service:shared"]
PATIENCE = 60.0
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "REFEREE_URL")},
    "PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}",
    "TERM": "xterm",
    "LINES": "30",
    "COLUMNS": "100",
}


class Typist:
    """Somebody at a terminal: types, and reads what appears."""

    def __init__(self, *arguments: str) -> None:
        self.keyboard, terminal = pty.openpty()
        self.process = subprocess.Popen(
            [*PLAY, *arguments, *(() if "--url" in arguments else APP)],
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            env=ENVIRONMENT,
            close_fds=True,
        )
        os.close(terminal)
        self.seen = ""

    def reads(self, until: str) -> str:
        """All that appears up to there."""
        latest = time.monotonic() + PATIENCE
        while until not in self.seen:
            assert time.monotonic() < latest, self.seen
            if select.select([self.keyboard], [], [], 1)[0]:
                try:
                    self.seen += os.read(self.keyboard, 65536).decode(errors="replace")
                except OSError:  # the other side has left
                    assert until in self.seen, self.seen
        shown, _, self.seen = self.seen.partition(until)
        return shown + until

    def types(self, line: str) -> None:
        os.write(self.keyboard, f"{line}\n".encode())

    def leaves(self) -> int:
        return self.process.wait(timeout=PATIENCE)


@pytest.fixture
def sit_down() -> Iterator:
    typists: list[Typist] = []

    def begin(*arguments: str) -> Typist:
        typists.append(Typist(*arguments))
        return typists[-1]

    yield begin
    for typist in typists:
        typist.process.kill()
        typist.process.wait()
        os.close(typist.keyboard)


@dataclass(frozen=True)
class Done:
    """A command that has ended."""

    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def piped(monkeypatch, capsys) -> Callable[..., Done]:
    """`referee-play` with answers that come from a pipe."""

    def run(*arguments: str, answers: str = "") -> Done:
        monkeypatch.setattr(sys, "stdin", StringIO(answers))
        code = main([*APP, *arguments])
        return Done(code, *capsys.readouterr())

    return run


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r", "")


def test_a_person_plays_at_a_terminal(sit_down, tmp_path):
    typist = sit_down("burgundy", "--seed", "hello", "--names", "Ann,Bob")
    shown = typist.reads("Ann> ")
    assert "\x1b[1m" in shown  # colours, for somebody watches
    board, _, choices = plain(shown).partition("Ann: Your turn")
    assert "depot 1: bank, ship" in board
    assert "   1  Take “bank” from depot 1 with die 1" in choices

    typist.types("take the church")
    assert "• Ann takes “church” from depot 6." in plain(typist.reads("Ann> "))
    typist.types("why not end turn")
    assert "You still have dice" in plain(typist.reads("Ann> "))
    typist.types("undo")
    assert "Ann took a move back" in plain(typist.reads("Ann> "))
    typist.types("8")
    typist.reads("Ann> ")
    typist.types("take workers")
    assert "Bob: Your turn" in plain(typist.reads("Bob> "))
    typist.types(f"save {tmp_path / 'table'}")
    typist.reads("Bob> ")
    typist.types("quit")
    typist.reads("--resume FILE")
    assert typist.leaves() == 0

    again = sit_down("--resume", str(tmp_path / "table"))
    assert "Bob: Your turn" in plain(again.reads("Bob> "))
    os.write(again.keyboard, b"\x04")  # Ctrl-D
    again.reads("--resume FILE")
    assert again.leaves() == 0


def test_the_board_is_shown_again_once_somebody_else_has_moved(piped):
    shown = piped("burgundy", "--seed", "hello", answers="take workers\n1\n1\n").stdout
    assert shown.count("depot 1: ") == 2


def test_a_search_thinks_aloud_on_a_terminal(sit_down, server):
    typist = sit_down(
        "burgundy", "--seed", "hello", "--bot", "search", "--milliseconds", "2500", "--url", server.address
    )
    typist.reads("Player 1> ")
    typist.types("take workers")
    typist.reads("Player 1> ")
    typist.types("take workers")
    assert "search 🤖 thinks: " in typist.reads("iterations")
    assert "Player 1: Your turn" in plain(typist.reads("Player 1> "))


@every_game
def test_every_game_can_be_played_and_its_record_saved(piped, game, tmp_path):
    record = tmp_path / "saved.game"
    done = piped(game, "--seed", "1", "--lang", "fr", answers=f"1\nsuite\naide\nsave {record}\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout  # nobody watches a pipe
    assert record.read_text().startswith(f"game: {game}\n")
    assert piped(game, "--seed", "1", answers=f"save {tmp_path / 'no' / 'where.game'}\n").returncode == 0


def test_the_keyboard_is_passed_on_before_a_hidden_hand_is_shown(piped):
    toy = (TOY.name, "--seed", "1", "--app", "tests.sdk.service:with_toy")
    first, second = piped(*toy, answers="1\n" * 30).stdout.split("Pass the keyboard to ")[:2]
    name = second.partition(",")[0]
    assert f"{name}> " not in first

    typed = first.count("> ")
    left = piped(*toy, answers="1\n" * typed)  # nobody takes the keyboard
    assert left.returncode == 0
    shown = left.stdout.partition("Pass the keyboard to ")[2]
    assert "   1  " not in shown
    assert "--resume FILE" in shown


def test_without_a_game_the_games_are_listed(piped):
    done = piped()
    assert done.returncode == 2
    assert all(f"  {name} " in done.stderr for name in GAMES)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["burgundy", "--seats", "9"], "seats"),
        (["burgundy", "--options", "{"], "--options is no JSON"),
        (["burgundy", "--options", "[]"], "--options must be a JSON object"),
        (["burgundy", "--options", '{"boards": "none"}'], "options"),
        (["--resume", "/no/such/file"], "No such file"),
    ],
)
def test_what_cannot_be_set_up_is_told_in_one_line(piped, arguments, reason):
    done = piped(*arguments)
    assert done.returncode == 2
    assert reason in done.stderr
    assert "Traceback" not in done.stderr


def test_markdown_is_shown_as_a_terminal_can():
    text = r"**Ann\*** *(small)* `code`" + "\n`12` Take"
    assert render_markdown(text, coloured=False) == "Ann* (small) `code`\n  12  Take"
    assert render_markdown("**a**", coloured=True) == "\x1b[1ma\x1b[0m"
    assert render_markdown("```\n**board**\n```", coloured=True) == "**board**"
