"""The picture of a table: where the depots, the track, the bonus tiles and the players lie."""

from __future__ import annotations

from typing import Final

from referee_service.kernel.text_table import TextContext
from referee_service.pictures.geometry import Box, hexagon
from referee_service.pictures.palette import BLACK, mix
from referee_service.pictures.scene import Scene
from referee_service.pictures.table import BAR_HEIGHT, PictureRequest, Question, draw_question
from referee_service.pictures.typeface import BOLD

from ..content.tables import BLACK_DEPOT, DEPOTS, KINDS, PHASES
from ..state import State
from .estate import ACROSS, Estates

WIDTH: Final = 1200.0
MARGIN: Final = 24.0
DEPOT_WIDTH: Final = 140.0
FOCUS_HEIGHT: Final = 602.0
"""Height of the panel with the large estate."""


def draw(scene: Scene, view: State, context: TextContext, request: PictureRequest) -> None:
    """Draw the whole table. Two players have equal panels; of more, one estate is large: of the seat to move."""
    table, active, seats = Table(scene, view, context), request.question.seat, len(view.players)
    y = table.market(table.header(request.question) + 12) + 10
    table.strip(y)
    y += 66
    if seats == 2:
        radius = 36.5
        height = 11 * radius + 44
        for seat in range(seats):
            table.panel(seat, Box(MARGIN + seat * 582, y, 570, height), radius, is_active=seat == active)
        scene.height = y + height + 16
        return
    large = active if active is not None else request.viewer or 0
    others = [(large + step) % seats for step in range(1, seats)]
    table.focus_panel(large, Box(MARGIN, y, 620, FOCUS_HEIGHT), 43.5, is_active=large == active)
    small = (FOCUS_HEIGHT - 10.0 * (len(others) - 1)) / len(others)
    for at, seat in enumerate(others):
        table.small_panel(seat, Box(656, y + at * (small + 10), 520, small), 16.8)
    scene.height = y + FOCUS_HEIGHT + 16


