"""Request bodies, read on the event loop with a deadline, a size limit and a limit for all bodies in memory."""

from __future__ import annotations

import asyncio
from typing import Final

from granian.rsgi import HTTPProtocol

BODY_SECONDS: Final = 10.0
"""Time in which a body must arrive."""
MEMORY_BYTES: Final = 64 << 20
"""Most bytes of all bodies that a process holds at once: those that arrive, wait for a thread or are processed."""
MIN_BODIES: Final = 8
"""Largest bodies that fit in memory together, if the limit of one body is set so high that MEMORY_BYTES is too low."""

TOO_SLOW: Final = "body-too-slow.deadline"
MEMORY_FULL: Final = "server-busy.bodies"


class BodyRefused(Exception):
    """Raised if a body is not accepted. `args[0]` is the name of the error."""


class Bodies:
    """The bodies that this process holds. `read` counts bytes as they arrive; `release` gives them back.

    Bytes are counted when they arrive, not when they are announced: a client that announces much and sends little
    takes nothing from others.
    """

    def __init__(self, *, seconds: float, body_limit: int) -> None:
        self._seconds, self._held_bytes = seconds, 0
        self._memory_bytes = max(MEMORY_BYTES, MIN_BODIES * body_limit)

    async def read(self, protocol: HTTPProtocol) -> bytes:
        """Return the body of a request; `release` it later. Raises BodyRefused if it is late or memory is full."""
        parts: list[bytes] = []
        try:
            async with asyncio.timeout(self._seconds):
                async for part in protocol:
                    parts.append(part)
                    self._held_bytes += len(part)
                    if self._held_bytes > self._memory_bytes:
                        raise BodyRefused(MEMORY_FULL)
        except BaseException as error:
            self.release(b"".join(parts))
            if isinstance(error, TimeoutError):
                raise BodyRefused(TOO_SLOW) from None
            raise
        return b"".join(parts)

    def release(self, body: bytes) -> None:
        """Stop counting a body, because its response is made or it was refused."""
        self._held_bytes -= len(body)
