"""pytest: every `*.game` file is a test that it can have been played, and `referee` is a client to ask.

Where to ask: `--referee-url`, `--referee-app`, or `referee_url` / `referee_app` in the pytest configuration, else
REFEREE_URL, else the service that is installed here.
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
    """The options of the plugin."""
    group = parser.getgroup("referee")
    for name, text in (("url", "the service that judges records"), ("app", "a WSGI app MODULE:NAME that judges them")):
        group.addoption(f"--referee-{name}", help=text)
        parser.addini(f"referee_{name}", help=text)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> GameFile | None:
    """A record is a test."""
    return GameFile.from_parent(parent, path=file_path) if file_path.suffix == RECORD_SUFFIX else None


@pytest.fixture(scope="session")
def referee(pytestconfig: pytest.Config) -> Client:
    """A client of the configured service."""
    return client_from_config(pytestconfig)


def client_from_config(config: pytest.Config) -> Client:
    """The client of this run, made once."""
    if _client not in config.stash:
        named = {
            name: config.getoption(f"referee_{name}") or config.getini(f"referee_{name}") for name in ("url", "app")
        }
        try:
            config.stash[_client] = connect(named["url"] or None, named["app"] or None)
        except CommandError as error:
            raise pytest.UsageError(str(error)) from error
    return config.stash[_client]


class GameFile(pytest.File):
    """A file with one record."""

    def collect(self) -> Iterator[GameItem]:
        """The one test of the file."""
        yield GameItem.from_parent(self, name="can have been played")


class InvalidRecord(Exception):
    """A record that cannot have been played."""

    def __init__(self, checked: CheckResult) -> None:
        super().__init__("\n".join(checked.report_lines()))


class GameItem(pytest.Item):
    """The test that a record can have been played."""

    def runtest(self) -> None:
        """Replay it."""
        checked = check_file(client_from_config(self.config), self.path)
        if not checked.valid:
            raise InvalidRecord(checked)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        """The ruling alone; nobody wants our traceback."""
        return str(excinfo.value) if isinstance(excinfo.value, InvalidRecord) else str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, None, str]:
        """Where the test stands."""
        return self.path, None, self.name
