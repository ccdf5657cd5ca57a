"""The campaign: mixed load, one fault after the other, and a comparison with the promises."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from referee_service.services.matches.crypto import MatchCrypto
from referee_service.settings import Settings
from referee_service.store.redis import KEY_PREFIX
from tests.chaos import oracle, promises
from tests.chaos.client import Client, Meter, Sample
from tests.chaos.faults import Fault
from tests.chaos.ledger import Gate, Ledger, Search, now
from tests.chaos.players import Player, Room, all_players
from tests.chaos.service import KEYS, REDIS_TIMEOUT_SECONDS, SECRET, Service

SETTLE_SECONDS = 120.0
"""Longest time after a fault until every client has finished its step."""
AFTER_SECONDS = 2.0
"""Load after the recovery from a fault. It must have no failure."""
WARM_UP_SECONDS = 2.0


@asynccontextmanager
async def no_fault(service: Service):
    """Do nothing: the measurement that faults are compared with."""
    yield


NO_FAULT = Fault("NO_FAULT", no_fault)


@dataclass(slots=True)
class Outcome:
    """One fault: what clients saw, and the promises that were broken."""

    name: str
    samples: list[Sample]
    wrong: int
    lost: int
    recovery: float
    quantiles: dict[str, tuple[float, float]]
    """Median and 99th percentile in seconds during the fault, by family of calls."""
    breaches: list[str] = field(default_factory=list)

    @property
    def failures(self) -> Counter[str]:
        """Return the failures by family and code."""
        return Counter(f"{sample.family} {sample.failure}" for sample in self.samples if sample.failure)


class Campaign:
    """A service under load. `patience` multiplies limits of time: above 1 on a machine with other work."""

    def __init__(self, service: Service, hold_seconds: float, patience: float = 1.0) -> None:
        self.service, self.patience = service, patience
        service.hold_seconds = hold_seconds
        crypto = MatchCrypto(Settings.from_env({"REFEREE_SECRET": SECRET}).secrets)
        self.room = Room(0, Meter(), Ledger(), Gate(), crypto)
        self._base: Outcome | None = None

    async def run(self, faults: Sequence[Fault]) -> list[Outcome]:
        """Run the faults in order and return their outcomes. Each setting of the service begins without a fault."""
        outcomes: list[Outcome] = []
        for setting, group in groupby(faults, key=lambda fault: fault.setting):
            await self.service.start(setting)
            self.room.port = self.service.port
            async with _tasks(all_players(self.room, KEYS)):
                await asyncio.sleep(WARM_UP_SECONDS)
                self._forget()
                self._base = None
                for fault in (NO_FAULT, *group):
                    outcomes.append(await self._phase(fault))
                    self._base = self._base or outcomes[-1]
                    print(line(outcomes[-1]), flush=True)
                await self.room.gate.close(SETTLE_SECONDS)
            self.room.gate.open()
            codes = await self.service.stop()
            if codes != (0, 0):
                outcomes[-1].breaches.append(f"after SIGTERM the server and the workers ended with codes {codes}")
        return outcomes

    def _forget(self) -> None:
        self.room.meter.clear()
        self.room.ledger.clear()

    async def _phase(self, fault: Fault) -> Outcome:
        promise, ledger = promises.PROMISES[fault.name], self.room.ledger
        begin = now()
        async with fault.inject(self.service):
            injected = now()
            await asyncio.sleep(self.service.hold_seconds)
            hold_end = now()
        end = now()
        breaches = await self._wait_for_recovery(end, promise)
        await asyncio.sleep(AFTER_SECONDS)
        await self.room.gate.close(SETTLE_SECONDS)
        samples = list(self.room.meter.samples)
        breaches += [f"malformed: {text}" for text in sorted(set(self.room.meter.malformed))]
        self._check_guards(begin, promise)
        await self._check_searches(promise)
        window = [s for s in samples if injected <= s.start <= hold_end]
        outcome = Outcome(
            fault.name, samples, len(ledger.wrong), len(ledger.lost), _recovery(samples, end), _quantiles(window)
        )
        outcome.breaches = [*breaches, *self._breaches(outcome, promise, begin, end)]
        self._forget()
        self.room.gate.open()
        return outcome

    async def _wait_for_recovery(self, end: float, promise: promises.Promise) -> list[str]:
        """Wait until `/readyz` lists nothing and every family is served. Return what is late."""
        families = {sample.family for sample in self.room.meter.samples}
        limit = self._limit(promise) + 10.0
        while now() - end < limit:
            served = {s.family for s in self.room.meter.samples if s.start >= end and not s.failure}
            if served >= families - {"stream"} and not await asyncio.to_thread(self.service.unavailable):
                return []
            await asyncio.sleep(0.05)
        return [
            f"{limit:.0f} seconds after the fault /readyz lists {await asyncio.to_thread(self.service.unavailable)}"
        ]

    def _limit(self, promise: promises.Promise) -> float:
        return promise.recovers_seconds * self.patience

    # --- what the service still has ---------------------------------------------------------------------------------

    def _check_guards(self, begin: float, promise: promises.Promise) -> None:
        """Compare the number of commits in each guard with what clients were told."""
        ledger = self.room.ledger
        if promise.loses == "all":
            ledger.guards = {key: guard for key, guard in ledger.guards.items() if guard.begun > begin}
        with self.service.connection("data") as redis, redis.pipeline(transaction=False) as pipeline:
            for match_id in ledger.guards:
                pipeline.hget(f"{KEY_PREFIX}guard:{match_id}", "count")
            counts = [int(count or 0) for count in pipeline.execute()]
        for guard, count in zip(ledger.guards.values(), counts, strict=True):
            missing = len(guard.commits) - guard.missing - count
            if missing < 0:
                ledger.wrong.append("duplicated commit: a guard has more commits than its match")
            before = [commit for commit in guard.commits if commit <= begin]
            for _ in range(missing):
                ledger.lose(before.pop() if before else 0.0, "a commit")
            guard.missing += missing

    async def _check_searches(self, promise: promises.Promise) -> None:
        """Read every finished search again, and compare it with the same search in this process."""
        ledger, meter = self.room.ledger, Meter()
        clients = {key: Client(self.service.port, "check", meter, key) for key in KEYS}
        for search in ledger.searches:
            if search.result is not None:
                await self._check_search(clients[search.key], search)
        meter.close_clients()

    async def _check_search(self, client: Client, search: Search) -> None:
        ledger = self.room.ledger
        answer = await client.call("GET", f"/v1/jobs/{search.job_id}")
        if answer.status != 200:
            ledger.lose(search.seen, f"a finished search: {answer.code}")
        elif json.loads(answer.body)["result"] != search.result:
            ledger.wrong.append("search: a finished search has another result")
        try:
            oracle.check_search(search.match, search.seed, search.iterations, search.result)
        except oracle.WrongAnswer as error:
            ledger.wrong.append(f"search: {error}")

    # --- promises -----------------------------------------------------------------------------------------------------

    def _breaches(self, outcome: Outcome, promise: promises.Promise, begin: float, end: float) -> Iterator[str]:
        ledger = self.room.ledger
        yield from _excess(ledger.wrong, outcome)
        for sample in outcome.samples:
            if sample.failure and sample.failure not in promise.allowed(sample.family):
                yield f"{sample.family}: {sample.failure}, {sample.start - begin:+.1f} s"
        if outcome.recovery > self._limit(promise):
            yield f"recovery took {outcome.recovery:.1f} s, promised are {promise.recovers_seconds}"
        for acknowledged, what in ledger.lost:
            is_recent = acknowledged >= begin - promises.LOST_SECONDS
            if promise.loses == "nothing" or (promise.loses == "2 seconds" and not is_recent):
                yield f"lost: {what}, acknowledged {begin - acknowledged:.1f} s before the fault"
        if self._base is not None and "open" in outcome.quantiles:
            normal = self._base.quantiles["open"][1]
            limit = self.patience * (promises.OPEN_P99_FACTOR * normal + promises.OPEN_P99_SLACK_SECONDS)
            if outcome.quantiles["open"][1] > limit:
                yield f"open: p99 {outcome.quantiles['open'][1]:.2f} s is above {limit:.2f} s"


def _excess(wrong: Sequence[str], outcome: Outcome) -> Iterator[str]:
    """Yield the wrong answers if there are more of a kind than the page promises."""
    take_backs = [text for text in wrong if "take-back" in text]
    duplicates = [text for text in wrong if "duplicated commit" in text]
    errors = [sample for sample in outcome.samples if sample.failure.startswith("internal")]
    if len(wrong) - len(take_backs) - len(duplicates) > promises.WRONG_ANSWERS:
        yield from sorted(set(wrong) - {*take_backs, *duplicates})
    if len(take_backs) > promises.TAKE_BACKS:
        yield from sorted(set(take_backs))
    if len(duplicates) > promises.DUPLICATED_COMMITS:
        yield from sorted(set(duplicates))
    if len(errors) > promises.INTERNAL_ERRORS:
        yield f"{len(errors)} internal errors"


def _recovery(samples: Sequence[Sample], end: float) -> float:
    """Return how long after a fault the last call failed."""
    return max([0.0, *(sample.end - end for sample in samples if sample.failure)])


def _quantiles(samples: Sequence[Sample]) -> dict[str, tuple[float, float]]:
    """Return median and 99th percentile of each family. Calls that the server may hold do not count."""
    seconds: dict[str, list[float]] = {}
    for sample in samples:
        if not sample.is_wait:
            seconds.setdefault(sample.family, []).append(sample.end - sample.start)
    return {name: (quantile(each, 0.5), quantile(each, 0.99)) for name, each in seconds.items()}


def quantile(values: Sequence[float], share: float) -> float:
    """Return a quantile of values."""
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


@asynccontextmanager
async def _tasks(players: Sequence[Player]):
    """Run players during a block. An error of one of them ends the block."""
    async with AsyncExitStack() as stack:
        tasks = [asyncio.create_task(player.run()) for player in players]

        async def cancel() -> None:
            for task in tasks:
                task.cancel()
            for error in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(error, Exception):
                    raise error
            for player in players:
                player.room.meter.close_clients()

        stack.push_async_callback(cancel)
        yield


HEAD = (
    f"{'fault':15} {'requests':>8} {'failures':>8} {'wrong':>5} {'lost':>5} {'recovery':>8}"
    f" {'open p50':>8} {'p99':>7} {'guarded p50':>11} {'p99':>7}   milliseconds"
)


def line(outcome: Outcome) -> str:
    """Return the figures of a fault as one line of the table."""
    figures = [outcome.quantiles.get(family) for family in ("open", "guarded")]
    columns = [f"{1000 * each:.1f}" for pair in figures for each in (pair or (float("nan"),) * 2)]
    return (
        f"{outcome.name:15} {len(outcome.samples):8} {outcome.failures.total():8} {outcome.wrong:5} {outcome.lost:5}"
        f" {outcome.recovery:7.1f}s {columns[0]:>8} {columns[1]:>7} {columns[2]:>11} {columns[3]:>7}"
        f"   {dict(outcome.failures) or ''}"
    )


async def run_campaign(folder: Path, faults: Sequence[Fault], hold_seconds: float, patience: float) -> list[Outcome]:
    """Run a campaign with its own service, and print its table. `patience` also multiplies the timeout of Redis."""
    print(HEAD, flush=True)
    with Service(folder, patience * REDIS_TIMEOUT_SECONDS) as service:
        return await Campaign(service, hold_seconds, patience).run(faults)
