"""Fixtures: clients of a service in this process, of one with the toy game, and of a running service."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from referee_sdk import Client, RetryPolicy
from referee_sdk.version import VERSION, VERSION_HEADER
from tests.running.conftest import REFEREE, ServerProcess, clean_environment, start_server
from tests.sdk.service import shared_app, toy_app

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
    running = start_server((*REFEREE, "up", "--port", "0"), clean_environment(), tmp_path_factory.mktemp("server"))
    client = Client(running.address).with_retries(max_attempts=60)
    client.bot_move(client.new_match("burgundy").state, "search", iterations=1)  # its worker starts after the service
    yield running
    running.stop()


@pytest.fixture
def live(server: ServerProcess) -> Client:
    """Return a client of the running service over HTTP."""
    return Client(server.address)
