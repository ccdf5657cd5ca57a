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
from referee_service.jobs.worker import work
from referee_service.kernel.content import ContentError
from referee_service.settings import Settings, SettingsError

ONE_WORKER: Final = (sys.executable, "-m", "referee_service.cli", "worker")
LOOK_SECONDS: Final = 0.5
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
        logs.start(settings.log_level)
        signal.signal(signal.SIGTERM, _leave)  # until the worker has begun, which then finishes its search first
        if options.parent is not None:
            threading.Thread(target=_leave_with, args=(options.parent,), daemon=True).start()
        work(settings.redis_url)
        return 0
    with kept_running(options.workers, {}):
        signal.signal(signal.SIGTERM, _interrupted)
        _wait_for_ctrl_c()
    return 0


@contextmanager
def kept_running(count: int, chosen: Mapping[str, str]) -> Iterator[None]:
    """So many workers below this process; one that dies is started again, and all end with us."""
    environment = {**os.environ, **chosen}
    over = threading.Event()
    running = [_started(environment) for _ in range(count)]

    def watch() -> None:
        while not over.wait(LOOK_SECONDS):
            for at, process in enumerate(running):
                if process.poll() is not None and not over.is_set():
                    running[at] = _started(environment)

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
            _ended(process)


def _started(environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """A worker in a session of its own, so that Ctrl-C reaches us alone and we end it."""
    command = (*ONE_WORKER, "--parent", str(os.getpid()))
    return subprocess.Popen(command, env=environment, start_new_session=True)


def _ended(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _leave_with(parent: int) -> None:
    """A worker ends when its parent is gone, however that went."""
    while os.getppid() == parent:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE_SECONDS)
    os.kill(os.getpid(), signal.SIGKILL)


def _leave(number: int, frame: FrameType | None) -> None:
    raise SystemExit(0)


def _interrupted(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _wait_for_ctrl_c() -> None:
    try:
        while True:
            time.sleep(3600)
    except KeyboardInterrupt:
        return
