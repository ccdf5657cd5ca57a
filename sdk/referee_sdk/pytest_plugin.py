"""Plugin for pytest: every `*.game` file is a test of its record, and the fixture `referee` is a client.

The service is named by `--referee-url`, `--referee-app`, or `referee_url` / `referee_app` in the pytest configuration,
else by REFEREE_URL. Without these it is the installed service.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee_sdk.client import Client
from referee_sdk.connection import CommandError, connect
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
    """Return the client of this test run. It is created once."""
    if _client not in config.stash:
        configured = {
            name: config.getoption(f"referee_{name}") or config.getini(f"referee_{name}") for name in ("url", "app")
        }
        try:
            config.stash[_client] = connect(configured["url"] or None, configured["app"] or None)
        except CommandError as error:
            raise pytest.UsageError(str(error)) from error
    return config.stash[_client]


class GameFile(pytest.File):
    """A file with one record."""

    def collect(self) -> Iterator[GameItem]:
        """Yield the one test of the file."""
        yield GameItem.from_parent(self, name="can have been played")


class InvalidRecord(Exception):
    """A record that is invalid or cannot be read; the text has the first bad line and its rulings."""

    def __init__(self, result: CheckResult) -> None:
        super().__init__("\n".join(result.report_lines()))


class GameItem(pytest.Item):
    """The test that a record can have been played."""

    result: CheckResult

    def setup(self) -> None:
        """Check the file. Raises `InvalidRecord` if it cannot be read, which pytest reports as an error of the test."""
        self.result = check_file(client_from_config(self.config), self.path)
        if self.result.status == "error":
            raise InvalidRecord(self.result)

    def runtest(self) -> None:
        """Fail the test with `InvalidRecord` if the record cannot have been played."""
        if not self.result.valid:
            raise InvalidRecord(self.result)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        """Return only the rulings of an invalid record, because a traceback of this plugin does not help."""
        return str(excinfo.value) if isinstance(excinfo.value, InvalidRecord) else str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, None, str]:
        """Return the file and the name of the test."""
        return self.path, None, self.name
