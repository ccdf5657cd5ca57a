"""The players in a picture: an estate, and around it dice, storage, goods, silver, workers and points."""

from __future__ import annotations

from typing import Final

from referee_service.pictures.geometry import Box, hexagon
from referee_service.pictures.typeface import BOLD

from .estate import ACROSS
from .market import Market

SMALL_RADIUS: Final = 16.8
"""Radius of a space in the estate of a small panel."""
MEDIUM_RADIUS: Final = 24.0


class Panels(Market):
    """Draws the panels of the players."""

    def panel(self, seat: int, box: Box, radius: float, *, is_active: bool) -> None:
        """Draw the large panel of a player: the estate, and everything else in its free corners."""
        scene, theme, player = self.scene, self.scene.theme, self.view.players[seat]
        colour = scene.seat_colour(seat)
        scene.rect(
            box, theme.panel, radius=18, stroke=colour if is_active else theme.line, stroke_width=5 if is_active else 2
        )
        top, left, right = box.y + box.height / 2 - 5.5 * radius, box.x + 18, box.x + box.width - 18
        bottom = top + 11 * radius
        self.estate(seat, player, right - 10 - 3.5 * ACROSS * radius, top + 5.5 * radius, radius)
        self.name(seat, left, top + 20, 30, room=136)
        self.score(seat, right, top + 24, 42, room=94)
        self.sold(player, right, top + 64, room=68)
        self.dice(seat, player, left + 28, top + 86, 48, 68)
        self.storage(seat, player, left + 29, top + 168, 28.5, (0, 66))
        self.seat_goods(seat, left + 2, bottom - 28, 40, room=150)
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
        self.name(seat, left, top + 20, 32, room=94, below=134)
        self.score(seat, right, top + 24, 44, room=122)
        self.sold(player, right, top + 66, room=92)
        row = (bottom + box.y + box.height) / 2
        self.dice(seat, player, left + 30, row, 50, 66)
        self.storage(seat, player, left + 180, row, 31, (66, 0))
        self.seat_goods(seat, left + 372, row, 42, room=200)
        self.stock(seat, "silver", player.silver, right - 50, bottom - 86)
        self.stock(seat, "workers", player.workers, right - 50, bottom - 38)

    def small_panel(self, seat: int, box: Box, *, is_active: bool) -> None:
        """Draw the small panel of another player."""
        scene, theme, player, radius = self.scene, self.scene.theme, self.view.players[seat], SMALL_RADIUS
        rim, width = (scene.seat_colour(seat), 5) if is_active else (theme.line, 2)
        scene.rect(box, theme.panel, radius=16, stroke=rim, stroke_width=width)
        self.estate(seat, player, box.x + box.width - 14 - 3.5 * ACROSS * radius, box.y + box.height / 2, radius)
        left, y = box.x + 16, box.y + (box.height - 194) / 2
        self.name(seat, left, y + 30, 26, room=112)
        self.score(seat, left + 238, y + 30, 34, room=82)
        self.sold(player, left + 246, y + 30, room=64, anchor="start")
        self.dice(seat, player, left + 18, y + 82, 36, 44)
        self.stock(seat, "silver", player.silver, left + 122, y + 82)
        self.stock(seat, "workers", player.workers, left + 200, y + 82)
        self.storage(seat, player, left + 26, y + 146, 27, (53, 0))
        self.seat_goods(seat, left + 172, y + 148, 30, room=110)

    def setup_panel(self, seat: int, box: Box, *, is_active: bool) -> None:
        """Draw what a player has before the first round, and the chosen board or an empty space for it."""
        scene, theme, player, radius = self.scene, self.scene.theme, self.view.players[seat], SMALL_RADIUS
        rim, width = (scene.seat_colour(seat), 5) if is_active else (theme.line, 2)
        scene.rect(box, theme.panel, radius=16, stroke=rim, stroke_width=width)
        middle, height = box.x + box.width - 14 - 3.5 * ACROSS * radius, box.y + box.height / 2
        if player.board:
            self.estate(seat, player, middle, height, radius)
        else:
            scene.path(hexagon(middle, height, radius * 5.4), stroke=theme.line, stroke_width=2.5, dashes="7 7")
            scene.text(middle, height, "?", 60, weight=BOLD, colour=theme.soft, anchor="middle")
        left, room = box.x + 18, box.width - 250
        self.name(seat, left, box.y + 40, 28, room=room - 24)
        self.stock(seat, "silver", player.silver, left + 16, box.y + 98)
        self.stock(seat, "workers", player.workers, left + 94, box.y + 98)
        self.seat_goods(seat, left, box.y + 154, 36, room=150)

    def medium_panel(self, seat: int, box: Box, *, is_active: bool) -> None:
        """Draw the panel of another player at a table of three: a higher one, with the dice of the spaces."""
        scene, theme, player, radius = self.scene, self.scene.theme, self.view.players[seat], MEDIUM_RADIUS
        rim, width = (scene.seat_colour(seat), 5) if is_active else (theme.line, 2)
        scene.rect(box, theme.panel, radius=16, stroke=rim, stroke_width=width)
        self.estate(seat, player, box.x + box.width - 14 - 3.5 * ACROSS * radius, box.y + box.height / 2, radius)
        left, y = box.x + 18, box.y
        self.name(seat, left, y + 34, 28, room=142)
        self.score(seat, left + 94, y + 80, 36, room=94)
        self.sold(player, left + 108, y + 82, room=84, anchor="start")
        self.dice(seat, player, left + 20, y + 132, 40, 50)
        self.stock(seat, "silver", player.silver, left + 124, y + 116)
        self.stock(seat, "workers", player.workers, left + 124, y + 152)
        self.storage(seat, player, left + 27, y + 204, 27, (56, 0))
        self.seat_goods(seat, left, y + 262, 36, room=150)