class Table(Estates):
    """Draws the common board and the panels of the players."""

    def header(self, question: Question) -> float:
        """Draw the phases, the goods to come, the white die, and the question. Return the height below."""
        scene, view, theme = self.scene, self.view, self.scene.theme
        x, y = MARGIN, 46.0
        for phase in PHASES:
            is_now = phase == view.phase
            box = Box(x, y - 22, 104 if is_now else 40, 44)
            bonus = self.tables.phase_points[phase]
            with scene.place(f"phase.{phase.lower()}", box, alt=self.alt("phase", phase=phase, points=bonus)):
                scene.rect(box, theme.ink if is_now else theme.well, radius=10)
                colour = theme.panel if is_now else theme.soft
                scene.text(x + 20, y, phase, 26, weight=BOLD, colour=colour, anchor="middle")
                if is_now:
                    scene.text(x + 66, y, f"+{bonus}", 25, weight=BOLD, colour=colour, anchor="end")
                    scene.icon("star", x + 84, y - 1, 22, "#F5CF3F")
            x += box.width + 5
        x += 14
        scene.text(x, 31, self.context.caption("picture_round", round=view.round), 22, weight=BOLD, room=140)
        for at, kind in enumerate(view.round_goods):
            box = Box(x + at * 31, 48, 26, 26)
            look = self.looks.goods[kind]
            with scene.place(f"coming.{at}", box, alt=self.alt("coming", goods=kind), holds=kind):
                scene.rect(box, look.fill, radius=4, stroke=theme.edge, stroke_width=1.5)
                die = self._die_of(kind)
                scene.text(box.x + 13, 61, die, 18, weight=BOLD, colour=look.ink, anchor="middle")
        x += 160
        box = Box(x, y - 22, 44, 44)
        with scene.place("white", box, alt=self.alt("white", die=view.white_die)):
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
        height = 138.0 + 64 * (rows - 1)
        x = MARGIN
        for depot in DEPOTS:
            box = Box(x, y, DEPOT_WIDTH, height)
            with scene.place(f"depot.{depot}", box, alt=self.alt("depot", depot=depot)):
                scene.rect(box, theme.panel, radius=14)
                scene.die(x + 28, y + 28, 36, depot, theme.die, theme.die_ink)
            goods = self.view.depot_goods[depot - 1]
            self.goods(goods, x + 55, y + 28, 32, f"depot.{depot}", room=DEPOT_WIDTH - 63)
            self._depot_tiles(depot, x + 70, y + 90, columns=2, places=2 * rows)
            x += 147
        box = Box(x, y, WIDTH - MARGIN - x, height)
        with scene.place(f"depot.{BLACK_DEPOT}", box, alt=self.alt("black_depot")):
            scene.rect(box, theme.dark_panel, radius=14, stroke=theme.line if theme.name == "dark" else "")
            scene.icon("silver", x + 28, y + 28, 28, "#DDE3EA")
            price = self.tables.numbers["purchase_price"]
            scene.text(x + 46, y + 28, price, 28, weight=BOLD, colour=theme.on_dark_panel)
            scene.text(x + 74, y + 28, self.context.caption("picture_once"), 20, colour="#B9BDC6", room=180)
        self._depot_tiles(BLACK_DEPOT, x + box.width / 2, y + 90, columns=4, places=4 * rows)
        return y + height

    def _depot_tiles(self, depot: int, x: float, y: float, *, columns: int, places: int) -> None:
        scene, tiles, radius = self.scene, self.view.depots[depot], 29.5
        for at in range(max(places, len(tiles))):
            middle_x = x + (at % columns - (columns - 1) / 2) * 65
            middle_y = y + at // columns * 64
            if at >= len(tiles):
                scene.path(
                    hexagon(middle_x, middle_y, radius * 0.82), mix(scene.theme.well, BLACK, 0.0 if depot else 0.7)
                )
                continue
            box = Box(middle_x - radius, middle_y - radius, 2 * radius, 2 * radius)
            alt = self.alt("depot_tile", depot=depot, tile=tiles[at])
            outline = hexagon(middle_x, middle_y, radius + 1)
            with scene.place(f"depot.{depot}.{at}", box, alt=alt, holds=tiles[at], outline=outline, shape="hex"):
                self.tile(tiles[at], middle_x, middle_y, radius)

    def strip(self, y: float) -> None:
        """Draw the turn order track and the bonus tiles."""
        scene, theme, view = self.scene, self.scene.theme, self.view
        scene.rect(Box(MARGIN, y, WIDTH - 2 * MARGIN, 56), theme.panel, radius=14)
        middle, x = y + 28, 84.0
        scene.icon("ship", 54, middle, 30, self.looks.kinds["ship"].fill)
        for space, pieces in enumerate(view.track):
            box = Box(x, middle - 20, 52, 40)
            with scene.place(f"track.{space}", box, alt=self.alt("track", space=space)):
                scene.rect(box, theme.well, radius=20)
                for at, seat in enumerate(pieces):
                    shift = at - (len(pieces) - 1) / 2
                    scene.seat_mark(seat, x + 26 + shift * 15, middle - shift * 5, 26, rim=theme.well)
            x += 57
        scene.icon("arrow", x + 14, middle, 22, theme.soft)
        scene.text(x + 32, middle, self.context.caption("picture_first"), 19, colour=theme.soft, room=62)
        x = WIDTH - MARGIN - 6 * 100
        seats = len(view.players)
        for kind in KINDS:
            look, owners = self.looks.kinds[kind], view.bonuses.of(kind)
            box = Box(x + 2, middle - 24, 94, 48)
            with scene.place(f"bonus.{kind}", box, alt=self.alt("bonus", kind=kind)):
                scene.path(hexagon(x + 24, middle, 21), look.fill)
                scene.icon(look.icon, x + 24, middle, 25, look.ink)
                for at, name in enumerate(("large_bonus", "small_bonus")):
                    left, points = x + 58 + at * 26, self.tables.by_players[name][seats]
                    if at < len(owners):
                        scene.seat_mark(owners[at], left, middle, 24)
                    else:
                        colour = theme.soft if at else theme.ink
                        scene.text(left, middle, points, 25 - 4 * at, weight=BOLD, colour=colour, anchor="middle")
            x += 100

    def panel(self, seat: int, box: Box, radius: float, *, is_active: bool) -> None:
        """Draw the large panel of a player: the estate, and everything else in its free corners."""
        scene, theme, player = self.scene, self.scene.theme, self.view.players[seat]
        colour = scene.seat_colour(seat)
        scene.rect(
            box, theme.panel, radius=18, stroke=colour if is_active else theme.line, stroke_width=5 if is_active else 2
        )
        top, left, right = box.y + box.height / 2 - 5.5 * radius, box.x + 18, box.x + box.width - 18
        bottom = top + 11 * radius
        self.estate(seat, player, right - 3.5 * ACROSS * radius, top + 5.5 * radius, radius)
        self.name(seat, left, top + 20, 30)
        self.score(seat, right, top + 24, 42)
        if player.sold:
            sold = self.context.caption("picture_sold", count=len(player.sold))
            scene.text(right, top + 64, sold, 20, colour=theme.soft, anchor="end")
        self.dice(seat, player, left + 28, top + 86, 48, 68)
        self.storage(seat, player, left + 29, top + 168, 28.5, (0, 66))
        self.goods(player.goods, left + 2, bottom - 28, 40, f"seat.{seat}", room=150)
        self.stock(seat, "silver", player.silver, right - 56, bottom - 66)
        self.stock(seat, "workers", player.workers, right - 56, bottom - 20)

    def focus_panel(self, seat: int, box: Box, radius: float, *, is_active: bool) -> None:
        """Draw the panel of the one player whose estate is large: dice, storage and goods lie below it."""
        scene, theme, player = self.scene, self.scene.theme, self.view.players[seat]
        rim, width = (scene.seat_colour(seat), 5) if is_active else (theme.line, 2)
        scene.rect(box, theme.panel, radius=18, stroke=rim, stroke_width=width)
        top, left, right = box.y + 18, box.x + 20, box.x + box.width - 20
        bottom = top + 11 * radius
        self.estate(seat, player, box.x + box.width / 2, top + 5.5 * radius, radius)
        self.name(seat, left, top + 20, 32)
        self.score(seat, right, top + 24, 44)
        if player.sold:
            sold = self.context.caption("picture_sold", count=len(player.sold))
            scene.text(right, top + 66, sold, 20, colour=theme.soft, anchor="end")
        row = (bottom + box.y + box.height) / 2
        self.dice(seat, player, left + 30, row, 50, 66)
        self.storage(seat, player, left + 180, row, 31, (66, 0))
        self.goods(player.goods, left + 372, row, 42, f"seat.{seat}", room=200)
        self.stock(seat, "silver", player.silver, right - 50, bottom - 86)
        self.stock(seat, "workers", player.workers, right - 50, bottom - 38)

    def small_panel(self, seat: int, box: Box, radius: float) -> None:
        """Draw the small panel of another player."""
        scene, theme, player = self.scene, self.scene.theme, self.view.players[seat]
        scene.rect(box, theme.panel, radius=16, stroke=theme.line)
        self.estate(seat, player, box.x + box.width - 14 - 3.5 * ACROSS * radius, box.y + box.height / 2, radius)
        left, y = box.x + 16, box.y + (box.height - 194) / 2
        self.name(seat, left, y + 30, 26)
        self.score(seat, left + 270, y + 30, 34)
        self.dice(seat, player, left + 18, y + 82, 36, 44)
        self.stock(seat, "silver", player.silver, left + 122, y + 82)
        self.stock(seat, "workers", player.workers, left + 200, y + 82)
        self.storage(seat, player, left + 26, y + 146, 27, (53, 0))
        self.goods(player.goods, left + 172, y + 148, 30, f"seat.{seat}", room=110)
