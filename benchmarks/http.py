"""Requests per second: `POST moves` and `POST verdicts` beside a bare Flask echo of the same body and server."""

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

from benchmarks.load import Load, drive, request
from benchmarks.steps import our_positions
from referee_service.kernel.codec import digest, encode
from referee_service.kernel.game import AnyGame
from referee_service.kernel.notation import notation
from referee_service.store.embedded import embedded_redis

SERVERS = ("granian", "gunicorn")
ROUNDS = 3
SECONDS = 0.5
"""Of one round; servers and calls take turns, so that a noisy moment hits all of them."""

NEW = "moves, never seen"
NEW_GAMES = 48

Requests = dict[str, list[bytes]]


def requests_of(game: AnyGame) -> dict[str, Requests]:
    """For every app the calls it gets: each decision of one random game, by state and by reference."""
    by_state, by_ref = _bodies(game, seed=0)
    moves, verdicts = (f"/v1/games/{game.name}/{call}" for call in ("moves", "verdicts"))
    calls = {
        "moves": [request(moves, body) for body in by_state],
        "verdicts": [request(verdicts, body) for body in by_state],
    }
    return {
        "echo": {
            "echo": [request("/echo", body) for body in by_state],
            "echo, ref": [request("/echo", body) for body in by_ref],
        },
        "redis": calls
        | {
            "moves, ref": [request(moves, body) for body in by_ref],
            "verdicts, ref": [request(verdicts, body) for body in by_ref],
            "moves, no list": [request(moves, body[:-1] + b',"include":["state"]}') for body in by_state],
            NEW: [request(moves, body) for body in _new_moves(game)],
        },
        "memory": calls,
        "cold": calls,
    }


def _bodies(game: AnyGame, *, seed: int) -> tuple[list[bytes], list[bytes]]:
    """Every decision of a random game as a body, with the state and with a reference to it."""
    live = our_positions(game, seats=2, seed=seed)[:-1]
    raws, lines = [encode(match) for match, _ in live], [msgspec.json.encode(notation(action)) for _, action in live]
    by_state = [b'{"state":%b,"notation":%b}' % both for both in zip(raws, lines, strict=True)]
    by_ref = [
        b'{"ref":"%b","notation":%b}' % (digest(raw).encode(), line) for raw, line in zip(raws, lines, strict=True)
    ]
    return by_state, by_ref


def _new_moves(game: AnyGame) -> Iterator[bytes]:
    """Moves that are sent once, in the order of play, eight games by turns: each state is known from the last move."""
    for first in range(1, NEW_GAMES, 8):
        games = [_bodies(game, seed=seed)[0] for seed in range(first, first + 8)]
        yield from (body for turn in zip_longest(*games) for body in turn if body is not None)


@contextmanager
def serving(server: str, app: str, redis: str) -> Iterator[tuple[int, int]]:
    """An app behind a server in a process of its own: its port and process id."""
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
    """The largest resident set of a process' children in MB: the one that serves."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    sizes = [Path(f"/proc/{child}/status").read_text().partition("VmRSS:")[2].split()[0] for child in children]
    return max(int(size) for size in sizes) / 1024


def race(game: AnyGame) -> tuple[dict[tuple[str, str, str], Load], dict[str, float]]:
    """The load of every (server, app, call), and the memory of a serving process by server."""
    requests = requests_of(game)
    apps = [(server, app) for server in SERVERS for app in ("echo", "redis")] + [
        (SERVERS[0], "memory"),
        (SERVERS[0], "cold"),
    ]
    loads = {(server, app, call): Load() for server, app in apps for call in requests[app]}
    with ExitStack() as stack:
        redis = stack.enter_context(embedded_redis()).url
        found = {one: stack.enter_context(serving(*one, redis)) for one in apps}
        for server, app in apps:  # warm: every state was sent once, as in a match that goes on
            for call, warm in requests[app].items():
                drive(found[server, app][0], cycle(warm), seconds=0, into=Load(), at_least=len(warm) * (call != NEW))
        bodies = {(server, app, call): cycle(requests[app][call]) for server, app, call in loads}
        for _ in range(ROUNDS):
            for (server, app, call), load in loads.items():
                drive(found[server, app][0], bodies[server, app, call], seconds=SECONDS, into=load)
        memory = {server: memory_of(found[server, "redis"][1]) for server in SERVERS}
    bad = {one: load.statuses for one, load in loads.items() if load.statuses != {200}}
    if bad:
        raise RuntimeError(f"only 200 was expected: {bad}")
    return loads, memory
