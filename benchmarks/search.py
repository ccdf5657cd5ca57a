"""Search speed: without the service, with one worker and with two."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import NamedTuple

from flask import Flask
from msgspec import Struct

from referee_service.app import create_app
from referee_service.bots import greedy_bot, mcts
from referee_service.games import GAMES
from referee_service.kernel.chance import Chance
from referee_service.kernel.codec import decode, encode
from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import Match, new_match, play_chance, play_move
from referee_service.kernel.notation import parse_notation
from referee_service.settings import Settings
from referee_service.store.embedded import EmbeddedRedis, embedded_redis

SEATS = 2
POSITIONS = 16
ITERATIONS = 400
"""Budget of one search, as in the bot ladder."""
JOBS = 4
"""Concurrent searches; enough that two workers never idle."""
ROUNDS = 2
"""Measurements of each kind, alternating between one and two workers. The best one counts."""


class Figures(NamedTuple):
    """Iterations per second of each set-up, and the overhead of a job in seconds."""

    bare: float
    bare_twice: float
    """Two processes in parallel without the service: the upper limit for two workers on this machine."""
    one: float
    two: float
    overhead: float


def race(game: AnyGame) -> Figures:
    """Measure all figures of one game."""
    matches = decision_matches(game)
    times = [min(_search_time(game, [match]) for _ in range(ROUNDS)) for match in matches]
    bare_twice = min(_parallel_search_time(game, matches) for _ in range(ROUNDS))
    order = sorted(range(len(matches)), key=lambda index: -times[index])
    longest_first = [matches[index] for index in order]  # so that two workers finish at the same time
    times_by_count: dict[int, list[float]] = {1: [], 2: []}
    with embedded_redis() as redis:
        app = create_app(Settings.from_env({"REDIS_URL": redis.url, "REFEREE_JOB_LIMIT": "100"}))
        for number in range(ROUNDS):
            for count in times_by_count:
                with _workers(app, redis, count):
                    _worker_time(game, app, matches[: 2 * count], f"warm {count} {number}")
                    times_by_count[count].append(_worker_time(game, app, longest_first, f"{count} {number}"))
        with _workers(app, redis, 1):
            overhead = _overhead(game, app, matches[0])
    total = len(matches) * ITERATIONS
    one, two = (total / min(times_by_count[count]) for count in (1, 2))
    return Figures(total / sum(times), 2 * total / bare_twice, one, two, overhead)


def decision_matches(game: AnyGame) -> list[Match]:
    """Return matches with more than three legal actions, spread over one game of greedy bots."""
    match = play_chance(game, new_match(game, seats=SEATS, chance=Chance("seeded", "bench"))).match
    matches = []
    while (turn := game.turn(match.state)) is not None:
        assert isinstance(turn.seat, int)
        choice = greedy_bot.choose(game, game.view(match.state, turn.seat), "bench")
        if len(choice.ranking) > 3:
            matches.append(match)
        match = play_chance(game, play_move(game, match, turn.seat, parse_notation(game, choice.notation)).match).match
    return matches[:: max(1, len(matches) // POSITIONS)][:POSITIONS]


def _seat_view(game: AnyGame, match: Match) -> Struct:
    turn = game.turn(match.state)
    assert turn is not None
    view: Struct = game.view(match.state, turn.seat)
    return view


def _search_time(game: AnyGame, matches: list[Match]) -> float:
    start = time.perf_counter()
    for match in matches:
        mcts.choose(game, _seat_view(game, match), "bench", iterations=ITERATIONS)
    return time.perf_counter() - start


def _parallel_search_time(game: AnyGame, matches: list[Match]) -> float:
    """Run all searches in each of two processes at the same time. Return the time of the slower one."""
    raws = [encode(match) for match in matches]
    with ProcessPoolExecutor(2) as pool:
        return max(pool.map(_decoded_search_time, [game.name] * 2, [raws] * 2))


def _decoded_search_time(name: str, raws: list[bytes]) -> float:
    game = GAMES[name]
    return _search_time(game, [decode(game, raw) for raw in raws])


@contextmanager
def _workers(app: Flask, redis: EmbeddedRedis, count: int) -> Iterator[None]:
    """Run this number of workers and wait until all are ready."""
    command = [sys.executable, "-m", "referee_service.cli", "worker"]
    environment = {**os.environ, "REDIS_URL": redis.url}
    processes = [subprocess.Popen(command, env=environment) for _ in range(count)]
    client = app.test_client()
    while f"referee_search_workers {float(count)}" not in client.get("/metrics").text:
        time.sleep(0.1)
    try:
        yield
    finally:
        for process in processes:
            process.terminate()
            process.wait()


def _request_search(app: Flask, game: AnyGame, match: Match, seed: str, iterations: int = ITERATIONS) -> None:
    """Request one search from the service and wait for its result."""
    state = b'{"state":' + encode(match) + b","
    rest = f'"bot":"search","seed":"{seed}","budget":{{"iterations":{iterations}}}}}'.encode()
    client, path = app.test_client(), f"/v1/games/{game.name}/bot-moves?wait=30"
    response = client.post(path, data=state + rest, content_type="application/json")
    assert response.status_code == 200, response.text


def _worker_time(game: AnyGame, app: Flask, matches: list[Match], seed: str) -> float:
    start = time.perf_counter()
    with ThreadPoolExecutor(JOBS) as threads:
        for future in [threads.submit(_request_search, app, game, match, seed) for match in matches]:
            future.result()
    return time.perf_counter() - start


def _overhead(game: AnyGame, app: Flask, match: Match) -> float:
    """Return the time of a requested search of one iteration minus the time of the search itself."""
    _request_search(app, game, match, "warm", iterations=1)
    start = time.perf_counter()
    for number in range(JOBS):
        _request_search(app, game, match, f"overhead {number}", iterations=1)
    requested = (time.perf_counter() - start) / JOBS
    start = time.perf_counter()
    for number in range(JOBS):
        mcts.choose(game, _seat_view(game, match), f"overhead {number}", iterations=1)
    return requested - (time.perf_counter() - start) / JOBS
