"""Requests to the service as it is run in production, beside a Flask echo on the same server, in new games.

A cell is one call to one server with a number of connections. All cells are measured by turns, once for each game and
round. Each connection plays its own part of a game in order of play, and no state is sent twice to a server.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import cycle, islice
from math import ceil
from typing import Final

import msgspec

from benchmarks.games import Decision, random_record, segments
from benchmarks.load import CONNECTIONS, Load, drive, fetch_all, neighbour, request, same
from benchmarks.report import Figure
from benchmarks.servers import SECRET, Server, running_server
from referee_service.kernel.codec import digest
from referee_service.kernel.game import AnyGame
from referee_service.store.embedded import embedded_redis

COUNTS: Final = (4, 16, 64)
"""Numbers of connections."""
LENGTH: Final = 16
"""Decisions in one part of a game. The first is sent before the measurement, so that the service knows the next."""
MAX_RATE: Final = 2500
"""Requests per second for which states are prepared. A faster server ends its cell earlier."""
SERVICES: Final = ("service", "service, 2 processes", "service on gunicorn")
ECHOES: Final = ("echo", "echo, 2 processes", "echo on WSGI")
LOG_SECONDS: Final = 0.5
"""Time in which a service writes its last log lines."""
MAKER: Final = "service without Redis"
"""Makes and signs the states that no other server has seen: it shares no cache with them."""

Streams = list[Iterator[bytes]]


class Cells:
    """The loads of all cells by name: one for each round and game, in equal order."""

    def __init__(self, servers: dict[str, Server], seconds: float) -> None:
        self._servers, self._seconds = servers, seconds
        self.loads: dict[str, list[Load]] = {}
        self.sent: dict[str, int] = {}

    def fetch(self, server: str, requests: Sequence[bytes]) -> list[bytes]:
        """Send requests that are not measured, one after the other. Return the bodies of the responses."""
        self.sent[server] = self.sent.get(server, 0) + len(requests)
        return fetch_all(self._servers[server].port, requests)

    def measure(self, cell: str, server: str, streams: Streams) -> None:
        """Measure a cell once."""
        load = Load()
        drive(self._servers[server].port, streams, seconds=self._seconds, into=load)
        self.sent[server] = self.sent.get(server, 0) + len(load.latencies)
        self.loads.setdefault(cell, []).append(load)

    def port(self, server: str) -> int:
        """Return the port of a server."""
        return self._servers[server].port

    def check_logs(self) -> None:
        """Check that the services wrote a line for each request. Raises RuntimeError if one does not log."""
        time.sleep(LOG_SECONDS)
        for name in SERVICES:
            logged, sent = self._servers[name].logged_requests, self.sent[name]
            if logged < sent:
                raise RuntimeError(f"{name}: {logged} of {sent} requests are in the log")


class GameRequests:
    """Requests in new games of one game. Each call of a method takes states that no other call has."""

    def __init__(self, game: AnyGame, seconds: float) -> None:
        self.game, self._segments = game, segments(game, LENGTH)
        self._states = ceil(seconds * MAX_RATE)

    def path(self, call: str) -> str:
        """Return the path of a call of this game."""
        return f"/v1/games/{self.game.name}/{call}"

    def bodies(self, connections: int) -> list[list[Decision]]:
        """Return new parts of games, enough for one cell with this number of connections."""
        return list(islice(self._segments, max(connections, ceil(self._states / LENGTH))))

    def moves(self, cells: Cells, server: str, connections: int) -> Streams:
        """Return streams of moves, each in a state that the server knows from the move before."""
        parts = [[self._move(each) for each in part] for part in self.bodies(connections)]
        cells.fetch(server, [part[0] for part in parts])
        return _by_part([part[1:] for part in parts], connections)

    def verdicts(self, cells: Cells, server: str, connections: int, *, include: Sequence[str] | None = None) -> Streams:
        """Return streams of verdicts on moves that are not played, in states that the server knows from moves.

        Moves are legal, so verdicts have a preview of the next position, with the parts in `include` or all.
        """
        parts = self.bodies(connections)
        cells.fetch(server, [self._move(each) for part in parts for each in part[:-1]])
        return _by_part([[self._verdict(each, include) for each in part[1:]] for part in parts], connections)

    def repeated_verdicts(self, cells: Cells, server: str) -> Iterator[bytes]:
        """Return an endless stream of verdicts that the server has given before, in new games."""
        part = self.bodies(1)[0]
        requests = [self._verdict(each, None) for each in part[1:]]
        cells.fetch(server, [self._move(each) for each in part[:-1]] + requests)
        return cycle(requests)

    def _verdict(self, decision: Decision, include: Sequence[str] | None) -> bytes:
        return request(self.path("verdicts"), body_of(decision.state, decision.other, include=include))

    def unseen(self, cells: Cells, *, is_signed: bool) -> Streams | None:
        """Return streams of moves in states that another process made, with its signature or without.

        Only each second state is sent, so no move leads to a state that is sent later. Returns None if the service
        signs no states.
        """
        parts, streams = self.bodies(CONNECTIONS), []
        for part in parts:
            answers = cells.fetch(MAKER, [self._move(each) for each in part[:-1]]) if is_signed else [b"{}"] * LENGTH
            requests = []
            for answer, decision in list(zip(answers, part[1:], strict=False))[::2]:
                signature = msgspec.json.decode(answer).get("signature", "")
                if is_signed and not signature:
                    return None
                if is_signed and msgspec.json.decode(answer)["digest"] != digest(decision.state):
                    raise RuntimeError("the service made another state than the engine")
                requests.append(request(self.path("moves"), body_of(decision.state, decision.played, signature)))
            streams.append(requests)
        return _by_part(streams, CONNECTIONS)

    def echoes(self) -> Iterator[bytes]:
        """Return an endless stream of echoes of the bodies of moves."""
        bodies = [body_of(each.state, each.played) for part in self.bodies(1)[:40] for each in part]
        return cycle([request("/echo", body) for body in bodies])

    def replays(self) -> Iterator[bytes]:
        """Return an endless stream of replays of whole games with the most seats."""
        records = [random_record(self.game, seats=max(self.game.seats), seed=seed) for seed in range(4)]
        bodies = [msgspec.json.encode({"text": record, "include": ["steps"]}) for record in records]
        return cycle([request(self.path("replays"), body) for body in bodies])

    def _move(self, decision: Decision) -> bytes:
        return request(self.path("moves"), body_of(decision.state, decision.played))


def body_of(state: bytes, line: str, signature: str = "", *, include: Sequence[str] | None = None) -> bytes:
    """Return the body of a request: a state, an action as notation, and a signature and `include` if there are any."""
    parts: dict[str, object] = {"state": msgspec.Raw(state), "notation": line}
    if signature:
        parts["signature"] = signature
    if include is not None:
        parts["include"] = include
    return msgspec.json.encode(parts)


def _by_part(parts: list[list[bytes]], connections: int) -> Streams:
    """Return one stream for each connection. Each plays a part to its end, then the next that no other has taken."""
    waiting = iter(parts)

    def stream() -> Iterator[bytes]:
        for part in waiting:
            yield from part

    return [stream() for _ in range(connections)]


# --- the race ---------------------------------------------------------------------------------------------------------


def race(games: Sequence[AnyGame], *, rounds: int, seconds: float) -> list[Figure]:
    """Measure all cells by turns, and return their figures. Raises BadResponse if a status is not 200."""
    sources = [GameRequests(game, seconds) for game in games]
    with ExitStack() as stack:
        redis = {
            "REDIS_URL": stack.enter_context(embedded_redis("data")).url,
            "REFEREE_CACHE_URL": stack.enter_context(embedded_redis("cache")).url,
        }
        environ = {"REFEREE_SECRET": SECRET}
        servers = {name: stack.enter_context(running_server(name, environ | redis)) for name in SERVICES}
        servers |= {name: stack.enter_context(running_server(name, {})) for name in ECHOES}
        servers[MAKER] = stack.enter_context(running_server(MAKER, environ))
        cells = Cells(servers, seconds)
        start_memory = {name: servers[name].memory for name in SERVICES[:2]}
        warm = Cells(servers, min(seconds, 0.2))
        for source in sources:
            for server in SERVICES:
                warm.measure("", server, source.moves(warm, server, CONNECTIONS))
        for _ in range(rounds):
            for source in sources:
                _measure_all(cells, source)
        cells.check_logs()
        memory = {name: servers[name].memory for name in SERVICES[:2]}
    return list(_ratios(cells.loads)) + list(_absolutes(cells.loads)) + list(_memory(start_memory, memory))


def _measure_all(cells: Cells, source: GameRequests) -> None:
    """Measure every cell once in one game."""
    echoes = source.echoes()
    for count in COUNTS:
        for server in ("echo", "echo on WSGI"):
            cells.measure(f"{server} {count}", server, same(echoes, count))
        cells.measure(f"moves {count}", "service", source.moves(cells, "service", count))
        if count != COUNTS[-1]:
            cells.measure(f"verdicts {count}", "service", source.verdicts(cells, "service", count))
            cells.measure(f"rulings {count}", "service", source.verdicts(cells, "service", count, include=[]))
            again = same(source.repeated_verdicts(cells, "service"), count)
            cells.measure(f"verdicts again {count}", "service", again)
    cells.measure("moves, gunicorn 4", "service on gunicorn", source.moves(cells, "service on gunicorn", 4))
    cells.measure("unseen 4", "service", source.unseen(cells, is_signed=False) or [])
    if (signed := source.unseen(cells, is_signed=True)) is not None:
        cells.measure("signed 4", "service", signed)
    cells.measure("echo, 2 processes 16", "echo, 2 processes", same(echoes, 16))
    two = "service, 2 processes"
    cells.measure("moves, 2 processes 16", two, source.moves(cells, two, 16))
    streams = source.moves(cells, "service", CONNECTIONS)
    with neighbour(cells.port("service"), source.replays()) as replays:
        cells.measure("moves beside replays 4", "service", streams)
    cells.loads.setdefault("replays", []).append(replays)


# --- figures ----------------------------------------------------------------------------------------------------------


def _ratios(loads: dict[str, list[Load]]) -> Iterator[Figure]:
    def ratio(name: str, cell: str, base: str) -> Figure:
        pairs = zip(loads[cell], loads[base], strict=True)
        return Figure(name, [load.rate / other.rate for load, other in pairs])

    for count in COUNTS:
        yield ratio(f"`POST moves` / Flask echo, {count} connections", f"moves {count}", f"echo {count}")
    yield ratio("`POST moves`, state never seen, unsigned / Flask echo, 4 connections", "unseen 4", "echo 4")
    signed = "`POST moves`, state never seen, signed / Flask echo, 4 connections"
    yield ratio(signed, "signed 4", "echo 4") if "signed 4" in loads else Figure(f"{signed} (no signatures)", [])
    for count in COUNTS[:-1]:
        yield ratio(f"`POST verdicts` / Flask echo, {count} connections", f"verdicts {count}", f"echo {count}")
        for cell, what in (("rulings", "empty preview"), ("verdicts again", "asked before")):
            name = f"`POST verdicts`, {what} / Flask echo, {count} connections"
            yield ratio(name, f"{cell} {count}", f"echo {count}")
    tails = [load.quantile(0.99) / load.quantile(0.5) for load in loads["moves 16"]]
    yield Figure("p99 / p50 of `POST moves`, 16 connections", tails)
    yield ratio("2 processes / 1, `POST moves`, 16 connections", "moves, 2 processes 16", "moves 16")
    yield ratio("2 processes / 1, Flask echo, 16 connections (limit of the machine)", "echo, 2 processes 16", "echo 16")
    yield ratio("`POST moves` beside whole replays / alone, 4 connections", "moves beside replays 4", "moves 4")
    for count in COUNTS:
        yield ratio(
            f"Flask echo on granian WSGI / on Referee's server, {count} connections",
            f"echo on WSGI {count}",
            f"echo {count}",
        )
        yield ratio(
            f"`POST moves` / Flask echo on granian WSGI, {count} connections", f"moves {count}", f"echo on WSGI {count}"
        )
    yield ratio("`POST moves` on gunicorn / on Referee's server, 4 connections", "moves, gunicorn 4", "moves 4")


def _absolutes(loads: dict[str, list[Load]]) -> Iterator[Figure]:
    for cell in ("echo", "moves", "verdicts"):
        for count in COUNTS:
            if found := loads.get(f"{cell} {count}"):
                name = "Flask echo" if cell == "echo" else f"`POST {cell}`"
                yield Figure(f"{name}, {count} connections", [load.rate for load in found], "/s")
    yield Figure("replays of whole games, 1 connection", [load.rate for load in loads["replays"]], "/s")


def _memory(start: dict[str, float], end: dict[str, float]) -> Iterator[Figure]:
    for name in start:
        yield Figure(f"memory of the {name}, at the start", [start[name]], "MB")
        yield Figure(f"memory of the {name}, after the benchmark", [end[name]], "MB")
