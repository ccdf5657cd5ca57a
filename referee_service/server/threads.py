"""Threads that run calls for the event loop, and how long they may keep the interpreter from it."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from typing import Any, Final, TypeVar

R = TypeVar("R")

SWITCH_SECONDS: Final = 0.001
"""Longest time that a thread keeps the interpreter while others wait, if hot calls come while threads work. A hot call
waits for it up to four times, so with 5 ms a single replay of a whole game beside it would cut the rate of moves to a
sixth.
"""
USUAL_SWITCH_SECONDS: Final = 0.005
"""The same without hot calls, as Python has it. With the shorter time, threads among themselves lose 5 to 10%."""
CALLS_WITHOUT_HOT: Final = 16
"""Calls that end without a hot call in between, after which threads have the usual time again."""


class Threads:
    """A fixed number of threads. A call costs less than with a ThreadPoolExecutor."""

    in_progress = 0
    """Calls in all threads of this process. Only the event loop changes it."""
    short_for = 0
    """How many more calls may end before threads have the usual switch time again; 0 if they have it."""

    def __init__(self, count: int, name: str) -> None:
        self._calls: SimpleQueue[tuple[Callable[[], Any], asyncio.Future[Any]]] = SimpleQueue()
        for number in range(count):
            threading.Thread(target=self._run, name=f"{name}-{number}", daemon=True).start()

    def call(self, function: Callable[[], R]) -> asyncio.Future[R]:
        """Call a function in one of the threads. Must be used on an event loop."""
        future: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        Threads.in_progress += 1
        self._calls.put((function, future))
        return future

    def _run(self) -> None:
        while True:
            function, future = self._calls.get()
            try:
                finish = partial(_set_result, future, function())
            except BaseException as error:  # the caller gets it
                finish = partial(_set_exception, future, error)
            future.get_loop().call_soon_threadsafe(finish)


def note_hot_call() -> None:
    """Note on the event loop that a hot call has come. If threads work, they give the interpreter back sooner."""
    if Threads.in_progress:
        if not Threads.short_for:
            sys.setswitchinterval(SWITCH_SECONDS)
        Threads.short_for = CALLS_WITHOUT_HOT


def _finish_call() -> None:
    """Note on the event loop that a call has ended."""
    Threads.in_progress -= 1
    if Threads.short_for:
        Threads.short_for = Threads.short_for - 1 if Threads.in_progress else 0
        if not Threads.short_for:
            sys.setswitchinterval(USUAL_SWITCH_SECONDS)


def _set_result(future: asyncio.Future[R], result: R) -> None:
    _finish_call()
    if not future.done():
        future.set_result(result)


def _set_exception(future: asyncio.Future[R], error: BaseException) -> None:
    _finish_call()
    if not future.done():
        future.set_exception(error)
