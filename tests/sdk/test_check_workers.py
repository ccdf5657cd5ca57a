"""Worker processes of `referee-check`: order, errors, Ctrl-C, and the time for a thousand records."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from referee_sdk.check_workers import MIN_FILES_PER_WORKER, ServiceAddress, check_files
from referee_sdk.commands.check import main
from referee_sdk.connection import CommandError
from referee_sdk.errors import Unreachable
from referee_service.services.matches import service as match_service
from referee_service.services.matches.replays import replay_record
from tests.running.conftest import descendants_of, is_alive, wait_until
from tests.sdk.check_files import APP
from tests.sdk.corpus import CORPUS
from tests.sdk.matches import ROOT

MAX_SECONDS = 20
"""Seconds for a thousand records on two cores."""
THOUSAND = ("burgundy-2", "medievalia-2", "settlement-1", "dice_settlers-1", "empires_north-1")
COMMAND = (sys.executable, "-m", "referee_sdk.commands.check")
ENVIRONMENT = {**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}"}
SERVICE = "referee_service.app:create_app"


@pytest.fixture
def records(tmp_path) -> Path:
    """Make a folder with short records for two workers. The seventh is invalid."""
    settlement = (CORPUS / "settlement-1.game").read_text()
    for number in range(2 * MIN_FILES_PER_WORKER):
        header = settlement if number != 7 else settlement.replace("seats: 1", "seats: 9")
        (tmp_path / f"{number:03}.game").write_text(header)
    return tmp_path


def test_results_of_workers_are_in_the_order_of_files(records, capsys):
    assert main([str(records), "-j", "2", "--app", SERVICE]) == 1
    of_two_workers = capsys.readouterr().out
    assert main([str(records), "-j", "1", *APP]) == 1
    assert capsys.readouterr().out == of_two_workers
    assert f"{records}/007.game:6: settlement has " in of_two_workers


def test_an_error_of_a_worker_ends_the_check(records, capsys):
    before = descendants_of(os.getpid())
    assert main([str(records), "-j", "2", "--app", "no.such:app"]) == 2
    assert capsys.readouterr().err.endswith("'no.such:app' names no app: No module named 'no'. Write MODULE:NAME.\n")
    files = sorted(records.iterdir())
    with pytest.raises(Unreachable):
        list(check_files(files, ServiceAddress("http://127.0.0.1:1"), max_workers=2))
    assert not [
        child for child in descendants_of(os.getpid()) if child not in before and "spawn_main" in command(child)
    ]


def command(pid: int) -> str:
    """Return the command line of a process, or nothing if it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def test_a_worker_that_dies_ends_the_check(records):
    files = sorted(records.iterdir())
    with pytest.raises(CommandError, match="a worker process has ended early"):
        list(check_files(files, ServiceAddress(app="os:abort"), max_workers=2))


@pytest.mark.parametrize("seconds", [0.5, 3.0], ids=["at the start", "later"])
def test_ctrl_c_ends_the_check_at_once_without_a_traceback(records, seconds):
    for number in range(2000):
        (records / f"copy-{number}.game").hardlink_to(records / "000.game")
    process = subprocess.Popen(
        [*COMMAND, str(records), "-j", "2", "--app", SERVICE],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    wait_until(lambda: sum("spawn_main" in command(child) for child in descendants_of(process.pid)) == 2)
    time.sleep(seconds)
    workers = descendants_of(process.pid)
    started_at = time.monotonic()
    os.killpg(process.pid, signal.SIGINT)  # a terminal sends it to the whole group
    output, errors = process.communicate(timeout=60)
    assert (process.returncode, output, errors) == (130, "", "referee-check: interrupted\n")
    assert time.monotonic() - started_at < 5
    wait_until(lambda: not any(map(is_alive, workers)))  # Python's resource tracker ends a little later


def test_every_copy_of_a_record_is_replayed(tmp_path, monkeypatch, capsys):
    replays = []

    def count_and_replay(game, request, language):
        replays.append(game.name)
        return replay_record(game, request, language)

    monkeypatch.setattr(match_service, "replay_record", count_and_replay)
    for number in range(3):
        shutil.copy(CORPUS / "settlement-1.game", tmp_path / f"{number}.game")
    assert main([str(tmp_path), *APP]) == 0
    assert replays == ["settlement"] * 3


@pytest.mark.alone
def test_a_thousand_records_are_checked_in_time(tmp_path, record_property):
    for name in THOUSAND:
        for number in range(200):
            shutil.copy(CORPUS / f"{name}.game", tmp_path / f"{name}-{number}.game")
    started_at = time.monotonic()
    done = subprocess.run(
        [*COMMAND, str(tmp_path), "--quiet", "--app", SERVICE],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
    )
    seconds = time.monotonic() - started_at
    assert (done.returncode, done.stdout, done.stderr) == (0, "1000 checked, 0 failed\n", "")
    record_property("figures", f"referee-check: 1,000 records in {seconds:.1f} s, at most {MAX_SECONDS}")
    assert seconds <= MAX_SECONDS
