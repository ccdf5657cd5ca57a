"""A scene: shapes, text, icons and places, in drawing order. The SVG writer turns it into a picture.

Every place is a group with a name, what it holds, and a text that describes it. Highlights are layers above everything.
The scene has the box of each line of text, so tests find text that overlaps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from html import escape
from typing import Final, Literal

from msgspec import Struct

from referee_service.pictures.geometry import Box, Point, number, rounded_polygon
from referee_service.pictures.palette import BLACK, SEAT_SHAPES, Theme, mix
from referee_service.pictures.typeface import (
    BASELINE,
    BOLD,
    LEADING,
    REGULAR,
    fitting_size,
    name_lines,
    text_width,
    wrap_text,
)

Anchor = Literal["start", "middle", "end"]
Mark = Literal["can", "minor", "chosen", "last"]
"""How a place is highlighted: it can be touched, only minor actions touch it, it is chosen, or it changed with the last
move.
"""

THIN: Final = 2.5
"""Width of a stroke up to which it is a rim."""
PIPS: Mapping[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""The pips of a die, in quarters of its side from the middle."""


class TextBox(Struct, frozen=True):
    """A line of text and the box that it fills."""

    text: str
    box: Box


class PlaceBox(Struct, frozen=True):
    """A place as it is drawn: its outline, its box, what it holds, and its description."""

    name: str
    shape: str
    box: Box
    holds: str
    alt: str


