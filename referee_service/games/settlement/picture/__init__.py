"""The picture of a table: the question, the market, the heroes and artefacts on offer, and the players.

Every part has the question. The part `table` has all but the own area, `mine` the own area, and `seat.N` the area of
one player.
"""

from __future__ import annotations

from typing import Final

from referee_service.kernel.text_table import TextContext
from referee_service.pictures.geometry import Box
from referee_service.pictures.scene import Scene
from referee_service.pictures.table import BAR_HEIGHT, PictureRequest, Question, draw_question
from referee_service.pictures.typeface import BOLD

from ..scoring import rank_of, result
from ..state import State, is_solo
from .bars import BAR
from .boards import SMALL_GAP
from .players import SMALL_PAD
from .scores import Scores

WIDTH: Final = 1200.0
MARGIN: Final = 24.0
BETWEEN: Final = 12.0
"""Distance of panels."""
MAX_HEIGHT: Final = 1900.0
MAX_PART_HEIGHT: Final = 1200.0
CELL: Final = 52.0
"""Height of a space on the board of the only other player."""


def draw(scene: Scene, view: State, context: TextContext, request: PictureRequest) -> None:
    """Draw the whole table or a part of it. The own area is large: of the viewer, or of the seat to move."""
    table, part = Table(scene, view, context), request.part or ""
    seats, active = len(view.players), request.question.seat
    own = request.viewer if request.viewer is not None else active or 0
    shown = int(part.removeprefix("seat.")) if part.startswith("seat.") else own
    y = table.header(request.question) + BETWEEN
    if part in ("", "table"):
        common = table.final_score if view.stage == "over" else table.offers
        y = common(Box(MARGIN, y, WIDTH - 2 * MARGIN, 0)) + BETWEEN
        others = [(own + step) % seats for step in range(1, seats)]
        below = 0.0 if part else table.panel_height(own, WIDTH - 2 * MARGIN) + BETWEEN
        limit = MAX_PART_HEIGHT if part else MAX_HEIGHT
        y = table.others(others, y, limit - below - y - 4, active)
    if part != "table":
        y = table.panel(shown, Box(MARGIN, y, WIDTH - 2 * MARGIN, 0), is_active=shown == active) + BETWEEN
    scene.height = y + 4


class Table(Scores):
    """Draws the header, and the other players side by side."""

    def header(self, question: Question) -> float:
        """Draw the name of the game, the round, and the question. Return the height below."""
        scene, theme, view = self.scene, self.theme, self.view
        scene.text(MARGIN, 31, self.context.catalogue.title[self.context.language], 31, weight=BOLD, room=270)
        rounds = self.tables.numbers["rounds"]
        if view.stage == "turns":
            words = self.caption("round", round=view.round, rounds=rounds)
            x = MARGIN + scene.text(MARGIN, 64, words, 20, colour=theme.soft, room=140) + 20
            for at in range(1, rounds + 1):
                fill = theme.ink if at < view.round else theme.star if at == view.round else theme.well
                rim = theme.line if at > view.round else ""
                scene.circle(x, 64, 8.5 if at == view.round else 7, fill, stroke=rim, stroke_width=1.5)
                x += 21
        else:
            scene.text(MARGIN, 64, self.caption(view.stage), 20, colour=theme.soft, room=270)
        bar = Box(316, 12, WIDTH - MARGIN - 316, BAR_HEIGHT)
        return draw_question(scene, self.context, self._shown_question(question), bar)

    def _shown_question(self, question: Question) -> Question:
        """Return the question, or the result once the game is over."""
        final = result(self.view)
        if final is None:
            return question
        points = max(final.scores)
        if is_solo(self.view):
            return Question(None, self.caption("rank", rank=rank_of(self.view), points=points))
        winners = self.write.joined(self.context.player(seat) for seat in final.winners if isinstance(seat, int))
        name = "won" if len(final.winners) == 1 else "won_together"
        return Question(None, self.caption(name, winners=winners, points=points))

    def others(self, seats: list[int], y: float, room: float, active: int | None) -> float:
        """Draw the other players in this room, as bars if there is too little or their boards are still empty.

        Return the height below.
        """
        if not seats:
            return y
        width = (WIDTH - 2 * MARGIN - BETWEEN * (len(seats) - 1)) / len(seats)
        if self.view.stage == "draft" or self._others_height(seats, width) > room:
            for seat in seats:
                self.bar(seat, Box(MARGIN, y, WIDTH - 2 * MARGIN, BAR), is_whole=True)
                y += BAR + BETWEEN
            return y
        for at, seat in enumerate(seats):
            box = Box(MARGIN + at * (width + BETWEEN), y, width, self._others_height(seats, width))
            if len(seats) == 1:
                self.small_panel(seat, box, CELL, is_active=seat == active)
            else:
                self.column(seat, box, is_active=seat == active)
        return y + self._others_height(seats, width) + BETWEEN

    def _others_height(self, seats: list[int], width: float) -> float:
        """Return the height of the panels of the other players."""
        return 3 * CELL + 2 * SMALL_GAP + 2 * SMALL_PAD if len(seats) == 1 else self.columns_height(seats, width)
