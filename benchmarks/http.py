"""Request rates of `POST moves` and `POST verdicts`, compared with a Flask echo on the same server."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import cycle, zip_longest
from pathlib import Path

import msgspec

from benchmarks.load import CONNECTIONS, MANY_CONNECTIONS, Load, drive, request
from benchmarks.steps import game_positions
from referee_service.kernel.codec import digest, encode
from referee_service.kernel.game import AnyGame
from referee_service.kernel.notation import notation
from referee_service.store.embedded import embedded_redis

SERVERS = ("granian", "gunicorn")
ROUNDS = 3
SECONDS = 0.5
"""Duration of one round. Servers and requests alternate, so that noise affects all of them."""

NEW = "moves, never seen"
NEW_GAMES = 48
CROWD = f"moves, {MANY_CONNECTIONS} connections"

Requests = dict[str, list[bytes]]


def requests_of(game: AnyGame) -> dict[str, Requests]:
    """Return the requests for each app: every decision of one random game, by state and by digest."""
    by_state, by_digest = _bodies(game, seed=0)
    moves, verdicts = (f"/v1/games/{game.name}/{call}" for call in ("moves", "verdicts"))
    calls = {
        "moves": [request(moves, body) for body in by_state],
        "verdicts": [request(verdicts, body) for body in by_state],
    }
    return {
        "echo": {
            "echo": [request("/echo", body) for body in by_state],
            "echo, digest": [request("/echo", body) for body in by_digest],
        },
        "redis": calls
        | {
            "moves, digest": [request(moves, body) for body in by_digest],
            "verdicts, digest": [request(verdicts, body) for body in by_digest],
            "moves, no list": [request(moves, body[:-1] + b',"include":["state"]}') for body in by_state],
            NEW: [request(moves, body) for body in _new_moves(game)],
            CROWD: calls["moves"],
        },
        "two": calls | {CROWD: calls["moves"]},
        "memory": calls,
        "cold": calls,
    }


def _bodies(game: AnyGame, *, seed: int) -> tuple[list[bytes], list[bytes]]:
    """Return every decision of a random game as two bodies: with the state and with its digest."""
    decisions = game_positions(game, seats=2, seed=seed)[:-1]
    raws = [encode(match) for match, _ in decisions]
    lines = [msgspec.json.encode(notation(action)) for _, action in decisions]
    by_state = [b'{"state":%b,"notation":%b}' % pair for pair in zip(raws, lines, strict=True)]
    by_digest = [
        b'{"digest":"%b","notation":%b}' % (digest(raw).encode(), line) for raw, line in zip(raws, lines, strict=True)
    ]
    return by_state, by_digest


def _new_moves(game: AnyGame) -> Iterator[bytes]:
    """Yield every move of alternating games once, in order of play. The service knows each state from the last move."""
    for first in range(1, NEW_GAMES, 8):
        games = [_bodies(game, seed=seed)[0] for seed in range(first, first + 8)]
        yield from (body for turn in zip_longest(*games) for body in turn if body is not None)


@contextmanager
def running_server(server: str, app: str, redis: str) -> Iterator[tuple[int, int]]:
    """Run an app in its own server process. Yield its port and process id."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    environ = {**os.environ, "REDIS_URL": redis}
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.web", server, app, str(port)], env=environ, stderr=subprocess.DEVNULL
    )
    try:
        _wait_for(port, process)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(timeout=20)


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
            if process.poll() is not None:
                break
    raise RuntimeError(f"the server did not start: {process.args!r}")


def memory_of(pid: int) -> float:
    """Return the memory of a process and its children in MB. Pages that they share count once."""
    pids = [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]
    sizes = [Path(f"/proc/{pid}/smaps_rollup").read_text().partition("\nPss:")[2].split()[0] for pid in pids]
    return sum(map(int, sizes)) / 1024


def race(game: AnyGame) -> tuple[dict[tuple[str, str, str], Load], dict[str, float]]:
    """Return the load of every (server, app, call), and the memory of servers by their name."""
    requests = requests_of(game)
    apps = [(server, app) for server in SERVERS for app in ("echo", "redis")]
    apps += [(SERVERS[0], app) for app in ("two", "memory", "cold")]
    loads = {(server, app, call): Load() for server, app in apps for call in requests[app]}
    with ExitStack() as stack:
        redis = stack.enter_context(embedded_redis()).url
        servers = {app: stack.enter_context(running_server(*app, redis)) for app in apps}
        for server, app in apps:  # warm the caches: send every state once
            for call, warm in requests[app].items():
                drive(servers[server, app][0], cycle(warm), seconds=0, into=Load(), at_least=len(warm) * (call != NEW))
        bodies = {(server, app, call): cycle(requests[app][call]) for server, app, call in loads}
        for _ in range(ROUNDS):
            for (server, app, call), load in loads.items():
                connections = MANY_CONNECTIONS if call == CROWD else CONNECTIONS
                port, requests_to_send = servers[server, app][0], bodies[server, app, call]
                drive(port, requests_to_send, seconds=SECONDS, into=load, connections=connections)
        memory = {f"{server}, 1 process": memory_of(servers[server, "redis"][1]) for server in SERVERS}
        memory[f"{SERVERS[0]}, 2 processes"] = memory_of(servers[SERVERS[0], "two"][1])
    bad = {name: load.statuses for name, load in loads.items() if load.statuses != {200}}
    if bad:
        raise RuntimeError(f"only 200 was expected: {bad}")
    return loads, memory
