"""Bare connections to a server: requests that are slow, malformed, too large or abandoned."""

from __future__ import annotations

import json
import socket
from dataclasses import dataclass

from tests.running.conftest import PATIENCE, ServerProcess

STATES = "/v1/games/burgundy/states"
SETUP = b'{"seats": 2}'


@dataclass(frozen=True)
class RawResponse:
    """The first response on a connection."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> dict:
        """Return the body as JSON."""
        return json.loads(self.body)


def connect(server: ServerProcess) -> socket.socket:
    """Open a connection to a server."""
    host, port = server.address.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=PATIENCE)


def head(path: str, method: str = "POST", **headers: object) -> bytes:
    """Return the first line and the headers of a request. An underscore in a name stands for a hyphen."""
    fields = {"Host": "test", "Content-Type": "application/json", **headers}
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in fields.items()]
    return "\r\n".join([f"{method} {path} HTTP/1.1", *lines, "\r\n"]).encode()


def receive(client: socket.socket) -> RawResponse:
    """Receive one response with a Content-Length, or 204. Fails if the connection ends before."""
    data = b""
    while b"\r\n\r\n" not in data:
        data += _part(client)
    top, _, body = data.partition(b"\r\n\r\n")
    first, *lines = top.decode().split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    status = int(first.split()[1])
    while status != 204 and len(body) < int(headers["content-length"]):
        body += _part(client)
    return RawResponse(status, headers, body)


def ask(server: ServerProcess, request: bytes) -> RawResponse:
    """Send a request on a new connection and return its response."""
    with connect(server) as client:
        client.sendall(request)
        return receive(client)


def is_closed(client: socket.socket) -> bool:
    """Wait until the server closes the connection without sending anything. Return whether it did."""
    try:
        return client.recv(1) == b""
    except ConnectionError:
        return True


def _part(client: socket.socket) -> bytes:
    part = client.recv(1 << 16)
    assert part, "the server closed the connection without a whole response"
    return part
