"""Serving processes: their number, their replacement after a crash, and what they share."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from tests.running.conftest import ServerProcess, descendants_of, is_alive, is_ok, referee, wait_until
from tests.running.connections import SETUP, STATES, ask, head

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the processes are found in /proc")

SETUP_REQUEST = head(STATES, Content_Length=len(SETUP)) + SETUP


def setups_counted(server: ServerProcess) -> int:
    """Return how many set-ups `/metrics` has counted."""
    lines = ask(server, head("/metrics", "GET")).body.decode().splitlines()
    counts = [line.split()[1] for line in lines if line.startswith("referee_requests_total") and 'status="201"' in line]
    return sum(map(int, map(float, counts)))


def serving_processes(server: ServerProcess) -> list[int]:
    """Return the process ids of the serving processes of `referee serve`."""
    return descendants_of(server.process.pid)


def test_the_only_serving_process_is_replaced_if_it_is_killed(start):
    server = start("serve", "--port", "0")
    (killed,) = serving_processes(server)
    os.kill(killed, signal.SIGKILL)
    wait_until(lambda: not is_alive(killed) and is_ok(f"{server.address}/readyz"))
    assert ask(server, SETUP_REQUEST).status == 201
    assert server.stop()[0] == 0


def test_several_processes_serve_and_their_metrics_are_summed(start, redis_server):
    server = start("serve", "--port", "0", "--processes", "2", REDIS_URL=redis_server.url)
    assert server.line("processes") == "2"
    first, second = serving_processes(server)
    for _ in range(40):
        assert ask(server, SETUP_REQUEST).status == 201
    assert {setups_counted(server) for _ in range(12)} == {40}
    assert min(map(_cpu_ticks, (first, second))) > 0
    os.kill(first, signal.SIGKILL)
    wait_until(lambda: len([pid for pid in serving_processes(server) if is_alive(pid)]) == 2 and not is_alive(first))
    wait_until(lambda: is_ok(f"{server.address}/readyz"))
    assert ask(server, SETUP_REQUEST).status == 201
    assert {setups_counted(server) for _ in range(12)} == {41}, "the counts of a dead process stay"


def test_the_gauges_of_several_processes_appear_once(start, redis_server):
    server = start("serve", "--port", "0", REFEREE_PROCESSES="2", REDIS_URL=redis_server.url)
    lines = ask(server, head("/metrics", "GET")).body.decode().splitlines()
    assert [line for line in lines if line.startswith("referee_store_up")] == ["referee_store_up 1.0"]


def test_the_metrics_folder_is_removed_at_the_end(start, redis_server, tmp_path):
    server = start("serve", "--port", "0", "--processes", "2", REDIS_URL=redis_server.url, TMPDIR=str(tmp_path))
    assert list(tmp_path.glob("referee-metrics-*/counter_*.db"))
    assert server.stop()[0] == 0
    assert not list(tmp_path.iterdir())


def test_several_processes_without_a_shared_redis_are_refused():
    result = referee("serve", "--port", "0", "--processes", "2")
    assert result.returncode == 1
    assert result.stderr == "referee: 2 processes need a Redis that they share; set REDIS_URL\n"


@pytest.mark.parametrize("text", ["0", "-1", "many", "1000"])
def test_an_invalid_number_of_processes_is_reported(text):
    result = referee("serve", "--port", "0", f"--processes={text}")
    assert result.returncode == 1
    assert "REFEREE_PROCESSES" in result.stderr


@pytest.mark.alone
def test_up_restarts_its_redis_if_it_dies(start):
    server = start("up", "--port", "0")
    redis = next(pid for pid in descendants_of(server.process.pid) if "redis-server" in _command(pid))
    os.kill(redis, signal.SIGKILL)
    wait_until(lambda: not is_alive(redis))
    wait_until(lambda: any("redis-server" in _command(pid) for pid in descendants_of(server.process.pid)))
    wait_until(lambda: ask(server, head("/readyz", "GET")).json["store"]["up"])
    guarded = b'{"seats": 2, "guarded": true}'
    wait_until(lambda: ask(server, head(STATES, Content_Length=len(guarded)) + guarded).status == 201)
    descendants = descendants_of(server.process.pid)
    start_of_stop = time.monotonic()
    assert server.stop()[0] == 0
    assert time.monotonic() - start_of_stop < 10
    wait_until(lambda: not any(map(is_alive, descendants)))


def _cpu_ticks(pid: int) -> int:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def _command(pid: int) -> str:
    """Return the command line of a process, or "" if it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ").split(" ", 1)[0]
    except (FileNotFoundError, ProcessLookupError):
        return ""
