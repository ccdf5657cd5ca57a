"""Command `referee-check`: options, exit codes, and reports on a terminal."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys

import pytest
import yaml

from referee_sdk import connection
from referee_sdk.commands import check
from referee_sdk.commands.check import main
from referee_sdk.version import VERSION
from tests.sdk.check_files import APP, tampered_record
from tests.sdk.corpus import CORPUS
from tests.sdk.matches import ROOT, every_game


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


def test_the_exit_code_is_1_if_a_record_is_invalid_and_2_if_a_file_cannot_be_checked(tmp_path, capsys):
    bad, _ = tampered_record("burgundy", tmp_path)
    missing = tmp_path / "missing.game"
    assert main([str(bad), *APP]) == 1
    assert main([str(missing), *APP]) == 2
    assert main([str(bad), str(missing), *APP]) == 2
    assert capsys.readouterr().out.splitlines()[-1] == "2 checked, 1 failed, 1 error"


def test_the_exit_code_is_2_if_the_check_cannot_run(tmp_path, capsys):
    assert main([str(CORPUS), "--app", "no_such_module:app"]) == 2
    assert main([str(tmp_path), *APP]) == 2
    assert "this folder has no *.game file" in capsys.readouterr().out
    assert main([str(CORPUS), "--output", str(tmp_path), *APP]) == 2
    assert "cannot write the report" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--format", "xml", "x"],
        ["-j", "0", "x"],
        ["-j", "x", "x"],
        ["--json", "--format", "sarif", "x"],
        ["--url", "http://127.0.0.1:1", *APP, "x"],
        ["--app", "module", "x"],
        ["--app", ":", "x"],
        ["--app", "", "x"],
    ],
)
def test_the_exit_code_of_wrong_usage_is_3(arguments, capsys):
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 3
    assert capsys.readouterr().err.startswith("usage: referee-check")


def test_an_app_without_a_name_is_explained(capsys):
    with pytest.raises(SystemExit):
        main(["--app", "module", "x"])
    assert "'module' lacks a part; write MODULE:NAME" in capsys.readouterr().err


def test_the_default_service_is_named(monkeypatch, capsys):
    monkeypatch.setattr(connection, "entry_points", lambda group: [])
    monkeypatch.setattr(connection, "DEFAULT_URL", "http://127.0.0.1:1")
    monkeypatch.delenv("REFEREE_URL", raising=False)
    assert main([str(CORPUS)]) == 2
    note, *_ = capsys.readouterr().err.splitlines()
    assert note == "referee-check: uses the service at http://127.0.0.1:1; no other is named or installed"
    assert main([str(CORPUS / "settlement-1.game"), *APP]) == 0
    assert capsys.readouterr().err == ""


def test_the_command_has_a_version(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert (ended.value.code, capsys.readouterr().out) == (0, f"referee-check {VERSION}\n")


def test_a_report_file_that_cannot_be_written_does_not_hide_the_report(tmp_path, capsys):
    path, line = tampered_record("burgundy", tmp_path)
    assert main([str(path), "--junit", str(tmp_path / "missing/report.xml"), *APP]) == 2
    output, errors = capsys.readouterr()
    assert f"{path}:{line}: 99 " in output
    assert "cannot write the report" in errors


def test_the_table_of_exit_codes_is_complete():
    codes = {value for name, value in vars(check).items() if name.startswith("EXIT_")}
    table = re.findall(r"^\| (\d+) \|", (ROOT / "docs/checks.md").read_text(), re.MULTILINE)
    assert set(map(int, table)) == codes


def test_a_quiet_report_shows_failures_and_the_summary(tmp_path, capsys):
    path, line = tampered_record("burgundy", tmp_path)
    assert main([str(path), str(CORPUS), "--quiet", *APP]) == 1
    first, ruling, *_, summary = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{path}:{line}: ")
    assert "referee.seat" in ruling
    assert summary == f"{len(list(CORPUS.glob('*.game'))) + 1} checked, 1 failed"
    assert main([str(CORPUS), "-q", *APP]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_a_file_is_checked_once(capsys):
    path = CORPUS / "burgundy-2.game"
    assert main([str(path), str(CORPUS), str(path), "-q", *APP]) == 0
    assert capsys.readouterr().out == f"{len(list(CORPUS.glob('*.game')))} checked, 0 failed\n"


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
    command = [sys.executable, "-m", "referee_sdk.commands.check"]
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


def test_a_closed_pipe_is_no_traceback():
    reader, writer = os.pipe()
    os.close(reader)
    process = subprocess.run(
        [sys.executable, "-m", "referee_sdk.commands.check", str(CORPUS), *APP],
        stdout=writer,
        stderr=subprocess.PIPE,
        timeout=60,
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}"},
        check=False,
    )
    os.close(writer)
    assert (process.returncode, process.stderr) == (0, b"")


def test_a_full_disk_is_an_error_without_traceback():
    with open("/dev/full", "w") as full:
        process = subprocess.run(
            [sys.executable, "-m", "referee_sdk.commands.check", str(CORPUS / "burgundy-2.game"), *APP],
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
            env={**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}"},
            check=False,
        )
    expected = b"referee-check: cannot write the report: No space left on device\n"
    assert (process.returncode, process.stderr) == (2, expected)


def test_the_pre_commit_hook_runs_the_command():
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    command = hook["entry"].split()[0]
    assert f'{command} = "referee_sdk.commands.check:main"' in (ROOT / "sdk/pyproject.toml").read_text()
    assert all((ROOT / path).is_dir() for path in hook["additional_dependencies"])
    assert hook["files"] == r"\.game$"


@pytest.mark.parametrize("name", ["referee_service.app", "referee_service.app:nothing", ":", "", "no.such:app"])
def test_an_unknown_app_is_reported(name):
    with pytest.raises(connection.CommandError):
        connection.load_app(name)
