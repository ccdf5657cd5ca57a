"""The common board in a picture: the bar above, the depots, the turn order track and the bonus tiles."""

from __future__ import annotations

from typing import Final

from referee_service.pictures.geometry import Box, hexagon, rounded_box
from referee_service.pictures.palette import WHITE, mix
from referee_service.pictures.table import BAR_HEIGHT, Question, draw_question
from referee_service.pictures.typeface import BOLD

from ..content.tables import BLACK_DEPOT, DEPOTS, KINDS, PHASES
from .holdings import Holdings

WIDTH: Final = 1200.0
MARGIN: Final = 24.0
DEPOT_WIDTH: Final = 140.0
TRACK_MARKS: Final = ((26, 0), (26, 0), (24, 20), (21, 15), (19, 11))
"""Size of marks on one space of the track, and the step from one to the next, by their number."""


class Market(Holdings):
    """Draws the common board and the panels of the players."""

    def header(self, question: Question) -> float:
        """Draw the phases, the goods to come, the white die, and the question. Return the height below."""
        scene, view, theme = self.scene, self.view, self.scene.theme
        x, y = MARGIN, 46.0
        for phase in PHASES:
            is_now = phase == view.phase
            box = Box(x, y - 22, 110 if is_now else 40, 44)
            bonus = self.tables.phase_points[phase]
            with scene.place(f"phase.{phase.lower()}", box, alt=self.alt("phase", phase=phase, points=bonus)):
                scene.rect(box, theme.ink if is_now else theme.well, radius=10)
                colour = theme.panel if is_now else theme.soft
                scene.text(x + 20, y, phase, 26, weight=BOLD, colour=colour, anchor="middle")
                if is_now:
                    scene.text(x + 72, y, f"+{bonus}", 25, weight=BOLD, colour=colour, anchor="end")
                    scene.icon("star", x + 89, y - 1, 22, "#F5CF3F" if theme.name == "light" else "#A87B00")
            x += box.width + 5
        x += 14
        rounds = {"round": view.round, "rounds": self.tables.numbers["rounds"]}
        name = "picture_round" if view.round else "picture_start"
        scene.text(x, 31 if view.round_goods else y, self.context.caption(name, **rounds), 22, weight=BOLD, room=140)
        for at, kind in enumerate(view.round_goods):
            box = Box(x + at * 31, 48, 26, 26)
            look = self.goods_look(kind)
            with scene.place(f"coming.{at}", box, alt=self.alt("coming", goods=kind), holds=kind):
                scene.rect(box, look.fill, radius=4, stroke=theme.edge, stroke_width=1.5)
                die = self.tables.goods_die[kind]
                scene.text(box.x + 13, 61, die, 18, weight=BOLD, colour=look.ink, anchor="middle")
        x += 160
        box = Box(x, y - 22, 44, 44)
        with scene.place("white", box, alt=self.alt("white", die=view.white_die or None)):
            if view.white_die:
                scene.die(x + 22, y, 44, view.white_die, theme.die, theme.die_ink)
            else:
                scene.missing_die(x + 22, y, 40)
        bar = Box(x + 62, 12, WIDTH - MARGIN - x - 62, BAR_HEIGHT)
        return draw_question(scene, self.context, question, bar)

    def market(self, y: float) -> float:
        """Draw the numbered depots and the black one. Return the height below them."""
        scene, theme, seats = self.scene, self.scene.theme, len(self.view.players)
        rows = 1 if seats == 2 else 2
        height = 144.0 + 64 * (rows - 1)
        x = MARGIN
        for depot in DEPOTS:
            box = Box(x, y, DEPOT_WIDTH, height)
            outline = rounded_box(box, 14, -1)
            with scene.place(f"depot.{depot}", box, alt=self.alt("depot", depot=depot), outline=outline):
                scene.rect(box, theme.panel, radius=14)
                scene.die(x + 27, y + 31, 36, depot, theme.die, theme.die_ink)
            self.depot_goods(depot, x + 53, y + 32, 32, room=DEPOT_WIDTH - 58)
            self._depot_tiles(depot, x + 70, y + 97, columns=2, places=seats)
            x += 147
        box, price = Box(x, y, WIDTH - MARGIN - x, height), self.tables.numbers["purchase_price"]
        with scene.place(f"depot.{BLACK_DEPOT}", box, alt=self.alt("black_depot", price=price)):
            scene.rect(box, theme.dark_panel, radius=14, stroke=theme.line if theme.name == "dark" else "")
            scene.icon("silver", x + 28, y + 31, 28, "#DDE3EA")
            scene.text(x + 46, y + 31, price, 28, weight=BOLD, colour=theme.on_dark_panel)
            scene.text(x + 74, y + 31, self.context.caption("picture_once"), 20, colour="#B9BDC6", room=180)
        self._depot_tiles(BLACK_DEPOT, x + box.width / 2, y + 97, columns=4, places=2 * seats)
        return y + height

    def _depot_tiles(self, depot: int, x: float, y: float, *, columns: int, places: int) -> None:
        scene, tiles, radius = self.scene, self.view.depots[depot], 29.5
        for at in range(max(places, len(tiles))):
            middle_x = x + (at % columns - (columns - 1) / 2) * 65
            middle_y = y + at // columns * 64
            if at >= len(tiles):
                well = scene.theme.well if depot else mix(scene.theme.dark_panel, WHITE, 0.1)
                scene.path(hexagon(middle_x, middle_y, radius * 0.82), well)
                continue
            box = Box(middle_x - radius, middle_y - radius, 2 * radius, 2 * radius)
            alt = f"{self.alt('depot_tile', depot=depot, tile=tiles[at])}. {self.texts[tiles[at]]}"
            outline = hexagon(middle_x, middle_y, radius + 1)
            with scene.place(f"depot.{depot}.{at}", box, alt=alt, holds=tiles[at], outline=outline, shape="hex"):
                self.tile(tiles[at], middle_x, middle_y, radius)

    def strip(self, y: float) -> None:
        """Draw the turn order track and the bonus tiles."""
        scene, theme, view = self.scene, self.scene.theme, self.view
        scene.rect(Box(MARGIN, y, WIDTH - 2 * MARGIN, 56), theme.panel, radius=14)
        middle, x = y + 28, 78.0
        scene.icon("ship", 51, middle, 30, self.looks.kinds["ship"].fill)
        for space, pieces in enumerate(view.track):
            box = Box(x, middle - 20, 54, 40)
            with scene.place(f"track.{space}", box, alt=self.alt("track", space=space, players=self.players(pieces))):
                scene.rect(box, theme.well, radius=20)
                size, step = TRACK_MARKS[len(pieces)]
                for at, seat in enumerate(pieces):
                    shift = at - (len(pieces) - 1) / 2
                    scene.seat_mark(seat, x + 27 + shift * step, middle - shift * 4, size, rim=theme.well)
            x += 57
        scene.icon("arrow", x + 12, middle, 22, theme.soft)
        scene.text(x + 29, middle, self.context.caption("picture_first"), 20, colour=theme.soft, room=66)
        x = WIDTH - MARGIN - 6 * 98
        seats = len(view.players)
        for kind in KINDS:
            look, owners = self.looks.kinds[kind], view.bonuses.of(kind)
            box = Box(x + 2, middle - 24, 92, 48)
            large, small = (self.tables.by_players[name][seats] for name in ("large_bonus", "small_bonus"))
            alt = self.alt("bonus", kind=kind, large=large, small=small, owners=self.players(owners))
            with scene.place(f"bonus.{kind}", box, alt=alt):
                scene.path(hexagon(x + 24, middle, 21), look.fill)
                scene.icon(look.icon, x + 24, middle, 25, look.ink)
                for at, points in enumerate((large, small)):
                    left = x + 58 + at * 26
                    if at < len(owners):
                        scene.seat_mark(owners[at], left, middle, 24)
                    else:
                        colour = theme.soft if at else theme.ink
                        scene.text(left, middle, points, 25 - 4 * at, weight=BOLD, colour=colour, anchor="middle")
            x += 98
