"""How fast bots search: bare, as a job, and with two workers instead of one."""

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
"""The budget that the ladder is played with."""
JOBS = 4
"""Searches under way at the same time, so that two workers never wait for work."""
ROUNDS = 2
"""Everything is measured so often, one worker and two by turns, and the best of each counts."""


class Figures(NamedTuple):
    """Iterations per second, and what a job adds to a search, in seconds."""

    bare: float
    bare_twice: float
    """Two processes side by side, without any service: the most that two workers can come to on this machine."""
    one: float
    two: float
    overhead: float


def race(game: AnyGame) -> Figures:
    """All figures of one game, in one run."""
    matches = positions(game)
    times = [min(_timed(game, [match]) for _ in range(ROUNDS)) for match in matches]
    bare_twice = min(_side_by_side(game, matches) for _ in range(ROUNDS))
    longest_first = [matches[at] for at in sorted(range(len(matches)), key=lambda at: -times[at])]  # both end together
    taken: dict[int, list[float]] = {1: [], 2: []}
    with embedded_redis() as redis:
        app = create_app(Settings.from_env({"REDIS_URL": redis.url, "REFEREE_JOB_LIMIT": "100"}))
        for turn in range(ROUNDS):
            for count in taken:
                with _workers(app, redis, count):
                    _through_workers(game, app, matches[: 2 * count], f"warm {count} {turn}")
                    taken[count].append(_through_workers(game, app, longest_first, f"{count} {turn}"))
        with _workers(app, redis, 1):
            overhead = _overhead(game, app, matches[0])
    done = len(matches) * ITERATIONS
    return Figures(done / sum(times), 2 * done / bare_twice, done / min(taken[1]), done / min(taken[2]), overhead)


def positions(game: AnyGame) -> list[Match]:
    """Positions with something to decide, spread over a game of greedy players."""
    match = play_chance(game, new_match(game, seats=SEATS, chance=Chance("seeded", "bench"))).match
    found = []
    while (turn := game.turn(match.state)) is not None:
        assert isinstance(turn.seat, int)
        choice = greedy_bot.choose(game, game.view(match.state, turn.seat), "bench")
        if len(choice.ranking) > 3:
            found.append(match)
        match = play_chance(game, play_move(game, match, turn.seat, parse_notation(game, choice.notation)).match).match
    return found[:: max(1, len(found) // POSITIONS)][:POSITIONS]


def _seen(game: AnyGame, match: Match) -> Struct:
    turn = game.turn(match.state)
    assert turn is not None
    view: Struct = game.view(match.state, turn.seat)
    return view


def _timed(game: AnyGame, matches: list[Match]) -> float:
    began = time.perf_counter()
    for match in matches:
        mcts.choose(game, _seen(game, match), "bench", iterations=ITERATIONS)
    return time.perf_counter() - began


def _side_by_side(game: AnyGame, matches: list[Match]) -> float:
    """How long two processes take that do all searches at the same time."""
    raws = [encode(match) for match in matches]
    with ProcessPoolExecutor(2) as pool:
        return max(pool.map(_timed_apart, [game.name] * 2, [raws] * 2))


def _timed_apart(name: str, raws: list[bytes]) -> float:
    game = GAMES[name]
    return _timed(game, [decode(game, raw) for raw in raws])


@contextmanager
def _workers(app: Flask, redis: EmbeddedRedis, count: int) -> Iterator[None]:
    """So many workers, ready to work."""
    command = [sys.executable, "-m", "referee_service.cli", "worker"]
    environment = {**os.environ, "REDIS_URL": redis.url}
    running = [subprocess.Popen(command, env=environment) for _ in range(count)]
    client = app.test_client()
    while f"referee_search_workers {float(count)}" not in client.get("/metrics").text:
        time.sleep(0.1)
    try:
        yield
    finally:
        for process in running:
            process.terminate()
            process.wait()


def _asked(app: Flask, game: AnyGame, match: Match, seed: str, iterations: int = ITERATIONS) -> None:
    """One search through the service, waited for."""
    state = b'{"state":' + encode(match) + b","
    rest = f'"bot":"search","seed":"{seed}","budget":{{"iterations":{iterations}}}}}'.encode()
    client, path = app.test_client(), f"/v1/games/{game.name}/bot-moves?wait=30"
    answer = client.post(path, data=state + rest, content_type="application/json")
    assert answer.status_code == 200, answer.text


def _through_workers(game: AnyGame, app: Flask, matches: list[Match], seed: str) -> float:
    began = time.perf_counter()
    with ThreadPoolExecutor(JOBS) as threads:
        for done in [threads.submit(_asked, app, game, match, seed) for match in matches]:
            done.result()
    return time.perf_counter() - began


def _overhead(game: AnyGame, app: Flask, match: Match) -> float:
    """What asking for a search of one iteration takes, less the search: queue, worker, looking, answer."""
    _asked(app, game, match, "warm", iterations=1)
    began = time.perf_counter()
    for number in range(JOBS):
        _asked(app, game, match, f"overhead {number}", iterations=1)
    asked = (time.perf_counter() - began) / JOBS
    began = time.perf_counter()
    for number in range(JOBS):
        mcts.choose(game, _seen(game, match), f"overhead {number}", iterations=1)
    return asked - (time.perf_counter() - began) / JOBS
