"""Which service a command asks: the one named, the one installed here, or the one on this machine."""

from __future__ import annotations

import argparse
import os
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING

from referee_sdk.client import Client

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

APP_ENTRY_POINTS = "referee.app"
"""The entry points under which an installed service offers itself: functions that make a WSGI app."""


class CommandError(Exception):
    """Why a command cannot do its work, in words for whoever typed it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options that name a service, alike for all commands."""
    parser.add_argument("--url", help="the service to ask; REFEREE_URL, else the service installed here, in process")
    parser.add_argument("--app", metavar="MODULE:NAME", help="a WSGI app, or what makes one, to ask in this process")
    parser.add_argument("--api-key", default=os.environ.get("REFEREE_API_KEY"), help="REFEREE_API_KEY")
    parser.add_argument("--lang", choices=("en", "fr"), default="en", help="the language of all answers")


def client_from_options(options: argparse.Namespace) -> Client:
    """The client that these options name."""
    return connect(options.url, options.app, api_key=options.api_key).with_language(options.lang)


def connect(url: str | None = None, app: str | None = None, *, api_key: str | None = None) -> Client:
    """A client of the service at an address, of an app by its name, or of the service that is installed here."""
    if app is not None:
        return Client(app=load_app(app))
    url = url or os.environ.get("REFEREE_URL")
    if url is not None:
        return Client(url, api_key)
    installed: EntryPoint | None = next(iter(entry_points(group=APP_ENTRY_POINTS)), None)
    return Client(app=installed.load()()) if installed is not None else Client(api_key=api_key)


def load_app(name: str) -> WSGIApplication:
    """The app that `module:name` names; a function without arguments is asked to make it."""
    module, _, attribute = name.partition(":")
    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise CommandError(f"{name!r} names no app: {error}") from error
    app: WSGIApplication = found if hasattr(found, "wsgi_app") else found()
    return app
