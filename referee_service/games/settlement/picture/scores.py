"""The final score in a picture: the points of each player by guild and by stored token, and the reserve of a tie."""

from __future__ import annotations

from typing import Final

from referee_service.pictures.cards import Sign, draw_signs
from referee_service.pictures.geometry import Box
from referee_service.pictures.typeface import BOLD, REGULAR

from ..content.tables import DIAMOND, GOLD
from ..scoring import result, score_lines
from ..state import amount_of
from .columns import Columns

INSIDE: Final = 16.0
TITLE: Final = 74.0
"""Height of the title with the heads of the columns."""
ROW: Final = 48.0
NAME: Final = 300.0
TOTAL: Final = 120.0
TIE: Final = 150.0


class Scores(Columns):
    """Draws the table of the final score."""

    def final_score(self, box: Box) -> float:
        """Draw a row for each player, the winner first. Return the height below."""
        scene, theme, final = self.scene, self.theme, result(self.view)
        assert final is not None
        height = TITLE + ROW * len(self.view.players) + 8
        scene.rect(Box(box.x, box.y, box.width, height), theme.panel, radius=16)
        title = self.caption("final_score").upper()
        scene.text(box.x + INSIDE, box.y + 22, title, 17, weight=BOLD, colour=theme.soft, room=NAME)
        rules = self._rules()
        left, step = box.x + NAME, (box.width - NAME - TOTAL - TIE) / len(rules)
        for at, (name, sign) in enumerate(rules.values()):
            x = left + (at + 0.5) * step
            scene.text(x, box.y + 22, name, 18, colour=theme.soft, anchor="middle", room=step - 10)
            draw_signs(scene, (sign,), x, box.y + 52, 30, anchor="middle")
        x = left + len(rules) * step + TOTAL / 2
        scene.text(x, box.y + 22, self.caption("total"), 18, colour=theme.soft, anchor="middle", room=TOTAL - 10)
        draw_signs(scene, (self.piece_sign("vp"),), x, box.y + 52, 30, anchor="middle")
        x = box.x + box.width - TIE / 2
        scene.text(x, box.y + 22, self.caption("tie"), 18, colour=theme.soft, anchor="middle", room=TIE - 16)
        draw_signs(scene, self.signs([(GOLD, 1), (DIAMOND, 1)]), x, box.y + 52, 30, anchor="middle")
        order = sorted(range(len(self.view.players)), key=lambda seat: (seat not in final.winners, -final.scores[seat]))
        for at, seat in enumerate(order):
            self._score_row(seat, list(rules), Box(box.x, box.y + TITLE + at * ROW, box.width, ROW), step)
        return box.y + height

    def _rules(self) -> dict[str, tuple[str, Sign]]:
        """Return the name and the sign of each rule that scores: the guilds, then the buildings that store tokens."""
        found = {}
        for guild in self.tables.guilds.values():
            look = self.looks.guilds[guild.id]
            found[guild.rule] = (self.caption(guild.id), Sign("disc", look.glyph, colour=look.colour))
        for building, entry in self.tables.buildings.items():
            if entry.row.stores:
                sign = Sign("disc", self.looks.buildings[building], colour=self.looks.uses["store"])
                found[entry.row.rule] = (self.write.name(building), sign)
        return found

    def _score_row(self, seat: int, rules: list[str], box: Box, step: float) -> None:
        """Draw the points of a player by rule, their total, and what breaks a tie."""
        scene, theme, player = self.scene, self.theme, self.view.players[seat]
        final, middle = result(self.view), box.y + box.height / 2
        inside = Box(box.x + 8, box.y + 2, box.width - 16, box.height - 4)
        is_winner = final is not None and seat in final.winners
        scene.rect(inside, theme.well if is_winner else theme.panel, radius=12)
        scene.seat_mark(seat, box.x + 32, middle, 24)
        room = NAME - 60 - (34 if is_winner else 0)
        width = scene.text(box.x + 54, middle, self.context.player(seat), 22, weight=BOLD, room=room)
        if is_winner:
            scene.icon("glyph_crown", box.x + 54 + width + 22, middle, 25, theme.ink)
        lines = score_lines(self.view, player)
        for at, rule in enumerate(rules):
            points = sum(line.points for line in lines if line.rule == rule)
            colour, weight = (theme.ink, BOLD) if points else (theme.soft, REGULAR)
            x = box.x + NAME + (at + 0.5) * step
            scene.text(x, middle, points, 22, weight=weight, colour=colour, anchor="middle")
        x = box.x + NAME + len(rules) * step + TOTAL / 2
        scene.text(x, middle, sum(line.points for line in lines), 27, weight=BOLD, anchor="middle")
        x = box.x + box.width - TIE / 2
        for resource, shift in ((GOLD, -17), (DIAMOND, 17)):
            scene.text(x + shift, middle, amount_of(player, resource), 20, colour=theme.soft, anchor="middle")
