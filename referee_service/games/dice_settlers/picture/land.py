"""The map in a picture: tiles with points, tents, houses and abilities, spots for new tiles, and tiles to choose."""

from __future__ import annotations

import math
from typing import Final

from referee_service.pictures.geometry import Box, hexagon, rounded_polygon
from referee_service.pictures.palette import WHITE, mix
from referee_service.pictures.typeface import BOLD

from ..content.schema import TileRow
from ..state import NO_SIDE, MapTile
from .pieces import LABEL, LABEL_INK, Pieces

MAX_RADIUS: Final = 78.0
SMALL_RADIUS: Final = 48.0
"""Radius below which a tile shows no number."""
_ACROSS: Final = math.sqrt(3)

Cell = tuple[int, int]


class Land(Pieces):
    """Draws the map."""

    def map(self, box: Box, spots: tuple[Cell, ...]) -> None:
        """Draw the map as large as the box allows, with the spots where a tile may be laid."""
        cells = [(tile.q, tile.r) for tile in self.view.map] + list(spots)
        if not cells:
            return
        across, down = [q + r / 2 for q, r in cells], [r for _, r in cells]
        wide, high = (max(across) - min(across) + 1) * _ACROSS, (max(down) - min(down)) * 1.5 + 2
        radius = min(box.width / wide, box.height / high, MAX_RADIUS)
        left = box.x + box.width / 2 - (max(across) + min(across)) / 2 * _ACROSS * radius
        top = box.y + box.height / 2 - (max(down) + min(down)) / 2 * 1.5 * radius

        def middle(q: int, r: int) -> tuple[float, float]:
            return left + _ACROSS * radius * (q + r / 2), top + 1.5 * radius * r

        for tile in self.view.map:
            self.map_tile(tile, *middle(tile.q, tile.r), radius)
        for q, r in spots:
            self._spot(q, r, *middle(q, r), radius)

    def map_tile(self, tile: MapTile, x: float, y: float, radius: float, prefix: str = "map") -> None:
        """Draw a tile: its ground, its rim in the colour of the side that controls it, and its pieces."""
        scene, row = self.scene, self.tables.tiles[tile.tile].row
        box = Box(x - radius * 0.86, y - radius, radius * 1.72, radius * 2)
        alt = self.alt("tile", tile=tile.tile, terrain=row.terrain)
        outline = hexagon(x, y, radius * (0.91 if prefix == "map" else 1.05))
        place = f"{prefix}.{tile.tile}"
        with scene.place(place, box, alt=alt, holds=tile.tile, outline=outline, shape="hex"):
            self.land(row.terrain, x, y, radius)
            side = controlling_side(tile)
            if side != NO_SIDE:
                scene.path(hexagon(x, y, radius * 0.895), stroke=self.theme.edge, stroke_width=radius * 0.115)
                scene.path(hexagon(x, y, radius * 0.905), stroke=scene.seat_colour(side), stroke_width=radius * 0.075)
            self._points(row, x, y, radius)
            self._ability(row, x, y, radius)
            if radius >= SMALL_RADIUS:
                number, ink = tile.tile.rpartition("_")[2].lstrip("0"), self.looks.terrains[row.terrain].ink
                scene.text(x - radius * 0.62, y - radius * 0.24, number, 15, colour=ink, anchor="middle")
        self._pieces(tile, place, x, y, radius)

    def _points(self, row: TileRow, x: float, y: float, radius: float) -> None:
        """Draw the points of the first and the second side."""
        if not (row.first or row.second):
            return
        scene, wide = self.scene, radius * 0.86
        rim = mix(self.looks.terrains[row.terrain].ink, self.looks.terrains[row.terrain].fill, 0.5)
        box = Box(x - wide / 2, y - radius * 0.76, wide, radius * 0.37)
        scene.rect(box, LABEL, radius=radius * 0.15, stroke=rim, stroke_width=1.2)
        middle = y - radius * 0.575
        scene.text(x - radius * 0.16, middle, row.first, radius * 0.35, weight=BOLD, colour=LABEL_INK, anchor="middle")
        scene.text(x + radius * 0.04, middle, "/", radius * 0.28, colour="#5E5A52", anchor="middle")
        scene.text(x + radius * 0.23, middle, row.second, radius * 0.3, colour="#5E5A52", anchor="middle")

    def _ability(self, row: TileRow, x: float, y: float, radius: float) -> None:
        """Draw the ability as a formula. That of a placement is pale, because it is over."""
        parts = self.tile_formula(row)
        if not parts:
            return
        look, size = self.looks.terrains[row.terrain], radius * 0.3
        width, is_over = self.formula_width(parts, size), row.ability == "placement"
        if width > radius * 1.3:
            size *= radius * 1.3 / width
            width = radius * 1.3
        box = Box(x - width / 2 - radius * 0.07, y + radius * 0.34, width + radius * 0.14, radius * 0.35)
        fill = mix(look.fill, WHITE, 0.35) if is_over else LABEL
        self.scene.rect(box, fill, radius=radius * 0.14, stroke=mix(look.ink, look.fill, 0.5), stroke_width=1.2)
        ink = mix(LABEL_INK, look.fill, 0.25) if is_over else LABEL_INK
        self.formula(parts, x - width / 2, y + radius * 0.515, size, ink)

    def _pieces(self, tile: MapTile, place: str, x: float, y: float, radius: float) -> None:
        """Draw the house and the tents of each side in a row."""
        scene = self.scene
        tents = [(side, count) for side, count in enumerate(tile.tents) if count]
        total = len(tents) + (tile.house != NO_SIDE)
        step = radius * (0.68 if total < 3 else 1.5 / total)
        size = min(radius * 0.64, step * 0.95)
        left, middle = x - (total - 1) * step / 2, y + radius * 0.0
        if tile.house != NO_SIDE:
            box = Box(left - size / 2, middle - size / 2, size, size)
            with scene.place(f"{place}.house", box, alt=self.alt("house", side=self.side_name(tile.house))):
                self.house(tile.house, left, middle, size * 0.98)
            left += step
        for side, count in tents:
            high = size * 0.46
            outline = rounded_polygon(
                [
                    (left, middle - high - 15),
                    (left + size * 0.66, middle + high + 6),
                    (left - size * 0.66, middle + high + 6),
                ],
                8,
            )
            box = Box(left - size * 0.5, middle - high, size, size * 0.92)
            alt = self.alt("tents", count=count, side=self.side_name(side))
            with scene.place(f"{place}.tents.{side}", box, alt=alt, outline=outline):
                self.tent(side, count, left, middle, size)
            left += step

    def _spot(self, q: int, r: int, x: float, y: float, radius: float) -> None:
        scene = self.scene
        box = Box(x - radius * 0.8, y - radius * 0.9, radius * 1.6, radius * 1.8)
        outline = hexagon(x, y, radius * 0.92)
        with scene.place(f"spot.{q}.{r}", box, alt=self.alt("spot", q=q, r=r), outline=outline, shape="hex"):
            scene.path(
                hexagon(x, y, radius * 0.9), self.theme.well, stroke=self.theme.line, stroke_width=2, dashes="7 6"
            )
            scene.icon("plus", x, y, radius * 0.5, self.theme.signal)

    def side_name(self, side: int) -> str:
        """Return the name of a player, or of the printed Bot."""
        return self.context.player(side) if side < len(self.view.players) else self.context.piece("bot")


def controlling_side(tile: MapTile) -> int:
    """Return the side that alone controls a tile in the picture: by its house, or by most tents."""
    if tile.house != NO_SIDE:
        return tile.house
    most = max(tile.tents, default=0)
    leaders = [side for side, count in enumerate(tile.tents) if count == most and most]
    return leaders[0] if len(leaders) == 1 else NO_SIDE
