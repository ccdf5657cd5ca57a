"""HTTP clients of the campaign: keep-alive connections on one event loop, and a meter of every call."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from time import monotonic

from tests.chaos.promises import RETRY_AFTER_SECONDS

HOST = "127.0.0.1"
CALL_SECONDS = 40.0
"""A call without a complete answer after this time counts as a timeout. The server may hold a call for 30 seconds."""
STREAM_SECONDS = 150.0
IDLE_SECONDS = 10.0
"""A connection that was idle for longer is replaced: the server closes idle ones after 30 seconds."""


class Broken(Exception):
    """A call without a complete answer. Its name is `disconnected`, `refused` or `timeout`."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A complete answer."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def code(self) -> str:
        """Return the code of a problem, or "" for an answer that is none."""
        if "problem+json" not in self.headers.get("content-type", ""):
            return "" if self.status < 400 else f"status {self.status}"
        return json.loads(self.body)["code"]


@dataclass(frozen=True, slots=True)
class Sample:
    """One call: its family, when it began and ended, and why it failed (`` if it was served)."""

    family: str
    start: float
    end: float
    failure: str
    is_wait: bool = False


@dataclass(slots=True)
class Meter:
    """All calls of a phase, and the answers that broke a promise of form."""

    samples: list[Sample] = field(default_factory=list)
    malformed: list[str] = field(default_factory=list)
    clients: list[Client] = field(default_factory=list)

    def close_clients(self) -> None:
        """Close the connections of all clients."""
        for client in self.clients:
            client.close()

    def clear(self) -> None:
        """Forget all calls."""
        self.samples, self.malformed = [], []


SERVED_PROBLEMS = {"unknown-state", "already-played"}
"""Problems that are right answers: the caller decides whether it expected them."""


class Client:
    """One keep-alive connection of a family of calls. It connects again after it broke."""

    def __init__(self, port: int, family: str, meter: Meter, key: str) -> None:
        self.port, self.family, self.meter, self.key = port, family, meter, key
        meter.clients.append(self)
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._last_use = 0.0

    async def call(
        self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None, *, wait: bool = False
    ) -> Answer:
        """Return the answer to a request. Raises Broken. `wait` marks a call that the server may hold."""
        start = monotonic()
        try:
            async with asyncio.timeout(CALL_SECONDS):
                answer = await self._exchange(method, path, body, headers or {})
        except (OSError, EOFError, TimeoutError) as error:
            self.close()
            name = _failure_name(error)
            self.meter.samples.append(Sample(self.family, start, monotonic(), name, wait))
            raise Broken(name) from error
        except BaseException:
            self.close()
            raise
        code = answer.code
        if answer.status == 503 and answer.headers.get("retry-after") != str(RETRY_AFTER_SECONDS):
            self.meter.malformed.append(f"503 {code} with Retry-After: {answer.headers.get('retry-after')}")
        failure = "" if code in SERVED_PROBLEMS else code
        self.meter.samples.append(Sample(self.family, start, monotonic(), failure, wait))
        return answer

    async def events(self, path: str) -> AsyncIterator[bytes]:
        """Yield the data of every event of a stream until it ends. Raises Broken."""
        start, failure = monotonic(), ""
        try:
            async with asyncio.timeout(STREAM_SECONDS):
                status, headers = await self._send("GET", path, b"", {})
                if status != 200:
                    failure = Answer(status, headers, await self._body(headers)).code
                    raise Broken(failure)
                async for data in self._event_data(headers):
                    yield data
        except (OSError, EOFError, TimeoutError) as error:
            failure = _failure_name(error)
            raise Broken(failure) from error
        finally:
            self.close()
            self.meter.samples.append(Sample(self.family, start, monotonic(), failure, is_wait=True))

    async def _event_data(self, headers: Mapping[str, str]) -> AsyncIterator[bytes]:
        text = b""
        async for chunk in self._chunks(headers):
            text += chunk
            while b"\n\n" in text:
                event, _, text = text.partition(b"\n\n")
                for line in event.split(b"\n"):
                    if line.startswith(b"data: "):
                        yield line.removeprefix(b"data: ")

    def close(self) -> None:
        """Close the connection."""
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None

    async def _exchange(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        status, found = await self._send(method, path, body, headers)
        return Answer(status, found, await self._body(found))

    async def _send(
        self, method: str, path: str, body: bytes, headers: Mapping[str, str]
    ) -> tuple[int, Mapping[str, str]]:
        if monotonic() - self._last_use > IDLE_SECONDS:
            self.close()
        if self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(HOST, self.port, limit=1 << 22)
        fields = {"Host": "chaos", "X-API-Key": self.key, "Content-Length": str(len(body)), **headers}
        if body:
            fields["Content-Type"] = "application/json"
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items()), "\r\n"]
        self._writer.write("\r\n".join(lines).encode() + body)
        await self._writer.drain()
        assert self._reader is not None
        top = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        self._last_use = monotonic()
        pairs = [line.partition(": ") for line in top[1:] if line]
        return int(top[0].split()[1]), {name.lower(): value for name, _, value in pairs}

    async def _body(self, headers: Mapping[str, str]) -> bytes:
        assert self._reader is not None
        if "content-length" in headers:
            return await self._reader.readexactly(int(headers["content-length"]))
        return b"".join([chunk async for chunk in self._chunks(headers)])

    async def _chunks(self, headers: Mapping[str, str]) -> AsyncIterator[bytes]:
        assert self._reader is not None
        assert headers.get("transfer-encoding") == "chunked", headers
        while size := int(await self._reader.readline() or b"0", 16):
            yield (await self._reader.readexactly(size + 2))[:-2]


def _failure_name(error: BaseException) -> str:
    if isinstance(error, ConnectionRefusedError):
        return "refused"
    return "timeout" if isinstance(error, TimeoutError) else "disconnected"
