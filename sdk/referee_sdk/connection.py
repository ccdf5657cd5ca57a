"""Connection of a command to a service: a named one, the installed one in this process, or the local one."""

from __future__ import annotations

import argparse
import os
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING

from referee_sdk.client import Client
from referee_sdk.transport import LOCAL_URL

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

APP_ENTRY_POINTS = "referee.app"
"""Entry point group of installed services. Each entry is a function that returns a WSGI app."""

DEFAULT_URL = LOCAL_URL
"""Service that is used if none is named or installed."""


class CommandError(Exception):
    """Reason why a command cannot run, as one message for the user of the command line."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options that name a service. All commands have the same ones."""
    service = parser.add_mutually_exclusive_group()
    service.add_argument("--url", help="service URL; default: REFEREE_URL, else the service installed here")
    service.add_argument(
        "--app", type=_app_name, metavar="MODULE:NAME", help="WSGI app (or its factory) to run in this process"
    )
    parser.add_argument("--api-key", default=os.environ.get("REFEREE_API_KEY"), help="default: REFEREE_API_KEY")
    parser.add_argument("--lang", choices=("en", "fr"), default="en", help="language of all messages")


def _app_name(name: str) -> str:
    module, _, attribute = name.partition(":")
    if not (module and attribute):
        raise argparse.ArgumentTypeError(f"{name!r} lacks a part; write MODULE:NAME, such as my_package.app:create_app")
    return name


def client_from_options(options: argparse.Namespace) -> Client:
    """Return the client for the options of `add_arguments`."""
    return connect(options.url, options.app, api_key=options.api_key).with_language(options.lang)


def connect(url: str | None = None, app: str | None = None, *, api_key: str | None = None) -> Client:
    """Return a client of the first service found.

    The order is: `app` (MODULE:NAME), `url`, the variable REFEREE_URL, an installed service, `http://127.0.0.1:8080`.
    """
    if app is not None:
        return Client(app=load_app(app))
    url = url or os.environ.get("REFEREE_URL")
    if url:  # an empty variable is none: workflows set it so
        return Client(url, api_key)
    installed = _installed_service()
    return Client(app=installed.load()()) if installed is not None else Client(DEFAULT_URL, api_key)


def is_default_service(url: str | None, app: str | None) -> bool:
    """Return whether `connect` uses the default URL, because no service is named or installed."""
    return not (app or url or os.environ.get("REFEREE_URL") or _installed_service())


def _installed_service() -> EntryPoint | None:
    return next(iter(entry_points(group=APP_ENTRY_POINTS)), None)


def load_app(name: str) -> WSGIApplication:
    """Return the WSGI app at `MODULE:NAME`, or call the function there to get it. Raises `CommandError` if missing."""
    module, _, attribute = name.partition(":")
    try:
        target = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise CommandError(f"{name!r} names no app: {error}. Write MODULE:NAME.") from error
    app: WSGIApplication = target if hasattr(target, "wsgi_app") else target()
    return app
