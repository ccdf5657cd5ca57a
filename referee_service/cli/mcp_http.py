"""Streamable HTTP for the MCP server: a process of its own, behind a token."""

from __future__ import annotations

import hmac
import socket
import sys
from collections.abc import Sequence
from typing import Any, Final

import uvicorn
from mcp.server import MCPServer
from mcp.server.transport_security import TransportSecuritySettings
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

LOOPBACK_HOSTS: Final = ("127.0.0.1", "localhost", "[::1]")
PATH: Final = "/mcp"
EXIT_SECONDS: Final = 2
"""How long running calls may go on after a signal."""
MAX_BODY_BYTES: Final = 64_000
"""Longest request. A set-up with all options has less than 1 kB."""


class TokenCheck:
    """ASGI app that passes a request on only with the token, and only POST.

    A GET would open a stream without an end, and this server never sends a message that no call has requested.
    """

    def __init__(self, app: ASGIApp, token: str) -> None:
        self.app, self._expected = app, token.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 401 without the token and 405 to other methods."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        given = next((value for name, value in scope["headers"] if name == b"authorization"), b"")
        scheme, _, credentials = given.partition(b" ")
        if scheme.lower() != b"bearer" or not hmac.compare_digest(credentials.strip(), self._expected):
            text = "The token is missing or wrong. Send the header `Authorization: Bearer <token>`."
            response = JSONResponse({"error": text}, 401, {"WWW-Authenticate": "Bearer"})
        elif scope["method"] != "POST":
            response = JSONResponse({"error": f"Send requests to {PATH} with POST."}, 405, {"Allow": "POST"})
        else:
            await self.app(scope, receive, send)
            return
        await response(scope, receive, send)


def create_http_app(server: MCPServer[Any], token: str, allowed_hosts: Sequence[str] = ()) -> ASGIApp:
    """Return the app. It keeps no sessions, so that a restart breaks no client. Other `Host` headers get 421."""
    hosts = [*LOOPBACK_HOSTS, *allowed_hosts]
    security = TransportSecuritySettings(
        allowed_hosts=[*hosts, *(f"{host}:*" for host in hosts)],
        allowed_origins=[
            f"{scheme}://{host}{port}" for scheme in ("http", "https") for host in hosts for port in ("", ":*")
        ],
    )
    app = server.streamable_http_app(
        streamable_http_path=PATH,
        json_response=True,
        stateless_http=True,
        transport_security=security,
        max_request_body_size=MAX_BODY_BYTES,
    )
    return TokenCheck(app, token)


def serve_http(server: MCPServer[Any], token: str, host: str, port: int, allowed_hosts: Sequence[str]) -> None:
    """Serve until a signal. Print the address on standard error when the socket is open. Raises `OSError`."""
    with _listen(host, port) as listener:
        found = listener.getsockname()[1]
        address = f"[{host}]" if ":" in host else host
        print(f"mcp         http://{address}:{found}{PATH}\nPress Ctrl-C to stop.", file=sys.stderr, flush=True)
        config = uvicorn.Config(
            create_http_app(server, token, allowed_hosts),
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=EXIT_SECONDS,
        )
        uvicorn.Server(config).run(sockets=[listener])


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=128)
