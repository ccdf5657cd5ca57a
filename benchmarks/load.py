"""HTTP load generator: one thread with little work of its own, so that the server is measured."""

from __future__ import annotations

import gc
import selectors
import socket
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import repeat
from threading import Event, Thread
from time import perf_counter

CONNECTIONS = 4
_END = b"\r\n\r\n"


class BadResponse(Exception):
    """A response whose status is not 200. Its figures would mean nothing."""


@dataclass(slots=True)
class Load:
    """Measured responses: total time, and the latency of each in seconds."""

    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Return the responses per second."""
        return len(self.latencies) / self.seconds

    def quantile(self, share: float) -> float:
        """Return the latency quantile in milliseconds; `share` is 0 to 1."""
        ordered = sorted(self.latencies)
        return ordered[min(int(share * len(ordered)), len(ordered) - 1)] * 1000


def request(path: str, body: bytes, *, accept: str = "") -> bytes:
    """Return the bytes of a complete POST request."""
    head = f"POST {path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
    accepted = f"\r\nAccept: {accept}" if accept else ""
    return (head + accepted).encode() + _END + body


def get(path: str) -> bytes:
    """Return the bytes of a GET request of a client that accepts gzip."""
    return f"GET {path} HTTP/1.1\r\nHost: bench\r\nAccept-Encoding: gzip".encode() + _END


class Connection:
    """One keep-alive connection that has at most one request in progress."""

    def __init__(self, port: int, requests: Iterator[bytes]) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.requests, self.sent, self.missing = requests, 0.0, -1
        self.parts: list[bytes] = []
        """The response so far."""

    def send(self) -> bool:
        """Send the next request. Return whether there is one."""
        data = next(self.requests, None)
        if data is None:
            return False
        self.parts, self.missing, self.sent = [], -1, perf_counter()
        self.socket.sendall(data)
        return True

    def receive(self) -> bool:
        """Receive data. Return whether the response is complete. Raises BadResponse if its status is not 200."""
        data = self.socket.recv(1 << 18)
        if not data:
            raise ConnectionError(f"the server closed a keep-alive connection after {self.parts!r:.200}")
        self.parts.append(data)
        if self.missing >= 0:
            self.missing -= len(data)
        else:
            start = b"".join(self.parts)
            end = start.find(_END)
            if end < 0:
                return False
            head = start[:end].lower()
            length = int(head.partition(b"content-length:")[2].split(b"\r\n", 1)[0])
            self.missing = length - (len(start) - end - len(_END))
        if self.missing:
            return False
        if self.parts[0][9:12] != b"200":
            raise BadResponse(b"".join(self.parts)[:2000].decode(errors="replace"))
        return True

    def fetch(self) -> bytes | None:
        """Send the next request and return the body of its response, or None if there is no further request."""
        if not self.send():
            return None
        while not self.receive():
            pass
        return b"".join(self.parts).partition(_END)[2]


def fetch_all(port: int, requests: Iterable[bytes]) -> list[bytes]:
    """Send requests one after the other and return the bodies of the responses. Nothing is measured."""
    connection = Connection(port, iter(requests))
    try:
        return list(iter(connection.fetch, None))
    finally:
        connection.socket.close()


def drive(port: int, streams: Sequence[Iterator[bytes]], *, seconds: float, into: Load) -> None:
    """Keep one connection for each stream of requests busy for this many seconds. Add the responses to `into`.

    It ends earlier when a stream has no further request, so that all connections are always busy. Requests in
    progress at the end are completed, so that they do not disturb the next measurement, and not counted.
    """
    connections = [Connection(port, stream) for stream in streams]
    with selectors.DefaultSelector() as selector, no_collection():
        for connection in connections:
            selector.register(connection.socket, selectors.EVENT_READ, connection)
        start = perf_counter()
        busy = {connection for connection in connections if connection.send()}
        is_measured = len(busy) == len(connections)
        while busy:
            for key, _ in selector.select(timeout=30):
                connection = key.data
                if not connection.receive():
                    continue
                now = perf_counter()
                if is_measured:
                    into.latencies.append(now - connection.sent)
                    if now - start < seconds and connection.send():
                        continue
                    into.seconds += now - start
                    is_measured = False
                busy.discard(connection)
                selector.unregister(connection.socket)
    for connection in connections:
        connection.socket.close()


def same(requests: Iterator[bytes], connections: int = CONNECTIONS) -> list[Iterator[bytes]]:
    """Return one stream for each connection. All take their requests from the same iterator."""
    return list(repeat(requests, connections))


@contextmanager
def no_collection() -> Iterator[None]:
    """Pause the garbage collector of the load generator, which would delay responses."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@contextmanager
def neighbour(port: int, requests: Iterator[bytes], *, pause: float = 0.0) -> Iterator[Load]:
    """Send requests on one more connection while the block runs, with this many seconds between them."""
    end, load, errors = Event(), Load(), list[Exception]()

    def run() -> None:
        connection = Connection(port, requests)
        try:
            while not end.is_set() and connection.fetch() is not None:
                load.latencies.append(perf_counter() - connection.sent)
                end.wait(pause)
        except Exception as error:
            errors.append(error)
        finally:
            connection.socket.close()

    thread = Thread(target=run)
    start = perf_counter()
    thread.start()
    try:
        yield load
    finally:
        end.set()
        thread.join()
        load.seconds = perf_counter() - start
    if errors:
        raise errors[0]
