"""Plugin for pytest: every `*.game` file is a test of its record, and the fixture `referee` is a client.

The service is named by `--referee-url`, `--referee-app`, or `referee_url` / `referee_app` in the pytest configuration,
else by REFEREE_URL. Without these it is the installed service.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest

from referee_sdk.client import Client
from referee_sdk.connection import CommandError, connect
from referee_sdk.errors import RefereeError
from referee_sdk.record_check import RECORD_SUFFIX, CheckResult, check_file

_client = pytest.StashKey[Client]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the command line options and settings of the plugin."""
    group = parser.getgroup("referee")
    for name, text in (("url", "URL of the service"), ("app", "WSGI app MODULE:NAME to run in this process")):
        group.addoption(f"--referee-{name}", help=text)
        parser.addini(f"referee_{name}", help=text)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> GameFile | None:
    """Collect a record file."""
    return GameFile.from_parent(parent, path=file_path) if file_path.suffix == RECORD_SUFFIX else None


@pytest.fixture(scope="session")
def referee(pytestconfig: pytest.Config) -> Client:
    """Return a client of the configured service."""
    return client_from_config(pytestconfig)


def client_from_config(config: pytest.Config) -> Client:
    """Return the client of this test run. It is created once. Fails the test if there is no such service."""
    if _client not in config.stash:
        url, app = _service_names(config)
        try:
            config.stash[_client] = connect(url or None, app or None)
        except CommandError as error:
            _fail(str(error))
    return config.stash[_client]


def _service_names(config: pytest.Config) -> tuple[str, str]:
    """Return URL and app. An option on the command line replaces both settings of the configuration."""
    url, app = (config.getoption(f"referee_{name}") for name in ("url", "app"))
    if not (url or app):
        url, app = (config.getini(f"referee_{name}") for name in ("url", "app"))
    if url and app:
        _fail("referee_url and referee_app name two services; remove one of them")
    return url or "", app or ""


def _fail(message: str) -> NoReturn:
    """Fail the test with a message alone, because a traceback of this plugin does not help."""
    pytest.fail(message, pytrace=False)


class GameFile(pytest.File):
    """A file with one record."""

    def collect(self) -> Iterator[GameItem]:
        """Yield the one test of the file."""
        yield GameItem.from_parent(self, name="can have been played")


class GameItem(pytest.Item):
    """The test that a record can have been played."""

    result: CheckResult

    def setup(self) -> None:
        """Check the file. If it cannot be read or the service fails, pytest reports an error of the test."""
        client = client_from_config(self.config)
        try:
            result = check_file(client, self.path)
        except RefereeError as error:
            _fail(str(error))
        self.result = replace(result, path=Path(os.path.relpath(self.path, self.config.invocation_params.dir)))
        if self.result.status == "error":
            _fail(failure_text(self.result))

    def runtest(self) -> None:
        """Fail the test if the record cannot have been played."""
        if not self.result.valid:
            _fail(failure_text(self.result))

    def reportinfo(self) -> tuple[Path, None, str]:
        """Return the file and the name of the test."""
        return self.path, None, self.name


def failure_text(result: CheckResult) -> str:
    """Return the reason with its place in the first line, which pytest repeats in its summary, then the report."""
    move = [f"    {result.move}"] if result.move else []
    rulings = list(result.report_lines())[1:] if result.refusals else []
    return "\n".join([f"{result.sentence} ({result.location})", *move, *rulings])
