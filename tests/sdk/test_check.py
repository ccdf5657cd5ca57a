"""`referee-check`: the first bad line with its ruling, for people, for scripts and for CI systems."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from xml.etree import ElementTree

import pytest
import yaml

from referee_sdk import connection
from referee_sdk.commands.check import main
from tests.sdk.corpus import CORPUS
from tests.sdk.matches import ROOT, every_game

APP = ("--app", "tests.sdk.service:shared")


def tampered(game, folder):
    """A complete game in which the last move of a seat was given to a seat that is not there."""
    source = next(CORPUS.glob(f"{game}-*[0-9].game"))
    lines = source.read_text().splitlines()
    at = max(number for number, line in enumerate(lines) if line[:1].isdigit())
    lines[at] = "99" + lines[at][1:]
    path = folder / "tampered.game"
    path.write_text("\n".join(lines))
    return path, at + 1


def test_the_corpus_can_have_been_played(capsys):
    files = sorted(map(str, CORPUS.glob("*.json")))
    assert main([str(CORPUS), *files, *APP]) == 0
    said = capsys.readouterr().out.splitlines()
    assert all("moves are legal, scores" in line for line in said[:-1])
    assert said[-1] == f"{len(list(CORPUS.iterdir()))} checked, 0 failed"


@every_game
def test_the_first_bad_line_is_told_with_its_ruling(game, tmp_path, capsys):
    path, line = tampered(game, tmp_path)
    assert main([str(path), *APP]) == 1
    place, ruling, *_ = capsys.readouterr().out.splitlines()
    assert place.startswith(f"{path}:{line}: 99 ")
    assert "(referee.seat: " in ruling


def test_in_french(tmp_path, capsys):
    path, _ = tampered("burgundy", tmp_path)
    main([str(path), "--lang", "fr", *APP])
    assert "La place 99 ne peut pas agir" in capsys.readouterr().out


def test_against_a_running_service(server, tmp_path, capsys):
    path, line = tampered("burgundy", tmp_path)
    assert main([str(path), str(CORPUS), "--url", server.address]) == 1
    assert f"{path}:{line}: " in capsys.readouterr().out


def test_json_for_scripts(tmp_path, capsys):
    path, line = tampered("burgundy", tmp_path)
    good = next(CORPUS.glob("burgundy*.game"))
    main([str(path), str(good), "--json", *APP])
    told = json.loads(capsys.readouterr().out)
    assert (told["checked"], told["failed"]) == (2, 1)
    bad, fine = told["files"]
    assert (bad["valid"], bad["line"], bad["refusals"][0]["rule"]) == (False, line, "referee.seat")
    assert (fine["valid"], fine["line"]) == (True, None)


def test_junit_for_ci_systems(tmp_path):
    path, line = tampered("burgundy", tmp_path)
    strange = tmp_path / "strange.game"
    strange.write_text("game: \x01<&>\n\x02\n")
    report = tmp_path / "report.xml"
    assert main([str(path), str(strange), str(CORPUS), "--junit", str(report), *APP]) == 1
    suite = ElementTree.parse(report).getroot()
    assert (suite.get("tests"), suite.get("failures")) == (str(len(list(CORPUS.glob("*.game"))) + 2), "2")
    assert f"tampered.game:{line}" in suite.find("testcase/failure").get("message")


def test_files_that_are_no_records_fail_and_do_not_crash(tmp_path, capsys):
    binary, elsewhere, absent = tmp_path / "binary.game", tmp_path / "elsewhere.game", tmp_path / "absent.game"
    binary.write_bytes(b"\xff\xfe\x00")
    elsewhere.write_text("game: tiddlywinks\nruleset: 1\ncontent: x\nseats: 2\nchance: seeded\n")
    assert main([str(binary), str(elsewhere), str(absent), *APP]) == 1
    said = capsys.readouterr().out
    assert said.count("cannot be read") == 2
    assert said.count("cannot be judged") == 1


def test_when_nobody_can_say_the_exit_code_is_2(tmp_path, capsys):
    assert main([str(CORPUS), "--app", "no_such_module:app"]) == 2
    assert main([str(tmp_path), *APP]) == 2
    assert "there is no record to check" in capsys.readouterr().err


def test_the_service_installed_here_is_found_by_its_entry_point(monkeypatch):
    declared = (ROOT / "pyproject.toml").read_text()
    assert '[project.entry-points."referee.app"]\nservice = "referee_service.app:create_app"' in declared
    point = connection.EntryPoint("service", "referee_service.app:create_app", connection.APP_ENTRY_POINTS)
    monkeypatch.setattr(
        connection, "entry_points", lambda group: [point] if group == connection.APP_ENTRY_POINTS else []
    )
    monkeypatch.delenv("REFEREE_URL", raising=False)
    assert connection.connect().games()


def test_a_bar_shows_the_progress_on_a_terminal_only():
    command = [sys.executable, "-c", "import sys; from referee_sdk.commands.check import main; sys.exit(main())"]
    keeper, terminal = pty.openpty()
    done = subprocess.run(
        [*command, str(CORPUS), *APP],
        stderr=terminal,
        stdout=subprocess.PIPE,
        timeout=60,
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}"},
        check=False,
    )
    os.close(terminal)
    shown = os.read(keeper, 100_000).decode()
    os.close(keeper)
    assert done.returncode == 0
    assert "█" in shown
    assert b"\x1b" not in done.stdout


def test_the_hook_for_pre_commit_runs_the_command():
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert f'{hook["entry"]} = "referee_sdk.commands.check:main"' in (ROOT / "sdk/pyproject.toml").read_text()
    assert all((ROOT / path).is_dir() for path in hook["additional_dependencies"])
    assert hook["files"] == r"\.game$"


@pytest.mark.parametrize("name", ["referee_service.app", "referee_service.app:nothing", ":", "", "no.such:app"])
def test_an_app_that_is_not_there_is_told_so(name):
    with pytest.raises(connection.CommandError):
        connection.load_app(name)
