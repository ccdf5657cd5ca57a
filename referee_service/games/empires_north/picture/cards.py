"""Full cards in a picture: name, when they work, icons, words and price. Fields of one's own are smaller."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct

from referee_service.kernel.text_table import TextContext
from referee_service.pictures.cards import (
    PAPER,
    PAPER_INK,
    PAPER_RIM,
    PAPER_SOFT,
    USED_PAPER,
    Sign,
    draw_signs,
    draw_when,
    signs_width,
)
from referee_service.pictures.geometry import Box, number
from referee_service.pictures.palette import WHITE
from referee_service.pictures.scene import Scene
from referee_service.pictures.typeface import BOLD, LEADING, fitting_size, text_width

from ..content.tables import TILES
from .faces import Face, Part, word_lines, words_height
from .looks import looks
from .signs import Signs, disc_sign

HEAD: Final = 32.0
ICON_LINE: Final = 29.0
ICON: Final = 25.0
STRIP: Final = 31.0
"""Height of the strip with the price."""
TRAY: Final = 30.0
"""Height of the line with goods and states."""
COPY_LINE: Final = 24.0
"""Height of the line with the name of the copied card."""
PAD: Final = 10.0
CHIP: Final = 15.0
"""Size of the word on the chip that says when an ability works."""
MAX_CROWDING: Final = 1.25
"""A line of icons may be longer than its room by this factor: it shrinks."""
GREY: Final = "#77747D"
USED: Final = "#57535E"
MIN_NAME: Final = 16.5
"""A full card is so wide that its name is not smaller."""
STRIP_PAPER: Final = "#EFE9DC"
FIELD_PAPER: Final = "#E7EDD3"
INVADED: Final = "#B5342A"
GOODS_PAPER: Final = "#EFE3C8"
MIN_SHARE: Final = 0.8
"""A name that would be smaller than this share of its size has two lines."""


class Labels(Struct, frozen=True):
    """Words on cards, in the language of the picture."""

    used: str
    invaded: str
    chosen: str
    cost: str
    corner: str
    tiles: dict[str, str]


class Shown(Struct, frozen=True, kw_only=True):
    """A card as it lies on the table."""

    face: Face
    parts: tuple[Part, ...]
    where: Literal["empire", "hand", "board"] = "empire"
    """Only a card of a hand shows its price."""
    is_used: bool = False
    is_invaded: bool = False
    is_chosen: bool = False
    """Whether it is among the cards that a lookout keeps."""
    goods: Signs = ()
    """The goods on it."""
    copied: str = ""
    """The name of the card that it copies."""
    count: int = 1
    is_upgrade: bool = False
    """Whether it lies under a field."""

    @property
    def is_action_used(self) -> bool:
        """Whether it is used and has an Action, whose chip then says so."""
        return self.is_used and any(part.when == "action" for part in self.parts)

    @property
    def has_tray(self) -> bool:
        """Whether it has a line of goods and states."""
        is_marked = self.is_used and not self.is_action_used
        return is_marked or self.is_invaded or self.is_chosen or bool(self.goods)

    @property
    def colour(self) -> str:
        """The colour of its head."""
        return GREY if self.is_used else self.face.look.colour

    @property
    def paper(self) -> str:
        """The colour of its body."""
        return USED_PAPER if self.is_used else FIELD_PAPER if self.face.goods else PAPER


def card_labels(context: TextContext) -> Labels:
    """Return the words on cards."""
    names = ("used", "invaded", "chosen", "cost", "corner")
    words = {name: context.caption(f"picture_{name}") for name in names}
    return Labels(**words, tiles={tile: context.piece(tile) for tile in TILES})


def whole_card(face: Face) -> Shown:
    """Return a card with everything that it shows, as in a hand. A card without price and corner has no strip."""
    return Shown(face=face, parts=face.parts, where="hand" if face.price or face.corner else "board")


# --- full cards -----------------------------------------------------------------------------------------------------


def full_height(shown: Shown, width: float) -> float:
    """Return the height that a full card needs."""
    height = HEAD + 7 + sum(_part_height(part, width) for part in shown.parts)
    height += (TRAY if shown.has_tray else 0) + (COPY_LINE if shown.copied else 0)
    return height + (STRIP if shown.where == "hand" else 1)


@lru_cache(maxsize=1024)
def _part_height(part: Part, width: float) -> float:
    """Return the height of an ability: its icons and its words."""
    return ICON_LINE * len(_icon_lines(part, width)) + words_height(part.words, width - 2 * PAD) + 5


def is_wide_enough(shown: Shown, width: float) -> bool:
    """Return whether the name of a full card is readable."""
    counted = 40 if shown.count > 1 else 0
    return name_width(shown.face.name) <= width - HEAD * 0.78 - 15 - counted


@lru_cache(maxsize=1024)
def name_width(name: str) -> float:
    """Return the width of a name that is as small as it may be."""
    return text_width(name, MIN_NAME, BOLD)


def draw_full(scene: Scene, shown: Shown, box: Box, labels: Labels) -> None:
    """Draw a card with its words."""
    scene.rect(Box(box.x + 1, box.y + 3, box.width, box.height), scene.theme.line, radius=10)
    scene.rect(box, shown.paper, radius=10, stroke=PAPER_RIM, stroke_width=1)
    draw_head(scene, shown, box, HEAD, 20)
    y = box.y + HEAD + 5
    for part in shown.parts:
        is_used = shown.is_used and part.when == "action"
        label, colour = (labels.used, USED) if is_used else (part.label, part.colour)
        chip = draw_when(scene, label, colour, box.x + PAD, y + ICON_LINE / 2)
        y = _draw_part(scene, part, box.x, y, box.width, chip)
    bottom = box.y + box.height
    if shown.where == "hand":
        draw_strip(scene, shown, box, labels)
        bottom -= STRIP
    if shown.has_tray:
        draw_tray(scene, shown, Box(box.x, bottom - TRAY, box.width, TRAY), labels)
        bottom -= TRAY
    if shown.copied:
        name, room = f"= {shown.copied}", box.width - 2 * PAD
        middle = bottom - COPY_LINE / 2 - 1
        scene.text(box.x + PAD, middle, name, 18, weight=BOLD, colour=PAPER_SOFT, room=room)
    if shown.is_invaded:
        scene.rect(box, "none", radius=10, stroke=INVADED, stroke_width=4)


def draw_head(scene: Scene, shown: Shown, box: Box, height: float, size: float) -> None:
    """Draw the head of a card: the colour and the sign of its type, and its name."""
    x, y, width, radius = box.x, box.y, box.width, min(10.0, height / 3)
    scene.path(
        f"M{number(x)},{number(y + radius)} a{radius},{radius} 0 0 1 {radius},-{radius} h{number(width - 2 * radius)}"
        f" a{radius},{radius} 0 0 1 {radius},{radius} v{number(height - radius)} h{number(-width)}Z",
        shown.colour,
    )
    middle, disc = y + height / 2, height * 0.39
    scene.circle(x + disc + 5, middle, disc, WHITE)
    scene.icon(f"glyph_{shown.face.look.glyph}", x + disc + 5, middle, disc * 1.45, shown.colour)
    left = x + 2 * disc + 10
    counted = draw_count(scene, shown.count, x + width - 5, middle) if shown.count > 1 else 0.0
    draw_name(scene, shown.face.name, left, middle, size, x + width - 5 - left - counted)


def draw_name(scene: Scene, name: str, x: float, y: float, size: float, room: float) -> None:
    """Write a name in white. A long one is smaller, or has two lines."""
    fitting = fitting_size(name, size, room)
    lines: tuple[str, ...] = (name,)
    parts = name.split()
    if fitting < size * MIN_SHARE and len(parts) > 1:
        halves = [(" ".join(parts[:at]), " ".join(parts[at:])) for at in range(1, len(parts))]
        lines = min(halves, key=lambda half: max(text_width(line, size, BOLD) for line in half))
        fitting = min(size * MIN_SHARE, *(fitting_size(line, size, room) for line in lines))
    top = y - (len(lines) - 1) * fitting * 0.46
    for at, line in enumerate(lines):
        scene.text(x, top + at * fitting * 0.92, line, fitting, weight=BOLD, colour=WHITE)


def draw_count(scene: Scene, count: int, right: float, y: float) -> float:
    """Draw the number of equal cards, left of a line. Return its width with a gap."""
    label = f"×{count}"
    width = text_width(label, 16, BOLD) + 12
    scene.rect(Box(right - width, y - 11, width, 22), WHITE, radius=11, stroke=PAPER_SOFT, stroke_width=1)
    scene.text(right - width / 2, y, label, 16, weight=BOLD, colour=PAPER_INK, anchor="middle")
    return width + 4


def _icon_lines(part: Part, width: float) -> list[Signs]:
    """Return the lines of icons: a long one goes on in a new line, best after an arrow or before a slash.

    The first line has less room: the chip stands before it. Icons may shrink a little before a line is broken.
    """
    room = width - 2 * PAD
    icons, lines, left = part.icons, list[Signs](), room - text_width(part.label.upper(), CHIP, BOLD) - 22
    if icons and left < signs_width(icons[:1], ICON):
        lines, left = [()], room
    while signs_width(icons, ICON) > left * MAX_CROWDING:
        fitting = [at for at in range(1, len(icons)) if signs_width(icons[:at], ICON) <= left]
        good = [at for at in fitting if icons[at - 1].kind == "arrow" or icons[at].name in ("/", "×")]
        at = (good or fitting or [1])[-1]
        if at >= len(icons):
            break
        lines.append(icons[:at])
        icons, left = icons[at:], room
    return [*lines, icons]


def _draw_part(scene: Scene, part: Part, x: float, y: float, width: float, chip: float) -> float:
    """Draw an ability: its icons, the first ones after a chip of this width, and its words. Return the height below."""
    left = x + PAD
    for at, icons in enumerate(_icon_lines(part, width)):
        start = left if at else left + chip + 8
        draw_signs(scene, icons, start, y + ICON_LINE / 2, ICON, room=x + width - PAD - start)
        y += ICON_LINE
    size, lines = word_lines(part.words, width - 2 * PAD)
    for line in lines:
        scene.text(left, y + size * LEADING / 2, line, size, colour=PAPER_INK, room=width - 2 * PAD)
        y += size * LEADING
    return y + 5


def draw_strip(scene: Scene, shown: Shown, box: Box, labels: Labels) -> None:
    """Draw the price of a card, or the action that it is played with, at its lower edge."""
    bottom, face = box.y + box.height, shown.face
    top, middle = bottom - STRIP + 3, bottom - STRIP / 2 + 1
    scene.path(
        f"M{number(box.x)},{number(top)} h{number(box.width)} v{number(STRIP - 13)} a10,10 0 0 1 -10,10"
        f" h{number(20 - box.width)} a10,10 0 0 1 -10,-10Z",
        STRIP_PAPER,
    )
    label = labels.corner if face.corner else labels.cost
    room = box.width * 0.36
    width = scene.text(box.x + PAD, middle, label.upper(), 16, weight=BOLD, colour=PAPER_SOFT, room=room)
    left = box.x + PAD + width + 9
    if face.corner:
        draw_signs(scene, (disc_sign(looks().tiles[face.corner]),), left, middle, 23)
        room = box.x + box.width - left - 34
        scene.text(left + 29, middle, labels.tiles[face.corner], 18, weight=BOLD, colour=PAPER_INK, room=room)
    else:
        draw_signs(scene, face.price or (Sign("text", "0"),), left, middle, 23, room=box.x + box.width - left - 8)


def draw_tray(scene: Scene, shown: Shown, box: Box, labels: Labels) -> None:
    """Draw the states of a card and the goods on it, from the right."""
    right, middle = box.x + box.width - 6, box.y + box.height / 2 - 2
    states = (
        (shown.is_used and not shown.is_action_used, labels.used, USED),
        (shown.is_invaded, labels.invaded, INVADED),
        (shown.is_chosen, labels.chosen, "#447A32"),
    )
    for is_shown, label, colour in states:
        if is_shown:
            width = text_width(label.upper(), CHIP, BOLD) + 14
            right -= width
            draw_when(scene, label, colour, right, middle)
            right -= 6
    if shown.goods:
        width = min(signs_width(shown.goods, 21) + 12, right - box.x - 8)
        right -= width
        scene.rect(Box(right, middle - 12, width, 25), GOODS_PAPER, radius=8, stroke="#B99D62", stroke_width=1.2)
        draw_signs(scene, shown.goods, right + 6, middle + 0.5, 21, room=width - 12)


# --- fields ---------------------------------------------------------------------------------------------------------


def draw_field(scene: Scene, shown: Shown, box: Box, labels: Labels) -> None:
    """Draw a field of one's own: its name and what it yields, at the left of its upgrades."""
    scene.rect(Box(box.x + 1, box.y + 3, box.width, box.height), scene.theme.line, radius=10)
    scene.rect(box, shown.paper, radius=10, stroke=PAPER_RIM, stroke_width=1)
    draw_head(scene, shown, box, 28, 19)
    middle = box.y + 28 + (box.height - 28) / 2
    width = draw_signs(scene, shown.face.goods, box.x + 14, middle, 27, room=box.width * 0.4)
    if shown.is_used:
        draw_when(scene, labels.used, USED, box.x + 22 + width, middle)


def draw_upgrade(scene: Scene, shown: Shown, box: Box) -> None:
    """Draw an upgrade on its field: a small card with what it adds."""
    scene.rect(box, PAPER, radius=8, stroke=shown.colour, stroke_width=2)
    signs = (Sign("text", "+"), *shown.face.goods)
    middle = box.y + box.height / 2
    draw_signs(scene, signs, box.x + box.width / 2, middle, 22, room=box.width - 8, anchor="middle")
