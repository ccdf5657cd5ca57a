"""Request bodies, read on the event loop with a deadline, a size limit and a limit for all bodies in memory."""

from __future__ import annotations

import asyncio
from typing import Final

from granian.rsgi import HTTPProtocol, ProtocolClosed  # type: ignore[attr-defined]  # granian exports them again

BODY_SECONDS: Final = 10.0
"""Time in which a body must arrive."""
MEMORY_BYTES: Final = 64 << 20
"""Most bytes of all bodies that a process holds at once: those that arrive, wait for a thread or are processed."""
SMALL_BYTES: Final = 32 << 10
"""Bodies up to this length are read in one step. Each part costs a change of threads, as long as a tenth of a move."""
MIN_BODIES: Final = 8
"""Largest bodies that fit in memory together, if the limit of one body is set so high that MEMORY_BYTES is too low."""

TOO_SLOW: Final = "body-too-slow.deadline"
MEMORY_FULL: Final = "server-busy.bodies"


class BodyRefused(Exception):
    """Raised if a body is not accepted. `args[0]` is the name of the error."""


class BodyIncomplete(Exception):
    """Raised if the client has disconnected before its body was complete. It gets no response."""


class Deadlines:
    """Deadlines of the tasks that read a body. A task that is late is cancelled.

    All tasks have the same time, so one timer is enough: that of the oldest task. `asyncio.timeout` has one for each
    task, which takes 3% of a move.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._ends: dict[asyncio.Task[object], float] = {}
        self._late = set[asyncio.Task[object]]()
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> asyncio.Task[object]:
        """Set the deadline of the current task, and return the task."""
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task is not None, "granian runs each request as a task"
        self._ends[task] = end = loop.time() + self._seconds
        if self._timer is None:
            self._timer = loop.call_at(end, self._cancel_late_tasks, loop)
        return task

    def end(self, task: asyncio.Task[object]) -> None:
        """Remove the deadline of a task."""
        self._ends.pop(task, None)
        self._late.discard(task)

    def revive(self, task: asyncio.Task[object]) -> bool:
        """Withdraw the cancellation of a task if it was cancelled because it was late. Return whether it was."""
        if task not in self._late:
            return False
        task.uncancel()
        return True

    def _cancel_late_tasks(self, loop: asyncio.AbstractEventLoop) -> None:
        now, self._timer = loop.time(), None
        for task, end in [*self._ends.items()]:  # the oldest first
            if end > now:
                self._timer = loop.call_at(end, self._cancel_late_tasks, loop)
                return
            del self._ends[task]
            self._late.add(task)
            task.cancel()


class Bodies:
    """The bodies that this process holds. `read` counts bytes as they arrive; `release` gives them back.

    Bytes are counted when they arrive, not when they are announced: a client that announces much and sends little
    takes nothing from others.
    """

    def __init__(self, *, seconds: float, body_limit: int) -> None:
        self._deadlines, self._held_bytes = Deadlines(seconds), 0
        self._memory_bytes = max(MEMORY_BYTES, MIN_BODIES * body_limit)

    async def read(self, protocol: HTTPProtocol, length: int) -> bytes:
        """Return the body of a request; `release` it later.

        Raises BodyRefused if it is late or memory is full, BodyIncomplete if the client has disconnected.
        """
        task = self._deadlines.begin()
        try:
            body = await (self._read_whole(protocol) if length <= SMALL_BYTES else self._read_parts(protocol))
        except asyncio.CancelledError:
            if not self._deadlines.revive(task):
                raise
            raise BodyRefused(TOO_SLOW) from None
        except ProtocolClosed:
            raise BodyIncomplete from None
        finally:
            self._deadlines.end(task)
        if len(body) != length:
            self.release(body)
            raise BodyIncomplete
        return body

    async def _read_whole(self, protocol: HTTPProtocol) -> bytes:
        """Read a small body in one step. It is counted when it is complete."""
        body: bytes = await protocol()
        self._hold(body)
        return body

    async def _read_parts(self, protocol: HTTPProtocol) -> bytes:
        parts: list[bytes] = []
        try:
            async for part in protocol:
                self._hold(part)
                parts.append(part)
        except BaseException:
            self.release(b"".join(parts))
            raise
        return b"".join(parts)

    def _hold(self, part: bytes) -> None:
        if self._held_bytes + len(part) > self._memory_bytes:
            raise BodyRefused(MEMORY_FULL)
        self._held_bytes += len(part)

    def release(self, body: bytes) -> None:
        """Stop counting a body, because its response is made or it was refused."""
        self._held_bytes -= len(body)
