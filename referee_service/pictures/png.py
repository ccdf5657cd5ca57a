"""PNG pictures: SVG documents of this service rendered in worker processes.

The renderer holds the interpreter for a quarter of a second, so it never runs in a serving process. It aborts the
process on a huge canvas, so sizes are checked first, and only SVG that this service wrote is rendered.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from importlib.resources import files
from multiprocessing import get_context, parent_process
from threading import BoundedSemaphore, Lock, Thread
from typing import Final

MAX_PIXELS: Final = 2400
"""Largest width of a picture."""
MAX_WAITING: Final = 3
"""How many pictures may wait for a process of a pool. Each occupies a thread of its caller."""
FACES: Final = ("Regular", "Bold")


@cache
def _font_files() -> list[str]:
    folder = files("font_source_sans_pro") / "files"
    return [str(folder / f"SourceSansPro-{face}.ttf") for face in FACES]


def render_png(svg: str, width: int) -> bytes:
    """Return an SVG document as a PNG of this width. Raises ValueError if it is wider than MAX_PIXELS."""
    import resvg_py  # only rendering processes load it

    if not 1 <= width <= MAX_PIXELS:
        raise ValueError(f"the width of a picture is at most {MAX_PIXELS} pixels")
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True, font_files=_font_files()))


class PoolBusy(Exception):
    """Raised if too many pictures wait for a process of a pool."""


class PngPool:
    """Processes that render pictures. They start with the first picture, and end with the process that started them.

    All methods are thread-safe. After `close`, and after a process that died, the next picture starts new processes.
    """

    def __init__(self, processes: int, *, max_waiting: int = MAX_WAITING) -> None:
        self._processes, self._lock = processes, Lock()
        self._slots = BoundedSemaphore(processes + max_waiting)
        self._pool: ProcessPoolExecutor | None = None

    def render(self, svg: str, width: int) -> bytes:
        """Return an SVG document as a PNG, rendered in a process of the pool.

        Raises PoolBusy if the pool has as many pictures as it accepts, BrokenProcessPool if a process died.
        """
        if not self._slots.acquire(blocking=False):
            raise PoolBusy
        try:
            pool = self._started_pool()
            try:
                return pool.submit(render_png, svg, width).result()
            except BrokenProcessPool:
                self._forget(pool)
                raise
        finally:
            self._slots.release()

    def _started_pool(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._pool is None:
                context = get_context("forkserver")
                self._pool = ProcessPoolExecutor(self._processes, mp_context=context, initializer=_end_with_parent)
            return self._pool

    def _forget(self, pool: ProcessPoolExecutor) -> None:
        with self._lock:
            if self._pool is pool:
                self._pool = None

    def close(self) -> None:
        """End the processes, after the pictures that they render now."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(cancel_futures=True)


def _end_with_parent() -> None:
    """End this rendering process when the process that started it is gone, even if that was killed."""
    parent = parent_process()
    if parent is not None:
        Thread(target=_wait_and_exit, args=(parent.join,), daemon=True).start()


def _wait_and_exit(wait: Callable[[], None]) -> None:
    wait()
    os._exit(1)
