"""`referee worker`: search workers as processes of their own, and those that `referee up` keeps running."""

from __future__ import annotations

import argparse
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
from referee_service.app import load_content
from referee_service.games import GAMES
from referee_service.jobs.worker import run_worker
from referee_service.kernel.packs import ContentError
from referee_service.settings import Settings, SettingsError

WORKER_COMMAND: Final = (sys.executable, "-m", "referee_service.cli", "worker")
CHECK_SECONDS: Final = 0.5
"""How often it is seen to that all workers run."""
GRACE_SECONDS: Final = 3.0
"""How long a worker may take to end; a search it was doing is then done by another."""


def worker(options: argparse.Namespace) -> int:
    """Serve the queue with one worker in this process, or with several below it."""
    try:
        settings = Settings.from_env(os.environ)
        if settings.redis_url is None:
            raise SettingsError("REDIS_URL: search workers take their work from there")
        load_content(GAMES, settings)
    except (SettingsError, ContentError) as error:
        print(f"referee: {error}", file=sys.stderr)
        return 1
    if options.workers == 1:
        logs.configure_logging(settings.log_level)
        signal.signal(signal.SIGTERM, _exit)  # until the worker has begun, which then finishes its search first
        if options.parent is not None:
            threading.Thread(target=_exit_with_parent, args=(options.parent,), daemon=True).start()
        run_worker(settings.redis_url)
        return 0
    with supervised_workers(options.workers, {}):
        signal.signal(signal.SIGTERM, _interrupt)
        _wait_for_ctrl_c()
    return 0


@contextmanager
def supervised_workers(count: int, chosen: Mapping[str, str]) -> Iterator[None]:
    """So many workers below this process; one that dies is started again, and all end with us."""
    environment = {**os.environ, **chosen}
    over = threading.Event()
    running = [_start_worker(environment) for _ in range(count)]

    def watch() -> None:
        while not over.wait(CHECK_SECONDS):
            for at, process in enumerate(running):
                if process.poll() is not None and not over.is_set():
                    running[at] = _start_worker(environment)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()
        for process in running:
            process.terminate()
        for process in running:
            _stop_worker(process)


def _start_worker(environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """A worker in a session of its own, so that Ctrl-C reaches us alone and we end it."""
    command = (*WORKER_COMMAND, "--parent", str(os.getpid()))
    return subprocess.Popen(command, env=environment, start_new_session=True)


def _stop_worker(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _exit_with_parent(parent: int) -> None:
    """A worker ends when its parent is gone, however that went."""
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
