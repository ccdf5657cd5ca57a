"""A line between browser and service that can be cut: a TCP proxy."""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Thread
from types import TracebackType
from urllib.parse import urlsplit

SIZE = 1 << 16


class Line:
    """A proxy on a free port. Use it in a `with` block. While it is cut, it closes every connection at once."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._target = (parts.hostname, parts.port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._open, self._is_cut = set[socket.socket](), False
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def __enter__(self) -> Line:
        Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.cut()
        self._listener.close()

    def cut(self) -> None:
        """End all connections, and refuse new ones."""
        self._is_cut = True
        for each in list(self._open):
            with suppress(OSError):  # the other side was faster
                each.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        """Accept connections again."""
        self._is_cut = False

    def _accept(self) -> None:
        with suppress(OSError):  # the listener was closed
            while True:
                near, _ = self._listener.accept()
                Thread(target=self._connect, args=(near,), daemon=True).start()

    def _connect(self, near: socket.socket) -> None:
        with near, suppress(OSError):
            if self._is_cut:
                return
            with socket.create_connection(self._target) as far:
                self._open |= {near, far}
                back = Thread(target=_copy, args=(far, near), daemon=True)
                back.start()
                _copy(near, far)
                back.join()
                self._open -= {near, far}


def _copy(source: socket.socket, target: socket.socket) -> None:
    """Copy bytes until one side ends, then end both."""
    with suppress(OSError):
        while data := source.recv(SIZE):
            target.sendall(data)
    for each in (source, target):
        with suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)
