"""WSGI apps in this process, created once: for fixtures, and for `--app tests.sdk.service:shared_app`."""

from functools import cache

from referee_service.app import create_app
from referee_service.games import GAMES
from tests.kernel.toy import GAME as TOY

shared_app = cache(create_app)


@cache
def toy_app():
    """Return an app that also has the toy game, in which hands are hidden."""
    return create_app(games={**GAMES, TOY.name: TOY})
