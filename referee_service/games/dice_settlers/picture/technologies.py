"""Technologies in a picture: a row each, with points, name, effect, price and owners."""

from __future__ import annotations

from typing import Final

from referee_service.pictures.geometry import Box, rounded_box
from referee_service.pictures.palette import WHITE
from referee_service.pictures.typeface import BOLD

from ..content.schema import TechnologyRow
from ..state import BOT, is_bot
from .land import Land
from .pieces import Part

SEAL_WIDTH: Final = 44.0


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
        scene, row, theme = self.scene, self.tables.technologies[name].row, self.theme
        title = self.context.piece(name)
        owners = self.owners(name)
        names = tuple(self.side_name(side) for side in owners) or None
        alt = self.described("technology", name, technology=name, owners=names)
        with scene.place(f"table.{name}", box, alt=alt, holds=name, outline=rounded_box(box, 10)):
            scene.rect(box, theme.panel, radius=10, stroke=theme.line if theme.name == "dark" else "", stroke_width=1.5)
            scene.rect(Box(box.x, box.y, SEAL_WIDTH, box.height), self.looks.seals[row.seal], radius=10)
            scene.rect(Box(box.x + 30, box.y, 14, box.height), self.looks.seals[row.seal])
            middle = box.y + box.height / 2
            scene.text(box.x + 22, middle, row.points, 28, weight=BOLD, colour=WHITE, anchor="middle")
            upper, lower = box.y + box.height * 0.27, box.y + box.height * 0.755
            parts = self.technology_formula(row)
            width = self.formula_width(parts, 21)
            self.formula(parts, box.x + box.width - 12 - width, upper, 21, theme.ink)
            scene.text(box.x + 54, upper, title, 21, weight=BOLD, room=box.width - 54 - 24 - width)
            self.formula(_price(row), box.x + 54, lower, 20, theme.soft)
            for at, side in enumerate(owners):
                x = box.x + box.width - 22 - at * 28
                if self._is_used(name, side):
                    scene.seat_mark(side, x, lower, 18, rim=scene.seat_colour(side), fill="none")
                else:
                    scene.seat_mark(side, x, lower, 20)


def _price(row: TechnologyRow) -> tuple[Part, ...]:
    """Return the price of a technology: research symbols, tokens, and the terrains where its owner must be."""
    gap = Part("gap", "")
    tokens = [Part("token", token) for token, count in row.tokens.items() for _ in range(count)]
    terrains = [Part("terrain", terrain) for terrain in row.terrains]
    return (Part("icon", "research"), Part("sign", str(row.research)), gap, *tokens, gap, *terrains)
