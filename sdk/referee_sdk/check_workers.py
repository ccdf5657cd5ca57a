"""Worker processes that check records. The replay of a record is CPU-bound, so threads would not help."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from multiprocessing import active_children, get_context
from pathlib import Path

from referee_sdk.client import Client
from referee_sdk.connection import CommandError, connect
from referee_sdk.options import Language
from referee_sdk.record_check import CheckResult, check_file

MIN_FILES_PER_WORKER = 40
"""Fewer files are checked sooner than another process starts."""
CHUNK_FILES = 5
"""Number of files that a worker receives at once."""


@dataclass(frozen=True)
class ServiceAddress:
    """The service that checks records: what `connect` needs. Each worker connects on its own."""

    url: str | None = None
    app: str | None = None
    api_key: str | None = None
    language: Language = "en"

    def connect(self) -> Client:
        """Return a client of the service. Raises `CommandError` if there is no such app."""
        return connect(self.url, self.app, api_key=self.api_key).with_language(self.language)


def core_count() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def check_files(files: Sequence[Path], service: ServiceAddress, *, max_workers: int) -> Iterator[CheckResult]:
    """Yield the result of every file, in the order of `files`.

    Starts at most `max_workers` processes, and none for few files. Raises the errors of `check_file`, and
    `CommandError` if a process ends early.
    """
    worker_count = min(max_workers, len(files) // MIN_FILES_PER_WORKER)
    if worker_count > 1:
        yield from _check_in_workers(files, service, worker_count)
    else:
        client = service.connect()
        yield from (check_file(client, file) for file in files)


def _check_in_workers(files: Sequence[Path], service: ServiceAddress, worker_count: int) -> Iterator[CheckResult]:
    # spawn: a fork would copy locks of threads that a library of the calling program may have started.
    executor = ProcessPoolExecutor(worker_count, mp_context=get_context("spawn"))
    other_children = set(active_children())
    is_complete = False
    try:
        with _interrupts_blocked():
            results = executor.map(partial(_check_file, service), files, chunksize=CHUNK_FILES)
        yield from results
        is_complete = True
    except BrokenProcessPool as error:
        raise CommandError("a worker process has ended early; try again with -j 1") from error
    finally:
        if not is_complete:
            for worker in set(active_children()) - other_children:
                worker.terminate()
        executor.shutdown(cancel_futures=True)


def _check_file(service: ServiceAddress, path: Path) -> CheckResult:
    return check_file(_client(service), path)


@cache
def _client(service: ServiceAddress) -> Client:
    return service.connect()


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Start processes that ignore Ctrl-C: they inherit the blocked signal. The calling process stops them."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
