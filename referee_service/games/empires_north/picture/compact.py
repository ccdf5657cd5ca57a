"""Compact cards in a picture: name and icons. Their words are in the descriptions of their places."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from referee_service.pictures.cards import PAPER_RIM, PAPER_SOFT, Sign, draw_signs, signs_width
from referee_service.pictures.geometry import Box
from referee_service.pictures.palette import WHITE
from referee_service.pictures.scene import Scene
from referee_service.pictures.typeface import BOLD, text_width

from .cards import GOODS_PAPER, INVADED, STRIP_PAPER, USED, Shown, draw_count, draw_head, draw_name
from .faces import Face, Part
from .looks import looks
from .signs import disc_sign

MIN_ICON: Final = 18.0
"""Icons of a compact card are not smaller if two or three lines help."""
LINE: Final = 1.12
"""Distance of two lines of icons, in shares of their size."""
LEFT: Final = 7.0
"""Distance of icons from the left edge of a card."""
STATE: Final = 24.0
"""Width of a sign for a state."""


class CompactStyle(Struct, frozen=True):
    """Measures of compact cards. The body is the least height below the head; without a body, a card is a name."""

    columns: int
    head: float
    body: float
    name: float
    icon: float
    gap: float
    """Distance of two cards."""


COMPACT: Final = CompactStyle(columns=7, head=28, body=36, name=18, icon=23, gap=11)
SMALL: Final = CompactStyle(columns=8, head=28, body=29, name=17.5, icon=20, gap=9)
NAMES: Final = CompactStyle(columns=7, head=29, body=0, name=18, icon=21, gap=9)
"""Names alone, and what fields yield: only for other seats with very many cards."""
NO_CARDS: Final = CompactStyle(columns=0, head=0, body=0, name=0, icon=0, gap=0)
"""The bar of a seat alone, if a part has no room for cards."""


class IconLines(Struct, frozen=True):
    """Lines of icons of a compact card, and the size of the icons."""

    lines: tuple[tuple[Part, ...], ...]
    size: float

    @property
    def height(self) -> float:
        """The height of all lines."""
        return len(self.lines) * self.size * LINE


def compact_height(shown: Shown, width: float, style: CompactStyle) -> float:
    """Return the height that a compact card needs."""
    if not style.body:
        return style.head
    body = max(style.body, _icon_lines(shown, width, style).height + 8)
    goods = style.icon + 4 if shown.goods else 0.0
    return style.head + body + goods + (style.icon + 8 if shown.where == "hand" else 0)


def draw_compact(scene: Scene, shown: Shown, box: Box, style: CompactStyle) -> None:
    """Draw the name and the icons of a card. Its words are in the description of its place."""
    if not style.body:
        _draw_name(scene, shown, box, style)
        return
    scene.rect(box, shown.paper, radius=9, stroke=PAPER_RIM, stroke_width=1.5)
    bottom = box.y + box.height
    if shown.where == "hand":
        bottom -= style.icon + 8
        _draw_price(scene, shown.face, Box(box.x, bottom, box.width, style.icon + 8), style)
    draw_head(scene, replace(shown, count=1), box, style.head, style.name)
    if shown.goods:
        bottom -= style.icon + 4
        _draw_goods(scene, shown, Box(box.x + LEFT, bottom, box.width - LEFT - 6, style.icon), style)
    middle = (box.y + style.head + bottom) / 2
    _draw_states(scene, shown, box.x + box.width - 6, middle)
    _draw_icons(scene, shown, box, middle, style)
    if shown.is_invaded:
        scene.rect(box, "none", radius=9, stroke=INVADED, stroke_width=4)


def _draw_name(scene: Scene, shown: Shown, box: Box, style: CompactStyle) -> None:
    """Draw the sign of a card, and its name or what it yields. A used one is grey and has a sign."""
    middle, left = box.y + box.height / 2, box.x + 30
    scene.rect(box, shown.colour, radius=8)
    scene.circle(box.x + 16, middle, 11, WHITE)
    scene.icon(f"glyph_{shown.face.look.glyph}", box.x + 16, middle, 16, shown.colour)
    right = box.x + box.width - 7
    for is_shown, icon in ((shown.is_used, "glyph_turned"), (shown.is_invaded, "glyph_skull")):
        if is_shown:
            scene.icon(icon, right - 9, middle, 18, WHITE)
            right -= STATE
    if shown.goods:
        width = min(signs_width(shown.goods, style.icon * 0.85), (right - left) * 0.4)
        draw_signs(scene, shown.goods, right - width, middle, style.icon * 0.85, room=width, ink=WHITE)
        right -= width + 4
    if shown.face.goods:
        signs = (Sign("text", "+"), *shown.face.goods) if shown.is_upgrade else shown.face.goods
        draw_signs(scene, signs, left + 4, middle, style.icon, room=right - left - 4, ink=WHITE)
    else:
        draw_name(scene, shown.face.name, left, middle, style.name, right - left)


def _count_width(shown: Shown) -> float:
    return text_width(f"×{shown.count}", 16, BOLD) + 16 if shown.count > 1 else 0.0


def _icons_room(shown: Shown, width: float) -> float:
    """Return the width that the signs of states leave for icons."""
    states = shown.is_used + shown.is_invaded + shown.is_chosen
    return width - LEFT - 6 - states * STATE - _count_width(shown)


def _draw_states(scene: Scene, shown: Shown, right: float, y: float) -> None:
    """Draw the number of equal cards and the signs of states, from the right."""
    if shown.count > 1:
        draw_count(scene, shown.count, right + 2, y)
        right -= _count_width(shown)
    states = (
        (shown.is_used, "glyph_turned", USED),
        (shown.is_invaded, "glyph_skull", INVADED),
        (shown.is_chosen, "check", "#447A32"),
    )
    for is_shown, icon, colour in states:
        if is_shown:
            scene.icon(icon, right - 10, y, 20, colour)
            right -= STATE


def _draw_goods(scene: Scene, shown: Shown, box: Box, style: CompactStyle) -> None:
    """Draw the goods on a card in a tray at the right."""
    size = style.icon * 0.85
    width = min(signs_width(shown.goods, size) + 10, box.width)
    tray = Box(box.x + box.width - width, box.y, width, box.height)
    scene.rect(tray, GOODS_PAPER, radius=7, stroke="#B99D62", stroke_width=1)
    draw_signs(scene, shown.goods, tray.x + 5, box.y + box.height / 2, size, room=width - 10)


def _draw_icons(scene: Scene, shown: Shown, box: Box, y: float, style: CompactStyle) -> None:
    """Draw what a field yields, or the icons of all abilities, each after a dot in the colour of its timing."""
    x, room = box.x + LEFT, _icons_room(shown, box.width)
    if shown.face.goods:
        signs = (Sign("text", "+"), *shown.face.goods) if shown.is_upgrade else shown.face.goods
        draw_signs(scene, signs, x + room / 2, y, style.icon, room=room, anchor="middle")
        return
    found = _icon_lines(shown, box.width, style)
    if not found.lines:
        scene.text(x + room / 2, y, "–", style.icon, colour=PAPER_SOFT, anchor="middle")
    for at, line in enumerate(found.lines):
        middle = y + (at - (len(found.lines) - 1) / 2) * found.size * LINE
        _draw_line(scene, line, x, middle, found.size)


def _icon_lines(shown: Shown, width: float, style: CompactStyle) -> IconLines:
    """Return the icons of a card in as few lines as keep them readable."""
    parts = tuple(part for part in shown.parts if part.icons)
    if shown.face.goods or not parts:
        return IconLines((), style.icon)
    room = _icons_room(shown, width)
    halves = tuple((half,) for part in parts for half in _halves(part))
    found = [
        IconLines(lines, _size(lines, room, style)) for lines in ((parts,), tuple((part,) for part in parts), halves)
    ]
    return next((each for each in found if each.size >= MIN_ICON), max(found, key=lambda each: each.size))


def _size(lines: tuple[tuple[Part, ...], ...], room: float, style: CompactStyle) -> float:
    """Return the size of icons in lines that fit into a width."""
    longest = max(sum(signs_width(part.icons, 1) + 0.9 for part in line) for line in lines)
    return min(style.icon, room / longest)


def _halves(part: Part) -> list[Part]:
    """Return an ability in two parts, broken after the arrow or the colon, or whole. The second has no dot."""
    for at, sign in enumerate(part.icons[:-1], start=1):
        if sign.kind == "arrow" or sign.name == ":":
            return [replace(part, icons=part.icons[:at]), replace(part, icons=part.icons[at:], colour="")]
    return [part]


def _draw_line(scene: Scene, parts: tuple[Part, ...], x: float, y: float, size: float) -> None:
    for part in parts:
        if part.colour:
            scene.circle(x + size * 0.25, y, size * 0.25, part.colour)
        x += size * 0.65
        x += draw_signs(scene, part.icons, x, y, size) + size * 0.25


def _draw_price(scene: Scene, face: Face, box: Box, style: CompactStyle) -> None:
    """Draw the price of a card, or the action that it is played with, in a strip."""
    scene.rect(Box(box.x + 1, box.y, box.width - 2, box.height - 1), STRIP_PAPER, radius=8)
    signs = (disc_sign(looks().tiles[face.corner]),) if face.corner else face.price
    middle = box.y + box.height / 2
    draw_signs(scene, signs, box.x + box.width / 2, middle, style.icon * 0.92, room=box.width - 14, anchor="middle")
