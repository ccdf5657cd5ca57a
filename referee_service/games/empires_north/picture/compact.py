"""Compact cards in a picture: name and icons. Their words are in the descriptions of their places."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from referee_service.pictures.cards import PAPER_RIM, PAPER_SOFT, Sign, draw_signs, signs_width
from referee_service.pictures.geometry import Box
from referee_service.pictures.palette import WHITE
from referee_service.pictures.scene import Scene

from .cards import GOODS_PAPER, INVADED, STRIP_PAPER, Shown, draw_count, draw_head
from .faces import Face, Part
from .looks import looks
from .signs import disc_sign


class CompactStyle(Struct, frozen=True):
    """Measures of compact cards."""

    columns: int
    head: float
    body: float
    name: float
    icon: float
    gap: float
    """Distance of two cards."""


COMPACT: Final = CompactStyle(columns=7, head=28, body=36, name=18, icon=23, gap=11)
SMALL: Final = CompactStyle(columns=9, head=29, body=28, name=17.5, icon=20, gap=9)
TINY: Final = CompactStyle(columns=12, head=0, body=36, name=0, icon=20, gap=8)
"""Without names: only for other seats with very many cards."""
NO_CARDS: Final = CompactStyle(columns=0, head=0, body=0, name=0, icon=0, gap=0)
"""The bar of a seat alone, if a part has no room for cards."""


def compact_height(style: CompactStyle, *, in_hand: bool) -> float:
    """Return the height of compact cards of a style."""
    return style.head + style.body + (style.icon + 8 if in_hand else 0)


def draw_compact(scene: Scene, shown: Shown, box: Box, style: CompactStyle) -> None:
    """Draw the name and the icons of a card. Its words are in the description of its place."""
    scene.rect(Box(box.x + 1, box.y + 2, box.width, box.height), scene.theme.line, radius=9)
    scene.rect(box, shown.paper, radius=9, stroke=PAPER_RIM, stroke_width=1)
    middle, left, right = box.y + style.head + style.body / 2, box.x + 7, box.x + box.width - 6
    if style.head:
        draw_head(scene, replace(shown, count=1), box, style.head, style.name)
    else:
        scene.rect(Box(box.x, box.y, 26, box.height), shown.colour, radius=8)
        glyph = "turned" if shown.is_used else shown.face.look.glyph
        scene.icon(f"glyph_{glyph}", box.x + 13, middle, 19, WHITE)
        left += 22
    if shown.count > 1:
        right -= draw_count(scene, shown.count, right + 2, middle)
    if shown.is_used and style.head:
        scene.icon("glyph_turned", right - 8, middle, 17, "#5F5B66")
        right -= 22
    if shown.is_invaded:
        scene.icon("glyph_skull", right - 9, middle, 18, INVADED)
        scene.rect(box, "none", radius=9, stroke=INVADED, stroke_width=4)
        right -= 24
    if shown.is_chosen:
        scene.icon("check", right - 9, middle, 18, "#447A32")
        right -= 24
    if shown.goods:
        width = min(signs_width(shown.goods, style.icon * 0.8) + 8, (right - left) / 2)
        right -= width
        tray = Box(right, middle - style.icon * 0.5, width, style.icon)
        scene.rect(tray, GOODS_PAPER, radius=7, stroke="#B99D62", stroke_width=1)
        draw_signs(scene, shown.goods, right + 4, middle, style.icon * 0.8, room=width - 8)
        right -= 5
    _draw_compact_parts(scene, shown, left, middle, right - left, style)
    if shown.where == "hand":
        _draw_compact_price(scene, shown.face, box, style)


def _draw_compact_parts(scene: Scene, shown: Shown, x: float, y: float, room: float, style: CompactStyle) -> None:
    """Draw the icons of all abilities, each after a dot in the colour of its timing."""
    if shown.face.goods:
        signs = (Sign("text", "+"), *shown.face.goods) if shown.is_upgrade else shown.face.goods
        draw_signs(scene, signs, x + room / 2, y, style.icon, room=room, anchor="middle")
        return
    parts = [part for part in shown.parts if part.icons]
    if not parts:
        scene.text(x + room / 2, y, "–", style.icon, colour=PAPER_SOFT, anchor="middle")
        return
    split = [line for part in parts for line in _halves(part)]
    layouts = ([parts], [[part] for part in parts], [[part] for part in split])
    lines = max(layouts, key=lambda lines: _compact_size(lines, room, style))
    size = _compact_size(lines, room, style)
    for at, line in enumerate(lines):
        _draw_compact_line(scene, line, x, y + (at - (len(lines) - 1) / 2) * size * 1.06, size)


def _compact_size(lines: list[list[Part]], room: float, style: CompactStyle) -> float:
    """Return the size of icons in lines that fit into a compact card."""
    longest = max(sum(signs_width(part.icons, 1) + 0.9 for part in line) for line in lines)
    return min(style.icon, style.body * 0.9 / len(lines), room / longest)


def _halves(part: Part) -> list[Part]:
    """Return an ability in two parts, broken after the arrow or the colon, or whole. The second has no dot."""
    for at, sign in enumerate(part.icons[:-1], start=1):
        if sign.kind == "arrow" or sign.name == ":":
            return [replace(part, icons=part.icons[:at]), replace(part, icons=part.icons[at:], colour="")]
    return [part]


def _draw_compact_line(scene: Scene, parts: list[Part], x: float, y: float, size: float) -> None:
    for part in parts:
        if part.colour:
            scene.circle(x + size * 0.25, y, size * 0.25, part.colour)
        x += size * 0.65
        x += draw_signs(scene, part.icons, x, y, size) + size * 0.25


def _draw_compact_price(scene: Scene, face: Face, box: Box, style: CompactStyle) -> None:
    top = box.y + style.head + style.body
    scene.rect(Box(box.x + 1, top, box.width - 2, box.y + box.height - top - 1), STRIP_PAPER, radius=8)
    middle, size = (top + box.y + box.height) / 2, style.icon * 0.92
    signs = (disc_sign(looks().tiles[face.corner]),) if face.corner else face.price
    draw_signs(scene, signs, box.x + box.width / 2, middle, size, room=box.width - 14, anchor="middle")
