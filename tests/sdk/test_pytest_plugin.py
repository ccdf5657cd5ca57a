"""Plugin for pytest: records as tests, and the fixture `referee`."""

from __future__ import annotations

import shutil

import pytest

from tests.sdk.check_files import tampered_record
from tests.sdk.corpus import CORPUS

pytest_plugins = ["pytester"]

PLUGINS = ("-p", "no:referee", "-p", "referee_sdk.pytest_plugin", "-p", "no:cacheprovider")
"""Load the plugin by its module, so that it is loaded once, whether the SDK is installed or not."""

GOOD = next(CORPUS.glob("burgundy-*[0-9].game"))


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    """Return a project whose pytest configuration names the service."""
    pytester.makeini("[pytest]\nreferee_app = tests.sdk.service:shared_app\n")
    return pytester


def run(project: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    return project.runpytest_inprocess(*PLUGINS, *arguments)


def assert_has_no_traceback(result: pytest.RunResult) -> None:
    for line in ("*Traceback*", "*referee_sdk/*", "*raise *", "*self = *"):
        result.stdout.no_fnmatch_line(line)


def test_every_game_file_is_a_test(project):
    shutil.copy(GOOD, project.path / "fine.game")
    path, line = tampered_record("burgundy", project.path)
    result = run(project, "-v")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [
            "fine.game::can have been played PASSED*",
            f"*Seat 99 may not act now* ({path.name}:{line})",
            "    99 *",
            "*(referee.seat: *",
        ]
    )
    assert_has_no_traceback(result)


def test_a_file_that_cannot_be_read_is_an_error(project):
    (project.path / "binary.game").write_bytes(b"\xff")
    result = run(project)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*is not UTF-8 (byte 0)* (binary.game)"])
    assert_has_no_traceback(result)


def test_the_fixture_is_a_client(project):
    project.makepyfile(
        """
        def test_a_first_move(referee):
            match = referee.new_match("burgundy", seats=2, seed="1")
            assert match.legal_actions()
        """
    )
    run(project).assert_outcomes(passed=1)


def test_the_service_can_be_named_on_the_command_line(project, server):
    shutil.copy(GOOD, project.path / "fine.game")
    run(project, f"--referee-url={server.address}").assert_outcomes(passed=1)


def test_the_command_line_replaces_the_configuration(project):
    shutil.copy(GOOD, project.path / "fine.game")
    result = run(project, "--referee-url=http://127.0.0.1:1")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*http://127.0.0.1:1*"])
    assert_has_no_traceback(result)


def test_two_services_are_refused(project):
    shutil.copy(GOOD, project.path / "fine.game")
    result = run(project, "-o", "referee_url=http://127.0.0.1:1")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*name two services; remove one*"])


def test_the_summary_of_pytest_has_the_reason_and_a_path_from_the_current_folder(project, monkeypatch):
    records = project.mkdir("records")
    path, line = tampered_record("burgundy", records)
    monkeypatch.setenv("COLUMNS", "500")
    result = run(project)
    result.stdout.fnmatch_lines([f"FAILED records/{path.name}::* - Failed: Seat 99 *(records/{path.name}:{line})"])


def test_an_unknown_app_is_reported(project):
    shutil.copy(GOOD, project.path / "fine.game")
    result = run(project, "--referee-app=nothing:here")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*names no app*"])
    assert_has_no_traceback(result)
