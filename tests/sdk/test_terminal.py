"""Command `referee-play` at a pseudo-terminal, and with piped input."""

from __future__ import annotations

import os
import re
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import pytest

from referee_sdk.commands.play import main
from referee_sdk.terminal import render_markdown, wrap_line
from referee_sdk.terminal.texts import TEXTS
from referee_service.games import GAMES
from tests.kernel.toy import GAME as TOY
from tests.sdk.matches import every_game
from tests.sdk.typists import APP, ENVIRONMENT, TIMEOUT_SECONDS, plain


@dataclass(frozen=True)
class CommandResult:
    """Result of a command."""

    returncode: int
    stdout: str
    stderr: str


@pytest.fixture(autouse=True)
def state(monkeypatch, tmp_path) -> Path:
    """Save matches that are left to a folder of the test, and return it."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "referee"


@pytest.fixture
def piped(monkeypatch, capsys) -> Callable[..., CommandResult]:
    """Return a function that runs `referee-play` with piped input lines."""

    def run(*arguments: str, lines: str = "") -> CommandResult:
        monkeypatch.setattr(sys, "stdin", StringIO(lines))
        code = main([*APP, *arguments])
        return CommandResult(code, *capsys.readouterr())

    return run


def test_a_person_plays_at_a_terminal(start_typist, tmp_path):
    typist = start_typist("--plain", "burgundy", "--seed", "hello", "--names", "Ann,Bob")
    shown = typist.read("Ann> ")
    assert "\x1b[1m" in shown  # colours, because this is a terminal
    board, _, choices = plain(shown).partition("Ann: Your turn")
    assert max(map(len, board.splitlines())) <= int(ENVIRONMENT["COLUMNS"])
    assert re.search(r"^ {3}1 {2}Take ", choices, re.MULTILINE)

    typist.type_line("? xyz")
    assert "No card or piece of this game is called “xyz”." in plain(typist.read("Ann> "))
    typist.type_line("take the church")
    assert "• Ann takes " in plain(typist.read("Ann> "))
    typist.type_line("why not end turn")
    assert "✗ You still have " in plain(typist.read("Ann> "))
    typist.type_line("undo")
    assert "Ann took a move back" in plain(typist.read("Ann> "))
    typist.type_line("8")
    typist.read("Ann> ")
    typist.type_line("take workers")
    assert "Bob: Your turn" in plain(typist.read("Bob> "))
    typist.type_line(f"save {tmp_path / 'table'}")
    typist.read("Bob> ")
    typist.type_line("quit")
    typist.read("To play on: referee-play --resume")
    assert typist.wait() == 0

    resumed = start_typist("--plain", "--resume", str(tmp_path / "table"))
    assert "Bob: Your turn" in plain(resumed.read("Bob> "))
    os.write(resumed.keyboard, b"\x04")  # Ctrl-D
    resumed.read("To play on: referee-play --resume")
    assert resumed.wait() == 0


def test_the_board_is_shown_again_after_another_seat_has_moved(piped, client):
    shown = piped("burgundy", "--seed", "hello", lines="take workers\n1\n1\n").stdout
    title = client.new_match("burgundy", seats=2, seed="hello").view().text.splitlines()[0]
    assert shown.splitlines().count(title) == 2


@pytest.fixture
def no_display(monkeypatch, tmp_path):
    """Remove the display, and write temporary files to a folder of the test."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


@pytest.mark.parametrize(("language", "word", "label"), [("en", "picture", "Picture: "), ("fr", "image", "Image : ")])
def test_a_picture_is_written_to_a_file_of_its_user(piped, no_display, tmp_path, language, word, label):
    shown = piped("settlement", "--seed", "1", "--lang", language, lines=f"{word}\n").stdout
    files = [Path(found) for found in re.findall(rf"^{label}(.+)$", shown, re.MULTILINE)]
    assert [file.name for file in files] == ["settlement-0-table.png", "settlement-0-mine.png"]
    for file in files:
        assert file.is_relative_to(tmp_path)
        assert file.read_bytes().startswith(b"\x89PNG")
        assert file.parent.stat().st_mode & 0o077 == 0


