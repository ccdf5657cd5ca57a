"""Faults of the campaign. Each is a context manager: the fault is there during its `with` block."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

from tests.chaos.service import KEYS, Role, Service, Setting

SLOW_SECONDS = 0.1
"""Delay of every call to a slow Redis."""
CLOCK_JUMPS = ("+1h", "-1h")
CLOCK_SEEN = timedelta(minutes=50)
"""The log must have a line that is so far ahead."""

Inject = Callable[[Service], AbstractAsyncContextManager[None]]
Pids = Callable[[], Iterable[int]]


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault with the name of its promise, and the setting of the service that it needs."""

    name: str
    inject: Inject
    setting: Setting = "plain"
    is_quick: bool = False
    """Whether the two-minute subset has it."""


# --- Redis ----------------------------------------------------------------------------------------------------------


def killed_redis(role: Role) -> Inject:
    """Kill a Redis. After the block it runs again, with the data that it has on disk."""

    @asynccontextmanager
    async def inject(service: Service) -> AsyncIterator[None]:
        os.kill(service.redis_pid(role), signal.SIGKILL)
        yield
        await asyncio.to_thread(service.redis[role].start)

    return inject


def stopped_redis(role: Role) -> Inject:
    """Suspend a Redis: it keeps its connections and answers nothing."""
    return lambda service: _suspended(lambda: [service.redis_pid(role)])


def emptied_redis(role: Role) -> Inject:
    """Empty a Redis once."""

    @asynccontextmanager
    async def inject(service: Service) -> AsyncIterator[None]:
        with service.connection(role) as redis:
            await asyncio.to_thread(redis.flushall)
        yield

    return inject


def full_redis(role: Role) -> Inject:
    """Lower the memory limit of a Redis below what it uses."""

    @asynccontextmanager
    async def inject(service: Service) -> AsyncIterator[None]:
        with service.connection(role) as redis:
            limit = redis.config_get("maxmemory")["maxmemory"]
            redis.config_set("maxmemory", 1)
            try:
                yield
            finally:
                redis.config_set("maxmemory", limit)

    return inject


def slow_redis(role: Role) -> Inject:
    """Delay every call to a Redis. The service must have been started with proxies."""

    @asynccontextmanager
    async def inject(service: Service) -> AsyncIterator[None]:
        service.proxies[role].seconds = SLOW_SECONDS
        try:
            yield
        finally:
            service.proxies[role].seconds = 0.0

    return inject


# --- processes ------------------------------------------------------------------------------------------------------


@asynccontextmanager
async def killed_workers(service: Service) -> AsyncIterator[None]:
    """Kill all workers once. Their parent starts others."""
    _send(signal.SIGKILL, service.worker_pids)
    yield


def frozen_workers(service: Service) -> AbstractAsyncContextManager[None]:
    """Suspend all workers."""
    return _suspended(lambda: service.worker_pids)


@asynccontextmanager
async def killed_web_process(service: Service) -> AsyncIterator[None]:
    """Kill one of the serving processes. The server starts another one."""
    _send(signal.SIGKILL, service.web_pids[:1])
    yield


@asynccontextmanager
async def terminated_web(service: Service) -> AsyncIterator[None]:
    """Stop the server as a deployment does, and start it again after the block."""
    code = await service.stop_server()
    if code != 0:
        raise RuntimeError(f"the server ended with code {code} after SIGTERM")
    yield
    await service.start_server()


@asynccontextmanager
async def _suspended(pids: Pids) -> AsyncIterator[None]:
    suspended = list(pids())
    _send(signal.SIGSTOP, suspended)
    try:
        yield
    finally:
        _send(signal.SIGCONT, suspended)


def _send(
    number: Literal[signal.Signals.SIGKILL, signal.Signals.SIGSTOP, signal.Signals.SIGCONT], pids: Iterable[int]
) -> None:
    for pid in pids:
        os.kill(pid, number)


# --- surroundings ---------------------------------------------------------------------------------------------------


@asynccontextmanager
async def full_log(service: Service) -> AsyncIterator[None]:
    """Do nothing: the service was started with a log that refuses every write."""
    yield


@asynccontextmanager
async def moved_clock(service: Service) -> AsyncIterator[None]:
    """Move the clock of the service an hour ahead, and an hour back before the end of the block."""
    service.set_clock(CLOCK_JUMPS[0])
    back = asyncio.get_running_loop().call_later(service.hold_seconds / 2, service.set_clock, CLOCK_JUMPS[1])
    try:
        yield
    finally:
        back.cancel()
        service.set_clock("+0")
    texts = re.findall(r'^{"time":"([^"]+)"', service.log_text(), re.MULTILINE)
    if datetime.fromisoformat(max(texts)) - datetime.now(UTC) < CLOCK_SEEN:
        raise RuntimeError("the log does not show that the clock moved")


@asynccontextmanager
async def slow_clients(service: Service) -> AsyncIterator[None]:
    """Open 200 connections whose bodies arrive byte by byte. Each gets 408, and is replaced by another one."""
    command = (sys.executable, "-m", "tests.chaos.slow_clients", str(service.port), KEYS[0])
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    try:
        yield
    finally:
        process.terminate()
        printed, _ = await process.communicate()
    if printed.split() != [b"408"]:
        raise RuntimeError(f"slow clients got {printed.decode().strip()!r}, not 408")


FAULTS = (
    Fault("DATA_KILLED", killed_redis("data"), is_quick=True),
    Fault("DATA_STOPPED", stopped_redis("data"), is_quick=True),
    Fault("DATA_EMPTIED", emptied_redis("data"), is_quick=True),
    Fault("DATA_FULL", full_redis("data")),
    Fault("CACHE_KILLED", killed_redis("cache")),
    Fault("CACHE_STOPPED", stopped_redis("cache"), is_quick=True),
    Fault("CACHE_EMPTIED", emptied_redis("cache")),
    Fault("CACHE_FULL", full_redis("cache")),
    Fault("WORKERS_KILLED", killed_workers, is_quick=True),
    Fault("WORKERS_FROZEN", frozen_workers),
    Fault("WEB_KILLED", killed_web_process, is_quick=True),
    Fault("WEB_TERMINATED", terminated_web),
    Fault("SLOW_CLIENTS", slow_clients, is_quick=True),
    Fault("DATA_SLOW", slow_redis("data"), "proxies"),
    Fault("CACHE_SLOW", slow_redis("cache"), "proxies"),
    Fault("LOG_FULL", full_log, "full log"),
    Fault("CLOCK_MOVED", moved_clock, "false clock"),
)
"""The script of the campaign, in order. The service restarts where the setting changes."""
