"""A pool of processes that render PNG pictures.

Each process is a plain subprocess that reads SVG from a pipe. It imports nothing of the program that started it, and it
ends when its pipe does: after `close`, and also if the program is killed.
"""

from __future__ import annotations

import logging
import os
import sys
import weakref
from collections.abc import Iterable
from queue import SimpleQueue
from subprocess import PIPE, Popen, TimeoutExpired
from threading import BoundedSemaphore, Timer
from typing import IO, Final

from referee_service.pictures.png import MAX_PIXELS, REQUEST, RESPONSE

logger = logging.getLogger(__name__)

MAX_WAITING: Final = 3
"""How many pictures may wait for a process of a pool. Each occupies a thread of its caller."""
RENDER_SECONDS: Final = 30.0
"""Longest time for one picture. Then its process is killed."""
CLOSE_SECONDS: Final = 5.0
COMMAND: Final = ("-m", "referee_service.pictures.png")
INHERITED: Final = ("PATH", "LD_LIBRARY_PATH", "SYSTEMROOT")
"""Environment variables that a process may need to start."""


class PoolBusy(Exception):
    """Raised if too many pictures wait for a process of a pool."""


class RendererDied(Exception):
    """Raised if the process of a picture died, and its successor too."""


class PngPool:
    """Processes that render pictures. They start with the first picture.

    All methods are thread-safe. After `close`, and after a process that died, the next picture starts a new process.
    """

    def __init__(self, processes: int, *, max_waiting: int = MAX_WAITING) -> None:
        self._slots = BoundedSemaphore(processes + max_waiting)
        self._renderers = tuple(Renderer() for _ in range(processes))
        self._idle = SimpleQueue[Renderer]()
        for renderer in self._renderers:
            self._idle.put(renderer)
        weakref.finalize(self, _close_all, self._renderers)

    @property
    def process_ids(self) -> tuple[int, ...]:
        """The ids of the processes that have been started."""
        return tuple(process.pid for each in self._renderers if (process := each.process) is not None)

    def render(self, svg: str, width: int) -> bytes:
        """Return an SVG document as a PNG, rendered in a process of the pool.

        Raises PoolBusy if the pool has as many pictures as it accepts, RendererDied if two processes died or cannot
        start, and ValueError if the picture is wider than MAX_PIXELS or its SVG is not well-formed.
        """
        if not 1 <= width <= MAX_PIXELS:
            raise ValueError(f"the width of a picture is at most {MAX_PIXELS} pixels")
        if not self._slots.acquire(blocking=False):
            raise PoolBusy
        try:
            renderer = self._idle.get()
            try:
                return _render_with_retry(renderer, svg, width)
            finally:
                self._idle.put(renderer)
        finally:
            self._slots.release()

    def close(self) -> None:
        """End the processes, each after the picture that it renders now."""
        for _ in self._renderers:
            renderer = self._idle.get()
            renderer.close()
            self._idle.put(renderer)


class Renderer:
    """One rendering process, for one thread at a time. It starts with its first picture."""

    def __init__(self) -> None:
        self.process: Popen[bytes] | None = None

    def render(self, svg: str, width: int) -> bytes:
        """Return an SVG document as a PNG. Raises RendererDied, and ValueError if the renderer refuses the SVG."""
        try:
            is_png, body = self._exchange_in_time(svg.encode(), width)
        except (OSError, EOFError) as error:
            logger.warning("a rendering process ended: %r", error)
            self.close()
            raise RendererDied from error
        except BaseException:  # an interrupt: the response that still comes must not answer the next request
            self.close()
            raise
        if not is_png:
            raise ValueError(body.decode())
        return body

    def _exchange_in_time(self, svg: bytes, width: int) -> tuple[bool, bytes]:
        process = self.process or self._start()
        timer = Timer(RENDER_SECONDS, process.kill)
        timer.start()
        try:
            return _exchange(process, svg, width)
        finally:
            timer.cancel()

    def _start(self) -> Popen[bytes]:
        """Start the process. It finds modules where this one does, and gets no other variable, so no secret."""
        environ = {name: os.environ[name] for name in INHERITED if name in os.environ}
        environ["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
        self.process = Popen((sys.executable, *COMMAND), stdin=PIPE, stdout=PIPE, env=environ)
        return self.process

    def close(self) -> None:
        """End the process."""
        process, self.process = self.process, None
        if process is None:
            return
        for pipe in _pipes(process):
            try:
                pipe.close()
            except BrokenPipeError:
                continue  # a process that died leaves unsent bytes
        try:
            process.wait(CLOSE_SECONDS)
        except TimeoutExpired:
            process.kill()
            process.wait()


def _render_with_retry(renderer: Renderer, svg: str, width: int) -> bytes:
    try:
        return renderer.render(svg, width)
    except RendererDied:
        return renderer.render(svg, width)


def _close_all(renderers: Iterable[Renderer]) -> None:
    """End the processes of a pool that was not closed."""
    for renderer in renderers:
        renderer.close()


def _exchange(process: Popen[bytes], svg: bytes, width: int) -> tuple[bool, bytes]:
    """Send a picture to a process. Return whether it succeeded, and its response. Raises OSError or EOFError."""
    requests, responses = _pipes(process)
    requests.write(REQUEST.pack(width, len(svg)) + svg)
    requests.flush()
    is_png, length = RESPONSE.unpack(_read(responses, RESPONSE.size))
    return is_png, _read(responses, length)


def _pipes(process: Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    assert process.stdin is not None
    assert process.stdout is not None
    return process.stdin, process.stdout


def _read(stream: IO[bytes], length: int) -> bytes:
    data = stream.read(length)
    if len(data) < length:
        raise EOFError
    return data
