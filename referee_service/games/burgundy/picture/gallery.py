"""The boards that seats choose from, in a picture."""

from __future__ import annotations

from typing import Final

from referee_service.kernel.grammar import capitalized
from referee_service.pictures.geometry import Box, hexagon
from referee_service.pictures.typeface import BOLD

from ..content.tables import KINDS
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
        free = len(boards) % COLUMNS
        rows = (len(boards) + COLUMNS - 1) // COLUMNS
        if free:  # the last row has room for the names of the kinds
            x, top = margin + free * (width + gap), y + (rows - 1) * (height + gap)
            self._legend(Box(x, top, width, height))
        return y + rows * (height + gap) - gap

    def _legend(self, box: Box) -> None:
        """Draw the icon and the name of each kind of space."""
        scene, step = self.scene, (box.height - 32) / len(KINDS)
        for at, kind in enumerate(KINDS):
            look, y = self.looks.kinds[kind], box.y + 16 + (at + 0.5) * step
            scene.path(hexagon(box.x + 36, y, 17), look.fill)
            scene.icon(look.icon, box.x + 36, y, 20, look.ink)
            name = capitalized(self.context.piece(kind))
            scene.text(box.x + 64, y, name, 21, room=box.width - 76)


def has_open_boards(view: State) -> bool:
    """Return whether boards lie in the middle, because a seat has still to choose one."""
    return view.options.boards == "chosen" and not all(player.board for player in view.players)
