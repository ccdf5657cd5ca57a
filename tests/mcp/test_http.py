"""Streamable HTTP: a whole match over a real server, its token, and what it refuses."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import httpx2
import pytest
from mcp.client.streamable_http import streamable_http_client

from tests.mcp.agents import connected, moves_in, name_in
from tests.running.conftest import PATIENCE, REFEREE, ROOT, clean_environment, referee, wait_until

TOKEN = "0123456789abcdef0123456789abcdef"
CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}


@dataclass(frozen=True)
class HttpServer:
    """A running `referee mcp --http`."""

    process: subprocess.Popen[bytes]
    errors: Path

    @property
    def address(self) -> str:
        """Return the URL for clients, or an empty text as long as it is not printed."""
        found = re.search(r"^mcp +(http://\S+)$", self.errors.read_text(), re.M)
        return found[1] if found else ""

    def stop(self) -> int:
        """Stop the server and return its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=PATIENCE)


def start_http(folder: Path, *arguments: str, token: str = TOKEN) -> HttpServer:
    """Start a server on a free port, and wait until it listens."""
    folder.mkdir(exist_ok=True)
    errors = folder / "err"
    command = [*REFEREE, "mcp", "--http", "--port", "0", "--folder", str(folder / "matches"), *arguments]
    environment = clean_environment(**({"REFEREE_MCP_TOKEN": token} if token else {}))
    with errors.open("wb") as file:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=file, stdout=subprocess.DEVNULL)
    server = HttpServer(process, errors)
    wait_until(lambda: bool(server.address) or process.poll() is not None)
    assert process.poll() is None, errors.read_text()
    return server


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpServer]:
    """Run a server for all tests that do not stop it."""
    server = start_http(tmp_path_factory.mktemp("http"))
    yield server
    server.stop()


@asynccontextmanager
async def connected_http(server: HttpServer):
    """Connect an agent with the official client and the token."""
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {TOKEN}"}, timeout=60) as http,
        connected(streamable_http_client(server.address, http_client=http)) as agent,
    ):
        yield agent


def post(server: HttpServer, headers: Mapping[str, str], method: str = "POST") -> tuple[int, str]:
    """Send one request without the official client, and return status and body."""
    given = {
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": "2025-06-18",
        **headers,
    }
    request = Request(server.address, json.dumps(CALL).encode(), given, method=method)
    try:
        with urlopen(request, timeout=PATIENCE) as response:
            return response.status, response.read().decode()
    except HTTPError as error:
        return error.code, error.read().decode()


def test_an_agent_plays_a_whole_match_over_http(running):
    async def play() -> None:
        async with connected_http(running) as agent:
            text = await agent.start("medievalia", seed="http")
            assert len(agent.match) == 32  # 128 bits: the name is the key
            await agent.play_to_end(text)

    asyncio.run(play())


@pytest.mark.parametrize("scheme", ["Bearer", "bearer"])
def test_the_token_opens_the_server(running, scheme):
    status, body = post(running, {"Authorization": f"{scheme} {TOKEN}"})
    assert status == 200
    assert "new_match" in body


@pytest.mark.parametrize("header", [None, "", f"Bearer {TOKEN[:-1]}", f"Bearer {TOKEN}0", f"Basic {TOKEN}", TOKEN])
@pytest.mark.parametrize("method", ["POST", "GET", "DELETE"])
def test_without_the_token_everything_is_401(running, header, method):
    status, body = post(running, {} if header is None else {"Authorization": header}, method)
    assert status == 401
    assert "Authorization: Bearer" in body
    assert TOKEN not in body


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT"])
def test_other_methods_are_405(running, method):
    assert post(running, {"Authorization": f"Bearer {TOKEN}"}, method)[0] == 405


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8090", "127.0.0.1.evil.example", ""])
def test_a_foreign_host_is_refused(running, host):
    assert post(running, {"Authorization": f"Bearer {TOKEN}", "Host": host})[0] in (400, 421)


def test_a_foreign_origin_is_refused(running):
    assert post(running, {"Authorization": f"Bearer {TOKEN}", "Origin": "https://evil.example"})[0] == 403


def test_another_host_is_allowed_by_name(tmp_path):
    server = start_http(tmp_path, "--allow-host", "table.example")
    try:
        for host in ("table.example", "table.example:8443", "127.0.0.1"):
            assert post(server, {"Authorization": f"Bearer {TOKEN}", "Host": host})[0] == 200
        assert post(server, {"Authorization": f"Bearer {TOKEN}", "Host": "evil.example"})[0] == 421
    finally:
        server.stop()


