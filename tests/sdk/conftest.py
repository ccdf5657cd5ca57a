"""Fixtures: clients of services in this process, of a running service, and a bot on a stand-in for Discord."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from referee_sdk import Client, RetryPolicy
from referee_sdk.chat import Table, TableManager
from referee_sdk.version import VERSION, VERSION_HEADER
from tests.running.conftest import ServerProcess
from tests.sdk.discord_players import DiscordTable, Player
from tests.sdk.live_service import running_service
from tests.sdk.service import shared_app, toy_app
from tests.sdk.typists import Typist

HEADERS = {VERSION_HEADER: VERSION}
"""Headers of a service that fits the SDK."""

NO_WAIT = RetryPolicy(backoff_seconds=0)
"""The default number of attempts, without pauses."""


@pytest.fixture(scope="session")
def client() -> Client:
    """Return a client of the service in this process."""
    return Client(app=shared_app(), retries=NO_WAIT)


@pytest.fixture(scope="session")
def toy_client() -> Client:
    """Return a client of a service that has the toy game, in which hands are hidden."""
    return Client(app=toy_app(), retries=NO_WAIT)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Run `referee up`: the whole service in its own processes."""
    with running_service(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def start_typist() -> Iterator[Callable[..., Typist]]:
    """Return a function that starts `referee-play` at a pseudo-terminal."""
    typists: list[Typist] = []

    def begin(*arguments: str, **options: str) -> Typist:
        typists.append(Typist(*arguments, **options))
        return typists[-1]

    yield begin
    for typist in typists:
        typist.process.kill()
        typist.process.wait()
        os.close(typist.keyboard)


@pytest.fixture
def live(server: ServerProcess) -> Client:
    """Return a client of the running service over HTTP."""
    return Client(server.address)


@pytest.fixture
def discord_table(client: Client, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., DiscordTable]]:
    """Return a function that connects a bot to a stand-in, whose faults fail the test at its end.

    All matches have the same seed, so that the tests play the same moves each time.
    """
    opened: list[DiscordTable] = []
    monkeypatch.setattr(Table, "open", staticmethod(partial(Table.open, seed="hello")))

    def connect(manager: TableManager | None = None, **options) -> DiscordTable:
        opened.append(DiscordTable(manager or TableManager(client), monkeypatch, **options))
        return opened[-1]

    yield connect
    for each in opened:
        each.close()
    assert [fault for each in opened for fault in each.server.faults] == []


@pytest.fixture
def ann(discord_table: Callable[..., DiscordTable]) -> Player:
    """Return the first user of a stand-in for Discord with a bot."""
    return discord_table().player(17, "Ann")
