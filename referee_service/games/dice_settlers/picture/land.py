"""The map in a picture: tiles with points, tents, houses and abilities, spots for new tiles, and tiles to choose."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from referee_service.kernel.hexes import Hex
from referee_service.kernel.text_table import TextContext
from referee_service.pictures.geometry import Box, hexagon, rounded_polygon
from referee_service.pictures.scene import Scene

from ..content.schema import TileRow
from ..places import tile_to_lay, tiles_in_hand
from ..state import NO_SIDE, MapTile, State, is_bot, side_name
from .faces import Faces

MAX_RADIUS: Final = 112.0
SMALL_MAP: Final = 60.0
"""Radius of tiles below which a map of many tiles may be turned."""
TURN_GAIN: Final = 1.15
"""How much larger tiles must be on a map that is turned."""
TURN_STEP: Final = 4
"""Number of tiles after which the map may turn again."""
HAND_RADIUS: Final = (58.0, 84.0)
"""Least and largest radius of the tiles beside the map."""
_ACROSS: Final = math.sqrt(3)


class Land(Faces):
    """Draws the map of one view into a scene."""

    def __init__(self, scene: Scene, view: State, context: TextContext) -> None:
        super().__init__(scene, view.pack, context)
        self.view = view

    def who(self, side: int) -> str:
        """Return the name of the player of a side, or the id of the printed Bot, whose name has an article."""
        return f"side_{side_name(self.view, side)}" if is_bot(self.view, side) else self.context.player(side)

    def side_name(self, side: int) -> str:
        """Return the name of a player, or of the printed Bot."""
        return self.context.piece(self.who(side))

    def map(self, box: Box, spots: tuple[Hex, ...], turns: int = 0) -> None:
        """Draw the map as large as the box allows, cells for a tile to lay, and the tiles beside the map."""
        hand = tiles_in_hand(self.view)
        cells = tuple(turned(cell, turns) for cell in (*map_cells(self.view), *spots))
        if not cells:
            self._offer(hand, box)
            return
        if hand:
            box = Box(box.x, box.y, box.width - self._hand(hand, box, fitting_radius(cells, box)), box.height)
        radius = fitting_radius(cells, box)
        across, down = [q + r / 2 for q, r in cells], [r for _, r in cells]
        left = box.x + box.width / 2 - (max(across) + min(across)) / 2 * _ACROSS * radius
        top = box.y + box.height / 2 - (max(down) + min(down)) / 2 * 1.5 * radius
        middles = [(left + _ACROSS * radius * (q + r / 2), top + 1.5 * radius * r) for q, r in cells]
        laid = len(self.view.map)
        for (q, r), (x, y) in zip(spots, middles[laid:], strict=True):
            self._spot(q, r, x, y, radius)
        for tile, (x, y) in zip(self.view.map, middles[:laid], strict=True):
            self.map_tile(tile, x, y, radius)

    def _offer(self, tiles: tuple[str, ...], box: Box) -> None:
        """Draw the tiles of the draft in the middle of the empty map."""
        step = min(MAX_RADIUS * 1.9, box.width / max(1, len(tiles)))
        for at, tile in enumerate(tiles):
            x = box.x + box.width / 2 + (at - (len(tiles) - 1) / 2) * step
            self.map_tile(MapTile(tile, 0, 0, ()), x, box.y + box.height / 2, step / 1.9, prefix="hand")

    def _hand(self, tiles: tuple[str, ...], box: Box, most: float) -> float:
        """Draw the tiles beside the map in columns at its right end, under a word. Return the width of the columns.

        They are not much larger than `most`, the radius of tiles on the map.
        """
        rows, (least, largest) = min(3, len(tiles)), HAND_RADIUS
        columns, radius = (len(tiles) + rows - 1) // rows, least if rows == 3 else max(least, min(largest, most))
        step = radius * 1.9
        word = self.caption("to_lay" if tile_to_lay(self.view) else "offer")
        left, wide = box.x + box.width - columns * step, columns * step + 14
        top = box.y + box.height / 2 - (rows - 1) * radius * 1.06 + 8
        self.scene.text(
            left + (wide - 14) / 2, top - radius - 24, word, 19, colour=self.theme.soft, anchor="middle", room=wide
        )
        for at, tile in enumerate(tiles):
            x, y = left + step / 2 + at // rows * step, top + at % rows * radius * 2.12
            self.map_tile(MapTile(tile, 0, 0, ()), x, y, radius, prefix="hand")
        return wide

    def map_tile(self, tile: MapTile, x: float, y: float, radius: float, prefix: str = "map") -> None:
        """Draw a tile: its ground, its rim in the colour of the side that controls it, and its pieces."""
        scene, row = self.scene, self.tables.tiles[tile.tile].row
        # The box lies inside the tile, and so does the number of an action: between two tiles it could mean both.
        box = Box(x - radius * 0.72, y - radius * 0.9, radius * 1.44, radius * 1.8)
        side = controlling_side(tile)
        owner = None if side == NO_SIDE else self.who(side)
        alt = self.described("tile", tile.tile, tile=tile.tile, who=owner)
        outline = hexagon(x, y, radius * (0.94 if prefix == "map" else 1.03))
        place = f"{prefix}.{tile.tile}"
        with scene.place(place, box, alt=alt, holds=tile.tile, outline=outline, shape="hex"):
            self.land(row.terrain, x, y, radius)
            if side != NO_SIDE:
                scene.path(hexagon(x, y, radius * 0.895), stroke=self.theme.edge, stroke_width=radius * 0.115)
                scene.path(hexagon(x, y, radius * 0.905), stroke=scene.seat_colour(side), stroke_width=radius * 0.075)
            is_over = prefix == "map" and self._is_used_up(row, tile.tile)
            self.tile_marks(row, x, y, radius, is_over=is_over)
        self._pieces(tile, place, x, y, radius)

    def _is_used_up(self, row: TileRow, tile: str) -> bool:
        """Return whether an ability worked once when its tile was laid, or the active player has used it this round."""
        view = self.view
        is_used = not is_bot(view, view.active_side) and tile in view.active_player.used_factories
        return row.ability == "placement" or is_used

    def _pieces(self, tile: MapTile, place: str, x: float, y: float, radius: float) -> None:
        """Draw the house and the tents of each side in a row."""
        scene = self.scene
        tents = [(side, count) for side, count in enumerate(tile.tents) if count]
        total = len(tents) + (tile.house != NO_SIDE)
        step = radius * (0.68 if total < 3 else (1.5 if total == 3 else 1.62) / total)
        size = min(radius * 0.64, step * (0.95 if total < 4 else 1.04))
        left, middle = x - (total - 1) * step / 2, y + radius * 0.03
        if tile.house != NO_SIDE:
            box = Box(left - size / 2, middle - size / 2, size, size)
            with scene.place(
                f"{place}.house", box, alt=self.alt("tile_house", tile=tile.tile, who=self.who(tile.house))
            ):
                self.house(tile.house, left, middle, size * 0.98)
            left += step
        for side, count in tents:
            high = size * 0.46
            outline = rounded_polygon(
                [
                    (left, middle - high - size * 0.24 - 3),
                    (left + size * 0.66, middle + high + 3),
                    (left - size * 0.66, middle + high + 3),
                ],
                8,
            )
            box = Box(left - size * 0.5, middle - high, size, size * 0.92)
            alt = self.alt("tile_tents", tile=tile.tile, count=count, who=self.who(side))
            with scene.place(f"{place}.tents.{side}", box, alt=alt, outline=outline):
                self.tent(side, count, left, middle, size)
            left += step

    def _spot(self, q: int, r: int, x: float, y: float, radius: float) -> None:
        """Draw a free cell. One where the tile may lie has a plus."""
        scene, theme, name = self.scene, self.theme, f"spot.{q}.{r}"
        box = Box(x - radius * 0.8, y - radius * 0.9, radius * 1.6, radius * 1.8)
        outline = hexagon(x, y, radius * 0.9)
        with scene.place(name, box, alt=self.alt("spot", q=q, r=r), outline=outline, shape="hex"):
            if name in scene.marks:
                scene.path(outline, theme.well)
                scene.icon("plus", x, y, radius * 0.5, theme.signal)
            else:
                scene.path(outline, stroke=theme.line, stroke_width=2, dashes="7 6")


def controlling_side(tile: MapTile) -> int:
    """Return the side that alone controls a tile in the picture: by its house, or by most tents."""
    if tile.house != NO_SIDE:
        return tile.house
    most = max(tile.tents, default=0)
    leaders = [side for side, count in enumerate(tile.tents) if count == most and most]
    return leaders[0] if len(leaders) == 1 else NO_SIDE


def map_cells(view: State) -> tuple[Hex, ...]:
    """Return the cells of the tiles on the map."""
    return tuple((tile.q, tile.r) for tile in view.map)


def turned(cell: Hex, turns: int) -> Hex:
    """Return a cell after turns of 60 degrees around the first tile."""
    q, r = cell
    for _ in range(turns):
        q, r = -r, q + r
    return q, r


def map_turns(view: State, box: Box) -> int:
    """Return how many times 60 degrees the map is turned: a high map of many tiles is larger if it lies on its side.

    Tiles since the last step do not count, so the map seldom turns.
    """
    cells = map_cells(view)
    cells = cells[: len(cells) // TURN_STEP * TURN_STEP]
    if not cells:
        return 0
    sizes = [fitting_radius([turned(cell, turns) for cell in cells], box) for turns in range(3)]
    largest = max(sizes)
    return sizes.index(largest) if sizes[0] < SMALL_MAP and largest > TURN_GAIN * sizes[0] else 0


def fitting_radius(cells: Sequence[Hex], box: Box) -> float:
    """Return the largest radius of tiles with which cells fit into a box."""
    across, down = [q + r / 2 for q, r in cells], [r for _, r in cells]
    wide, high = (max(across) - min(across) + 1) * _ACROSS, (max(down) - min(down)) * 1.5 + 2
    return min(box.width / wide, box.height / high, MAX_RADIUS)