class Scene:
    """One picture in progress.

    `marks` has the highlight of each place that can be touched or is chosen. `highlights.py` draws the rings when all
    places are drawn. `prefix` keeps the ids of two pictures on one page apart.
    """

    def __init__(
        self,
        theme: Theme,
        *,
        width: float,
        prefix: str = "p",
        marks: Mapping[str, Mark] | None = None,
    ) -> None:
        self.theme, self.width, self.height, self.prefix = theme, width, 0.0, prefix
        self.marks = marks or {}
        self.elements: list[str] = []
        self.highlights: list[str] = []
        self.keys: list[str] = []
        self.icons: dict[str, None] = {}
        self.symbols: dict[str, str] = {}
        self.places: dict[str, PlaceBox] = {}
        self.outlines: dict[str, str] = {}
        self.texts: list[TextBox] = []
        self.weights: set[int] = set()

    # --- shapes -------------------------------------------------------------------------------------------------------

    def rect(
        self, box: Box, fill: str, *, radius: float = 0.0, stroke: str = "", stroke_width: float = 2.0, dashes: str = ""
    ) -> None:
        """Draw a rectangle on whole units, so that its edges are sharp.

        A thin rim is drawn as two filled rectangles, which the renderer draws faster than a stroke.
        """
        box = box.snapped()
        is_rim = stroke and stroke_width <= THIN and fill != "none" and not dashes
        if is_rim and min(box.width, box.height) > 2 * stroke_width:
            self._filled(box, stroke, radius)
            self._filled(box.inset(stroke_width), fill, max(0.0, radius - stroke_width))
        else:
            self._filled(box, fill, radius, _stroke(stroke, stroke_width, dashes))

    def _filled(self, box: Box, fill: str, radius: float, stroke: str = "") -> None:
        self.elements.append(
            f'<rect x="{number(box.x)}" y="{number(box.y)}" width="{number(box.width)}" height="{number(box.height)}"'
            f' rx="{number(radius)}" fill="{fill}"{stroke}/>'
        )

    def circle(
        self, x: float, y: float, radius: float, fill: str, *, stroke: str = "", stroke_width: float = 2.0
    ) -> None:
        """Draw a circle around a point."""
        self.elements.append(
            f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{fill}"'
            f"{_stroke(stroke, stroke_width)}/>"
        )

    def path(
        self, data: str, fill: str = "none", *, stroke: str = "", stroke_width: float = 2.0, dashes: str = ""
    ) -> None:
        """Draw a path."""
        self.elements.append(f'<path d="{data}" fill="{fill}"{_stroke(stroke, stroke_width, dashes)}/>')

    def icon(self, name: str, x: float, y: float, size: float, colour: str = "") -> None:
        """Draw an icon around a point, in one colour."""
        self.icons[name] = None
        self.elements.append(
            f'<use href="#{self.prefix}-{name}" transform="translate({number(x)} {number(y)}) scale({size / 24:.3f})"'
            f' color="{colour or self.theme.ink}"/>'
        )

    def symbol(self, name: str, markup: str) -> None:
        """Define a drawing of the game that `use` repeats. Its id begins with the prefix of the scene."""
        self.symbols.setdefault(name, markup)

    def use(self, name: str, x: float, y: float, scale: float) -> None:
        """Draw a defined drawing around a point."""
        self.elements.append(f'<use href="#{name}" transform="translate({number(x)} {number(y)}) scale({scale:.3f})"/>')

    # --- text ---------------------------------------------------------------------------------------------------------

    def text(
        self,
        x: float,
        y: float,
        text: str | int,
        size: float,
        *,
        weight: int = REGULAR,
        colour: str = "",
        anchor: Anchor = "start",
        room: float = 0.0,
    ) -> float:
        """Write a line whose middle is at a height. Return its width. With `room`, it shrinks until it fits."""
        line = str(text)
        if room:
            size = fitting_size(line, size, room, weight)
        width = text_width(line, size, weight)
        left = x - (width / 2 if anchor == "middle" else width if anchor == "end" else 0)
        self.weights.add(weight)
        self.texts.append(TextBox(line, Box(left, y - size * 0.36, width, size * 0.72)))
        anchored = "" if anchor == "start" else f' text-anchor="{anchor}"'
        weighted = "" if weight == REGULAR else f' font-weight="{weight}"'
        self.elements.append(
            f'<text x="{number(x)}" y="{number(y + size * BASELINE)}" font-size="{number(size)}"{weighted}{anchored}'
            f' fill="{colour or self.theme.ink}">{escape(line)}</text>'
        )
        return width

    def paragraph(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        room: float,
        *,
        weight: int = REGULAR,
        colour: str = "",
        anchor: Anchor = "start",
    ) -> float:
        """Write wrapped lines below a height. Return the height below the last one."""
        for line in wrap_text(text, size, room, weight):
            self.text(x, y + size * LEADING / 2, line, size, weight=weight, colour=colour, anchor=anchor, room=room)
            y += size * LEADING
        return y

    def name(self, x: float, y: float, name: str, size: float, room: float, colour: str) -> float:
        """Write the name of a player around a height: in one line, or in two smaller ones if it is long.

        Return the width of the longest line.
        """
        lines = name_lines(name, size, room)
        if len(lines) > 1:
            size = min(fitting_size(line, size * 0.8, room) for line in lines)
        top = y - (len(lines) - 1) / 2 * size * 1.04
        return max(
            self.text(x, top + at * size * 1.04, line, size, weight=BOLD, colour=colour, room=room)
            for at, line in enumerate(lines)
        )

    # --- pieces that several games have -------------------------------------------------------------------------------

    def seat_colour(self, seat: int) -> str:
        """Return the colour of a seat."""
        return self.theme.seats[seat]

    def seat_mark(self, seat: int, x: float, y: float, size: float, *, rim: str = "", fill: str = "") -> None:
        """Draw the sign of a seat: a shape of its own in its colour."""
        radius, colour, shape = size / 2, fill or self.seat_colour(seat), SEAT_SHAPES[seat]
        width = 3.0
        if shape == "circle":
            self.circle(x, y, radius * 0.94, colour, stroke=rim, stroke_width=width)
        elif shape == "square":
            box = Box(x - radius * 0.84, y - radius * 0.84, radius * 1.68, radius * 1.68)
            self.rect(box, colour, radius=radius * 0.25, stroke=rim, stroke_width=width)
        else:
            up, side, down = (1.06, 1.06, 0.84) if shape == "triangle" else (1.14, 1.14, 0.0)
            corners = [(x, y - radius * up), (x + radius * side, y + radius * down)]
            corners += [(x, y + radius * 1.14)] if shape == "diamond" else []
            corners += [(x - radius * side, y + radius * down)]
            self.path(rounded_polygon(corners, radius * 0.2), colour, stroke=rim, stroke_width=width)

    def die(self, x: float, y: float, size: float, value: int, fill: str, ink: str) -> None:
        """Draw a die around a point."""
        half, radius = size / 2, size * 0.22
        self.rect(Box(x - half, y - half + size * 0.075, size, size), mix(fill, BLACK, 0.34), radius=radius)
        self.rect(
            Box(x - half, y - half, size, size), fill, radius=radius, stroke=mix(fill, BLACK, 0.28), stroke_width=1.5
        )
        for across, down in PIPS[value]:
            self.circle(x + across * size * 0.26, y + down * size * 0.26, size * 0.1, ink)

    def missing_die(self, x: float, y: float, size: float) -> None:
        """Draw the outline of a die that is used."""
        box = Box(x - size / 2, y - size / 2, size, size)
        self.rect(box, "none", radius=size * 0.22, stroke=self.theme.line, stroke_width=2.5, dashes="5 4")

    def count_badge(self, x: float, y: float, count: int, *, radius: float = 12.0) -> None:
        """Draw a number in a circle, for several equal pieces."""
        self.circle(x, y, radius, self.theme.ink, stroke=self.theme.panel, stroke_width=radius * 0.2)
        self.text(x, y, count, radius * 1.58, weight=700, colour=self.theme.panel, anchor="middle", room=radius * 1.7)

    # --- places -------------------------------------------------------------------------------------------------------

    @contextmanager
    def place(
        self, name: str, box: Box, *, alt: str, holds: str = "", outline: str = "", shape: str = "rect"
    ) -> Iterator[None]:
        """Draw the pieces of a place in a group. Its highlight follows the outline, or the box if there is none.

        The group names both, so that a page can draw rings of its own and knows where the place may be touched.
        """
        mark = self.marks.get(name)
        shown = "can minor" if mark == "minor" else mark
        self.places[name] = PlaceBox(name, shape, box, holds, alt)
        self.outlines[name] = outline or _box_outline(box)
        held = f' data-holds="{escape(holds)}"' if holds else ""
        active = f' class="place {shown}" role="button" tabindex="0"' if mark else ' class="place"'
        drawn = f' data-outline="{outline}"' if outline else f' data-box="{_box_numbers(box)}"'
        self.elements.append(f'<g data-place="{escape(name)}"{held}{drawn}{active}><title>{escape(alt)}</title>')
        yield
        self.elements.append("</g>")


def _stroke(colour: str, width: float, dashes: str = "") -> str:
    if not colour:
        return ""
    dashed = f' stroke-dasharray="{dashes}" stroke-linecap="round"' if dashes else ""
    return f' stroke="{colour}" stroke-width="{number(width)}" stroke-linejoin="round"{dashed}'


def _box_numbers(box: Box) -> str:
    return " ".join(map(number, (box.x, box.y, box.width, box.height)))


def _box_outline(box: Box) -> str:
    left, top, right, bottom = box.x - 3, box.y - 3, box.x + box.width + 3, box.y + box.height + 3
    return rounded_polygon([(left, top), (right, top), (right, bottom), (left, bottom)], 11)
