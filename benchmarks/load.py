"""A load of HTTP requests from one thread: as little of its own as possible, so that the server is what is measured."""

from __future__ import annotations

import selectors
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field
from time import perf_counter

CONNECTIONS = 4
_END = b"\r\n\r\n"


@dataclass(slots=True)
class Load:
    """What came back: how many answers in how long, and how long each took."""

    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    statuses: set[int] = field(default_factory=set)

    @property
    def rate(self) -> float:
        """Answers per second."""
        return len(self.latencies) / self.seconds

    def quantile(self, share: float) -> float:
        """The time within which this share of the answers came, in milliseconds."""
        ordered = sorted(self.latencies)
        return ordered[min(int(share * len(ordered)), len(ordered) - 1)] * 1000


def request(path: str, body: bytes) -> bytes:
    """A whole POST request, ready to be sent."""
    head = f"POST {path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
    return head.encode() + _END + body


class Connection:
    """One kept-alive connection that always has one request under way."""

    def __init__(self, port: int, requests: Iterator[bytes]) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.requests, self.sent, self.parts, self.missing = requests, 0.0, b"", -1

    def send(self) -> None:
        """Begin the next request."""
        self.parts, self.missing, self.sent = b"", -1, perf_counter()
        self.socket.sendall(next(self.requests))

    def receive(self) -> int | None:
        """Take what has come; the status once the answer is whole."""
        came = self.socket.recv(1 << 18)
        if not came:
            raise ConnectionError("the server closed a kept-alive connection")
        if self.missing < 0:
            self.parts += came
            end = self.parts.find(_END)
            if end < 0:
                return None
            head = self.parts[:end].lower()
            length = int(head.partition(b"content-length:")[2].split(b"\r\n", 1)[0])
            self.missing = length - (len(self.parts) - end - len(_END))
        else:
            self.missing -= len(came)
        return int(self.parts[9:12]) if self.missing == 0 else None


def drive(port: int, requests: Iterator[bytes], *, seconds: float, into: Load, at_least: int = 0) -> None:
    """Keep every connection busy with the next requests, for a while and until so many were answered."""
    selector = selectors.DefaultSelector()
    connections = [Connection(port, requests) for _ in range(CONNECTIONS)]
    for connection in connections:
        selector.register(connection.socket, selectors.EVENT_READ, connection)
    began, before = perf_counter(), len(into.latencies)
    for connection in connections:
        connection.send()
    while (now := perf_counter()) - began < seconds or len(into.latencies) - before < at_least:
        for key, _ in selector.select(timeout=5):
            status = key.data.receive()
            if status is not None:
                into.latencies.append(perf_counter() - key.data.sent)
                into.statuses.add(status)
                key.data.send()
    into.seconds += now - began
    for connection in connections:
        connection.socket.close()