def test_a_picture_is_opened_if_there_is_a_display(piped, no_display, tmp_path, monkeypatch):
    viewer = tmp_path / "xdg-open"
    viewer.write_text(f'#!/bin/sh\necho "$1" >> {tmp_path / "opened"}\n')
    viewer.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    piped("burgundy", "--seed", "1", lines="picture\n")
    assert not (tmp_path / "opened").exists()
    monkeypatch.setenv("DISPLAY", ":0")
    shown = piped("burgundy", "--seed", "1", lines="picture\n").stdout
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while not (tmp_path / "opened").exists() or not (tmp_path / "opened").read_text():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert f"Picture: {(tmp_path / 'opened').read_text().strip()}" in shown


def test_a_folder_that_cannot_be_written_is_reported(piped, no_display, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    result = piped("burgundy", "--seed", "1", lines="picture\nscore\n")
    assert "Cannot save: " in result.stdout
    assert "Player 1: 0" in result.stdout


@pytest.mark.alone
def test_a_terminal_shows_the_progress_of_a_search(start_typist, server):
    typist = start_typist(
        "--plain", "burgundy", "--seed", "hello", "--bot", "search", "--milliseconds", "2500", "--url", server.address
    )
    typist.read("Player 1> ")
    typist.type_line("take workers")
    typist.read("Player 1> ")
    typist.type_line("take workers")
    assert "search 🤖 searches: " in typist.read("iterations")
    assert "Player 1: Your turn" in plain(typist.read("Player 1> "))


@every_game
def test_every_game_can_be_played_and_its_record_saved(piped, game, tmp_path):
    record = tmp_path / "saved.game"
    result = piped(game, "--seed", "1", "--lang", "fr", lines=f"1\nsuite\naide\nsave {record}\nquit\n")
    assert result.returncode == 0, result.stderr
    assert "\x1b" not in result.stdout  # no colours in a pipe
    assert record.read_text().startswith(f"game: {game}\n")
    assert piped(game, "--seed", "1", lines=f"save {tmp_path / 'no' / 'where.game'}\n").returncode == 0


def test_the_keyboard_changes_hands_before_a_hidden_hand_is_shown(piped):
    toy = (TOY.name, "--seed", "1", "--app", "tests.sdk.service:toy_app")
    begin, first, second = piped(*toy, lines="\n" + "1\n" * 30).stdout.split("Pass the keyboard to ")[:3]
    assert "   1  " not in begin  # the person who starts the command need not be the first player
    name = second.partition(",")[0]
    assert f"{name}> " not in first

    line_count = first.count("> ")
    stopped = piped(*toy, lines="\n" + "1\n" * line_count)  # the input ends before the next user takes the keyboard
    assert stopped.returncode == 0
    shown = stopped.stdout.split("Pass the keyboard to ")[2]
    assert "   1  " not in shown
    assert "To play on: referee-play --resume" in shown


def test_one_keyboard_agrees_for_all_and_takes_back_the_last_move(piped):
    shown = piped("burgundy", "--seed", "hello", lines="take workers\ntake workers\nundo\nagree\nscore\n").stdout
    mover = re.findall(r"• (Player \d) takes 2 workers", shown)[-1]
    assert f"{mover} took a move back." in shown
    assert "private" not in shown


def test_without_a_game_the_games_are_listed(piped):
    result = piped()
    assert result.returncode == 2
    assert all(f"  {name} " in result.stderr for name in GAMES)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["burgundy", "--seats", "9"], "seats"),
        (["burgundy", "--options", "{"], "--options is not JSON"),
        (["burgundy", "--options", "[]"], "--options must be a JSON object"),
        (["burgundy", "--options", '{"boards": "none"}'], "options"),
        (["--resume", "/no/such/file"], "No such file"),
    ],
)
def test_an_impossible_set_up_is_reported_in_one_line(piped, arguments, reason):
    result = piped(*arguments)
    assert result.returncode == 2
    assert reason in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ([], "choisissez un jeu :"),
        (["burgundy", "--options", "{"], "--options n'est pas du JSON"),
        (["burgundy", "--options", "[]"], "--options doit être un objet JSON"),
        (["burgundy", "--seats", "9"], "Une valeur de 2 à 4 est attendue"),
        (["--room", "nonsense"], "Ce n'est pas le lien d'un salon."),
        (["--resume", os.devnull], "Ce n'est pas une table enregistrée."),
        (["burgundy", "--url", "http://127.0.0.1:9"], "Aucun service ne répond."),
    ],
)
def test_a_set_up_in_french_is_refused_in_french(capsys, arguments, reason):
    app = [] if "--url" in arguments else APP
    assert main([*app, *arguments, "--lang", "fr"]) == 2
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize(("language", "text"), [("en", "no bot “greedyy”"), ("fr", "pas de robot « greedyy »")])
def test_a_bot_that_does_not_exist_opens_no_table(piped, language, text):
    result = piped("burgundy", "--bot", "greedyy, random", "--lang", language)
    assert (result.returncode, result.stdout) == (2, "")
    assert text in result.stderr
    assert "random, greedy, search" in result.stderr


