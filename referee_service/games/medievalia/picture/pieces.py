"""Pieces in a picture: units, buildings and marks, in the looks of `looks.yaml`, and what all panels share."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from referee_service.kernel.text_table import TextContext
from referee_service.pictures.cards import PAPER, PAPER_INK, PAPER_RIM, PAPER_SOFT, USED_PAPER
from referee_service.pictures.geometry import Box, number
from referee_service.pictures.palette import BLACK, WHITE, contrast, mix
from referee_service.pictures.scene import Scene
from referee_service.pictures.typeface import BOLD, text_width

from ..content.tables import CITY_HOST
from ..spots import land_place, unit_place
from ..state import Unit
from ..view import View
from .faces import WOUND, Faces

CHIP_WIDTH: Final = 144.0
CHIP_HEIGHT: Final = 50.0
CHIP_GAP: Final = 16.0
MINI_HEIGHT: Final = 34.0
LEAST_CONTRAST: Final = 1.6
"""Least contrast of the colour of a seat on paper. A paler one gets a dark rim."""
GOOD: Final = "#4E7F3A"


class Group(Struct, frozen=True):
    """Equal units that stand together and share a place."""

    seat: int
    place: str
    units: tuple[Unit, ...]

    @property
    def card(self) -> str:
        """The card of all units."""
        return self.units[0].card

    @property
    def wounds(self) -> int:
        """The wounds of all units together."""
        return sum(unit.wounds for unit in self.units)


def _ground_of(seat: int, unit: Unit) -> str:
    """Return the place that a unit stands on: a land, an army, or the ground of a fief."""
    if unit.host >= CITY_HOST:
        return land_place(seat, unit.host)
    return f"battle.army.{unit.army}" if unit.army > 0 else f"fief.{unit.fief}.free"


class Pieces(Faces):
    """Draws pieces of one view into a scene."""

    def __init__(self, scene: Scene, view: View, context: TextContext) -> None:
        super().__init__(scene, view.board.pack, context)
        self.view, self.board = view, view.board
        self._groups = self._grouped_units()

    def _grouped_units(self) -> dict[str, list[Group]]:
        """Return the groups of units by the place that they stand on."""
        places: dict[str, dict[str, tuple[int, list[Unit]]]] = {}
        for seat, player in enumerate(self.board.players):
            for unit in player.units:
                at = places.setdefault(_ground_of(seat, unit), {})
                at.setdefault(unit_place(seat, unit), (seat, []))[1].append(unit)
        return {
            ground: [Group(seat, place, tuple(units)) for place, (seat, units) in at.items()]
            for ground, at in places.items()
        }

    def groups(self, ground: str) -> list[Group]:
        """Return the groups of units on a land, in an army, or free in a fief."""
        return self._groups.get(ground, [])

    # --- units --------------------------------------------------------------------------------------------------------

    def unit_alt(self, group: Group) -> str:
        """Return the description of units."""
        return self.alt(
            "unit",
            player=self.context.player(group.seat),
            count=len(group.units),
            card=group.card,
            turned=len(group.units) if group.units[0].turned else None,
            wounds=group.wounds or None,
            text=self.texts.get(group.card, ""),
        )

    def unit(self, group: Group, x: float, y: float, width: float = CHIP_WIDTH) -> None:
        """Draw units: the colour of their owner with their sign and number, name, attack, defence and wounds."""
        scene, row, turned = self.scene, self.tables.troops[group.card], group.units[0].turned
        box, ink = Box(x, y, width, CHIP_HEIGHT), PAPER_SOFT if turned else PAPER_INK
        with scene.place(group.place, box, alt=self.unit_alt(group), holds=group.card):
            self._unit_body(group.seat, box, 36, turned=turned)
            scene.icon(f"glyph_{self.troop_glyph(group.card)}", x + 18, y + 18, 25, self.theme.on_seat)
            self._unit_owner(group, x + 18, y + 39)
            room = width - 46 - (18 if group.wounds and turned else 0)
            scene.text(x + 42, y + 17, self.name(group.card), 18, weight=BOLD, colour=ink, room=room)
            if turned:
                scene.icon("glyph_turned", x + width - 12, y + (16 if group.wounds else 35), 16, PAPER_SOFT)
            self.values(x + 41, y + 36, row.attack, row.defence, ink=ink)
            if group.wounds:
                self._wounds(group.wounds, x + width - 4, y + 35)

    def _unit_owner(self, group: Group, x: float, y: float) -> None:
        """Draw the sign of the owner below the glyph of units, with their number if there are several."""
        scene, ink, count = self.scene, self.theme.on_seat, len(group.units)
        scene.seat_mark(group.seat, x if count == 1 else x - 9, y, 11, fill=ink)
        if count > 1:
            scene.text(x - 1, y, f"×{count}", 16, weight=BOLD, colour=ink, room=18)

    def _unit_body(self, seat: int, box: Box, wide: float, *, turned: bool) -> None:
        """Draw the card of units, with a field in the colour of their owner at its left end."""
        scene, colour, radius = self.scene, self.scene.seat_colour(seat), 8.0
        rim = colour if contrast(colour, PAPER) > LEAST_CONTRAST else mix(colour, BLACK, 0.5)
        scene.rect(box, USED_PAPER if turned else PAPER, radius=radius, stroke=rim, stroke_width=2)
        inner = wide - radius
        scene.path(
            f"M{number(box.x + wide)},{number(box.y)} h{number(-inner)} a8,8 0 0 0 -8,8"
            f" v{number(box.height - 2 * radius)} a8,8 0 0 0 8,8 h{number(inner)}Z",
            colour,
            stroke=rim if rim != colour else "",
        )

    def _wounds(self, wounds: int, right: float, y: float) -> None:
        label = f"−{wounds}"
        self.pill(right - text_width(label, 16, BOLD) - 12.8, y, label, WOUND, size=16)

    def mini_width(self, group: Group) -> float:
        """Return the width of units in a small line."""
        return 31 + text_width(self._mini_label(group), 17, BOLD) + 5

    def _mini_label(self, group: Group) -> str:
        row = self.tables.troops[group.card]
        several = f" ×{len(group.units)}" if len(group.units) > 1 else ""
        return f"{row.attack}/{row.defence}{several}" + (f" −{group.wounds}" if group.wounds else "")

    def mini_unit(self, group: Group, x: float, y: float) -> None:
        """Draw units in a small line: sign, attack and defence."""
        scene, turned = self.scene, group.units[0].turned
        box, is_on_land = Box(x, y, self.mini_width(group), MINI_HEIGHT), ".land." in group.place
        with scene.place(group.place, box, alt=self.unit_alt(group), holds=group.card):
            self._unit_body(group.seat, box, 26, turned=turned)
            glyph, size = f"glyph_{self.troop_glyph(group.card)}", 20 if is_on_land else 17
            scene.icon(glyph, x + 13, y + (17 if is_on_land else 13), size, self.theme.on_seat)
            if not is_on_land:
                scene.seat_mark(group.seat, x + 13, y + 27, 8, fill=self.theme.on_seat)
            ink = WOUND if group.wounds else PAPER_SOFT if turned else PAPER_INK
            scene.text(x + 31, y + 17, self._mini_label(group), 17, weight=BOLD, colour=ink)

    def _mini_flow(self, groups: list[Group], room: float) -> list[tuple[float, int]]:
        return flow([self.mini_width(group) for group in groups], room, 6)

    def minis_height(self, groups: list[Group], room: float) -> float:
        """Return the height of units in small lines."""
        return row_count(self._mini_flow(groups, room)) * (MINI_HEIGHT + 6)

    def minis(self, groups: list[Group], x: float, y: float, room: float) -> None:
        """Draw units in small lines."""
        for group, (left, row) in zip(groups, self._mini_flow(groups, room), strict=True):
            self.mini_unit(group, x + left, y + row * (MINI_HEIGHT + 6))

    # --- buildings ----------------------------------------------------------------------------------------------------

    def building_alt(self, building: str) -> str:
        """Return the description of a building."""
        return f"{self.name(building)}. {self.texts.get(building, '')}"

    def building(self, building: str, place: str, box: Box, *, scores: bool, falls: bool) -> None:
        """Draw a building on a land: its sign, name, values of war, and its points if it is the first of its kind."""
        scene, row, colour = self.scene, self.tables.buildings[building], self.building_colour(building)
        middle = box.y + box.height / 2
        with scene.place(place, box, alt=self.building_alt(building), holds=building):
            rim = WOUND if falls else colour
            scene.rect(box, mix(colour, WHITE, 0.9), radius=7, stroke=rim, stroke_width=2.5 if falls else 1.3)
            scene.circle(box.x + box.height / 2, middle, box.height / 2 - 3, rim)
            glyph = "flame" if falls else self.building_glyph(building)
            scene.icon(f"glyph_{glyph}", box.x + box.height / 2, middle, 20, WHITE)
            right = box.x + box.width - 4
            if scores:
                right = self._points(row.points, right, middle)
            if row.defence:
                self.values(right - 62, middle, row.attack, row.defence, size=17)
                right -= 66
            left = box.x + box.height + 4
            scene.text(left, middle, self.name(building), 18, weight=BOLD, colour=PAPER_INK, room=right - left - 2)

    def _points(self, points: int, right: float, y: float) -> float:
        """Draw a star, with its number if it is not one point. Return its left end."""
        size = 22 if points == 1 else 29
        self.scene.icon("piece_vp", right - size / 2, y - 1, size)
        if points != 1:
            self.scene.text(right - size / 2, y + 1, points, 14, weight=BOLD, colour=PAPER_INK, anchor="middle")
        return right - size - 2

    def mini_building(self, building: str, place: str, x: float, y: float, *, scores: bool, falls: bool) -> None:
        """Draw a building in a small line: its sign, and a star if it scores."""
        scene, box = self.scene, Box(x, y, MINI_HEIGHT, MINI_HEIGHT)
        with scene.place(place, box, alt=self.building_alt(building), holds=building):
            scene.rect(box, WOUND if falls else self.building_colour(building), radius=7)
            glyph = "flame" if falls else self.building_glyph(building)
            scene.icon(f"glyph_{glyph}", x + 17, y + 18, 22, WHITE)
            if scores:
                scene.icon("piece_vp", x + MINI_HEIGHT - 5, y + 5, 15)

    def empty_slot(self, box: Box) -> None:
        """Draw the outline of something that is not there."""
        self.scene.rect(box, "none", radius=7, stroke=mix(PAPER_RIM, PAPER_SOFT, 0.25), stroke_width=1.3, dashes="4 5")


def flow(widths: list[float], room: float, gap: float) -> list[tuple[float, int]]:
    """Return where things of these widths lie in rows: the distance from the left, and the number of the row."""
    found, x, row = [], 0.0, 0
    for width in widths:
        if x and x + width > room:
            x, row = 0.0, row + 1
        found.append((x, row))
        x += width + gap
    return found


def row_count(spots: list[tuple[float, int]]) -> int:
    """Return the number of rows of a flow."""
    return spots[-1][1] + 1 if spots else 0
