"""Commands `referee up` and `referee serve` with real processes, a real Redis and real signals."""

from __future__ import annotations

import asyncio
import json
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from referee_service.server.threads import (
    CALLS_WITHOUT_HOT,
    SWITCH_SECONDS,
    USUAL_SWITCH_SECONDS,
    Threads,
    note_hot_call,
)
from tests.running.conftest import ROOT, descendants_of, is_alive, is_ok, referee, wait_until


def call(url: str, body: object = None, **headers: str) -> dict:
    """Send a request and return the JSON of its response."""
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(url, data, {"Content-Type": "application/json", **headers}), timeout=30) as response:
        return json.load(response)


def run_curl(line: str) -> dict:
    """Send the request of a curl command: its address, headers and body."""
    words = iter(shlex.split(line))
    address, headers, body = "", {}, None
    for word in words:
        if word == "-H":
            name, _, value = next(words).partition(": ")
            headers[name] = value
        elif word == "-d":
            body = next(words).encode()
        elif word.startswith("http"):
            address = word
        else:
            assert word in ("curl", "-s"), word
    with urlopen(Request(address, body, headers), timeout=30) as response:
        return json.load(response)


def test_up_starts_a_redis_and_prints_a_working_curl_command(start):
    server = start("up", "--port", "0")
    readiness = call(f"{server.address}/readyz")
    assert readiness["store"]["kind"] == "redis"
    assert readiness["warnings"] == [], "cache and data have their own Redis"
    position = run_curl(server.line("try"))
    assert position["turn"]["seat"] in (0, 1)
    assert position["legal_actions"]


@pytest.mark.alone
def test_guarded_matches_survive_up_if_their_redis_has_a_folder_and_the_secret_is_set(start, tmp_path):
    settings = {"REFEREE_REDIS_DIR": str(tmp_path), "REFEREE_SECRET": "0123456789abcdef0123456789abcdef"}
    first = start("up", "--port", "0", **settings)
    position = call(f"{first.address}/v1/games/burgundy/states", {"seats": 2, "guarded": True})
    assert first.stop()[0] == 0
    game = f"{start('up', '--port', '0', **settings).address}/v1/games/burgundy"
    seat = position["turn"]["seat"]
    credential = position["credentials"]["seats"][seat]
    while position["turn"]["seat"] == seat:  # the end of a turn is committed to the guard
        own_state = {"sealed_state": position["sealed_state"], "credential": credential}
        line = call(f"{game}/legal-actions", own_state)["legal_actions"][-1]["notation"]
        position = call(f"{game}/moves", {**own_state, "notation": line})


def test_the_readme_shows_the_start_up_lines(start):
    server = start("up", "--port", "0")
    _, *lines = server.output.replace(server.address, "http://127.0.0.1:8080").splitlines()
    assert "\n".join(lines) in (ROOT / "README.md").read_text()


def test_up_makes_a_secret_for_guarded_matches(start):
    server = start("up", "--port", "0")
    assert "generated for this run" in server.line("secret")
    states = f"{server.address}/v1/games/burgundy/states"
    position = call(states, {"seats": 2, "guarded": True})
    assert len(position["credentials"]["seats"]) == 2
    output = server.output + server.logs
    assert position["sealed_state"] not in output
    assert not any(
        secret in output for secret in [*position["credentials"]["seats"], position["credentials"]["keeper"]]
    )


@pytest.mark.alone
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the processes are found in /proc")
@pytest.mark.parametrize("with_signal", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_the_server_and_its_redis_within_seconds(start, with_signal):
    server = start("up", "--port", "0")
    descendants = descendants_of(server.process.pid)
    assert len(descendants) >= 3  # the serving process, the watcher of Redis, Redis
    code, seconds = server.stop(with_signal)
    assert code == 0
    assert seconds < 10
    wait_until(lambda: not any(map(is_alive, descendants)))
    assert not is_ok(f"{server.address}/healthz")


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the processes are found in /proc")
def test_no_process_remains_after_the_command_is_killed(start):
    server = start("up", "--port", "0")
    descendants = descendants_of(server.process.pid)
    server.stop(signal.SIGKILL)
    wait_until(lambda: not any(map(is_alive, descendants)))


@pytest.mark.alone
def test_a_request_in_progress_is_finished_before_the_server_ends(start):
    """Send half a request, then SIGTERM, then the other half, and expect a response."""
    server = start("serve", "--port", "0")
    host, port = server.address.removeprefix("http://").split(":")
    body = b'{"seats": 2}'
    head = f"POST /v1/games/burgundy/states HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
    with socket.create_connection((host, int(port)), timeout=30) as client:
        client.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body[:5])
        time.sleep(0.3)
        server.process.send_signal(signal.SIGTERM)
        time.sleep(0.3)
        client.sendall(body[5:])
        assert client.recv(1 << 16).startswith(b"HTTP/1.1 201")
    assert server.process.wait(timeout=30) == 0


def test_serve_uses_the_settings_of_the_environment(start):
    server = start("serve", REFEREE_PORT="0", REFEREE_API_KEYS="one-key,another")
    assert call(f"{server.address}/readyz")["store"]["kind"] == "memory"
    assert not is_ok(f"{server.address}/v1/games")
    assert call(f"{server.address}/v1/games", **{"X-API-Key": "another"})
    assert run_curl(server.line("try").replace("YOUR-KEY", "one-key"))["turn"]


