"""The service under test: two Redis servers, a server with two processes, and two workers."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from typing import Literal
from urllib.error import URLError
from urllib.request import urlopen

from redis import Redis

from referee_service.store.embedded import EmbeddedRedis, embedded_redis
from tests.chaos.proxy import DelayProxy
from tests.running.conftest import REFEREE, ROOT, clean_environment, descendants_of, is_alive

SECRET = "chaos:0123456789abcdef0123456789abcdef"
KEYS = tuple(f"chaos-{number}" for number in range(4))
"""API keys. Each client has its own queue of searches."""
PROCESSES = 2
WORKERS = 2
BODY_SECONDS = 2
START_SECONDS = 60.0
REDIS_TIMEOUT_SECONDS = 0.2
"""The default of REFEREE_REDIS_TIMEOUT."""

_SLEEP_PATCH = """
import select, time
time.sleep = lambda seconds: select.select([], [], [], seconds) and None
"""
"""Start-up code of a service with a false clock. The library moves the wall clock and not the monotonic one, as an
operator does, but then refuses the system call of `time.sleep`."""

Role = Literal["data", "cache"]
Setting = Literal["plain", "proxies", "full log", "false clock"]
"""How the service is started: with Redis behind proxies, a log that refuses writes, or a clock that can be moved."""


async def wait_until(condition: Callable[[], bool], seconds: float = START_SECONDS) -> None:
    """Poll a condition until it holds. Raises TimeoutError after `seconds`."""
    deadline = monotonic() + seconds
    while not await asyncio.to_thread(condition):
        if monotonic() > deadline:
            raise TimeoutError(f"the condition did not hold within {seconds} seconds")
        await asyncio.sleep(0.05)


class Service:
    """A running service. Its Redis servers live as long as the `with` block; web processes and workers can restart."""

    def __init__(self, folder: Path, redis_timeout: float = REDIS_TIMEOUT_SECONDS) -> None:
        self.folder, self.port, self.redis_timeout = folder, 0, redis_timeout
        self._stack = ExitStack()
        self._server: subprocess.Popen[bytes] | None = None
        self._workers: subprocess.Popen[bytes] | None = None
        self._environment: dict[str, str] = {}
        self._log = folder / "log"
        self.proxies: dict[Role, DelayProxy] = {}
        self.variables: dict[str, str] = {}
        """Further settings of the service."""
        self.hold_seconds = 0.0
        """How long the current fault lasts."""

    def __enter__(self) -> Service:
        self.redis: dict[Role, EmbeddedRedis] = {
            "data": self._stack.enter_context(embedded_redis("data")),
            "cache": self._stack.enter_context(embedded_redis("cache")),
        }
        return self

    def __exit__(self, *error: object) -> None:
        for process in (self._server, self._workers):
            if process is not None and process.poll() is None:
                family = [process.pid, *descendants_of(process.pid)]
                for pid in family:
                    if is_alive(pid):
                        os.kill(pid, signal.SIGKILL)
                process.wait()
        self._stack.close()

    # --- web processes and workers --------------------------------------------------------------------------------

    async def start(self, setting: Setting = "plain") -> None:
        """Start the server and the workers, and wait until nothing is unavailable."""
        self._log = Path("/dev/full") if setting == "full log" else self.folder / "log"
        addresses = {role: redis.url for role, redis in self.redis.items()}
        if setting == "proxies":
            self.proxies = {role: DelayProxy(url) for role, url in addresses.items()}
            addresses = {role: await proxy.start() for role, proxy in self.proxies.items()}
        self._environment = clean_environment(
            **{
                "REDIS_URL": addresses["data"],
                "REFEREE_CACHE_URL": addresses["cache"],
                "REFEREE_SECRET": SECRET,
                "REFEREE_API_KEYS": ",".join(KEYS),
                "REFEREE_BODY_SECONDS": str(BODY_SECONDS),
                "REFEREE_JOB_LIMIT": "1000",
                "REFEREE_REDIS_TIMEOUT": str(self.redis_timeout),
                **self.variables,
                **(self._false_clock() if setting == "false clock" else {}),
            }
        )
        self._workers = self._start(("worker", "--workers", str(WORKERS)), "workers-out")
        await self.start_server()
        await wait_until(lambda: not self.unavailable())

    async def start_server(self) -> None:
        """Start the server, and wait until it listens. It gets the port that it had before."""
        self._server = self._start(("serve", "--port", str(self.port), "--processes", str(PROCESSES)), "out")
        await wait_until(lambda: "listening" in self._output() or self._has_ended())
        if self._has_ended():
            raise RuntimeError(f"the service did not start: {self.log_text()[-2000:]}")
        self.port = int(self._output().partition("listening")[2].split()[0].rpartition(":")[2])

    async def stop_server(self) -> int:
        """Stop the server with SIGTERM. Return its exit code."""
        assert self._server is not None
        self._server.terminate()
        return await asyncio.to_thread(self._server.wait, START_SECONDS)

    async def stop(self) -> tuple[int, int]:
        """Stop the server and the workers with SIGTERM. Return their exit codes."""
        assert self._workers is not None
        code = await self.stop_server()
        self._workers.terminate()
        workers_code = await asyncio.to_thread(self._workers.wait, START_SECONDS)
        for proxy in self.proxies.values():
            await proxy.stop()
        self.proxies = {}
        return code, workers_code

    def _false_clock(self) -> dict[str, str]:
        self.set_clock("+0")
        (self.folder / "sitecustomize.py").write_text(_SLEEP_PATCH)
        library = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
        return {
            "LD_PRELOAD": str(library),
            "PYTHONPATH": os.pathsep.join([str(self.folder), *filter(None, [os.environ.get("PYTHONPATH")])]),
            "FAKETIME_TIMESTAMP_FILE": str(self.folder / "clock"),
            "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }

    def set_clock(self, offset: str) -> None:
        """Move the clock of a service that has a false one: `+1h` is an hour ahead. It takes effect in a second."""
        (self.folder / "clock").write_text(f"{offset}\n")

    def _start(self, arguments: tuple[str, ...], output_name: str) -> subprocess.Popen[bytes]:
        with self._log.open("ab") as errors, (self.folder / output_name).open("wb") as output:
            command = (*REFEREE, *arguments)
            return subprocess.Popen(command, cwd=ROOT, env=self._environment, stdout=output, stderr=errors)

    def _output(self) -> str:
        return (self.folder / "out").read_text()

    def _has_ended(self) -> bool:
        return self._server is None or self._server.poll() is not None

    def log_text(self) -> str:
        """Return the log lines so far."""
        return (self.folder / "log").read_text() if (self.folder / "log").exists() else ""

    @property
    def web_pids(self) -> list[int]:
        """Return the process ids of the serving processes."""
        assert self._server is not None
        return [pid for pid in descendants_of(self._server.pid) if is_alive(pid)]

    @property
    def worker_pids(self) -> list[int]:
        """Return the process ids of the workers."""
        assert self._workers is not None
        return [pid for pid in descendants_of(self._workers.pid) if is_alive(pid)]

    # --- operators' pages ---------------------------------------------------------------------------------------------

    def get(self, path: str) -> str:
        """Return an operators' page, or "" if the server does not answer."""
        try:
            with urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=5) as response:
                return response.read().decode()
        except (URLError, OSError):
            return ""

    def unavailable(self) -> str:
        """Return what /readyz lists as unavailable, as JSON text; `all` without an answer; "" if it lists nothing."""
        page = self.get("/readyz")
        return "all" if not page else page.partition('"unavailable":[')[2].partition("]")[0]

    def metric(self, name: str) -> float:
        """Return a metric of one serving process."""
        lines = [line.split() for line in self.get("/metrics").splitlines()]
        return sum(float(line[1]) for line in lines if line and line[0].partition("{")[0] == name)

    # --- Redis --------------------------------------------------------------------------------------------------------

    def connection(self, role: Role) -> Redis:
        """Return a connection of the campaign's own to a Redis."""
        return Redis.from_url(self.redis[role].url, socket_timeout=5)

    def redis_pid(self, role: Role) -> int:
        """Return the process id of a Redis."""
        with self.connection(role) as redis:
            return int(redis.info("server")["process_id"])
