"""A TCP proxy in front of a Redis that delays every call."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from urllib.parse import urlsplit


class DelayProxy:
    """A proxy that holds back what clients send for `seconds`, which may change. Replies are not delayed."""

    def __init__(self, url: str, seconds: float = 0.0) -> None:
        self._target, self.seconds = urlsplit(url), seconds
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> str:
        """Listen on a free port, and return the URL of the Redis behind the proxy."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        return f"redis://:{self._target.password}@127.0.0.1:{port}/0"

    async def stop(self) -> None:
        """Close the proxy and all its connections."""
        assert self._server is not None
        self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            with suppress(OSError, asyncio.CancelledError):
                there, back = await asyncio.open_connection(self._target.hostname, self._target.port)
                try:
                    await _first_end(self._forward(reader, back), _forward(there, writer))
                finally:
                    back.close()
        finally:
            writer.close()
            self._tasks.discard(task)

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(1 << 16):
                await asyncio.sleep(self.seconds)
                writer.write(data)
                await writer.drain()


async def _forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()


async def _first_end(*ways: Coroutine[None, None, None]) -> None:
    """Run both directions until one of them ends."""
    tasks = [asyncio.create_task(way) for way in ways]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
