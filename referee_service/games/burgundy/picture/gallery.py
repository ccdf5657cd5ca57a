"""The boards that seats choose from, in a picture."""

from __future__ import annotations

from typing import Final

from referee_service.pictures.geometry import Box
from referee_service.pictures.typeface import BOLD

from ..state import State
from .holdings import Holdings

COLUMNS: Final = 5
RADIUS: Final = 16.6
"""Radius of a space of a board that lies in the middle."""


class Gallery(Holdings):
    """Draws the boards in the middle."""

    def gallery(self, y: float) -> float:
        """Draw all boards in rows, each with its number and the players that have it. Return the height below."""
        scene, theme = self.scene, self.scene.theme
        gap, margin = 14.0, 24.0
        width = (scene.width - 2 * margin - gap * (COLUMNS - 1)) / COLUMNS
        height = 11 * RADIUS + 48
        boards = sorted(self.tables.boards)
        for at, number in enumerate(boards):
            x, top = margin + at % COLUMNS * (width + gap), y + at // COLUMNS * (height + gap)
            owners = [seat for seat, player in enumerate(self.view.players) if player.board == number]
            box = Box(x, top, width, height)
            alt = self.alt("board", board=number, owners=self.players(owners))
            with scene.place(f"board.{number}", box, alt=alt, holds=f"board_{number}"):
                scene.rect(box, theme.panel, radius=14)
                scene.text(x + 16, top + 22, self.context.caption("picture_board", board=number), 22, weight=BOLD)
                for place, seat in enumerate(reversed(owners)):
                    scene.seat_mark(seat, x + width - 24 - 30 * place, top + 22, 24)
                self.board(number, x + width / 2, top + 37 + 5.5 * RADIUS, RADIUS)
        return y + (len(boards) + COLUMNS - 1) // COLUMNS * (height + gap) - gap


def has_open_boards(view: State) -> bool:
    """Return whether boards lie in the middle, because a seat has still to choose one."""
    return view.options.boards == "chosen" and not all(player.board for player in view.players)
