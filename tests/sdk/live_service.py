"""A service in processes of its own, for the fixtures of the SDK and of the MCP server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from referee_sdk import Client
from tests.running.conftest import ServerProcess, running_referee


@contextmanager
def running_service(folder: Path) -> Iterator[ServerProcess]:
    """Run `referee up` during a `with` block: the whole service, with a worker that has started."""
    with running_referee(folder, "up", "--port", "0") as server:
        client = Client(server.address).with_retries(max_attempts=60)
        client.bot_move(client.new_match("burgundy").state, "search", iterations=1)
        yield server
