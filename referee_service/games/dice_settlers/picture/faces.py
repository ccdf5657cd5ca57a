"""What tiles and technologies show in a picture, without the pieces of a position: points, abilities and prices."""

from __future__ import annotations

from typing import Final

from referee_service.pictures.geometry import Box
from referee_service.pictures.palette import WHITE, mix
from referee_service.pictures.typeface import BOLD, text_width

from ..content.schema import TechnologyRow, TileRow
from .pieces import LABEL, LABEL_INK, Part, Pieces

SMALL_RADIUS: Final = 42.0
"""Radius below which a tile shows no number."""
SEAL_WIDTH: Final = 44.0
UPPER: Final = 0.27
"""Middle of the upper line of a technology, in shares of its height."""
LOWER: Final = 0.755


class Faces(Pieces):
    """Draws what is printed on tiles and technologies."""

    def tile_marks(self, row: TileRow, x: float, y: float, radius: float, *, is_over: bool = False) -> None:
        """Draw points, ability and number of a tile. An ability that is over is pale."""
        if radius >= SMALL_RADIUS:
            self._number(row, x, y, radius)
        self._points(row, x, y, radius)
        self._ability(row, x, y, radius, is_over=is_over)

    def _number(self, row: TileRow, x: float, y: float, radius: float) -> None:
        """Draw the number of a tile on a plate at its upper left side."""
        look, size = self.looks.terrains[row.terrain], max(16.0, radius * 0.22)
        label = row.id.rpartition("_")[2].lstrip("0")
        width, high = text_width(label, size) + size * 0.4, size * 1.05
        left = x - radius * 0.79
        plate = mix(look.fill, WHITE, 0.55)
        self.scene.rect(Box(left, y - radius * 0.42 - high / 2, width, high), plate, radius=size * 0.3)
        self.scene.text(left + width / 2, y - radius * 0.42, label, size, colour=LABEL_INK, anchor="middle")

    def _points(self, row: TileRow, x: float, y: float, radius: float) -> None:
        """Draw the points of the first and the second side."""
        if not (row.first or row.second):
            return
        scene, wide = self.scene, radius * 0.76
        rim = mix(self.looks.terrains[row.terrain].ink, self.looks.terrains[row.terrain].fill, 0.5)
        box = Box(x - wide / 2, y - radius * 0.73, wide, radius * 0.36)
        scene.rect(box, LABEL, radius=radius * 0.15, stroke=rim, stroke_width=1.2)
        middle = y - radius * 0.55
        scene.text(x - radius * 0.17, middle, row.first, radius * 0.36, weight=BOLD, colour=LABEL_INK, anchor="middle")
        scene.text(x + radius * 0.02, middle, "/", radius * 0.28, colour="#5E5A52", anchor="middle")
        scene.text(x + radius * 0.2, middle, row.second, radius * 0.33, colour="#5E5A52", anchor="middle")

    def _ability(self, row: TileRow, x: float, y: float, radius: float, *, is_over: bool) -> None:
        """Draw the ability as a formula. One that is over is pale."""
        parts = self.tile_formula(row)
        if not parts:
            return
        look, size = self.looks.terrains[row.terrain], radius * 0.3
        width = self.formula_width(parts, size)
        if width > radius * 1.3:
            size *= radius * 1.3 / width
            width = radius * 1.3
        box = Box(x - width / 2 - radius * 0.07, y + radius * 0.34, width + radius * 0.14, radius * 0.35)
        fill = mix(look.fill, WHITE, 0.35) if is_over else LABEL
        self.scene.rect(box, fill, radius=radius * 0.14, stroke=mix(look.ink, look.fill, 0.5), stroke_width=1.2)
        ink = mix(LABEL_INK, look.fill, 0.25) if is_over else LABEL_INK
        self.formula(parts, x - width / 2, y + radius * 0.515, size, ink)

    def technology_face(self, name: str, box: Box) -> None:
        """Draw a technology: its points on the colour of its type, its name, its effect and its price."""
        scene, row, theme = self.scene, self.tables.technologies[name].row, self.theme
        scene.rect(box, theme.panel, radius=10, stroke=theme.line if theme.name == "dark" else "", stroke_width=1.5)
        scene.rect(Box(box.x, box.y, SEAL_WIDTH, box.height), self.looks.seals[row.seal], radius=10)
        scene.rect(Box(box.x + 30, box.y, 14, box.height), self.looks.seals[row.seal])
        middle = box.y + box.height / 2
        scene.text(box.x + 22, middle, row.points, 28, weight=BOLD, colour=WHITE, anchor="middle")
        upper, lower = box.y + box.height * UPPER, box.y + box.height * LOWER
        parts = self.technology_formula(row)
        width = self.formula_width(parts, 21)
        self.formula(parts, box.x + box.width - 12 - width, upper, 21, theme.ink)
        scene.text(box.x + 54, upper, self.context.piece(name), 21, weight=BOLD, room=box.width - 54 - 24 - width)
        self.formula(_price(row), box.x + 54, lower, 20, theme.soft)


def _price(row: TechnologyRow) -> tuple[Part, ...]:
    """Return the price of a technology: research symbols, tokens, and the terrains where its owner must be."""
    gap = Part("gap", "")
    tokens = [Part("token", token) for token, count in row.tokens.items() for _ in range(count)]
    terrains = [Part("terrain", terrain) for terrain in row.terrains]
    return (Part("icon", "research"), Part("sign", str(row.research)), gap, *tokens, gap, *terrains)
