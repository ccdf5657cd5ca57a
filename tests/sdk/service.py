"""The services of this process, made once: for `--app tests.sdk.service:shared`."""

from functools import cache

from referee_service.app import create_app
from referee_service.games import GAMES
from tests.kernel.toy import GAME as TOY

shared = cache(create_app)


@cache
def with_toy():
    """The service with the toy game, in which hands are hidden."""
    return create_app(games={**GAMES, TOY.name: TOY})
