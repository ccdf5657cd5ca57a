"""Estates in a picture: districts as joined fields, tiles, and the kind and die of each empty space."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from referee_service.pictures.geometry import Box, Point, hex_corners, hexagon, number, rounded_polygon
from referee_service.pictures.palette import mix
from referee_service.pictures.typeface import BOLD

from ..content.tables import Space
from ..state import Player
from .pieces import SMALL_TILE, Pieces

Pattern = tuple[tuple[int, ...], ...]
"""The die values of an estate, row by row."""
ACROSS: Final = math.sqrt(3)
"""Width of a hex in shares of its radius."""


class Estates(Pieces):
    """Draws estates."""

    def estate(self, seat: int, player: Player, x: float, y: float, radius: float) -> None:
        """Draw an estate: districts as joined fields, tiles, and the number and kind of each empty space."""
        if not player.board:
            return
        scene, spaces = self.scene, self.tables.boards[player.board].spaces
        self._fields(spaces, x, y, radius)
        middles = _space_middles(self.tables.pack.dice_pattern, x, y, radius)
        for at, (space, (at_x, at_y)) in enumerate(zip(spaces, middles, strict=True)):
            tile = player.estate[at] if player.estate else ""
            alt = (
                self.alt_of(seat, "space_tile", space=at, tile=tile)
                if tile
                else self.alt_of(seat, "space", space=at, kind=space.kind, die=space.number)
            )
            box = Box(at_x - radius * 0.76, at_y - radius * 0.88, radius * 1.52, radius * 1.76)
            outline = hexagon(at_x, at_y, radius * 0.88)
            with scene.place(f"estate.{seat}.{at}", box, alt=alt, holds=tile, outline=outline, shape="hex"):
                if tile:
                    self.tile(tile, at_x, at_y - radius * 0.03, radius * 0.885)
                else:
                    self._empty_space(space, at_x, at_y, radius)

    def board(self, number: int, x: float, y: float, radius: float) -> None:
        """Draw a board that no player has yet."""
        spaces = self.tables.boards[number].spaces
        self._fields(spaces, x, y, radius)
        middles = _space_middles(self.tables.pack.dice_pattern, x, y, radius)
        for space, (at_x, at_y) in zip(spaces, middles, strict=True):
            self._empty_space(space, at_x, at_y, radius)

    def _fields(self, spaces: tuple[Space, ...], x: float, y: float, radius: float) -> None:
        """Draw the ground of a board: thin seams inside districts, and wide gaps between them."""
        scene, panel = self.scene, self.scene.theme.panel
        fields, thin, thick = _field_outlines(spaces, self.tables.pack.dice_pattern, x, y, radius)
        for kind, outline in fields.items():
            scene.path(outline, mix(self.looks.kinds[kind].fill, panel, scene.theme.pale_share))
        scene.path(thin, stroke=panel, stroke_width=radius * 0.045)
        scene.path(thick, stroke=panel, stroke_width=radius * 0.17)

    def _empty_space(self, space: Space, x: float, y: float, radius: float) -> None:
        """Draw the kind and the die of an empty space. A small one has only the kind."""
        scene, look = self.scene, self.looks.kinds[space.kind]
        colour = mix(look.fill, scene.theme.ink, 0.45 if scene.theme.name == "light" else 0.25)
        if radius < SMALL_TILE:
            scene.icon(look.icon, x, y, radius * 0.78, colour)
            return
        scene.icon(look.icon, x, y - radius * 0.45, radius * 0.5, colour)
        scene.text(x, y + radius * 0.25, space.number, radius * 0.8, weight=BOLD, anchor="middle")


@lru_cache(maxsize=64)
def _field_outlines(
    spaces: tuple[Space, ...], pattern: Pattern, x: float, y: float, radius: float
) -> tuple[dict[str, str], str, str]:
    """Return the fields of each kind, the seams inside districts, and the borders of districts, as path data."""
    middles = _space_middles(pattern, x, y, radius)
    fields: dict[str, str] = {}
    thin = thick = ""
    for at, (space, middle) in enumerate(zip(spaces, middles, strict=True)):
        corners = hex_corners(*middle, radius)
        outline = rounded_polygon(hex_corners(*middle, radius + 0.4), 1)
        fields[space.kind] = fields.get(space.kind, "") + outline
        for edge in range(6):
            (x1, y1), (x2, y2) = corners[edge], corners[(edge + 1) % 6]
            line = f"M{number(x1)},{number(y1)} L{number(x2)},{number(y2)}"
            beyond = ((x1 + x2) - middle[0], (y1 + y2) - middle[1])
            other = next((i for i in space.touching if math.dist(middles[i], beyond) < radius / 2), None)
            if other is None or other not in space.district:
                thick += line
            elif other > at:
                thin += line
    return fields, thin, thick


def _space_middles(pattern: Pattern, x: float, y: float, radius: float) -> list[Point]:
    """Return the middle of each space of an estate around a point, row by row."""
    middles, half = [], len(pattern) // 2
    for row, numbers in enumerate(pattern):
        for column in range(len(numbers)):
            across = column - (len(numbers) - 1) / 2
            middles.append((x + across * ACROSS * radius, y + 1.5 * radius * (row - half)))
    return middles
