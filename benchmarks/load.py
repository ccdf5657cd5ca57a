"""HTTP load generator: one thread with little work of its own, so that the server is measured."""

from __future__ import annotations

import selectors
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field
from time import perf_counter

CONNECTIONS = 4
MANY_CONNECTIONS = 16
_END = b"\r\n\r\n"


@dataclass(slots=True)
class Load:
    """Measured responses: total time, latency of each in seconds, set of statuses."""

    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    statuses: set[int] = field(default_factory=set)

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
    """One keep-alive connection that always has one request in progress."""

    def __init__(self, port: int, requests: Iterator[bytes]) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.requests, self.sent, self.parts, self.missing = requests, 0.0, b"", -1

    def send(self) -> None:
        """Send the next request."""
        self.parts, self.missing, self.sent = b"", -1, perf_counter()
        self.socket.sendall(next(self.requests))

    def receive(self) -> int | None:
        """Receive data. Return the status if the response is complete, else None."""
        data = self.socket.recv(1 << 18)
        if not data:
            raise ConnectionError("the server closed a keep-alive connection")
        if self.missing < 0:
            self.parts += data
            end = self.parts.find(_END)
            if end < 0:
                return None
            head = self.parts[:end].lower()
            length = int(head.partition(b"content-length:")[2].split(b"\r\n", 1)[0])
            self.missing = length - (len(self.parts) - end - len(_END))
        else:
            self.missing -= len(data)
        return int(self.parts[9:12]) if self.missing == 0 else None


def drive(
    port: int,
    requests: Iterator[bytes],
    *,
    seconds: float,
    into: Load,
    at_least: int = 0,
    connections: int = CONNECTIONS,
) -> None:
    """Keep every connection busy for this many seconds and until `at_least` responses came. Add them to `into`."""
    selector = selectors.DefaultSelector()
    opened = [Connection(port, requests) for _ in range(connections)]
    for connection in opened:
        selector.register(connection.socket, selectors.EVENT_READ, connection)
    start, before = perf_counter(), len(into.latencies)
    for connection in opened:
        connection.send()
    while (now := perf_counter()) - start < seconds or len(into.latencies) - before < at_least:
        for key, _ in selector.select(timeout=5):
            status = key.data.receive()
            if status is not None:
                into.latencies.append(perf_counter() - key.data.sent)
                into.statuses.add(status)
                key.data.send()
    into.seconds += now - start
    for connection in opened:
        connection.socket.close()
