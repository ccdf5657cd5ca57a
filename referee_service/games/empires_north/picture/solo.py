"""The scenario of a solo game in a picture: its rules, the event of the round, and the goal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from referee_service.kernel.grammar import capitalized
from referee_service.kernel.score import total_points
from referee_service.pictures.cards import PAPER, PAPER_INK, draw_signs
from referee_service.pictures.geometry import Box
from referee_service.pictures.palette import WHITE
from referee_service.pictures.typeface import BOLD, LEADING, wrap_text

from ..content.tables import scenario
from ..state import Solo
from .painter import MARGIN, PANEL_WIDTH, Painter
from .signs import goods_signs

GROUND: Final = "#5A2A2A"
PALE: Final = "#F4DDD2"
DARK: Final = "#3A1717"
GOLD: Final = "#F5CF3F"
TEXT_ROOM: Final = 560.0
EVENT_WIDTH: Final = 262.0
SIZE: Final = 17.0


class SoloPanel(Painter):
    """Draws the scenario of a solo game."""

    def scenario_height(self) -> float:
        """Return the height of the panel."""
        rules = wrap_text(self._rules(), SIZE, TEXT_ROOM)
        event = wrap_text(self._event_words(), SIZE, EVENT_WIDTH - 34)
        return max(56 + len(rules) * SIZE * LEADING, 88 + len(event) * SIZE * LEADING, 148.0) + 10

    def draw_scenario(self, solo: Solo, y: float) -> None:
        """Draw name and rules at the left, then the event, then the goal with the rounds."""
        scene, box = self.scene, Box(MARGIN, y, PANEL_WIDTH, self.scenario_height())
        name = capitalized(self.context.piece(scenario(self.state).id))
        with scene.place("solo.scenario", box, alt=f"{name}. {self._rules()}", holds=scenario(self.state).id):
            scene.rect(box, GROUND, radius=15)
            scene.icon(f"glyph_{self.looks.scenario.glyph}", MARGIN + 36, y + 34, 40, "#F4C9B8")
            scene.text(MARGIN + 70, y + 26, name, 25, weight=BOLD, colour=WHITE, room=TEXT_ROOM)
            scene.paragraph(MARGIN + 70, y + 44, self._rules(), SIZE, TEXT_ROOM, colour=PALE)
            if solo.event:
                self._event(solo, Box(MARGIN + 650, y + 12, EVENT_WIDTH, box.height - 24))
            self._goal(solo, MARGIN + 650 + EVENT_WIDTH + 20, y)

    def _rules(self) -> str:
        return self.faces.component_text(scenario(self.state).id)

    def _event_words(self) -> str:
        solo = self.state.solo
        return self.faces.words(scenario(self.state).abilities[solo.event][0]) if solo and solo.event else ""

    def _event(self, solo: Solo, box: Box) -> None:
        scene = self.scene
        scene.rect(box, PAPER, radius=10)
        scene.rect(Box(box.x, box.y, 9, box.height), "#C8452F", radius=4)
        label = self.caption("event").upper()
        scene.text(box.x + 22, box.y + 18, label, 16, weight=BOLD, colour="#A32E25")
        name, room = capitalized(self.context.piece(solo.event)), box.width - 34
        scene.text(box.x + 22, box.y + 42, name, 21, weight=BOLD, colour=PAPER_INK, room=room)
        scene.paragraph(box.x + 22, box.y + 58, self._event_words(), SIZE, room, colour=PAPER_INK)

    def _goal(self, solo: Solo, x: float, y: float) -> None:
        """Draw the points on the way to the goal, the rounds, and what else the scenario counts."""
        scene, points, threshold = self.scene, total_points(self.state, 0), scenario(self.state).threshold
        width = MARGIN + PANEL_WIDTH - 16 - x
        label = self.caption("goal", points=points, threshold=threshold)
        scene.text(x + width, y + 28, label, 20, weight=BOLD, colour=WHITE, anchor="end", room=width)
        scene.rect(Box(x, y + 44, width, 20), DARK, radius=10)
        share = max(0.0, min(1.0, points / threshold))
        scene.rect(Box(x, y + 44, max(20.0, width * share), 20), GOLD, radius=10)
        scene.icon("piece_vp", x + width - 8, y + 54, 30)
        for at in range(self.tables.numbers["solo_rounds"]):
            scene.circle(x + 10 + at * 25, y + 84, 8, GOLD if at < self.state.round else DARK)
        top = y + 112
        for line in self._facts(solo):
            scene.text(x, top, line, SIZE, colour=PALE, room=width)
            top += 22
        if solo.temporary:
            wide = draw_signs(scene, goods_signs(solo.temporary), x, top, 22, ink=WHITE)
            scene.text(x + wide + 8, top, self.caption("until_cleanup"), SIZE, colour=PALE, room=width - wide - 8)

    def _facts(self, solo: Solo) -> Iterator[str]:
        if solo.foundations:
            yield self.context.caption("foundations", count=solo.foundations)
        if solo.covered:
            yield f"{self.context.caption('covered')} {len(solo.covered)}"
        if solo.unfed:
            yield self.caption("unfed", count=solo.unfed)
