"""Fixtures: the tools in this process, the MCP server around them, and a running service with rooms."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from mcp.server import MCPServer

from referee_sdk import Client, RetryPolicy
from referee_sdk.agents import AgentTools
from referee_service.cli.mcp_tools import create_server
from tests.running.conftest import ServerProcess
from tests.sdk.live_service import running_service
from tests.sdk.service import shared_app


@pytest.fixture(scope="session")
def client() -> Client:
    """Return a client of the service in this process."""
    return Client(app=shared_app(), retries=RetryPolicy(backoff_seconds=0))


@pytest.fixture
def tools(client: Client) -> AgentTools:
    """Return the tools of one user."""
    return AgentTools(client)


@pytest.fixture
def server(tools: AgentTools) -> MCPServer:
    """Return an MCP server in this process."""
    return create_server(tools)


@pytest.fixture(scope="session")
def live_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Run `referee up`: a service with Redis, rooms and a search worker."""
    with running_service(tmp_path_factory.mktemp("up")) as running:
        yield running