def test_a_port_in_use_is_reported_in_one_line():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        result = referee("serve", "--port", str(listener.getsockname()[1]))
    assert result.returncode == 1
    assert "cannot listen on 127.0.0.1" in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("variables", "name"),
    [
        ({"REFEREE_PORT": "http"}, "REFEREE_PORT"),
        ({"REFEREE_SECRET": "short"}, "REFEREE_SECRET"),
        ({"REFEREE_CONTENT_DIR": "/nowhere/at/all"}, "REFEREE_CONTENT_DIR"),
    ],
)
@pytest.mark.parametrize("command", ["up", "serve", "config"])
def test_an_invalid_setting_prevents_the_start_and_is_named(command, variables, name):
    result = referee(command, **variables)
    assert result.returncode == 1
    assert name in result.stderr
    assert "Traceback" not in result.stderr


def test_a_broken_content_pack_prevents_the_start_with_file_row_and_reason(tmp_path):
    folder = tmp_path / "burgundy"
    folder.mkdir()
    pack = (ROOT / "referee_service/games/burgundy/content/printed-2011.yaml").read_text()
    broken = pack.replace("{gain_silver: 2}", "{gain_sliver: 2}", 1)
    assert broken != pack
    (folder / "mine.yaml").write_text(broken)
    result = referee("serve", "--port", "0", REFEREE_CONTENT_DIR=str(tmp_path))
    assert result.returncode == 1
    assert "Traceback" not in result.stderr
    for part in (str(folder / "mine.yaml"), "bank", "no effect is called 'gain_sliver'"):
        assert part in result.stderr


def test_a_content_folder_for_an_unknown_game_is_reported(tmp_path):
    (tmp_path / "burgundi").mkdir()
    (tmp_path / "burgundi" / "mine.yaml").touch()
    result = referee("serve", "--port", "0", REFEREE_CONTENT_DIR=str(tmp_path))
    assert result.returncode == 1
    assert "no game is named 'burgundi'" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_pack_in_the_content_folder_can_be_played(start, tmp_path):
    folder = tmp_path / "burgundy"
    folder.mkdir()
    shutil.copy(ROOT / "referee_service/games/burgundy/content/printed-2011.yaml", folder / "mine.yaml")
    text = (folder / "mine.yaml").read_text()
    (folder / "mine.yaml").write_text(text.replace("name: printed-2011", "name: mine", 1))
    server = start("serve", "--port", "0", REFEREE_CONTENT_DIR=str(tmp_path))
    position = call(f"{server.address}/v1/games/burgundy/states", {"seats": 2, "content": "mine"})
    assert position["content"].startswith("mine@")


def test_a_former_pack_in_the_content_folder_is_not_the_pack_of_new_matches(start, tmp_path):
    folder = tmp_path / "burgundy"
    folder.mkdir()
    text = (ROOT / "referee_service/games/burgundy/content/printed-2011.yaml").read_text()
    (folder / "former.yaml").write_text(text.replace("{id: purchase_price, value: 2", "{id: purchase_price, value: 3"))
    server = start("serve", "--port", "0", REFEREE_CONTENT_DIR=str(tmp_path))
    states = f"{server.address}/v1/games/burgundy/states"
    built_in, former = call(f"{server.address}/v1/games/burgundy")["content"]
    assert call(states, {"seats": 2})["content"] == built_in
    assert call(states, {"seats": 2, "content": "printed-2011"})["content"] == built_in
    assert call(states, {"seats": 2, "content": former})["content"] == former


def test_up_starts_search_workers_and_stops_them(start):
    server = start("up", "--port", "0", "--workers", "2")
    assert server.line("search") == "2 worker(s)"
    state = call(f"{server.address}/v1/games/burgundy/states", {"seats": 2})["state"]
    body = {"state": state, "bot": "search", "budget": {"iterations": 20}}
    wait_until(lambda: b"referee_search_workers 2.0" in urlopen(f"{server.address}/metrics", timeout=30).read())
    assert call(f"{server.address}/v1/games/burgundy/bot-moves?wait=30", body)["iterations"] == 20
    descendants = descendants_of(server.process.pid)
    assert server.stop()[0] == 0
    wait_until(lambda: not any(map(is_alive, descendants)))


def test_the_collector_leaves_games_and_texts_of_a_serving_process_alone():
    program = (
        "import gc; from referee_service.app import create_app; from referee_service.server import listener;"
        " process = listener._serve_in_process(create_app); print(gc.get_freeze_count(), len(gc.get_objects()))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    frozen, collected = map(int, done.stdout.split())
    assert frozen > 100 * collected


def test_threads_give_the_interpreter_back_sooner_while_hot_calls_come():
    async def intervals() -> list[float]:
        threads, found = Threads(2, "test"), list[float]()

        async def call(function: Callable[[], object] = int) -> None:
            await threads.call(function)
            found.append(sys.getswitchinterval())

        note_hot_call()
        found.append(sys.getswitchinterval())  # no thread works
        long_call = threads.call(lambda: time.sleep(0.2))
        await call()  # no hot call has come
        note_hot_call()
        await call()
        with pytest.raises(ZeroDivisionError):
            await call(lambda: 1 / 0)
        for _ in range(CALLS_WITHOUT_HOT - 2):
            await call()
        note_hot_call()
        await long_call
        return [*found, sys.getswitchinterval()]

    *found, at_end = asyncio.run(intervals())
    short, usual = SWITCH_SECONDS, USUAL_SWITCH_SECONDS
    assert found == [usual, usual, short, *[short] * (CALLS_WITHOUT_HOT - 3), usual]
    assert at_end == usual
