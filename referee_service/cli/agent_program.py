"""Agent programs: processes that read and write lines, each within a time limit."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Final

CHUNK_BYTES: Final = 1 << 16
MAX_LINE_BYTES: Final = 1 << 20
"""Longest line that a program may write."""
EXIT_SECONDS: Final = 2.0
"""How long a program may run on after the end of its input."""
EXIT_CODE_SECONDS: Final = 0.5
"""How long to wait for the exit code of a program that has closed its output."""


class ProgramEnded(Exception):
    """Raised if a program has ended, or has closed its input or output."""


class TimeExceeded(Exception):
    """Raised if a program has not read or written a line in time."""


class AgentProgram:
    """A running program. Its standard error is that of this process, so that its messages are seen."""

    def __init__(self, command: Sequence[str]) -> None:
        # Its own process group: so programs that it starts end with it.
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input, self._output = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._input, False)
        os.set_blocking(self._output, False)
        self._pending, self._is_line_open = b"", False

    def send(self, line: bytes, deadline: float) -> None:
        """Write a line. Raises ProgramEnded or TimeExceeded."""
        rest = memoryview(line + b"\n")
        while rest:
            _wait_for(self._input, selectors.EVENT_WRITE, deadline)
            try:
                rest = rest[os.write(self._input, rest) :]
            except BrokenPipeError as error:
                raise ProgramEnded from error

    def receive(self, deadline: float) -> bytes:
        """Return the next line that the program writes. Raises ProgramEnded or TimeExceeded.

        Of a line that is too long only the beginning is returned.
        """
        line = b""
        while True:
            head, newline, rest = self._pending.partition(b"\n")
            line, self._pending = (line + head)[: MAX_LINE_BYTES + 1], rest
            if newline and self._is_line_open and not line:
                self._is_line_open = False
                continue
            if newline:
                self._is_line_open = False
                return line
            _wait_for(self._output, selectors.EVENT_READ, deadline)
            self._pending = os.read(self._output, CHUNK_BYTES)
            if not self._pending:
                raise ProgramEnded

    def discard_lines(self, deadline: float) -> tuple[int, bytes]:
        """Discard what the program has written already, and return the number of its lines and the first one.

        A line without its end counts. If only its end comes later, `receive` skips it. Raises TimeExceeded.
        """
        count, first = 0, b""
        while True:
            lines = [line for line in self._pending.split(b"\n") if line]
            first = first if count or not lines else lines[0]
            count += len(lines)
            if self._pending:
                self._is_line_open = not self._pending.endswith(b"\n")
            self._pending = b""
            if not _is_ready(self._output, selectors.EVENT_READ, 0):
                return count, first
            if monotonic() > deadline:
                raise TimeExceeded
            self._pending = os.read(self._output, CHUNK_BYTES)
            if not self._pending:
                return count, first

    def exit_code(self) -> int | None:
        """Return the exit code of the program; None if it still runs, and has only closed its output."""
        with suppress(subprocess.TimeoutExpired):
            return self._process.wait(EXIT_CODE_SECONDS)
        return None

    def close(self, seconds: float = EXIT_SECONDS) -> None:
        """Close the input, wait for the program to end, and after some seconds stop it and all that it has started."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        with suppress(ProcessLookupError):  # it and all its children have ended
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process.stdout.close()


@contextmanager
def deferred_interrupts() -> Iterator[None]:
    """Defer Ctrl-C to the end of the block, in which a program starts: one that starts half would never be stopped."""
    received: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, frame: received.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
    if received and callable(handler):
        raise KeyboardInterrupt


def _wait_for(descriptor: int, event: int, deadline: float) -> None:
    """Wait until a pipe can be read or written. Raises TimeExceeded after the deadline."""
    if not _is_ready(descriptor, event, max(0.0, deadline - monotonic())):
        raise TimeExceeded


def _is_ready(descriptor: int, event: int, seconds: float) -> bool:
    """Return whether a pipe can be read or written within some seconds."""
    with selectors.DefaultSelector() as selector:
        selector.register(descriptor, event)
        return bool(selector.select(seconds))
