"""The command of `make load`: mixed traffic at 80% of the measured ceiling. Exit code 1 for an error or growing memory.

Latencies count from the time at which a call was due, so a call that waits for a busy client is not left out.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import tempfile
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from time import monotonic, process_time
from uuid import uuid4

import msgspec
from msgspec import Raw

from referee_service.games import GAMES
from referee_service.kernel.codec import digest, encode
from referee_service.kernel.game import AnyGame
from referee_service.kernel.notation import notation
from tests.chaos import oracle
from tests.chaos.campaign import quantile
from tests.chaos.client import Answer, Broken, Client, Meter
from tests.chaos.service import KEYS, Service

SECONDS_VARIABLE = "LOAD_SECONDS"
DEFAULT_SECONDS = 600.0
SHARE = 0.8
"""Rate of the load in shares of the ceiling."""
CEILING_SHARE = 0.1
"""Time for the measurement of the ceiling, in shares of the whole."""
CLIENTS = 24
GUARDED_SHARE = 0.2
MAX_GROWTH = 0.1
WARM_SHARE = 0.25
"""Share of the load after which caches are full, and memory is measured first."""
CACHE_BYTES = 8 << 20
"""Cache of a web process. It is full after the warm-up, also in a short run, so only a leak lets memory grow."""
MATCH_MOVES = 60
SEARCH_SECONDS = 1.0
"""Time between two searches of a client. Their number does not depend on the ceiling."""
SEARCH = {"bot": "search", "budget": {"iterations": 60}}


@dataclass(slots=True)
class Figures:
    """Latencies in seconds and errors, by call."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    errors: dict[str, list[str]] = field(default_factory=dict)

    def add(self, call: str, start: float, error: str) -> None:
        """Count a call that was due at `start` and has ended now."""
        self.seconds.setdefault(call, []).append(monotonic() - start)
        if error:
            self.errors.setdefault(call, []).append(error)

    @property
    def count(self) -> int:
        """Return the number of calls."""
        return sum(map(len, self.seconds.values()))


def recorded_calls(game: AnyGame) -> Iterator[tuple[str, str, bytes]]:
    """Yield the open calls of one random match: name, path and body."""
    choices, match = random.Random(game.name), oracle.open_match(game, 2, "load")
    path = f"/v1/games/{game.name}"
    setup = {"seats": 2, "chance": {"mode": "seeded", "seed": "load"}}
    yield "set-up", f"{path}/states", msgspec.json.encode(setup)
    for _ in range(MATCH_MOVES):
        raw, action = encode(match), choices.choice(oracle.legal_actions(match))
        by_state = msgspec.json.encode({"state": Raw(raw), "notation": notation(action)})
        yield "move", f"{path}/moves", by_state
        yield (
            "move by digest",
            f"{path}/moves",
            msgspec.json.encode({"digest": digest(raw), "notation": notation(action)}),
        )
        yield "legal actions", f"{path}/legal-actions", msgspec.json.encode({"state": Raw(raw)})
        yield "verdict", f"{path}/verdicts", by_state
        match = oracle.next_step(match, action).match
        if oracle.seat_to_move(match) is None:
            return


class GuardedTable:
    """A guarded match that a client plays. Every call plays the first legal action of the seat to move."""

    def __init__(self, game: AnyGame, client: Client) -> None:
        self.path, self.client = f"/v1/games/{game.name}", client
        self.position: dict = {}

    async def next_call(self, figures: Figures, due: float) -> None:
        """Set up the match, ask for its legal list if it is missing, or play a move."""
        turn = self.position.get("turn")
        if turn is None:
            setup = {"Idempotency-Key": str(uuid4())}
            answer = await self._call(figures, due, "guarded set-up", "states", {"seats": 2, "guarded": True}, setup)
            self.position = msgspec.json.decode(answer.body) if answer.status == 201 else {}
            self.credentials = self.position.get("credentials", {}).get("seats", [])
            return
        own = {"sealed_state": self.position["sealed_state"], "credential": self.credentials[turn["seat"]]}
        legal = self.position["legal_actions"]
        if not legal:
            answer = await self._call(figures, due, "guarded legal actions", "legal-actions", own)
            self.position["legal_actions"] = msgspec.json.decode(answer.body)["legal_actions"]
            return
        body = {**own, "notation": random.choice(legal)["notation"]}
        answer = await self._call(figures, due, "guarded move", "moves", body)
        self.position = msgspec.json.decode(answer.body) if answer.status == 200 else {}

    async def _call(
        self, figures: Figures, due: float, name: str, call: str, body: dict, headers: dict | None = None
    ) -> Answer:
        answer = await self.client.call("POST", f"{self.path}/{call}", msgspec.json.encode(body), headers)
        figures.add(name, due, answer.code)
        return answer


