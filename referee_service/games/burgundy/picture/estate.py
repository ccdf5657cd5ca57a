"""Estates in a picture: districts as joined fields, tiles, and the kind and die of each empty space."""

from __future__ import annotations

import math
from typing import Final

from referee_service.pictures.geometry import Box, Point, hex_corners, hexagon, number, rounded_polygon
from referee_service.pictures.palette import mix
from referee_service.pictures.typeface import BOLD

from ..state import Player
from .pieces import SMALL_TILE, Pieces

ACROSS: Final = math.sqrt(3)
"""Width of a hex in shares of its radius."""


class Estates(Pieces):
    """Draws estates."""

    def estate(self, seat: int, player: Player, x: float, y: float, radius: float) -> None:
        """Draw an estate: districts as joined fields, tiles, and the number and kind of each empty space."""
        if not player.board:
            return
        scene, board = self.scene, self.tables.boards[player.board]
        middles = _space_middles(self.tables.pack.dice_pattern, x, y, radius)
        tints = {
            kind: mix(look.fill, scene.theme.panel, scene.theme.pale_share) for kind, look in self.looks.kinds.items()
        }
        for space, (at_x, at_y) in zip(board.spaces, middles, strict=True):
            scene.path(rounded_polygon(hex_corners(at_x, at_y, radius + 0.4), 1), tints[space.kind])
        self._district_borders(player.board, middles, radius)
        for at, (space, (at_x, at_y)) in enumerate(zip(board.spaces, middles, strict=True)):
            tile = player.estate[at] if player.estate else ""
            alt = (
                self.alt("space_tile", space=at, tile=tile)
                if tile
                else self.alt("space", space=at, kind=space.kind, die=board.numbers[at])
            )
            box = Box(at_x - radius * 0.86, at_y - radius * 0.9, radius * 1.72, radius * 1.8)
            outline = hexagon(at_x, at_y, radius * 0.88)
            with scene.place(f"estate.{seat}.{at}", box, alt=alt, holds=tile, outline=outline, shape="hex"):
                if tile:
                    self.tile(tile, at_x, at_y - radius * 0.03, radius * 0.885)
                else:
                    self._empty_space(space.kind, board.numbers[at], at_x, at_y, radius)

    def _empty_space(self, kind: str, die: int, x: float, y: float, radius: float) -> None:
        scene, look = self.scene, self.looks.kinds[kind]
        colour = mix(look.fill, scene.theme.ink, 0.45 if scene.theme.name == "light" else 0.25)
        scene.path(hexagon(x, y, radius * 0.9), mix(look.fill, scene.theme.panel, scene.theme.pale_share))
        if radius < SMALL_TILE:
            scene.icon(look.icon, x, y, radius * 0.72, colour)
            return
        scene.icon(look.icon, x, y - radius * 0.42, radius * 0.5, colour)
        scene.text(x, y + radius * 0.3, die, radius * 0.8, weight=BOLD, anchor="middle")

    def _district_borders(self, board: int, middles: list[Point], radius: float) -> None:
        """Draw thin seams inside districts and wide gaps between them."""
        spaces, thin, thick = self.tables.boards[board].spaces, "", ""
        for at, middle in enumerate(middles):
            corners = hex_corners(*middle, radius)
            for edge in range(6):
                (x1, y1), (x2, y2) = corners[edge], corners[(edge + 1) % 6]
                line = f"M{number(x1)},{number(y1)} L{number(x2)},{number(y2)} "
                beyond = ((x1 + x2) - middle[0], (y1 + y2) - middle[1])
                other = next((i for i, point in enumerate(middles) if math.dist(point, beyond) < radius / 2), None)
                if other is None or other not in spaces[at].district:
                    thick += line
                elif other > at:
                    thin += line
        panel = self.scene.theme.panel
        self.scene.path(thin, stroke=panel, stroke_width=radius * 0.045)
        self.scene.path(thick, stroke=panel, stroke_width=radius * 0.17)


def _space_middles(pattern: tuple[tuple[int, ...], ...], x: float, y: float, radius: float) -> list[Point]:
    """Return the middle of each space of an estate around a point, row by row."""
    middles, half = [], len(pattern) // 2
    for row, numbers in enumerate(pattern):
        for column in range(len(numbers)):
            across = column - (len(numbers) - 1) / 2
            middles.append((x + across * ACROSS * radius, y + 1.5 * radius * (row - half)))
    return middles
