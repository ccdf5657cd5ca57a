"""The final scores in a picture: what gave points to each seat, and who won."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from referee_service.kernel.score import total_points
from referee_service.pictures.geometry import Box
from referee_service.pictures.typeface import BOLD, fitting_size, name_lines, text_width

from ..scoring import result
from .painter import MARGIN, PANEL_WIDTH, Painter

TITLE: Final = 52.0
LINE: Final = 27.0
LABEL_WIDTH: Final = 330.0
NAME: Final = 20.0
UNKNOWN: Final = "hidden"
"""Stands for the cards of a hidden hand: only their number breaks ties."""


class Results(Painter):
    """Draws the final scores."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won. Nothing before the end, and if a solo player missed the goal."""
        sizes = self.view.hands
        players = tuple(
            player if seat == self.view.seat else replace(player, hand=((UNKNOWN, sizes[seat]),))
            for seat, player in enumerate(self.state.players)
        )
        ended = result(replace(self.state, players=players))
        return tuple(seat for seat in ended.winners if isinstance(seat, int)) if ended is not None else ()

    def _scored_rules(self) -> list[str]:
        """Return the rules that gave points to any seat, in the order of the rules."""
        scored = {line.rule for lines in self.state.score_lines for line in lines if line.points}
        return [rule for rule in self.context.catalogue.rules if rule in scored]

    def results_height(self) -> float:
        """Return the height of the panel."""
        return TITLE + LINE * (len(self._scored_rules()) + 1) + 18

    def draw_results(self, y: float) -> None:
        """Draw a table: a line for each rule that gave points, a column for each seat, and the sums."""
        scene, theme, rules, seats = self.scene, self.theme, self._scored_rules(), range(len(self.state.players))
        self.panel(Box(MARGIN, y, PANEL_WIDTH, self.results_height()))
        self.title(self.caption("scores"), MARGIN + 14, y + 26, LABEL_WIDTH - 20)
        width = min(340.0, (PANEL_WIDTH - LABEL_WIDTH - 20) / len(seats))
        ends = [MARGIN + LABEL_WIDTH + (seat + 1) * width for seat in seats]
        for seat in seats:
            self._column_head(seat, ends[seat], y + 26, width - 16)
        titles = self.context.catalogue.rules
        for at, rule in enumerate(rules):
            middle = y + TITLE + LINE * (at + 0.5)
            scene.text(MARGIN + 14, middle, titles[rule].title[self.context.language], 20, room=LABEL_WIDTH - 20)
            for seat in seats:
                points = sum(line.points for line in self.state.score_lines[seat] if line.rule == rule)
                scene.text(ends[seat], middle, points or "–", 20, colour="" if points else theme.soft, anchor="end")
        middle = y + TITLE + LINE * (len(rules) + 0.5) + 6
        scene.rect(Box(MARGIN + 14, middle - LINE / 2 - 2, ends[-1] - MARGIN - 14, 2), theme.line)
        scene.text(MARGIN + 14, middle, self.caption("sum"), 22, weight=BOLD, room=LABEL_WIDTH - 20)
        for seat in seats:
            scene.text(ends[seat], middle, total_points(self.state, seat), 24, weight=BOLD, anchor="end")

    def _column_head(self, seat: int, right: float, y: float, room: float) -> None:
        """Draw the mark and the name of a seat, and the crown of a winner, left of a line."""
        scene, has_won = self.scene, seat in self.winners
        name, room = self.context.player(seat), room - (58 if has_won else 32)
        lines = name_lines(name, NAME, room)
        size = NAME if len(lines) == 1 else NAME * 0.85
        size = min(fitting_size(line, size, room) for line in lines)
        for at, line in enumerate(lines):
            middle = y + (at - (len(lines) - 1) / 2) * size * 1.04
            scene.text(right, middle, line, size, weight=BOLD, anchor="end")
        left = right - max(text_width(line, size, BOLD) for line in lines)
        scene.seat_mark(seat, left - 18, y, 22)
        if has_won:
            scene.icon("glyph_crown", left - 45, y, 24, self.theme.ink)
