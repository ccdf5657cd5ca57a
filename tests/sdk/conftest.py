"""Services to ask: one in this process, one with the toy game and its secrets, one that really runs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from referee_sdk import Client, RetryPolicy
from tests.running.conftest import REFEREE, ServerProcess, clean_environment, start_server
from tests.sdk.service import shared, with_toy

AT_ONCE = RetryPolicy(sleep=lambda seconds: None)
"""Tries again as often as ever, but waits for nothing."""


@pytest.fixture(scope="session")
def client() -> Client:
    """The service in this process."""
    return Client(app=shared(), retries=AT_ONCE)


@pytest.fixture(scope="session")
def toy_client() -> Client:
    """A service that knows the toy game, in which hands are hidden."""
    return Client(app=with_toy(), retries=AT_ONCE)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """`referee up`: the whole service in processes of its own."""
    running = start_server((*REFEREE, "up", "--port", "0"), clean_environment(), tmp_path_factory.mktemp("server"))
    yield running
    running.stop()


@pytest.fixture
def live(server: ServerProcess) -> Client:
    """The service over HTTP."""
    return Client(server.address)
