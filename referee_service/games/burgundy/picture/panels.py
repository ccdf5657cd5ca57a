"""The players in a picture: an estate, and around it dice, storage, goods, silver, workers and points."""

from __future__ import annotations

from typing import Final

from referee_service.pictures.geometry import Box

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
        self.estate(seat, player, right - 3.5 * ACROSS * radius, top + 5.5 * radius, radius)
        self.name(seat, left, top + 20, 30, room=146)
        self.score(seat, right, top + 24, 42)
        if player.sold:
            sold = self.context.caption("picture_sold", count=len(player.sold))
            scene.text(right, top + 64, sold, 20, colour=theme.soft, anchor="end")
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
        self.score(seat, right, top + 24, 44)
        if player.sold:
            sold = self.context.caption("picture_sold", count=len(player.sold))
            scene.text(right, top + 66, sold, 20, colour=theme.soft, anchor="end")
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
        self.name(seat, left, y + 30, 26, room=136)
        self.score(seat, left + 270, y + 30, 34)
        self.dice(seat, player, left + 18, y + 82, 36, 44)
        self.stock(seat, "silver", player.silver, left + 122, y + 82)
        self.stock(seat, "workers", player.workers, left + 200, y + 82)
        self.storage(seat, player, left + 26, y + 146, 27, (53, 0))
        self.seat_goods(seat, left + 172, y + 148, 30, room=110)

    def medium_panel(self, seat: int, box: Box) -> None:
        """Draw the panel of another player at a table of three: a higher one, with the dice of the spaces."""
        scene, theme, player, radius = self.scene, self.scene.theme, self.view.players[seat], MEDIUM_RADIUS
        scene.rect(box, theme.panel, radius=16, stroke=theme.line)
        self.estate(seat, player, box.x + box.width - 14 - 3.5 * ACROSS * radius, box.y + box.height / 2, radius)
        left, y = box.x + 18, box.y
        self.name(seat, left, y + 36, 28, room=142)
        self.score(seat, left + 110, y + 88, 36)
        self.stock(seat, "silver", player.silver, left + 146, y + 88)
        self.stock(seat, "workers", player.workers, left + 146, y + 138)
        self.dice(seat, player, left + 20, y + 138, 38, 48)
        self.storage(seat, player, left + 27, y + 196, 27, (56, 0))
        self.seat_goods(seat, left, y + 256, 34, room=150)