def test_a_french_user_reads_in_french_that_a_file_is_missing(piped, tmp_path):
    result = piped("--resume", str(tmp_path / "no.table"), "--lang", "fr")
    assert result.returncode == 2
    assert result.stderr == f"referee-play: Impossible d'ouvrir {tmp_path}/no.table : ce fichier n'existe pas.\n"


@pytest.mark.parametrize("width", range(12, 60))
def test_a_french_mark_stays_with_its_word(width):
    text = "✗ Choisissez « Recruter », « Coloniser » ou « Finir » ; est-ce tout ? Oui : « Piller » !"
    lines = [line.strip() for line in wrap_line(text, width).split("\n")]
    assert " ".join(lines) == text
    assert not [line for line in lines if line[0] in "»:;?!" or line.endswith("«")]


@pytest.mark.parametrize(("language", "lines"), [("en", "1\nclose\n"), ("fr", "1\nquitter\n"), ("fr", "1\n")])
def test_a_match_that_is_left_line_by_line_is_saved(piped, state, language, lines):
    result = piped("burgundy", "--seed", "hello", "--lang", language, lines=lines)
    (file,) = state.iterdir()
    assert result.stdout.endswith(f"referee-play --resume {file}\n")
    assert file.stat().st_mode & 0o077 == 0
    assert TEXTS[language]["resume"].format(file=file) in piped("--resume", str(file), "--lang", language).stdout


def test_long_lines_are_wrapped_at_words_below_their_text():
    line = render_markdown("`12` Build the **Sawmill** (2 wood, 1 stone)", coloured=True)
    assert plain(wrap_line(line, 24)).split("\n") == ["  12  Build the Sawmill", "      (2 wood, 1 stone)"]
    assert wrap_line("• Ann builds the Sawmill.", 18) == "• Ann builds the\n  Sawmill."
    assert wrap_line("  23 – Animals score again", 18) == "  23 – Animals\n       score again"
    assert wrap_line("", 18) == ""
    assert wrap_line("x" * 30, 18) == "x" * 30


def test_markdown_is_rendered_for_a_terminal():
    text = r"**Ann\*** *(small)* `code`" + "\n`12` Take"
    assert render_markdown(text, coloured=False) == "Ann* (small) `code`\n  12  Take"
    assert render_markdown("**a**", coloured=True) == "\x1b[1ma\x1b[0m"
    assert render_markdown("```\n**board**\n```", coloured=True) == "**board**"


def test_the_command_asks_a_person_for_the_link_of_a_room(monkeypatch, capsys):
    terminal = StringIO("no link\n")
    terminal.isatty = lambda: True
    monkeypatch.setattr(sys, "stdin", terminal)
    assert main(["--room", "-", "--lang", "fr"]) == 2
    assert capsys.readouterr().out.startswith("Collez le lien de votre place")
