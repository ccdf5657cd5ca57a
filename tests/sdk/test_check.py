"""Command `referee-check`: reports as text, JSON and JUnit XML."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest
import yaml

from referee_sdk import connection
from referee_sdk.commands.check import main
from tests.sdk.corpus import CORPUS
from tests.sdk.matches import ROOT, every_game

APP = ("--app", "tests.sdk.service:shared_app")


def tampered_record(game, folder):
    """Write a complete record in which the last move has an unknown seat. Return its path and the bad line."""
    source = next(CORPUS.glob(f"{game}-*[0-9].game"))
    lines = source.read_text().splitlines()
    last = max(number for number, line in enumerate(lines) if line[:1].isdigit())
    lines[last] = "99" + lines[last][1:]
    path = folder / "tampered.game"
    path.write_text("\n".join(lines))
    return path, last + 1


def test_the_corpus_can_have_been_played(capsys):
    files = sorted(map(str, CORPUS.glob("*.json")))
    assert main([str(CORPUS), *files, *APP]) == 0
    output = capsys.readouterr().out.splitlines()
    assert all("moves are legal, scores" in line for line in output[:-1])
    assert output[-1] == f"{len(list(CORPUS.iterdir()))} checked, 0 failed"


def test_the_report_has_the_score_of_a_rival(capsys):
    path = CORPUS / "dice_settlers-1.game"
    assert main([str(path), *APP]) == 0
    line = capsys.readouterr().out.splitlines()[0]
    assert re.fullmatch(rf"{re.escape(str(path))}: \d+ moves are legal, scores \d+, bot \d+", line)
    assert main([str(path), "--json", *APP]) == 0
    (checked,) = json.loads(capsys.readouterr().out)["files"]
    assert line.endswith(f"bot {checked['rivals']['bot']}")


@every_game
def test_the_report_has_the_first_bad_line_with_its_ruling(game, tmp_path, capsys):
    path, line = tampered_record(game, tmp_path)
    assert main([str(path), *APP]) == 1
    location, ruling, *_ = capsys.readouterr().out.splitlines()
    assert location.startswith(f"{path}:{line}: 99 ")
    assert "(referee.seat: " in ruling


def test_rulings_are_in_french_on_request(tmp_path, capsys):
    path, _ = tampered_record("burgundy", tmp_path)
    main([str(path), "--lang", "fr", *APP])
    assert "La place 99 ne peut pas agir" in capsys.readouterr().out


def test_records_are_checked_by_a_running_service(server, tmp_path, capsys):
    path, line = tampered_record("burgundy", tmp_path)
    assert main([str(path), str(CORPUS), "--url", server.address]) == 1
    assert f"{path}:{line}: " in capsys.readouterr().out


def test_results_can_be_json(tmp_path, capsys):
    path, line = tampered_record("burgundy", tmp_path)
    good = next(CORPUS.glob("burgundy*.game"))
    main([str(path), str(good), "--json", *APP])
    report = json.loads(capsys.readouterr().out)
    assert (report["checked"], report["failed"]) == (2, 1)
    invalid, valid = report["files"]
    assert (invalid["valid"], invalid["line"], invalid["refusals"][0]["rule"]) == (False, line, "referee.seat")
    assert (valid["valid"], valid["line"]) == (True, None)


def test_results_can_be_a_junit_report(tmp_path):
    path, line = tampered_record("burgundy", tmp_path)
    unreadable = tmp_path / "unreadable.game"
    unreadable.write_text("game: \x01<&>\n\x02\n")
    report = tmp_path / "report.xml"
    assert main([str(path), str(unreadable), str(CORPUS), "--junit", str(report), *APP]) == 1
    suite = ElementTree.parse(report).getroot()
    assert (suite.get("tests"), suite.get("failures")) == (str(len(list(CORPUS.glob("*.game"))) + 2), "2")
    assert f"tampered.game:{line}" in suite.find("testcase/failure").get("message")


def test_files_without_a_record_fail_and_do_not_crash(tmp_path, capsys):
    binary, unknown, missing = tmp_path / "binary.game", tmp_path / "unknown.game", tmp_path / "missing.game"
    binary.write_bytes(b"\xff\xfe\x00")
    unknown.write_text("game: tiddlywinks\nruleset: 1\ncontent: x\nseats: 2\nchance: seeded\n")
    assert main([str(binary), str(unknown), str(missing), *APP]) == 1
    output = capsys.readouterr().out
    assert output.count("cannot be read") == 2
    assert output.count("cannot be judged") == 1


def test_the_exit_code_is_2_if_nothing_can_be_checked(tmp_path, capsys):
    assert main([str(CORPUS), "--app", "no_such_module:app"]) == 2
    assert main([str(tmp_path), *APP]) == 2
    assert "there is no record to check" in capsys.readouterr().err


def test_the_installed_service_is_found_by_its_entry_point(monkeypatch):
    pyproject = (ROOT / "pyproject.toml").read_text()
    assert '[project.entry-points."referee.app"]\nservice = "referee_service.app:create_app"' in pyproject
    point = connection.EntryPoint("service", "referee_service.app:create_app", connection.APP_ENTRY_POINTS)
    monkeypatch.setattr(
        connection, "entry_points", lambda group: [point] if group == connection.APP_ENTRY_POINTS else []
    )
    monkeypatch.delenv("REFEREE_URL", raising=False)
    assert connection.connect().games()


def test_the_progress_bar_appears_only_on_a_terminal():
    command = [sys.executable, "-c", "import sys; from referee_sdk.commands.check import main; sys.exit(main())"]
    controller, terminal = pty.openpty()
    process = subprocess.run(
        [*command, str(CORPUS), *APP],
        stderr=terminal,
        stdout=subprocess.PIPE,
        timeout=60,
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}"},
        check=False,
    )
    os.close(terminal)
    shown = os.read(controller, 100_000).decode()
    os.close(controller)
    assert process.returncode == 0
    assert "█" in shown
    assert b"\x1b" not in process.stdout


def test_the_pre_commit_hook_runs_the_command():
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert f'{hook["entry"]} = "referee_sdk.commands.check:main"' in (ROOT / "sdk/pyproject.toml").read_text()
    assert all((ROOT / path).is_dir() for path in hook["additional_dependencies"])
    assert hook["files"] == r"\.game$"


@pytest.mark.parametrize("name", ["referee_service.app", "referee_service.app:nothing", ":", "", "no.such:app"])
def test_an_unknown_app_is_reported(name):
    with pytest.raises(connection.CommandError):
        connection.load_app(name)
