"""Rendering processes of a live server: they end with the server, also after a kill."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from referee_service.server.listener import GRACE_SECONDS
from tests.running.conftest import ServerProcess, descendants_of, is_alive, is_ok, wait_until

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the processes are found in /proc")

GAME = "/v1/games/burgundy"


def rendering_processes(server: ServerProcess, serving: int) -> list[int]:
    """Request a PNG, and return the processes below the serving process."""
    with httpx.Client(base_url=server.address, timeout=30) as client:
        start = client.post(f"{GAME}/states", json={"seats": 2}).json()
        response = client.get(f"{GAME}/pictures/{start['digest']}.png", params={"width": 200})
    assert (response.status_code, response.headers["Content-Type"]) == (200, "image/png"), response.text
    return descendants_of(serving)


def test_rendering_processes_start_with_the_first_png_and_end_with_the_server(start: Callable[..., ServerProcess]):
    server = start("serve", "--port", "0")
    (serving,) = descendants_of(server.process.pid)
    rendering = rendering_processes(server, serving)
    assert rendering
    code, seconds = server.stop()
    assert code == 0
    assert seconds < GRACE_SECONDS / 2, "the serving process ends without a kill"
    wait_until(lambda: not any(map(is_alive, rendering)))


def test_rendering_processes_end_if_their_serving_process_is_killed(start: Callable[..., ServerProcess]):
    server = start("serve", "--port", "0")
    (serving,) = descendants_of(server.process.pid)
    rendering = rendering_processes(server, serving)
    os.kill(serving, signal.SIGKILL)
    wait_until(lambda: not any(map(is_alive, rendering)))
    wait_until(lambda: not is_alive(serving) and is_ok(f"{server.address}/readyz"))
    assert server.stop()[0] == 0
