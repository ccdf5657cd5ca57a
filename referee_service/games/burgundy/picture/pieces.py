"""Pieces in a picture: tiles, goods, dice, stocks and names, in the looks of `looks.yaml`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec
from msgspec import Struct

from referee_service.kernel.components import component_texts
from referee_service.kernel.grammar import capitalized
from referee_service.kernel.rules import Fact
from referee_service.kernel.struct_types import prepare_type
from referee_service.kernel.text_table import TextContext
from referee_service.pictures.geometry import Box, hexagon
from referee_service.pictures.palette import BLACK, WHITE, mix
from referee_service.pictures.scene import Anchor, Scene
from referee_service.pictures.svg import known_icon
from referee_service.pictures.typeface import BOLD, name_lines, text_width

from ..components import components
from ..content.tables import PACKS
from ..state import Player

SMALL_TILE: Final = 24.0
"""Radius below which a tile shows its icon only."""
SMALL_GOODS: Final = 36.0
"""Width of goods below which their count lies beside them."""
STOCK_COLOURS: Final = {"silver": "#7C8794", "workers": "#9A6A2F"}
STOCK_ICONS: Final = {"silver": "silver", "workers": "worker"}


class Look(Struct, frozen=True):
    """The colours of a piece, and its icon."""

    fill: str
    ink: str
    icon: str = ""


@prepare_type
class Looks(Struct, frozen=True, forbid_unknown_fields=True):
    """How pieces look: `looks.yaml`."""

    kinds: dict[str, Look]
    goods: dict[str, Look]
    formulas: dict[str, tuple[str, ...]]


@cache
def looks() -> Looks:
    """Return how pieces look. The file is read once."""
    return msgspec.yaml.decode((files(__package__) / "looks.yaml").read_bytes(), type=Looks)


class Pieces:
    """Draws pieces of one pack into a scene."""

    def __init__(self, scene: Scene, pack: str, context: TextContext) -> None:
        self.scene, self.context, self.tables, self.looks = scene, context, PACKS.get(pack), looks()
        self.texts = component_texts(components, PACKS, pack, context.catalogue, context.language)

    def alt(self, caption: str, **facts: Fact) -> str:
        """Return the description of a place."""
        return capitalized(self.context.caption(f"alt_{caption}", **facts))

    def alt_of(self, seat: int, caption: str, **facts: Fact) -> str:
        """Return the description of a place of a seat."""
        return self.context.caption(f"alt_{caption}", player=self.context.player(seat), **facts)

    def players(self, seats: Iterable[int]) -> tuple[str, ...] | None:
        """Return the names of players, or None if there are none."""
        return tuple(map(self.context.player, seats)) or None

    def tile(self, tile: str, x: float, y: float, radius: float) -> None:
        """Draw a tile: full colour, a thick lower edge, and its icon."""
        row = self.tables.tiles[tile]
        look, scene = self.looks.kinds[row.kind], self.scene
        scene.path(hexagon(x, y + radius * 0.09, radius), mix(look.fill, BLACK, 0.42))
        scene.path(hexagon(x, y, radius), look.fill, stroke=mix(look.fill, WHITE, 0.35), stroke_width=radius * 0.035)
        formula = self.looks.formulas.get(tile)
        if formula is not None:
            self._numbered_tile(tile, formula, x, y, radius)
        elif row.animals:
            shift = 0.2 if radius >= SMALL_TILE else 0.0
            species = known_icon(row.species, look.icon)
            scene.icon(species, x - radius * shift, y - radius * 0.06, radius * 0.98, look.ink)
            if shift:
                scene.text(
                    x + radius * 0.55,
                    y + radius * 0.3,
                    row.animals,
                    radius * 0.66,
                    weight=BOLD,
                    colour=look.ink,
                    anchor="middle",
                )
        else:
            scene.icon(known_icon(tile, look.icon), x, y, radius * 1.12, look.ink)

    def _numbered_tile(self, tile: str, formula: tuple[str, ...], x: float, y: float, radius: float) -> None:
        """Draw the number of a tile on a plate, and its effect as a formula of icons and signs."""
        look, scene = self.looks.kinds[self.tables.tiles[tile].kind], self.scene
        label = tile.rpartition("_")[2]
        if radius < SMALL_TILE:
            scene.text(x, y, label, radius * 1.1, weight=BOLD, colour=look.ink, anchor="middle")
            return
        wide = radius * (0.94 if len(label) > 1 else 0.74)
        scene.rect(Box(x - wide / 2, y - radius * 0.67, wide, radius * 0.66), look.ink, radius=radius * 0.2)
        scene.text(x, y - radius * 0.34, label, radius * 0.6, weight=BOLD, colour=look.fill, anchor="middle")
        size = radius * 0.56
        widths = [text_width(part, size, BOLD) if _is_sign(part) else size for part in formula]
        left = x - (sum(widths) + 2 * (len(widths) - 1)) / 2
        for part, width in zip(formula, widths, strict=True):
            if _is_sign(part):
                scene.text(left, y + radius * 0.39, part, size, weight=BOLD, colour=look.ink)
            else:
                scene.icon(part, left + size / 2, y + radius * 0.39, size * 0.98, look.ink)
            left += width + 2

    def goods(
        self, kinds: Counter[str], alts: dict[str, str], x: float, y: float, size: float, place: str, room: float
    ) -> None:
        """Draw goods, each kind once with its count and the die that sells it. Many kinds lie in two smaller rows."""
        scene = self.scene
        rows = 2 if len(kinds) * 36 > room else 1
        columns = (len(kinds) + rows - 1) // rows
        gap = 12 if columns * 39 <= room else 5
        size = min(size, 27.0 if rows == 2 else size, (room - gap * (columns - 1)) / max(1, columns))
        for at, (kind, count) in enumerate(kinds.items()):
            left = x + at % columns * (size + gap)
            middle = y + (at // columns - (rows - 1) / 2) * (size + 4)
            beside = min(12, gap - 2) if count > 1 and size < SMALL_GOODS else 0
            box = Box(left, middle - size / 2, size + beside, size)
            with scene.place(f"{place}.goods.{kind}", box, alt=alts[kind], holds=kind):
                tile = Box(left, box.y, size, size)
                self.goods_tile(kind, tile)
                self._goods_numbers(kind, count, tile, beside)

    def _goods_numbers(self, kind: str, count: int, tile: Box, beside: float) -> None:
        """Write the die that sells goods, and their count if they are several.

        The count lies inside the place, because a ring would cover what reaches over the edge: in a corner of the tile,
        or at the side of a small one.
        """
        scene, ink, size = self.scene, self.goods_look(kind).ink, tile.width
        is_narrow = 0 < beside < 10
        across, down = (0.5, 0.5) if count == 1 else (0.34, 0.62) if not beside else (0.27 if is_narrow else 0.38, 0.5)
        x, y = tile.x + size * across, tile.y + size * down
        scene.text(x, y, self.tables.goods_die[kind], size * 0.68, weight=BOLD, colour=ink, anchor="middle")
        if beside:
            radius = 8.6 if is_narrow else 10.2
            scene.count_badge(tile.x + size + beside + 1 - radius, tile.y + size / 2, count, radius=radius)
        elif count > 1:
            scene.count_badge(tile.x + size * 0.77, tile.y + size * 0.23, count, radius=size * 0.28)

    def goods_look(self, kind: str) -> Look:
        """Return the colours of goods. A kind that only another pack has is grey."""
        return self.looks.goods.get(kind) or Look("#6B747E", WHITE)

    def goods_tile(self, kind: str, box: Box) -> None:
        """Draw the ground of a goods tile."""
        scene, look, size = self.scene, self.goods_look(kind), box.width
        scene.rect(Box(box.x, box.y + size * 0.08, size, size), mix(look.fill, BLACK, 0.35), radius=size * 0.14)
        scene.rect(box, look.fill, radius=size * 0.14, stroke=scene.theme.edge, stroke_width=1.5)

    def goods_piece(self, kind: str, tile: Box) -> None:
        """Draw one goods tile with the die that sells it."""
        self.goods_tile(kind, tile)
        self._goods_numbers(kind, 1, tile, 0)

    def name(self, seat: int, x: float, y: float, size: float, room: float, *, below: float = 0.0) -> None:
        """Draw the sign and the name of a player. A long name has two lines: beside the sign, or in the room below."""
        scene, name, colour = self.scene, self.context.player(seat), self.scene.seat_colour(seat)
        left, top, is_long = x + size + 10, y, len(name_lines(name, size * 0.94, room)) > 1
        if is_long and below:
            room, left, y, top, size = below, x, y - size * 0.2, y + size, size * 0.8
        with scene.place(f"seat.{seat}", Box(x, y - size / 2, left - x + room, size), alt=name):
            scene.seat_mark(seat, x + size / 2, y, size)
            scene.name(left, top, name, size * 0.94, room, colour)

    def sold(self, player: Player, x: float, y: float, room: float, anchor: Anchor = "end") -> None:
        """Write how many goods a player has sold, if any."""
        if player.sold:
            scene, words = self.scene, self.context.caption("picture_sold", count=len(player.sold))
            scene.text(x, y, words, 20, colour=scene.theme.soft, anchor=anchor, room=room)

    def dice(self, seat: int, player: Player, x: float, y: float, size: float, step: float) -> None:
        """Draw the dice of a player in a row. Used ones are outlines."""
        scene = self.scene
        for at in range(self.tables.numbers["dice_each"]):
            middle = x + at * step
            if at >= len(player.dice):
                scene.missing_die(middle, y, size * 0.9)
                continue
            box = Box(middle - size / 2, y - size / 2, size, size)
            with scene.place(f"seat.{seat}.die.{at}", box, alt=self.alt_of(seat, "die", die=player.dice[at])):
                scene.die(middle, y, size, player.dice[at], scene.seat_colour(seat), scene.theme.on_seat)

    def storage(self, seat: int, player: Player, x: float, y: float, radius: float, step: tuple[float, float]) -> None:
        """Draw the storage of a player, each space a step after the one before."""
        scene = self.scene
        for at in range(self.tables.numbers["storage_spaces"]):
            at_x, at_y = x + at * step[0], y + at * step[1]
            if at >= len(player.storage):
                scene.path(hexagon(at_x, at_y, radius * 0.92), scene.theme.well)
                continue
            tile = player.storage[at]
            box = Box(at_x - radius, at_y - radius, 2 * radius, 2 * radius)
            outline = hexagon(at_x, at_y, radius + 4)
            alt = f"{self.alt_of(seat, 'storage', tile=tile)}. {self.texts[tile]}"
            with scene.place(f"storage.{seat}.{at}", box, alt=alt, holds=tile, outline=outline, shape="hex"):
                self.tile(tile, at_x, at_y, radius)

    def stock(self, seat: int, stock: str, count: int, x: float, y: float) -> None:
        """Draw a number of silverlings or workers."""
        scene, colour = self.scene, STOCK_COLOURS[stock]
        shown = colour if scene.theme.name == "light" else mix(colour, WHITE, 0.5)
        width = 40 + text_width(str(count), 27, BOLD)
        alt = self.alt_of(seat, stock, count=count)
        with scene.place(f"seat.{seat}.{stock}", Box(x - 19, y - 25, width + 2, 43), alt=alt):
            scene.icon(STOCK_ICONS[stock], x, y, 27, shown)
            scene.text(x + 20, y, count, 27, weight=BOLD)


def _is_sign(part: str) -> bool:
    """Return whether a part of a formula is written, not drawn."""
    return not part[0].isalpha()
