"""Technologies in a picture: a row each, with points, name, effect, price and owners."""

from __future__ import annotations

from referee_service.pictures.geometry import Box, rounded_box

from ..state import BOT, is_bot
from .faces import LOWER
from .land import Land


class Technologies(Land):
    """Draws the table of technologies."""

    def technologies(self, box: Box) -> None:
        """Draw all technologies of the table in one column."""
        names = self.view.technologies
        gap = 5.0
        height = min(50.0, (box.height - gap * (len(names) - 1)) / max(1, len(names)))
        for at, name in enumerate(names):
            self._technology(name, Box(box.x, box.y + at * (height + gap), box.width, height))

    def owners(self, technology: str) -> list[int]:
        """Return the sides that have a technology."""
        sides = [side for side, player in enumerate(self.view.players) if technology in player.technologies]
        return [*sides, BOT] if self.view.bot is not None and technology in self.view.bot.technologies else sides

    def _is_used(self, technology: str, side: int) -> bool:
        """Return whether a side has used a technology in this round."""
        return not is_bot(self.view, side) and technology in self.view.players[side].used_technologies

    def _technology(self, name: str, box: Box) -> None:
        scene, owners = self.scene, self.owners(name)
        names = tuple(self.side_name(side) for side in owners) or None
        alt = self.described("technology", name, technology=name, owners=names)
        with scene.place(f"table.{name}", box, alt=alt, holds=name, outline=rounded_box(box, 10)):
            self.technology_face(name, box)
            lower = box.y + box.height * LOWER
            for at, side in enumerate(owners):
                x = box.x + box.width - 22 - at * 28
                if self._is_used(name, side):
                    scene.seat_mark(side, x, lower, 18, rim=scene.seat_colour(side), fill="none")
                else:
                    scene.seat_mark(side, x, lower, 20)
