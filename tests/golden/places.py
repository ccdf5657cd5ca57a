"""Golden places: where every place lies in the picture of a position, for each question of each game and for its end.

The positions come from the golden records, and from random games for questions that these never ask. If a picture has
changed on purpose, write the files again:

    PYTHONPATH=. python -m tests.golden.places [game ...]
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

from referee_service.games import GAMES
from referee_service.kernel.game import AnyGame
from referee_service.kernel.match import Match
from referee_service.kernel.records import parse_record
from referee_service.kernel.replay import replay_matches
from referee_service.kernel.state import CHANCE
from referee_service.services.pictures import PICTURES, PictureOptions, draw_position
from tests.contract.playthroughs import play_random
from tests.golden.record import HERE

FOLDER = HERE / "places"
OVER = "over"

RANDOM_GAMES: dict[str, tuple[tuple[int, int], ...]] = {
    "medievalia": ((3, 0), (4, 0), (2, 13)),
    "dice_settlers": ((1, 6),),
    "empires_north": ((2, 0), (4, 1)),
}
"""Seats and seeds of random games with further questions."""

Places = dict[str, str]
"""Each place with its box (x, y, width and height), its shape unless it is a rectangle, and what it holds."""


def positions(game: AnyGame) -> dict[str, Match]:
    """Return the first position of each question, by the number of seats and the question. Two seats come first."""
    found: dict[str, Match] = {}
    for seats, match in _decisions(game):
        turn = game.turn(match.state)
        question = turn.question if turn is not None else OVER
        if not any(name.partition(" ")[2] == question for name in found):
            found[f"{seats} {question}"] = match
    return found


def _decisions(game: AnyGame) -> Iterator[tuple[int, Match]]:
    """Yield the positions of all games in which a seat decides or the game is over."""
    records = [parse_record(path.read_text()) for path in sorted(HERE.glob(f"{game.name}-*.game"))]
    for record in sorted(records, key=lambda record: record.seats != 2):
        yield from ((record.seats, match) for match in replay_matches(game, record) if _is_decision(game, match))
    for seats, seed in RANDOM_GAMES.get(game.name, ()):
        plies = play_random(game, seats, seed)
        yield from ((seats, ply.before) for ply in plies if _is_decision(game, ply.before))


def _is_decision(game: AnyGame, match: Match) -> bool:
    turn = game.turn(match.state)
    return turn is None or turn.seat != CHANCE


def places_of(game: AnyGame, match: Match) -> Places:
    """Return the places of a position as its seat to move sees them, or a spectator after the end."""
    turn = game.turn(match.state)
    viewer = turn.seat if turn is not None else None
    scene = draw_position(game, PICTURES[game.name], match.state, viewer, "en", PictureOptions())
    found = {}
    for name, place in scene.places.items():
        sides = (place.box.x, place.box.y, place.box.width, place.box.height)
        words = [*(str(round(side)) for side in sides), place.shape if place.shape != "rect" else "", place.holds]
        found[name] = " ".join(filter(None, words))
    return found


def write(game: AnyGame) -> None:
    """Write the golden file of one game: a line for each place."""
    FOLDER.mkdir(exist_ok=True)
    found = {name: places_of(game, match) for name, match in positions(game).items()}
    (FOLDER / f"{game.name}.json").write_text(json.dumps(found, indent=0) + "\n")


if __name__ == "__main__":
    for name in sys.argv[1:] or PICTURES:
        write(GAMES[name])
