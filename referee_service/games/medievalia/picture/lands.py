"""Fiefs in a picture: lands with all that stands on them, and units on open ground."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import Final

from referee_service.pictures.cards import PAPER, PAPER_RIM, PAPER_SOFT, USED_HEAD, USED_PAPER, Card, Sign, draw_head
from referee_service.pictures.geometry import Box, number
from referee_service.pictures.palette import WHITE, mix
from referee_service.pictures.seat_bars import CORNER
from referee_service.pictures.typeface import BOLD, fitting_size, name_lines, text_width

from ..actions.declare_war import candidates
from ..content.tables import CITY_HOST
from ..fiefs import home_fief
from ..render import fief_name
from ..spots import building_place, front_place, land_place
from ..state import Land, output_of
from .bars import BAR, Bars
from .cards import INNER, MARGIN
from .faces import WOUND, Density
from .pieces import CHIP_GAP, CHIP_HEIGHT, CHIP_WIDTH, flow, row_count

LAND_GAP: Final = 14.0
LAND_BASE: Final = 140.0
"""Height of a land above its units."""
LAND_FOOT: Final = 48.0
LAND_ROOM: Final = 196.0
"""Width for small units on a land."""
SLOT: Final = 32.0
UNIT_STEP: Final = CHIP_HEIGHT + 8
MIN_FRONT: Final = 190.0
MAX_FRONT: Final = 300.0
"""Width of the front of a war."""
FREE_LABEL: Final = 84.0
SMALLEST_NAME: Final = 14.0
"""Size below which a front has the name of its seat in two lines, and then only the sign of its seat."""
FRONT: Final = "#2B2E36"
FRONT_INK: Final = "#FFD3C4"


class Lands(Bars):
    """Draws the fief of a seat over the whole width."""

    # --- the fief -----------------------------------------------------------------------------------------------------

    def fief_height(self, seat: int) -> float:
        """Return the height of the fief of a seat over the whole width."""
        ground = self.ground_height(home_fief(seat), INNER - FREE_LABEL - 20)
        if not self.board.players[seat].alive:
            return BAR + ground + 24
        return BAR + 14 + self._land_height(seat) + ground + 22

    def _land_height(self, seat: int) -> float:
        hosts = range(len(self.board.players[seat].lands))
        most = max(self._garrison_height(land_place(seat, host)) for host in hosts)
        return LAND_BASE + max(LAND_FOOT, most + 4)

    def _garrison_height(self, place: str) -> float:
        """Return the height of the units on a land."""
        groups = self.groups(place)
        if self.density < Density.LEAST:
            return len(groups) * UNIT_STEP
        return self.minis_height(groups, LAND_ROOM)

    def fief(self, seat: int, y: float, *, is_active: bool) -> None:
        """Draw the fief of a seat over the whole width. The seat to move has a rim of its colour."""
        scene, box = self.scene, Box(MARGIN, y, INNER, self.fief_height(seat))
        fief, player = home_fief(seat), self.board.players[seat]
        with scene.place(f"fief.{fief}", box, alt=self._fief_alt(fief)):
            self.fief_ground(seat, box, is_active=is_active)
            self.bar(seat, box)
            y += BAR + 14
            if player.alive:
                height, lands = self._land_height(seat), player.lands
                width = (INNER - 28 - (len(lands) - 1) * LAND_GAP) / len(lands)
                for host in range(len(lands)):
                    self._land(seat, host, Box(MARGIN + 14 + host * (width + LAND_GAP), y, width, height))
                y += height + 10
            self._free(seat, fief, y)

    def fief_ground(self, seat: int, box: Box, *, is_active: bool) -> None:
        """Draw the ground of a fief. The fief of an eliminated player is a meadow, as it is neutral."""
        alive = self.board.players[seat].alive
        rim = self.scene.seat_colour(seat) if is_active else ""
        fill = self.theme.panel if alive else self.looks.ground[self.theme.name].low
        self.scene.rect(box, fill, radius=CORNER, stroke=rim, stroke_width=6)

    def _fief_alt(self, fief: str) -> str:
        name = fief_name(self.board, fief, self.context)
        return name[0].upper() + name[1:]

    def _free(self, seat: int, fief: str, y: float) -> None:
        """Draw the ground beside the lands, with the units and fronts there."""
        room = INNER - FREE_LABEL - 20
        box = Box(MARGIN + 10, y, INNER - 20, self.ground_height(fief, room))
        if not self.board.players[seat].alive:
            self.ground(fief, MARGIN + 20, y + 8, room)
            return
        with self.scene.place(f"fief.{fief}.free", box, alt=self.alt("ground", fief=fief)):
            label, colour = self.caption("free"), self.theme.soft
            middle = box.y + min(box.height, CHIP_HEIGHT + 12) / 2
            self.scene.text(box.x + 12, middle, label, 19, weight=BOLD, colour=colour, room=FREE_LABEL - 20)
            if not self._standing(fief):
                self.scene.text(box.x + FREE_LABEL, middle, "–", 19, colour=colour)
            self.ground(fief, box.x + FREE_LABEL, y + 6, room)

    # --- open ground --------------------------------------------------------------------------------------------------

    def fronts(self, fief: str) -> list[int]:
        """Return the seats on which the seat in turn may declare war in a fief."""
        return [seat for at, seat in self._fronts if at == fief]

    @cached_property
    def _fronts(self) -> list[tuple[str, int]]:
        """Fiefs and seats of all wars that the seat in turn may declare now."""
        board = self.board
        if board.phase not in ("actions", "march", "war") or board.pending or board.battle is not None:
            return []
        return [(action.fief, action.seat) for action in candidates(board)]

    def _standing(self, fief: str) -> list[tuple[float, Callable[[float, float], None]]]:
        """Return units and fronts on the ground of a fief: their widths, and how they are drawn."""
        found: list[tuple[float, Callable[[float, float], None]]] = [
            (CHIP_WIDTH, partial(self.unit, group)) for group in self.groups(f"fief.{fief}.free")
        ]
        fronts = [(seat, self._front_width(seat)) for seat in self.fronts(fief)]
        return found + [(width, partial(self.front, fief, seat, width=width)) for seat, width in fronts]

    def _front_width(self, seat: int) -> float:
        """Return the width of a front, which grows with the name of its seat if there is room."""
        if self.density == Density.LEAST:
            return MIN_FRONT
        return min(MAX_FRONT, max(MIN_FRONT, text_width(self.context.player(seat), 19, BOLD) + 78))

    def ground_height(self, fief: str, room: float) -> float:
        """Return the height of the ground of a fief. It is low if nothing stands there."""
        rows = row_count(flow([width for width, _ in self._standing(fief)], room, CHIP_GAP))
        return rows * (CHIP_HEIGHT + 12) if rows else 34.0

    def ground(self, fief: str, x: float, y: float, room: float) -> None:
        """Draw units and fronts on the ground of a fief, in rows."""
        standing = self._standing(fief)
        for (_, draw), (left, row) in zip(standing, flow([w for w, _ in standing], room, CHIP_GAP), strict=True):
            draw(x + left, y + row * (CHIP_HEIGHT + 12))

    def front(self, fief: str, seat: int, x: float, y: float, width: float) -> None:
        """Draw the front where the seat in turn may declare war on a seat."""
        scene, box = self.scene, Box(x, y, width, CHIP_HEIGHT)
        alt = self.alt("front", player=self.context.player(seat), fief=fief_name(self.board, fief, self.context))
        with scene.place(front_place(fief, seat), box, alt=alt):
            scene.rect(box, FRONT, radius=9, stroke=self.theme.line, stroke_width=1.5)
            scene.icon("glyph_swordg", x + 21, y + 25, 26, FRONT_INK)
            self._front_words(seat, x + 40, y + 25, width - 74)
            scene.seat_mark(seat, x + width - 18, y + 25, 20, rim=WHITE)

    def _front_words(self, seat: int, x: float, y: float, room: float) -> None:
        """Write "war on" and the name of a seat. A long name takes both lines, and a very long one is left out."""
        name = self.context.player(seat)
        if fitting_size(name, 19, room) >= SMALLEST_NAME:
            self.scene.text(x, y - 9, self.caption("war"), 17, colour=WHITE, room=room)
            self.scene.text(x, y + 10, name, 19, weight=BOLD, colour=WHITE, room=room)
            return
        lines = name_lines(name, 19, room)
        size = min(fitting_size(line, 18, room) for line in lines)
        if size < SMALLEST_NAME:
            lines, size = (self.caption("war"),), 18
        for at, line in enumerate(lines):
            middle = y + (at - (len(lines) - 1) / 2) * 19
            self.scene.text(x, middle, line, size, weight=BOLD, colour=WHITE, room=room)

    # --- lands --------------------------------------------------------------------------------------------------------

    def falls(self, seat: int, host: int, building: str = "") -> bool:
        """Return whether a land or a building of a seat falls at the end of the current battle."""
        battle = self.board.battle
        if battle is None or battle.defender != seat:
            return False
        return (host, building) in battle.falling_buildings if building else host in battle.falling_hosts

    def scores(self, seat: int, host: int, index: int) -> bool:
        """Return whether a building gives points: it is the first of its kind in the fief."""
        lands = self.board.players[seat].lands
        before = [name for land in lands[:host] for name in land.buildings] + list(lands[host].buildings[:index])
        return lands[host].buildings[index] not in before

    def land_alt(self, seat: int, host: int) -> str:
        """Return the description of a land."""
        land = self.board.players[seat].lands[host]
        if not land.card:
            return self.alt("free_place", space=host)
        produced = (self.tables.lands[land.card].resource,) * sum(output_of(self.board, seat, host))
        space, turned = host if host != CITY_HOST else None, 1 if land.turned else None
        return self.alt("land", card=land.card, space=space, produced=produced, turned=turned)

    def _land(self, seat: int, host: int, box: Box) -> None:
        scene, land, place = self.scene, self.board.players[seat].lands[host], land_place(seat, host)
        with scene.place(place, box, alt=self.land_alt(seat, host), holds=land.card):
            if not land.card:
                self._free_place(host, box)
                return
            self._land_card(seat, host, land, box)
            slots = self.tables.numbers["buildings_per_host"]
            for index in range(max(slots, len(land.buildings))):
                spot = Box(box.x + 8, box.y + 64 + index * (SLOT + 5), box.width - 16, SLOT)
                if index >= len(land.buildings):
                    self.empty_slot(spot)
                    continue
                name, scores = land.buildings[index], self.scores(seat, host, index)
                falls = self.falls(seat, host, name)
                self.building(name, building_place(seat, host, index), spot, scores=scores, falls=falls)
            self._garrison(place, box)

    def _garrison(self, place: str, box: Box) -> None:
        """Draw the units on a land."""
        groups, x, y = self.groups(place), box.x + 8, box.y + LAND_BASE
        if self.density == Density.LEAST:
            self.minis(groups, x, y, LAND_ROOM)
            return
        for at, group in enumerate(groups):
            self.unit(group, x, y + at * UNIT_STEP, box.width - 16)

    def _free_place(self, host: int, box: Box) -> None:
        scene, theme, x = self.scene, self.theme, box.x + box.width / 2
        scene.rect(box, theme.well, radius=10, stroke=theme.line, stroke_width=1.5)
        scene.icon("glyph_hills", x, box.y + box.height / 2 - 16, 48, theme.line)
        label = self.caption("free_place", space=host)
        scene.text(x, box.y + box.height / 2 + 26, label, 18, colour=theme.soft, anchor="middle", room=box.width - 16)

    def _land_card(self, seat: int, host: int, land: Land, box: Box) -> None:
        """Draw the card of a land: head with its output, its place, whether it is turned, and its landscape."""
        scene, row, look = self.scene, self.tables.lands[land.card], self.land_look(land.card)
        falls, colour = self.falls(seat, host), USED_HEAD if land.turned else look.colour
        scene.rect(Box(box.x + 1, box.y + 3, box.width, box.height), self.theme.line, radius=10)
        paper = USED_PAPER if land.turned else PAPER
        scene.rect(box, paper, radius=10, stroke=WOUND if falls else PAPER_RIM, stroke_width=4 if falls else 1)
        if self._garrison_height(land_place(seat, host)) + LAND_FOOT < box.height - LAND_BASE + 10:
            self._landscape(box, look.foot, colour, paper)
        output = Sign("text", str(sum(output_of(self.board, seat, host))))
        fact = (output, Sign("piece", self.looks.resources[row.resource]))
        shown = Card(name=self.name(land.card), glyph=look.glyph, colour=look.colour, fact=fact, is_used=land.turned)
        draw_head(scene, shown, Box(box.x, box.y, box.width, 32))
        self._land_line(host, land, box, falls=falls)

    def _land_line(self, host: int, land: Land, box: Box, *, falls: bool) -> None:
        """Draw the line below the head: the place of a territory or the values of the city, and its state."""
        scene, x, y = self.scene, box.x + 10, box.y + 48
        if host == CITY_HOST:
            city = self.tables.city
            x = self.values(x, y, city.attack, city.defence) + 10
        else:
            x += scene.text(x, y, self.caption("place", space=host), 18, colour=PAPER_SOFT) + 10
        right = box.x + box.width - 8
        if falls:
            scene.icon("glyph_flame", right - 10, y, 22, WOUND)
            right -= 26
        if land.turned:
            label = self.caption("turned", card=land.card)
            scene.icon("glyph_turned", right - 8, y, 17, PAPER_SOFT)
            scene.text(right - 20, y, label, 18, colour=PAPER_SOFT, anchor="end", room=right - 20 - x)

    def _landscape(self, box: Box, glyph: str, colour: str, paper: str) -> None:
        """Draw the landscape at the foot of a land in pale tints."""
        bottom, width = box.y + box.height, box.width
        self.scene.path(
            f"M{number(box.x + 0.5)},{number(bottom - 28)} q{number(width * 0.22)},-18 {number(width * 0.46)},-4"
            f" t{number(width * 0.54 - 1)},-6 v28 a10,10 0 0 1 -10,10 h{number(21 - width)} a10,10 0 0 1 -10,-10Z",
            mix(paper, colour, 0.14),
        )
        for at in range(4):
            x = box.x + 28 + at * (width - 56) / 3
            self.scene.icon(f"glyph_{glyph}", x, bottom - 20 - at % 2 * 5, 26, mix(paper, colour, 0.4))
