"""Command `referee worker`, and the supervision of worker processes for `referee up`."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import Final

from referee_service import logs
from referee_service.app import load_content, worker_parts
from referee_service.games import GAMES
from referee_service.jobs.worker import run_worker
from referee_service.kernel.packs import ContentError
from referee_service.settings import Settings, SettingsError, unknown_variables

WORKER_COMMAND: Final = (sys.executable, "-m", "referee_service.cli", "worker")
CHECK_SECONDS: Final = 0.5
"""Interval between two checks that all workers run."""
GRACE_SECONDS: Final = 3.0
"""Time for a worker to end. After it the worker is killed and another one repeats its search."""

_log = logging.getLogger(__name__)


def worker(options: argparse.Namespace) -> int:
    """Run one worker in this process, or several in child processes. Return the exit code."""
    try:
        settings = Settings.from_env(os.environ)
        if settings.redis_url is None:
            raise SettingsError("REDIS_URL: is not set; search workers need the Redis with the queue")
        load_content(GAMES, settings)
    except (SettingsError, ContentError) as error:
        print(f"referee: {error}", file=sys.stderr)
        return 1
    logs.configure_logging(settings.log_level)
    if options.parent is None:
        logs.log_unknown_variables(unknown_variables(os.environ))
    if options.workers == 1:
        signal.signal(signal.SIGTERM, _exit)  # replaced by the worker's own handler, which finishes the search first
        if options.parent is not None:
            threading.Thread(target=_exit_with_parent, args=(options.parent,), daemon=True).start()
        run_worker(settings.redis_url, worker_parts(settings, settings.redis_url))
        return 0
    with supervised_workers(options.workers, {}):
        signal.signal(signal.SIGTERM, _interrupt)
        _wait_for_ctrl_c()
    return 0


@contextmanager
def supervised_workers(count: int, overrides: Mapping[str, str]) -> Iterator[None]:
    """Run worker processes during a `with` block. Restart a worker that dies; stop all at the end of the block."""
    environment = {**os.environ, **overrides}
    stopping = threading.Event()
    workers = [_start_worker(environment) for _ in range(count)]

    def restart_dead_workers() -> None:
        while not stopping.wait(CHECK_SECONDS):
            for index, process in enumerate(workers):
                if process.poll() is not None and not stopping.is_set():
                    _log.warning(
                        "search worker %d ended with code %d; another one starts", process.pid, process.returncode
                    )
                    workers[index] = _start_worker(environment)

    watcher = threading.Thread(target=restart_dead_workers, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        stopping.set()
        watcher.join()
        for process in workers:
            process.terminate()
        for process in workers:
            _stop_worker(process)


def _start_worker(environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """Start a worker in its own session, so that Ctrl-C reaches only this process, which then stops the worker."""
    command = (*WORKER_COMMAND, "--parent", str(os.getpid()))
    return subprocess.Popen(command, env=environment, start_new_session=True)


def _stop_worker(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _exit_with_parent(parent: int) -> None:
    """End this worker when its parent process has ended for any reason."""
    while os.getppid() == parent:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE_SECONDS)
    os.kill(os.getpid(), signal.SIGKILL)


def _exit(number: int, frame: FrameType | None) -> None:
    raise SystemExit(0)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _wait_for_ctrl_c() -> None:
    try:
        while True:
            time.sleep(3600)
    except KeyboardInterrupt:
        return
