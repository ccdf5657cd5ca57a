"""Adapter of `requests` for a WSGI app in this process. It opens no socket."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import BytesIO, RawIOBase
from types import TracebackType
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from requests import PreparedRequest, Response
from requests.adapters import BaseAdapter
from requests.structures import CaseInsensitiveDict
from requests.utils import get_encoding_from_headers
from urllib3 import HTTPResponse

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

IN_PROCESS_URL = "http://referee.local"
"""Base URL for an app in this process. No network request goes there."""

ExcInfo = tuple[type[BaseException], BaseException, TracebackType] | tuple[None, None, None]


class WsgiAdapter(BaseAdapter):
    """Transport adapter that calls an app. Mount it: `session.mount("http://referee.local", adapter)`."""

    def __init__(self, app: WSGIApplication) -> None:
        super().__init__()
        self.app = app

    def send(
        self,
        request: PreparedRequest,
        stream: bool = False,  # noqa: FBT001, FBT002 (the signature of requests)
        timeout: float | tuple[float | None, float | None] | None = None,
        verify: bool | str = True,  # noqa: FBT001, FBT002
        cert: bytes | str | tuple[bytes | str, bytes | str] | None = None,
        proxies: Mapping[str, str] | None = None,
    ) -> Response:
        """Call the app with one request and return its response. The body is read while the app produces it."""
        started: list[tuple[str, list[tuple[str, str]]]] = []

        def start_response(
            status: str, headers: list[tuple[str, str]], exc_info: ExcInfo | None = None
        ) -> Callable[[bytes], object]:
            started[:] = [(status, headers)]
            return lambda _: None

        chunks = _ResponseStream(self.app(_environ(request), start_response))
        chunks.prime()
        status, headers = started[0]
        return _response(request, status, headers, chunks)

    def close(self) -> None:
        """Do nothing, because the adapter holds no connection."""


class _ResponseStream(RawIOBase):
    """Body of a WSGI response as a readable file."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self.chunks, self.iterator = chunks, iter(chunks)
        self.buffered = b""

    def prime(self) -> None:
        """Read the first chunk, because an app may call `start_response` as late as then."""
        self.buffered = next(self._non_empty_chunks(), b"")

    def _non_empty_chunks(self) -> Iterator[bytes]:
        yield from (chunk for chunk in self.iterator if chunk)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        chunk = self.buffered or next(self._non_empty_chunks(), b"")
        count = min(len(chunk), len(buffer))
        buffer[:count], self.buffered = chunk[:count], chunk[count:]
        return count

    def close(self) -> None:
        if not self.closed and hasattr(self.chunks, "close"):
            self.chunks.close()
        super().close()


def _environ(request: PreparedRequest) -> dict[str, Any]:
    url = urlsplit(request.url or "")
    body = request.body if isinstance(request.body, bytes) else b""  # requests encodes JSON as bytes
    headers = {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in request.headers.items()}
    return {
        "REQUEST_METHOD": request.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote(url.path, "latin-1"),
        "QUERY_STRING": url.query,
        "SERVER_NAME": url.hostname or "",
        "SERVER_PORT": str(url.port or 80),
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "CONTENT_TYPE": headers.pop("HTTP_CONTENT_TYPE", ""),
        "CONTENT_LENGTH": headers.pop("HTTP_CONTENT_LENGTH", str(len(body))),
        **headers,
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": url.scheme,
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }


def _response(
    request: PreparedRequest, status: str, headers: list[tuple[str, str]], chunks: _ResponseStream
) -> Response:
    code, _, reason = status.partition(" ")
    response = Response()
    response.status_code, response.reason = int(code), reason
    response.headers = CaseInsensitiveDict(headers)
    response.encoding = get_encoding_from_headers(response.headers)
    response.raw = HTTPResponse(chunks, dict(headers), int(code), preload_content=False)
    response.url, response.request = request.url or "", request
    return response
