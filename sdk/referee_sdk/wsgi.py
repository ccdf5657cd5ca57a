"""A service in this process: requests are handed to a WSGI app, and no socket is opened."""

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

ExcInfo = tuple[type[BaseException], BaseException, TracebackType] | tuple[None, None, None]


class WsgiAdapter(BaseAdapter):
    """Carries the requests of a session into an app. Mount it: `session.mount("http://referee.local", adapter)`."""

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
        """One request through the app; a streamed answer is read as the app makes it."""
        begun: list[tuple[str, list[tuple[str, str]]]] = []

        def start_response(
            status: str, headers: list[tuple[str, str]], exc_info: ExcInfo | None = None
        ) -> Callable[[bytes], object]:
            begun[:] = [(status, headers)]
            return lambda _: None

        chunks = _ResponseStream(self.app(_environ(request), start_response))
        chunks.prime()
        status, headers = begun[0]
        return _response(request, status, headers, chunks)

    def close(self) -> None:
        """Nothing is held open."""


class _ResponseStream(RawIOBase):
    """What an app yields, as a file to read."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self.whole, self.coming = chunks, iter(chunks)
        self.rest = b""

    def prime(self) -> None:
        """Let the app begin: it names status and headers before its first bytes."""
        self.rest = next(self._filled(), b"")

    def _filled(self) -> Iterator[bytes]:
        yield from (chunk for chunk in self.coming if chunk)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        taken = self.rest or next(self._filled(), b"")
        count = min(len(taken), len(buffer))
        buffer[:count], self.rest = taken[:count], taken[count:]
        return count

    def close(self) -> None:
        if not self.closed and hasattr(self.whole, "close"):
            self.whole.close()
        super().close()


def _environ(request: PreparedRequest) -> dict[str, Any]:
    url = urlsplit(request.url or "")
    body = request.body if isinstance(request.body, bytes) else b""  # JSON is sent as bytes
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
    answer = Response()
    answer.status_code, answer.reason = int(code), reason
    answer.headers = CaseInsensitiveDict(headers)
    answer.encoding = get_encoding_from_headers(answer.headers)
    answer.raw = HTTPResponse(chunks, dict(headers), int(code), preload_content=False)
    answer.url, answer.request = request.url or "", request
    return answer
