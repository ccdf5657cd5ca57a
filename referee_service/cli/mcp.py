"""Command `referee mcp`: tools for agents over stdio, or over HTTP with a token."""

from __future__ import annotations

import argparse
import errno
import os
import secrets
import signal
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

from referee_service.services.guides import guide_text

if TYPE_CHECKING:
    from mcp.server import MCPServer

    from referee_sdk import Client, Room
    from referee_sdk.agents import AgentTools

TOKEN_VARIABLE: Final = "REFEREE_MCP_TOKEN"
MIN_TOKEN_CHARS: Final = 16
TOKEN_BYTES: Final = 24

PACKAGES: Final = ("mcp", "mcp_types", "referee_sdk", "requests", "starlette", "uvicorn")
"""Packages that the extra installs, itself or with another one."""

MISSING_EXTRA: Final = (
    "referee: `referee mcp` needs the packages of its extra ({name} is missing). Install them: pip install"
    " 'referee-service[mcp]', or in a clone: pip install ./sdk '.[mcp]'"
)

ON_TERMINAL: Final = (
    "referee: ready. It speaks the Model Context Protocol on standard input, for a client that starts it"
    " (docs/agents.md); Ctrl-C stops it."
)


class StartupError(Exception):
    """A reason why the server cannot start, as a message for the user of the command."""


def mcp(options: argparse.Namespace) -> int:
    """Run the MCP server until its client or a signal ends it, and return the exit code."""
    try:
        run = _prepare(options)
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in PACKAGES:
            raise
        print(MISSING_EXTRA.format(name=package), file=sys.stderr)
        return 1
    except StartupError as error:
        print(f"referee: {error}", file=sys.stderr)
        return 1
    try:
        run()
    except KeyboardInterrupt:
        _exit(130)
    except OSError as error:
        advice = "; use another --port" if error.errno == errno.EADDRINUSE else ""
        reason = f"{error.strerror or error}{advice}"
        print(f"referee: cannot listen on {options.host}:{options.port}: {reason}", file=sys.stderr)
        return 1
    _exit(0)


def _exit(code: int) -> NoReturn:
    """End the process now. Python would wait for the threads of `wait_for_turn`, and every match is stored already."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _serve_stdio(server: MCPServer[Any]) -> None:
    """Serve until the client closes standard input, or a signal ends the process.

    Ctrl-C has the default action of the system. Python's own waits for the thread that reads standard input, and so for
    the next line.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if sys.stdin.isatty():
        print(ON_TERMINAL, file=sys.stderr, flush=True)
    server.run("stdio")


def _prepare(options: argparse.Namespace) -> Callable[[], None]:
    """Return the function that serves. Imports the extra, and makes the app of the service before the first call."""
    from referee_service.cli.mcp_tools import create_server

    token = _token(os.environ) if options.http else None
    server = create_server(_tools(options))
    if token is None:
        return lambda: _serve_stdio(server)

    from referee_service.cli.mcp_http import serve_http

    return lambda: serve_http(server, token, options.host, options.port, options.allow_host)


def _tools(options: argparse.Namespace) -> AgentTools:
    from referee_sdk.agents import AgentTools, FolderStorage
    from referee_sdk.agents.registry import SECRET_NAME_BYTES, SHORT_NAME_BYTES

    client = _client(options.url or os.environ.get("REFEREE_URL"), options.api_key).with_language(options.lang)
    folder = options.folder or _state_folder(os.environ) / ("http" if options.http else "stdio")
    try:
        storage = FolderStorage(folder)
    except OSError as error:
        raise StartupError(f"cannot write to {folder}: {error.strerror or error}. Name another --folder.") from error
    return AgentTools(
        client,
        storage=storage,
        guides=guide_text,
        # Over HTTP other users name the links, and they must not make this process call any address.
        join=None if options.http else partial(_join, client),
        name_bytes=SECRET_NAME_BYTES if options.http else SHORT_NAME_BYTES,
    )


def _client(url: str | None, api_key: str | None) -> Client:
    """Return a client of the service at a URL, or of a new one in this process."""
    from referee_sdk import Client, RefereeError

    if url:
        try:
            client = Client(url, api_key)
        except RefereeError as error:
            raise StartupError(error.detail) from error
        _warn_if_silent(client)
        return client
    from referee_service.app import create_app  # takes seconds of CPU, which a service elsewhere saves

    return Client(app=create_app())


def _warn_if_silent(client: Client) -> None:
    """Print on standard error if the service does not answer. It may start later, so this is no error."""
    from referee_sdk import RefereeError

    try:
        client.with_retries(max_attempts=1).games()
    except RefereeError as error:
        print(f"referee: {client.base_url} does not answer now: {error.detail}", file=sys.stderr, flush=True)


def _join(client: Client, link: str) -> Room:
    """Return the room of a link. A room of another service gets a client of its own, without the API key."""
    from referee_sdk import join
    from referee_sdk.core.room_links import room_link

    is_own = room_link(link).base_url == client.base_url
    return client.join(link) if is_own else join(link, language=client.language)


def _state_folder(environ: Mapping[str, str]) -> Path:
    """Return the folder for data that programs keep between runs, by the XDG rules."""
    state = environ.get("XDG_STATE_HOME")
    return (Path(state) if state else Path.home() / ".local" / "state") / "referee" / "agents"


def _token(environ: Mapping[str, str]) -> str:
    """Return the token of the environment, or a new one that is printed. Raises `StartupError` if it is too short."""
    token = environ.get(TOKEN_VARIABLE, "")
    if not token:
        token = secrets.token_urlsafe(TOKEN_BYTES)
        print(f"token       {token} (set {TOKEN_VARIABLE} to keep one)", file=sys.stderr, flush=True)
    elif len(token) < MIN_TOKEN_CHARS or not (token.isascii() and token.isprintable() and " " not in token):
        raise StartupError(
            f"{TOKEN_VARIABLE} must have at least {MIN_TOKEN_CHARS} visible ASCII characters; make one with"
            " `openssl rand -hex 24`."
        )
    return token
