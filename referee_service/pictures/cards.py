"""Cards: a head with sign and name, a line of icons, words, and a price. All card games share their anatomy.

Heights follow the content, so that nothing is cut: `card_height` measures what `draw_card` draws.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from referee_service.pictures.geometry import Box, number
from referee_service.pictures.palette import WHITE
from referee_service.pictures.scene import Anchor, Scene
from referee_service.pictures.typeface import BOLD, LEADING, fitting_size, text_width, wrap_text

PAPER: Final = "#FFFDF8"
PAPER_INK: Final = "#23262D"
PAPER_SOFT: Final = "#5E5A52"
PAPER_RIM: Final = "#D5CCBB"
USED_HEAD: Final = "#6E6B74"
"""Colour of the head of a card that is used or turned."""
USED_PAPER: Final = "#D9D3C8"
HEAD_HEIGHT: Final = 32.0
ICON_HEIGHT: Final = 30.0
ICON_SIZE: Final = 26.0
WORD_SIZE: Final = 19.0
MIN_WORD_SIZE: Final = 16.5
PAD: Final = 10.0
RADIUS: Final = 10.0


class Sign(Struct, frozen=True):
    """A part of a line of icons."""

    kind: Literal["piece", "glyph", "disc", "points", "arrow", "text"]
    name: str = ""
    """The icon of a piece, of a glyph or of a white glyph on a disc, or the text."""
    count: int = 1
    colour: str = ""


class Card(Struct, frozen=True, kw_only=True):
    """What a card shows. Empty parts are left out."""

    name: str
    glyph: str
    """The one-colour icon on the disc of its head."""
    colour: str
    """The colour of its kind."""
    when: str = ""
    """When it works, in one word, on a chip before the icons."""
    when_colour: str = "#B86A2B"
    icons: tuple[Sign, ...] = ()
    words: str = ""
    price: tuple[Sign, ...] = ()
    fact: tuple[Sign, ...] = ()
    """One small fact at the right end of the head."""
    count: int = 1
    """The number of equal cards."""
    is_used: bool = False


# --- lines of icons -------------------------------------------------------------------------------------------------


def signs_width(signs: tuple[Sign, ...], size: float) -> float:
    """Return the width of a line of icons."""
    return sum(_sign_width(sign, size) for sign in signs) + size * 0.14 * max(0, len(signs) - 1)


def _sign_width(sign: Sign, size: float) -> float:
    if sign.kind == "text":
        return text_width(sign.name, size * 0.76, BOLD)
    if sign.kind == "points":
        return size * 1.12
    counted = text_width(str(sign.count), size * 0.82, BOLD) + size * 0.08 if sign.count != 1 else 0.0
    return size + counted


def draw_signs(
    scene: Scene,
    signs: tuple[Sign, ...],
    x: float,
    y: float,
    size: float,
    *,
    room: float = 0.0,
    anchor: Anchor = "start",
    ink: str = PAPER_INK,
) -> float:
    """Draw a line of icons around a height. It shrinks to its room. Return its width."""
    width = signs_width(signs, size)
    if room and width > room:
        size *= room / width
        width = room
    x -= width / 2 if anchor == "middle" else width if anchor == "end" else 0
    for sign in signs:
        wide = _sign_width(sign, size)
        _draw_sign(scene, sign, x, y, size, ink)
        x += wide + size * 0.14
    return width


def _draw_sign(scene: Scene, sign: Sign, x: float, y: float, size: float, ink: str) -> None:
    wide = _sign_width(sign, size)
    if sign.kind == "text":
        scene.text(x, y, sign.name, size * 0.76, weight=BOLD, colour=sign.colour or ink)
        return
    if sign.kind == "points":
        scene.icon("piece_vp", x + wide / 2, y, wide)
        scene.text(
            x + wide / 2, y + size * 0.03, sign.count, size * 0.56, weight=BOLD, colour=PAPER_INK, anchor="middle"
        )
        return
    if sign.kind == "arrow":
        scene.icon("glyph_arrow", x + size / 2, y, size * 0.8, sign.colour or "#8A8493")
        return
    if sign.count != 1:
        scene.text(x, y, sign.count, size * 0.82, weight=BOLD, colour=sign.colour or ink)
    if sign.kind == "disc":
        scene.circle(x + wide - size / 2, y, size / 2, sign.colour or ink)
        scene.icon(f"glyph_{sign.name}", x + wide - size / 2, y, size * 0.72, WHITE)
        return
    scene.icon(f"{sign.kind}_{sign.name}", x + wide - size / 2, y, size, sign.colour or ink)


# --- cards ----------------------------------------------------------------------------------------------------------


def card_height(card: Card, width: float) -> float:
    """Return the height that a card of this width needs."""
    height = HEAD_HEIGHT + 6
    if card.icons or card.when:
        height += ICON_HEIGHT
    if card.words:
        size, lines = _word_lines(card.words, width - 2 * PAD)
        height += len(lines) * size * LEADING + 2
    if card.price:
        height += ICON_HEIGHT
    return height + 4


def _word_lines(words: str, room: float) -> tuple[float, list[str]]:
    """Return size and lines of the words: smaller if that saves a line, but never below MIN_WORD_SIZE."""
    size = WORD_SIZE
    lines = wrap_text(words, size, room)
    while len(lines) > 2 and size > MIN_WORD_SIZE:
        size -= 0.5
        lines = wrap_text(words, size, room)
    return size, lines


def draw_card(scene: Scene, card: Card, box: Box) -> None:
    """Draw a card. Its price lies at the bottom of the box."""
    paper = USED_PAPER if card.is_used else PAPER
    scene.rect(Box(box.x + 1, box.y + 3, box.width, box.height), scene.theme.line, radius=RADIUS)
    scene.rect(box, paper, radius=RADIUS, stroke=PAPER_RIM, stroke_width=1)
    draw_head(scene, card, Box(box.x, box.y, box.width, HEAD_HEIGHT))
    y = box.y + HEAD_HEIGHT + 6
    if card.icons or card.when:
        x = box.x + PAD
        if card.when:
            x += draw_when(scene, card.when, card.when_colour, x, y + ICON_HEIGHT / 2) + 8
        room = box.x + box.width - PAD - x - (44 if card.count > 1 else 0)
        draw_signs(scene, card.icons, x, y + ICON_HEIGHT / 2, ICON_SIZE, room=room)
        y += ICON_HEIGHT
    if card.count > 1:
        _draw_count(scene, card.count, box.x + box.width - PAD, box.y + HEAD_HEIGHT + 8)
    if card.words:
        size, lines = _word_lines(card.words, box.width - 2 * PAD)
        for line in lines:
            middle = y + size * LEADING / 2
            scene.text(box.x + PAD, middle, line, size, colour=PAPER_INK, room=box.width - 2 * PAD)
            y += size * LEADING
    if card.price:
        middle = box.y + box.height - ICON_HEIGHT / 2 - 2
        draw_signs(scene, card.price, box.x + PAD, middle, ICON_SIZE * 0.92, room=box.width - 2 * PAD)


def draw_head(scene: Scene, card: Card, box: Box) -> None:
    """Draw the head of a card: the colour of its kind, its sign on a disc, its name, and one fact."""
    x, y, width, height = box.x, box.y, box.width, box.height
    colour = USED_HEAD if card.is_used else card.colour
    scene.path(
        f"M{number(x)},{number(y + RADIUS)} a{RADIUS},{RADIUS} 0 0 1 {RADIUS},-{RADIUS} h{number(width - 2 * RADIUS)}"
        f" a{RADIUS},{RADIUS} 0 0 1 {RADIUS},{RADIUS} v{number(height - RADIUS)} h{number(-width)}Z",
        colour,
    )
    middle = y + height / 2
    scene.circle(x + 18, middle, 12.5, WHITE)
    scene.icon(f"glyph_{card.glyph}", x + 18, middle, 18, colour)
    right = x + width - 4
    if card.fact:
        wide = signs_width(card.fact, 22) + 12
        scene.rect(Box(right - wide, middle - 13, wide, 26), WHITE, radius=13)
        draw_signs(scene, card.fact, right - wide + 6, middle, 22)
        right -= wide + 4
    scene.text(x + 36, middle, card.name, 20, weight=BOLD, colour=WHITE, room=right - x - 38)


def draw_when(scene: Scene, word: str, colour: str, x: float, y: float) -> float:
    """Draw the chip that says when a card works. Return its width."""
    width = text_width(word.upper(), 15, BOLD) + 14
    scene.rect(Box(x, y - 11, width, 22), colour, radius=6)
    scene.text(x + 7, y, word.upper(), 15, weight=BOLD, colour=WHITE)
    return width


def _draw_count(scene: Scene, count: int, right: float, y: float) -> None:
    label = f"×{count}"
    width = text_width(label, 17, BOLD) + 14
    scene.rect(Box(right - width, y, width, 24), PAPER_INK, radius=12)
    scene.text(right - width / 2, y + 12, label, 17, weight=BOLD, colour=WHITE, anchor="middle")


def draw_compact_card(scene: Scene, card: Card, box: Box) -> None:
    """Draw the card of another player: its head and its icons. Its words are in the description of its place."""
    scene.rect(box, USED_PAPER if card.is_used else PAPER, radius=8, stroke=PAPER_RIM, stroke_width=1)
    colour = USED_HEAD if card.is_used else card.colour
    scene.path(
        f"M{number(box.x)},{number(box.y + 8)} a8,8 0 0 1 8,-8 h{number(box.width - 16)} a8,8 0 0 1 8,8 v17"
        f" h{number(-box.width)}Z",
        colour,
    )
    scene.icon(f"glyph_{card.glyph}", box.x + 14, box.y + 12.5, 17, WHITE)
    size = fitting_size(card.name, 17, box.width - 32)
    scene.text(box.x + 27, box.y + 12.5, card.name, size, weight=BOLD, colour=WHITE)
    middle = box.y + 25 + (box.height - 25) / 2
    fact = signs_width(card.fact, 21) + 6 if card.fact else 0
    draw_signs(scene, card.icons, box.x + 8, middle, 21, room=box.width - 16 - fact)
    if card.fact:
        draw_signs(scene, card.fact, box.x + box.width - 8, middle, 21, anchor="end")


def draw_backs(scene: Scene, count: int, box: Box, *, colour: str = "#44506B", glyph: str = "") -> None:
    """Draw a fan of cards that lie face down, with their number."""
    shown = min(count, 8)
    width = box.height * 0.7
    step = min(width * 0.5, (box.width - width - 40) / max(1, shown - 1))
    for at in range(shown):
        x = box.x + at * step
        scene.rect(Box(x, box.y, width, box.height), colour, radius=5, stroke=WHITE, stroke_width=1.5)
        if glyph:
            scene.icon(f"glyph_{glyph}", x + width / 2, box.y + box.height / 2, width * 0.6, WHITE)
    end = box.x + (shown - 1) * step + width if shown else box.x
    scene.text(end + 8, box.y + box.height / 2, f"×{count}", 20, weight=BOLD)
