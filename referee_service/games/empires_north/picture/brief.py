"""Brief cards in a picture: name, words and price. They are lower than full cards, because they have no icons."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from referee_service.pictures.cards import PAPER_INK, PAPER_RIM, PAPER_SOFT
from referee_service.pictures.geometry import Box
from referee_service.pictures.scene import Scene
from referee_service.pictures.typeface import BOLD, LEADING, text_width, wrap_text

from .cards import COPY_LINE, INVADED, PAD, STRIP, TRAY, USED, Labels, Shown, draw_head, draw_strip, draw_tray

HEAD: Final = 28.0
NAME: Final = 19.0
SIZE: Final = 17.0
LABEL: Final = 16.0
"""Size of the word that says when an ability works."""
SIDE: Final = 8.0
"""Distance of words from the edge of a card."""
MIN_ROOM: Final = 45.0
"""Words begin below their label if it leaves less room."""


def brief_height(shown: Shown, width: float, labels: Labels) -> float:
    """Return the height that a brief card needs."""
    height = HEAD + 8
    for label, _, words in _parts(shown, labels):
        height += len(_lines(label, words, width - 2 * SIDE)) * SIZE * LEADING + 3
    height += (TRAY if shown.has_tray else 0) + (COPY_LINE if shown.copied else 0)
    return height + (STRIP if shown.where == "hand" else 1)


def draw_brief(scene: Scene, shown: Shown, box: Box, labels: Labels) -> None:
    """Draw a card with its words, each ability after a coloured word that says when it works."""
    scene.rect(box, shown.paper, radius=9, stroke=PAPER_RIM, stroke_width=1.5)
    draw_head(scene, shown, box, HEAD, NAME)
    y, left, room = box.y + HEAD + 5, box.x + SIDE, box.width - 2 * SIDE
    for label, colour, words in _parts(shown, labels):
        for at, line in enumerate(_lines(label, words, room)):
            middle, x = y + SIZE * LEADING / 2, left
            if not at:
                x += scene.text(x, middle, label, LABEL, weight=BOLD, colour=colour, room=room) + 6
            if line:
                scene.text(x, middle, line, SIZE, colour=PAPER_INK, room=left + room - x)
            y += SIZE * LEADING
        y += 3
    bottom = box.y + box.height
    if shown.where == "hand":
        draw_strip(scene, shown, box, labels)
        bottom -= STRIP
    if shown.has_tray:
        draw_tray(scene, shown, Box(box.x, bottom - TRAY, box.width, TRAY), labels)
        bottom -= TRAY
    if shown.copied:
        name, middle = f"= {shown.copied}", bottom - COPY_LINE / 2 - 1
        scene.text(box.x + PAD, middle, name, SIZE, weight=BOLD, colour=PAPER_SOFT, room=room)
    if shown.is_invaded:
        scene.rect(box, "none", radius=9, stroke=INVADED, stroke_width=4)


def _parts(shown: Shown, labels: Labels) -> list[tuple[str, str, str]]:
    """Return label, colour and words of each ability. A used Action says so."""
    return [
        (labels.used.upper(), USED, part.words)
        if shown.is_used and part.when == "action"
        else (part.label.upper(), part.colour, part.words)
        for part in shown.parts
    ]


@lru_cache(maxsize=1024)
def _lines(label: str, words: str, room: float) -> tuple[str, ...]:
    """Return the lines of words. The first one stands after the label and may be empty."""
    first_room = room - text_width(label, LABEL, BOLD) - 6
    if first_room < MIN_ROOM:
        return ("", *wrap_text(words, SIZE, room))
    first = wrap_text(words, SIZE, first_room)[0]
    if text_width(first, SIZE) > first_room:
        return ("", *wrap_text(words, SIZE, room))
    return (first, *wrap_text(words[len(first) :], SIZE, room))
