"""The final score in a picture: the points of each player by guild and by stored token, and the reserve of a tie."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from referee_service.pictures.cards import Sign, draw_signs
from referee_service.pictures.geometry import Box
from referee_service.pictures.seat_bars import CORNER
from referee_service.pictures.typeface import BOLD, REGULAR

from ..content.tables import DIAMOND, GOLD
from ..scoring import result, score_lines
from ..state import amount_of, is_solo
from .columns import Columns

INSIDE: Final = 16.0
TITLE: Final = 74.0
"""Height of the title with the heads of the columns."""
ROW: Final = 48.0
NAME: Final = 300.0
WIDE: Final = 1.4
"""Width of the columns of the total and of ties, in widths of the others."""
TOTAL: Final = "total"
TIE: Final = "tie"


class ScoreColumn(NamedTuple):
    """A column of the final score: the rule that scores, or the total or the tie, with its name and signs."""

    rule: str
    name: str
    signs: tuple[Sign, ...]

    @property
    def share(self) -> float:
        """Return the width, in widths of a column of points."""
        return WIDE if self.rule in (TOTAL, TIE) else 1.0


class Scores(Columns):
    """Draws the table of the final score."""

    def final_score(self, box: Box) -> float:
        """Draw a row for each player, the winner first. Return the height below."""
        scene, theme, final = self.scene, self.theme, result(self.view)
        assert final is not None
        height = TITLE + ROW * len(self.view.players) + 8
        scene.rect(Box(box.x, box.y, box.width, height), theme.panel, radius=CORNER)
        title = self.caption("final_score").upper()
        scene.text(box.x + INSIDE, box.y + 22, title, 17, weight=BOLD, colour=theme.soft, room=NAME)
        columns = self._spaced(list(self._score_columns()), box)
        for column, x, width in columns:
            scene.text(x, box.y + 22, column.name, 18, colour=theme.soft, anchor="middle", room=width - 10)
            draw_signs(scene, column.signs, x, box.y + 52, 30, anchor="middle")
        order = sorted(range(len(self.view.players)), key=lambda seat: (seat not in final.winners, -final.scores[seat]))
        for at, seat in enumerate(order):
            row = Box(box.x, box.y + TITLE + at * ROW, box.width, ROW)
            self._score_row(seat, columns, row, is_winner=seat in final.winners and not is_solo(self.view))
        return box.y + height

    def _score_columns(self) -> Iterator[ScoreColumn]:
        """Yield the guilds, the buildings that store tokens, the total, and what breaks a tie."""
        for guild in self.tables.guilds.values():
            look = self.looks.guilds[guild.id]
            yield ScoreColumn(guild.rule, self.caption(guild.id), (Sign("disc", look.glyph, colour=look.colour),))
        for building, entry in self.tables.buildings.items():
            if entry.row.stores:
                sign = Sign("disc", self.looks.buildings[building], colour=self.looks.uses["store"])
                yield ScoreColumn(entry.row.rule, self.write.name(building), (sign,))
        yield ScoreColumn(TOTAL, self.caption("total"), (self.piece_sign("vp"),))
        if not is_solo(self.view):
            yield ScoreColumn(TIE, self.caption("tie"), self.signs([(GOLD, 1), (DIAMOND, 1)]))

    def _spaced(self, columns: list[ScoreColumn], box: Box) -> list[tuple[ScoreColumn, float, float]]:
        """Return each column with its middle and width."""
        unit, x, found = (box.width - NAME) / sum(each.share for each in columns), box.x + NAME, []
        for column in columns:
            width = unit * column.share
            found.append((column, x + width / 2, width))
            x += width
        return found

    def _score_row(
        self, seat: int, columns: list[tuple[ScoreColumn, float, float]], box: Box, *, is_winner: bool
    ) -> None:
        """Draw the points of a player by rule, their total, and what breaks a tie. A winner has a crown."""
        scene, theme, player = self.scene, self.theme, self.view.players[seat]
        middle, lines = box.y + box.height / 2, score_lines(self.view, player)
        if is_winner:
            scene.rect(Box(box.x + 8, box.y + 2, box.width - 16, box.height - 4), theme.well, radius=12)
        scene.seat_mark(seat, box.x + 32, middle, 24)
        room = NAME - 60 - (34 if is_winner else 0)
        width = scene.text(box.x + 54, middle, self.context.player(seat), 22, weight=BOLD, room=room)
        if is_winner:
            scene.icon("glyph_crown", box.x + 54 + width + 22, middle, 25, theme.ink)
        for (rule, _, _), x, _ in columns:
            points = sum(line.points for line in lines if rule in (TOTAL, line.rule))
            if rule == TIE:
                tie = f"{amount_of(player, GOLD)} · {amount_of(player, DIAMOND)}"
                scene.text(x, middle, tie, 20, colour=theme.soft, anchor="middle")
            elif rule == TOTAL:
                scene.text(x, middle, points, 27, weight=BOLD, anchor="middle")
            else:
                colour, weight = (theme.ink, BOLD) if points else (theme.soft, REGULAR)
                scene.text(x, middle, points, 22, weight=weight, colour=colour, anchor="middle")
