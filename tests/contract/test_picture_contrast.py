"""Contrast of real pictures: every text is readable on what is drawn under it, in both themes.

A picture is rendered without its text, and the ground of each text is taken from the pixels inside its box.
"""

import re
from collections import Counter

import pytest

from referee_service.games import GAMES
from referee_service.pictures.palette import THEMES, contrast
from referee_service.pictures.png import render_png
from referee_service.pictures.svg import write_svg
from referee_service.services.pictures import PICTURES, PictureOptions, draw_position
from tests.golden.places import positions
from tests.pictures.pixels import Pixels

READABLE = 4.5
PIXELS = 600
_TEXT = re.compile(r"<text[^>]*>[^<]*</text>")
_FILL = re.compile(r'fill="(#[0-9A-Fa-f]{6})"')


def drawn(name, theme):
    """Yield scenes of golden positions. Both themes together have two thirds of them."""
    game = GAMES[name]
    for match in list(positions(game).values())[list(THEMES).index(theme) :: 3]:
        turn = game.turn(match.state)
        viewer = turn.seat if turn is not None else None
        yield draw_position(game, PICTURES[name], match.state, viewer, "en", PictureOptions(theme=theme))


def ground_of(pixels, box, scale):
    """Return the most frequent colour on a grid inside the box of a text."""
    points = [
        (box.x + box.width * (across + 0.5) / 12, box.y + box.height * (down + 0.5) / 5)
        for across in range(12)
        for down in range(5)
    ]
    found = Counter(pixels.at(x * scale, y * scale) for x, y in points)
    return "#{:02X}{:02X}{:02X}".format(*found.most_common(1)[0][0])


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", PICTURES)
def test_every_text_is_readable_on_its_ground(name, theme):
    faint = []
    for scene in drawn(name, theme):
        svg = write_svg(scene, title="", description="")
        fills = [_FILL.search(text)[1] for text in _TEXT.findall(svg)]
        assert len(fills) == len(scene.texts)
        pixels = Pixels(render_png(_TEXT.sub("", svg), PIXELS))
        for text, fill in zip(scene.texts, fills, strict=True):
            ground = ground_of(pixels, text.box, PIXELS / scene.width)
            if contrast(fill, ground) < READABLE:
                faint.append((text.text, fill, ground, round(contrast(fill, ground), 1)))
    assert not faint