def test_without_a_token_one_is_made_and_printed(tmp_path):
    server = start_http(tmp_path, token="")
    try:
        made = re.search(r"^token +(\S+)", server.errors.read_text(), re.M)
        assert made is not None
        assert len(made[1]) >= 32
        assert post(server, {"Authorization": f"Bearer {made[1]}"})[0] == 200
        assert post(server, {"Authorization": "Bearer "})[0] == 401
    finally:
        server.stop()


@pytest.mark.parametrize("token", ["short", "with spaces in the middle of it", "é" * 20])
def test_a_weak_token_is_refused_at_start(token, tmp_path):
    done = referee("mcp", "--http", "--port", "0", "--folder", tmp_path, REFEREE_MCP_TOKEN=token)
    assert done.returncode == 1
    assert "REFEREE_MCP_TOKEN must have at least 16 visible ASCII characters" in done.stderr
    assert token not in done.stderr


def test_waiting_calls_do_not_delay_the_end(tmp_path):
    server = start_http(tmp_path)

    async def wait() -> None:
        async with connected_http(server) as agent:
            names = re.findall(r"[0-9a-f]{32}", await agent.call("new_match", game="burgundy", guarded=True))
            for name in names:
                await agent.call("look", match=name)
            calls = [asyncio.create_task(agent.call("wait_for_turn", match=name, seconds=50)) for name in names]
            await asyncio.wait(calls, return_when=asyncio.FIRST_COMPLETED)  # that of the seat to move
            server.process.send_signal(signal.SIGINT)
            for call in calls:
                call.cancel()
            started_at = time.monotonic()
            while server.process.poll() is None and time.monotonic() - started_at < PATIENCE:
                await asyncio.sleep(0.1)
            assert time.monotonic() - started_at < 30

    asyncio.run(wait())
    assert server.process.returncode == 130


def test_a_match_survives_a_restart_of_the_server(tmp_path):
    first = start_http(tmp_path)

    async def begin() -> tuple[str, dict[int, str]]:
        async with connected_http(first) as agent:
            await agent.start("burgundy")
            return agent.match, moves_in(await agent.call("play", match=agent.match, move=1))

    name, moves = asyncio.run(begin())
    assert first.stop() in (0, -signal.SIGTERM)
    second = start_http(tmp_path)

    async def resume() -> None:
        async with connected_http(second) as agent:
            agent.match = name
            await agent.error("play", match=name, move=1)  # its numbers are of no list that this process has shown
            assert moves_in(await agent.call("resume", match=name)) == moves
            await agent.call("play", match=name, move=1)

    try:
        asyncio.run(resume())
        assert not any(name in path.name for path in (tmp_path / "matches").iterdir())
    finally:
        second.stop()


def test_waiting_agents_do_not_block_others(running):
    async def play() -> None:
        async with connected_http(running) as agent:
            text = await agent.call("new_match", game="burgundy", guarded=True)
            names = re.findall(r"[0-9a-f]{32}", text)
            looks = [await agent.call("look", match=name) for name in names]
            mover = next(seat for seat, look in enumerate(looks) if moves_in(look))
            waiting = asyncio.create_task(wait(names[1 - mover]))
            others = [asyncio.create_task(wait(names[1 - mover])) for _ in range(45)]
            text = looks[mover]
            while moves_in(text):
                text = await agent.call("play", match=names[mover], move=1)
            assert moves_in(await waiting)
            await asyncio.gather(*others)

    async def wait(name: str) -> str:
        async with connected_http(running) as agent:
            return await agent.call("wait_for_turn", match=name, seconds=50)

    asyncio.run(play())


def test_names_of_other_users_are_never_listed(running):
    async def play() -> None:
        async with connected_http(running) as agent:
            name = name_in(await agent.start("burgundy"))
            assert name not in await agent.error("look", match="0" * 32)

    asyncio.run(play())


def test_a_room_of_any_address_is_refused(running):
    async def play() -> None:
        async with connected_http(running) as agent:
            link = f"http://127.0.0.1:9/#/room/{'a' * 22}/{'b' * 43}"
            assert "only rooms of its own service" in await agent.error("join", link=link)

    asyncio.run(play())
