"""Slow clients in their own process, so that they take no time from the clients whose answers are measured.

`python -m tests.chaos.slow_clients PORT KEY` opens the connections, and prints the statuses that they got at SIGTERM.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from contextlib import suppress

from tests.chaos.client import HOST

SLOW_CLIENTS = 200
DRIP_SECONDS = 0.5
"""Time between two bytes of a slow client."""


async def drip(port: int, key: str, statuses: set[int]) -> None:
    """Send bodies byte by byte, one after the other. Each gets 408."""
    head = f"POST /v1/games/burgundy/states HTTP/1.1\r\nHost: chaos\r\nX-API-Key: {key}\r\nContent-Length: 9999\r\n"
    while True:
        reader, writer = await asyncio.open_connection(HOST, port)
        try:
            writer.write(f"{head}Content-Type: application/json\r\n\r\n".encode())
            answer = asyncio.ensure_future(reader.readline())
            while not answer.done():
                writer.write(b" ")
                await asyncio.wait([answer], timeout=DRIP_SECONDS)
            with suppress(OSError):
                statuses.add(int(answer.result().split()[1]))
        finally:
            writer.close()


async def run(port: int, key: str) -> None:
    """Keep all slow clients connected until SIGTERM, then print their statuses."""
    statuses: set[int] = set()
    ended = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    clients = [asyncio.create_task(drip(port, key, statuses)) for _ in range(SLOW_CLIENTS)]
    waiting = asyncio.create_task(ended.wait())
    await asyncio.wait([waiting, *clients], return_when=asyncio.FIRST_COMPLETED)
    for client in clients:
        client.cancel()
    found = await asyncio.gather(*clients, return_exceptions=True)
    errors = [each for each in found if isinstance(each, Exception)]
    print(*sorted(statuses), *map(repr, errors))


if __name__ == "__main__":
    asyncio.run(run(int(sys.argv[1]), sys.argv[2]))
