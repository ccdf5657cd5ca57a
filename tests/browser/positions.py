"""Positions of the middle of a game with all seats and long names, as the service and the scene draw them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import httpx
import msgspec

from referee_service.games import GAMES
from referee_service.kernel.codec import digest, encode
from referee_service.kernel.match import Match
from referee_service.kernel.state import CHANCE
from referee_service.pictures.scene import Scene
from referee_service.services.pictures import PICTURES, PictureOptions, draw_position
from tests.contract.playthroughs import playthrough
from tests.contract.test_pictures import LONG_NAMES

SEED = 1


@dataclass(frozen=True)
class Position:
    """A position with the seat to move, which looks at it."""

    name: str
    match: Match
    seat: int

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players."""
        return LONG_NAMES[: len(self.match.state.players)]

    def scene(self, language: str, **options: object) -> Scene:
        """Return the scene as the seat sees it."""
        game = GAMES[self.name]
        chosen = PictureOptions(**options)
        return draw_position(game, PICTURES[self.name], self.match.state, self.seat, language, chosen)

    def svg(self, service: httpx.Client, language: str, **options: object) -> str:
        """Return the picture that a live service draws."""
        body = {"state": msgspec.json.decode(encode(self.match)), "seat": self.seat, **options}
        path, headers = f"/v1/games/{self.name}/pictures", {"Accept-Language": language}
        return service.post(path, json=body, headers=headers).raise_for_status().text

    def address(self, service: httpx.Client, query: str) -> str:
        """Return the address of the picture of a state that the service has cached."""
        path = f"/v1/games/{self.name}/pictures/{digest(encode(self.match))}.svg?{query}"
        return str(service.base_url.join(path))


@cache
def middle_position(name: str) -> Position:
    """Return the first position of the second half of a random game in which a seat is to move."""
    plies = playthrough(name, max(GAMES[name].seats), SEED).plies
    ply = next(ply for ply in plies[len(plies) // 2 :] if ply.seat != CHANCE)
    return Position(name, ply.before, ply.seat)