class Traffic:
    """Clients with a common schedule. Without a rate, each client sends its next call at once."""

    def __init__(self, port: int) -> None:
        self.port, self.figures, self.rate, self.meter = port, Figures(), 0.0, Meter()
        calls = [call for game in GAMES.values() for call in recorded_calls(game)]
        random.Random("load").shuffle(calls)
        self.calls, self._next_due = cycle(calls), 0.0
        self.warm_up_calls = len(calls)

    async def due(self) -> float:
        """Wait for the time of the next call, and return the time at which it was due."""
        if not self.rate:
            return monotonic()
        due = self._next_due = max(self._next_due, monotonic() - 1.0) + 1 / self.rate
        await asyncio.sleep(max(0.0, due - monotonic()))
        return due

    async def client(self, number: int) -> None:
        """Send calls without end: open ones, or those of a guarded match."""
        client = Client(self.port, "load", self.meter, KEYS[0])
        table = GuardedTable(list(GAMES.values())[number % len(GAMES)], client)
        while True:
            due = await self.due()
            is_guarded = random.random() < GUARDED_SHARE
            await self._counted(
                "open or guarded",
                due,
                table.next_call(self.figures, due) if is_guarded else self.open_call(client, due),
            )
            client.meter.clear()

    async def open_call(self, client: Client, due: float) -> None:
        """Send the next recorded call."""
        name, path, body = next(self.calls)
        self.figures.add(name, due, (await client.call("POST", path, body)).code)

    async def searcher(self, number: int) -> None:
        """Request a search every second and wait for it."""
        client, game = Client(self.port, "load", self.meter, KEYS[1 + number]), list(GAMES.values())[number]
        state = Raw(encode(oracle.open_match(game, 2, "load")))
        while True:
            start = monotonic()
            body = msgspec.json.encode({**SEARCH, "state": state, "seed": str(random.random())})
            await self._counted("search", start, self._search(client, f"/v1/games/{game.name}/bot-moves?wait=20", body))
            await asyncio.sleep(max(0.0, start + SEARCH_SECONDS - monotonic()))

    async def _search(self, client: Client, path: str, body: bytes) -> None:
        start = monotonic()
        answer = await client.call("POST", path, body, wait=True)
        self.figures.add("search", start, answer.code or ("" if answer.status == 200 else "unfinished"))

    async def _counted(self, name: str, due: float, call: Coroutine[None, None, None]) -> None:
        try:
            await call
        except Broken as error:
            self.figures.add(name, due, str(error))

    async def run(self, seconds: float, rate: float = 0.0, watch: Callable[[], None] | None = None) -> float:
        """Send calls for a time and return how many a second were answered. `watch` is called after WARM_SHARE."""
        self.figures, self.rate, self._next_due, start = Figures(), rate, monotonic(), monotonic()
        tasks = [asyncio.create_task(self.client(number)) for number in range(CLIENTS)]
        tasks += [asyncio.create_task(self.searcher(number)) for number in range(2)]
        await asyncio.sleep(seconds * WARM_SHARE)
        if watch is not None:
            watch()
        await asyncio.wait(tasks, timeout=seconds * (1 - WARM_SHARE), return_when=asyncio.FIRST_COMPLETED)
        elapsed = monotonic() - start
        for task in tasks:
            task.cancel()
        for error in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(error, Exception):
                raise error
        self.meter.close_clients()
        return self.figures.count / elapsed


def memory_bytes(service: Service) -> int:
    """Return the memory of all web processes and workers that they do not share (PSS)."""
    pages = [Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in (*service.web_pids, *service.worker_pids)]
    return sum(1024 * int(line.split()[1]) for page in pages for line in page.splitlines() if line.startswith("Pss:"))


def table(figures: Figures, seconds: float) -> Iterator[str]:
    """Yield the lines of the table: each call with its rate, quantiles in milliseconds and errors."""
    yield f"{'call':22} {'per second':>10} {'p50':>8} {'p99':>8} {'p99.9':>8} {'errors':>6}   milliseconds"
    for name, values in sorted(figures.seconds.items()):
        columns = " ".join(f"{1000 * quantile(values, share):8.1f}" for share in (0.5, 0.99, 0.999))
        yield f"{name:22} {len(values) / seconds:10.1f} {columns} {len(figures.errors.get(name, [])):6}"


async def run_load(folder: Path, seconds: float) -> list[str]:
    """Measure the ceiling, then load the service, and print the table. Return what failed."""
    memory: list[int] = []
    with Service(folder) as service:
        service.variables["REFEREE_CACHE_BYTES"] = str(CACHE_BYTES)
        await service.start()
        traffic = Traffic(service.port)
        client = Client(service.port, "load", traffic.meter, KEYS[0])
        for _ in range(traffic.warm_up_calls):  # the states of all later digests are cached
            await traffic.open_call(client, monotonic())
        ceiling = await traffic.run(max(2.0, CEILING_SHARE * seconds))
        print(f"ceiling: {ceiling:.0f} calls a second", flush=True)
        load_seconds, cpu = (1 - CEILING_SHARE) * seconds, process_time()
        rate = await traffic.run(load_seconds, SHARE * ceiling, lambda: memory.append(memory_bytes(service)))
        share = (process_time() - cpu) / load_seconds
        memory.append(memory_bytes(service))
        await service.stop()
    growth = memory[1] / memory[0] - 1
    print(*table(traffic.figures, load_seconds), sep="\n")
    print(f"{rate:.0f} calls a second of {SHARE * ceiling:.0f} wanted; the load generator used {share:.0%} of a core")
    print(f"memory: {memory[0] >> 20} MB after the warm-up, {memory[1] >> 20} MB at the end ({growth:+.1%})")
    errors = [f"{name}: {sorted(set(found))}" for name, found in traffic.figures.errors.items()]
    return errors + ([f"memory grew by {growth:.1%}"] if growth >= MAX_GROWTH else [])


def main() -> int:
    """Run the load for LOAD_SECONDS. Return the exit code."""
    seconds = float(os.environ.get(SECONDS_VARIABLE) or DEFAULT_SECONDS)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # the processes of the service end in any case
    with tempfile.TemporaryDirectory(prefix="referee-load-") as folder:
        failures = asyncio.run(run_load(Path(folder), seconds))
    print(*failures or ["no errors"], sep="\n")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
