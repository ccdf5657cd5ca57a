"""The pictures of README and docs: one position of each game, played by greedy bots.

`PYTHONPATH=.:sdk python -m tests.docs.sample_pictures` writes them again after a change of a picture.
"""

from __future__ import annotations

from pathlib import Path

from referee_service.bots import greedy_bot
from referee_service.games import GAMES
from referee_service.kernel.chance import Chance
from referee_service.kernel.match import Match, new_match, play_chance, play_move
from referee_service.kernel.notation import parse_notation
from referee_service.kernel.text_table import view_text
from referee_service.pictures.png import render_png
from referee_service.pictures.svg import write_svg
from referee_service.services.pictures import PICTURES, PictureOptions, draw_position

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
NAMES = ("Ann", "Bob")
DECISIONS = {"burgundy": 110, "settlement": 60, "medievalia": 120, "dice_settlers": 150, "empires_north": 130}
"""How many decisions are played before the picture."""
PIXELS = 1200


def sample_match(name: str) -> Match:
    """Return the match of two greedy bots that the picture of a game shows."""
    game = GAMES[name]
    match = play_chance(game, new_match(game, seats=2, chance=Chance("seeded", "docs"))).match
    for _ in range(DECISIONS[name]):
        turn = game.turn(match.state)
        if turn is None:
            return match
        choice = greedy_bot.choose(game, game.view(match.state, turn.seat), "docs")
        match = play_chance(game, play_move(game, match, turn.seat, parse_notation(game, choice.notation)).match).match
    return match


def sample_svg(name: str) -> str:
    """Return the picture of a game as its seat to move sees it."""
    game, state = GAMES[name], sample_match(name).state
    turn, catalogue = game.turn(state), game.texts(state.pack)
    viewer = turn.seat if turn is not None else None
    scene = draw_position(game, PICTURES[name], state, viewer, "en", PictureOptions(names=NAMES))
    words = view_text(game, game.view(state, viewer), catalogue, "en", names=NAMES, plain=True)
    return write_svg(scene, title=catalogue.title.en, description=words)


def main() -> None:
    """Write the SVG and the PNG of each game."""
    FOLDER.mkdir(exist_ok=True)
    for name in PICTURES:
        svg = sample_svg(name)
        (FOLDER / f"{name}.svg").write_text(svg)
        (FOLDER / f"{name}.png").write_bytes(render_png(svg, PIXELS))


if __name__ == "__main__":
    main()
