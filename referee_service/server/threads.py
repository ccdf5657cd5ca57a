"""Threads that run calls for the event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from typing import Any, TypeVar

R = TypeVar("R")


class Threads:
    """A fixed number of threads. A call costs less than with a ThreadPoolExecutor."""

    def __init__(self, count: int, name: str) -> None:
        self._calls: SimpleQueue[tuple[Callable[[], Any], asyncio.Future[Any]]] = SimpleQueue()
        for number in range(count):
            threading.Thread(target=self._run, name=f"{name}-{number}", daemon=True).start()

    def call(self, function: Callable[[], R]) -> asyncio.Future[R]:
        """Call a function in one of the threads. Must be used on an event loop."""
        future: asyncio.Future[R] = asyncio.get_running_loop().create_future()
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


def _set_result(future: asyncio.Future[R], result: R) -> None:
    if not future.done():
        future.set_result(result)


def _set_exception(future: asyncio.Future[R], error: BaseException) -> None:
    if not future.done():
        future.set_exception(error)
