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
EVENT_WIDTH: Final = 300.0
GOAL_WIDTH: Final = 236.0
SIZE: Final = 18.0


class SoloPanel(Painter):
    """Draws the scenario of a solo game."""

    @property
    def _text_room(self) -> float:
        """The width of the rules. Before the first event they are wider."""
        solo = self.state.solo
        taken = EVENT_WIDTH + 20 if solo is not None and solo.event else 0.0
        return PANEL_WIDTH - 70 - GOAL_WIDTH - 40 - taken

    def scenario_height(self) -> float:
        """Return the height of the panel."""
        rules = wrap_text(self._rules(), SIZE, self._text_room)
        event = wrap_text(self._event_words(), SIZE, EVENT_WIDTH - 34)
        return max(54 + len(rules) * SIZE * LEADING, 80 + len(event) * SIZE * LEADING, 140.0) + 12

    def draw_scenario(self, solo: Solo, y: float) -> None:
        """Draw name and rules at the left, then the event, then the goal with the rounds."""
        scene, box, room = self.scene, Box(MARGIN, y, PANEL_WIDTH, self.scenario_height()), self._text_room
        name, text = capitalized(self.context.piece(scenario(self.state).id)), self.faces.component_text
        alt = f"{name}. {text(scenario(self.state).id)}"
        with scene.place("solo.scenario", box, alt=alt, holds=scenario(self.state).id):
            scene.rect(box, GROUND, radius=15)
            scene.icon(f"glyph_{self.looks.scenario.glyph}", MARGIN + 36, y + 34, 40, "#F4C9B8")
            scene.text(MARGIN + 70, y + 26, name, 25, weight=BOLD, colour=WHITE, room=room)
            scene.paragraph(MARGIN + 70, y + 46, self._rules(), SIZE, room, colour=PALE)
            right = MARGIN + PANEL_WIDTH - GOAL_WIDTH - 16
            if solo.event:
                lines = wrap_text(self._event_words(), SIZE, EVENT_WIDTH - 34)
                tall = 68 + len(lines) * SIZE * LEADING
                self._event(solo, Box(right - EVENT_WIDTH - 20, y + 14, EVENT_WIDTH, tall))
            self._goal(solo, right, y)

    def _rules(self) -> str:
        """Return the rules of the scenario. Those of the set-up are shown in the set-up only."""
        return self.faces.scenario_rules(scenario(self.state), with_setup=self.state.round == 0)

    def _event_words(self) -> str:
        solo = self.state.solo
        return self.faces.words(scenario(self.state).abilities[solo.event][0]) if solo and solo.event else ""

    def _event(self, solo: Solo, box: Box) -> None:
        scene = self.scene
        scene.rect(box, PAPER, radius=10)
        scene.rect(Box(box.x, box.y, 9, box.height), "#C8452F", radius=4)
        label = self.caption("event").upper()
        scene.text(box.x + 22, box.y + 19, label, 16, weight=BOLD, colour="#A32E25")
        name, room = capitalized(self.context.piece(solo.event)), box.width - 34
        scene.text(box.x + 22, box.y + 42, name, 21, weight=BOLD, colour=PAPER_INK, room=room)
        scene.paragraph(box.x + 22, box.y + 58, self._event_words(), SIZE, room, colour=PAPER_INK)

    def _goal(self, solo: Solo, x: float, y: float) -> None:
        """Draw the points on the way to the goal, the rounds, and what else the scenario counts."""
        scene, points, threshold = self.scene, total_points(self.state, 0), scenario(self.state).threshold
        width, rounds = GOAL_WIDTH, self.tables.numbers["solo_rounds"]
        label = self.caption("goal", points=points, threshold=threshold)
        scene.text(x, y + 28, label, 22, weight=BOLD, colour=WHITE, room=width)
        scene.rect(Box(x, y + 46, width, 20), DARK, radius=10)
        share = max(0.0, min(1.0, points / threshold))
        scene.rect(Box(x, y + 46, max(20.0, width * share), 20), GOLD, radius=10)
        scene.icon("piece_vp", x + width - 8, y + 56, 30)
        for at in range(rounds):
            scene.circle(x + 10 + at * 25, y + 90, 8, GOLD if at < self.state.round else DARK)
        words = self.caption("round_of", round=self.state.round, rounds=rounds)
        left = rounds * 25 + 4
        scene.text(x + left, y + 90, words, SIZE, colour=PALE, room=width - left)
        top = y + 120
        for line in self._facts(solo):
            scene.text(x, top, line, SIZE, colour=PALE, room=width)
            top += 22
        if solo.temporary:
            wide = draw_signs(scene, goods_signs(solo.temporary), x, top, 22, ink=WHITE)
            scene.text(x + wide + 8, top, self.caption("until_cleanup"), SIZE, colour=PALE, room=width - wide - 8)

    def _facts(self, solo: Solo) -> Iterator[str]:
        if solo.foundations:
            yield self.caption("foundations", count=solo.foundations)
        if solo.covered:
            yield self.caption("covered", count=len(solo.covered))
        if solo.unfed:
            yield self.caption("unfed", count=solo.unfed)
