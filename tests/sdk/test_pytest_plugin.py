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


def test_every_game_file_is_a_test(project):
    shutil.copy(GOOD, project.path / "fine.game")
    path, line = tampered_record("burgundy", project.path)
    result = run(project, "-v")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        ["fine.game::can have been played PASSED*", f"*{path.name}:{line}: 99 *", "*referee.seat*"]
    )
    result.stdout.no_fnmatch_line("*Traceback*")


def test_a_file_that_cannot_be_read_is_an_error(project):
    (project.path / "binary.game").write_bytes(b"\xff")
    result = run(project)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*binary.game: is not UTF-8 (byte 0)*"])
    result.stdout.no_fnmatch_line("*Traceback*")


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
    run(project, "--referee-app=", f"--referee-url={server.address}", "-o", "referee_app=").assert_outcomes(passed=1)


def test_an_unknown_app_is_reported(project):
    shutil.copy(GOOD, project.path / "fine.game")
    result = run(project, "--referee-app=nothing:here")
    result.stdout.fnmatch_lines(["*names no app*"])
    assert result.ret != 0
