"""The picture of a component: the piece, large on a panel, with its name and its whole text below.

A game draws the piece; everything else is the same for all games. The height follows the content, so nothing is cut.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from msgspec import Struct

from referee_service.kernel.text_table import TextContext
from referee_service.pictures.cards import PAPER, PAPER_RIM
from referee_service.pictures.geometry import Box, number
from referee_service.pictures.scene import Scene, TextBox
from referee_service.pictures.typeface import BOLD, wrap_text

WIDTH: Final = 480.0
"""Width of the picture of every component in its own units."""
MARGIN: Final = 10.0
PAD: Final = 22.0
"""Distance of piece and text from the edge of the panel."""
NAME_SIZE: Final = 29.0
TEXT_SIZE: Final = 20.0
CARD_WIDTH: Final = 304.0
"""Width of a card in the units of tables, before it is enlarged."""
CARD_SCALE: Final = 1.25
TOKEN: Final = 68.0
"""Radius of the disc of a token."""
LINE: Final = 25.0
"""Distance of two lines of the text."""
SENTENCE_GAP: Final = 7.0
_SENTENCE_END: Final = re.compile(r"(?<=[.!?]) (?=[“«]|[^\W_a-zà-ÿ])")
"""The space between a full stop and a capital letter, a digit or a quotation."""


class ComponentRequest(Struct, frozen=True):
    """The component to draw: the pack that has it, its id and kind, and its name and text in one language."""

    pack: str
    id: str
    kind: str
    name: str
    text: str


DrawPiece = Callable[[Scene, ComponentRequest, TextContext, Box], float]
"""The function of a game that draws a piece below the top of a box, in its width. It returns the height below."""


def draw_component(scene: Scene, request: ComponentRequest, context: TextContext, draw_piece: DrawPiece) -> None:
    """Draw a component into an empty scene and set its height. The whole panel is one place that holds it."""
    inside = Box(MARGIN + PAD, MARGIN + PAD, WIDTH - 2 * (MARGIN + PAD), 0)
    y = draw_piece(scene, request, context, inside) + 20
    for line in wrap_text(request.name, NAME_SIZE, inside.width, BOLD):
        scene.text(inside.x, y + NAME_SIZE / 2, line, NAME_SIZE, weight=BOLD, room=inside.width)
        y += NAME_SIZE * 1.14
    y = _draw_text(scene, request.text, inside, y + 8)
    panel = Box(MARGIN, MARGIN, WIDTH - 2 * MARGIN, y + PAD - 6 - MARGIN)
    scene.height = panel.y + panel.height + MARGIN
    # The panel lies below everything, but only now its height is known.
    drawn, scene.elements = scene.elements, []
    theme = scene.theme
    with scene.place("component", panel, alt=request.name, holds=request.id):
        scene.rect(panel, theme.panel, radius=18, stroke=theme.line, stroke_width=1.5)
        scene.elements += drawn


def draw_token(scene: Scene, icon: str, x: float, y: float) -> float:
    """Draw a coloured icon on a disc of paper, which shows its dark lines in both themes. Return the height below."""
    scene.circle(x + 1, y + TOKEN + 4, TOKEN, scene.theme.line)
    scene.circle(x, y + TOKEN, TOKEN, PAPER, stroke=PAPER_RIM, stroke_width=1.5)
    scene.icon(icon, x, y + TOKEN, TOKEN * 1.36)
    return y + 2 * TOKEN + 6


def draw_large_card(scene: Scene, x: float, y: float, height: float, draw: Callable[[Box], None]) -> float:
    """Draw a card of CARD_WIDTH and this height, enlarged around a line. Return the height below."""
    with enlarged(scene, x - CARD_WIDTH * CARD_SCALE / 2, y, CARD_SCALE):
        draw(Box(0, 0, CARD_WIDTH, height))
    return y + (height + 3) * CARD_SCALE


@contextmanager
def enlarged(scene: Scene, x: float, y: float, scale: float) -> Iterator[None]:
    """Draw what follows larger by a factor. Its origin is the point (x, y)."""
    first = len(scene.texts)
    scene.elements.append(f'<g transform="translate({number(x)} {number(y)}) scale({scale})">')
    yield
    scene.elements.append("</g>")
    for at, (text, box) in enumerate((each.text, each.box) for each in scene.texts[first:]):
        larger = Box(x + box.x * scale, y + box.y * scale, box.width * scale, box.height * scale)
        scene.texts[first + at] = TextBox(text, larger)


def _draw_text(scene: Scene, text: str, box: Box, y: float) -> float:
    """Write a text below a height, each sentence in lines of its own. Return the height below."""
    for sentence in _SENTENCE_END.split(text):
        for line in wrap_text(sentence, TEXT_SIZE, box.width):
            scene.text(box.x, y + LINE / 2, line, TEXT_SIZE, room=box.width)
            y += LINE
        y += SENTENCE_GAP
    return y
