"""The printed Bot in a picture: its hexagon with dice and tokens, its stock, and its queue of dice."""

from __future__ import annotations

import math
from typing import Final

from referee_service.kernel.bags import pieces_of
from referee_service.pictures.geometry import Box, rounded_polygon
from referee_service.pictures.typeface import BOLD, text_width

from ..map_tiles import houses_remaining
from ..scoring import side_points
from ..state import Bot, HexagonEdge
from .players import Players

RING: Final = 94.0
"""Radius of the Bot's hexagon."""


class BotPanel(Players):
    """Draws the panel of the printed Bot."""

    def bot(self, bot: Bot, box: Box, *, is_active: bool) -> None:
        """Draw the panel of the printed Bot: its hexagon, its stock, and its queue of dice."""
        scene, theme, side = self.scene, self.theme, len(self.view.players)
        colour = scene.seat_colour(side)
        rim, width = (colour, 5) if is_active else (theme.line, 2)
        scene.rect(box, theme.panel, radius=18, stroke=rim, stroke_width=width)
        self._hexagon(bot, box.x + 184, box.y + box.height / 2, colour)
        left, upper, right = box.x + 384, box.y + 40, box.x + box.width - 20
        points = side_points(self.view, side)
        alt = self.alt("score", who=self.who(side), points=points)
        with scene.place("bot", Box(left, upper - 18, right - left, 36), alt=alt):
            scene.seat_mark(side, left + 14, upper, 28)
            scene.text(left + 38, upper, self.side_name(side), 26, weight=BOLD, colour=colour, room=60)
            scene.text(right, upper, points, 36, weight=BOLD, anchor="end")
            scene.icon("star", right - 20 - text_width(str(points), 36, BOLD), upper - 2, 28, theme.star)
        y, houses = upper + 54, houses_remaining(self.view, side)
        alt = self.alt("tents", who=self.who(side), count=bot.tents)
        with scene.place("bot.tents", Box(left - 2, y - 18, 64, 36), alt=alt):
            scene.icon("tent", left + 14, y, 28, colour)
            scene.text(left + 34, y, bot.tents, 26, weight=BOLD)
        scene.icon("house", left + 92, y, 28, colour)
        scene.text(left + 112, y, houses, 26, weight=BOLD)
        if self.view.first_side == side:
            with scene.place("first", Box(right - 30, y - 16, 30, 32), alt=self.alt("first", who=self.who(side))):
                scene.icon("flag", right - 15, y, 28, colour)
        self._queue(bot, left, y + 42)

    def _queue(self, bot: Bot, x: float, y: float) -> None:
        """Draw the dice of the queue, the next one first. A long queue is smaller."""
        scene, dice = self.scene, bot.dice_queue
        scene.text(x, y, self.caption("queue"), 19, colour=self.theme.soft)
        columns = 5 if len(dice) <= 10 else 7 if len(dice) <= 21 else 10
        step = 195 / columns
        for at, die in enumerate(dice):
            left, middle = x + step / 2 - 1 + at % columns * step, y + 14 + step / 2 + at // columns * step
            size, alt = step * 0.84, self.alt("queue", die=die)
            box = Box(left - size / 2, middle - size / 2, size, size)
            with scene.place(f"bot.queue.{at}", box, alt=alt, holds=die):
                self.die(die, left, middle, size)

    def _hexagon(self, bot: Bot, x: float, y: float, colour: str) -> None:
        """Draw the six sides clockwise from the upper right, with what lies there, and the tokens in the middle."""
        scene, theme = self.scene, self.theme
        for at, (row, edge) in enumerate(zip(self.tables.pack.hexagon, bot.edges, strict=True)):
            start, middle = math.radians(60 * at - 90), math.radians(60 * at - 60)
            end, is_here = start + math.radians(60), bot.marker == at
            corners = [
                _on_ring(x, y, angle, r)
                for angle, r in ((start, RING), (end, RING), (end, RING * 0.46), (start, RING * 0.46))
            ]
            icon_x, icon_y = _on_ring(x, y, middle, RING * 0.645)
            box = Box(icon_x - 24, icon_y - 24, 48, 48)
            outline = rounded_polygon(corners, 5)
            alt = self.alt("edge_marker" if is_here else "edge", action=row.id)
            with scene.place(f"bot.side.{row.id}", box, alt=alt, outline=outline):
                scene.path(outline, colour if is_here else theme.well, stroke=theme.panel, stroke_width=3)
                scene.icon(row.id, icon_x, icon_y, 35, theme.on_seat if is_here else theme.ink)
            self._edge_pieces(row.id, edge, _on_ring(x, y, middle, RING * 0.866 + 23), middle)
        self._centre(bot, x, y, colour)

    def _centre(self, bot: Bot, x: float, y: float, colour: str) -> None:
        """Draw the tokens in the middle by kind and number, or the sign of the Bot if there are none."""
        scene = self.scene
        tokens = self.context.counted((f"token_{token}", count) for token, count in bot.centre)
        with scene.place("bot.centre", Box(x - 32, y - 28, 64, 56), alt=self.alt("centre", tokens=tokens)):
            if not bot.centre:
                scene.icon("bot", x, y, 40, colour)
            columns = 1 if len(bot.centre) == 1 else 2
            for at, (token, count) in enumerate(bot.centre):
                rows = (len(bot.centre) + columns - 1) // columns
                left = x + (at % columns - (columns - 1) / 2) * 34
                middle = y + (at // columns - (rows - 1) / 2) * 30
                self.token(token, left - 5 if count > 1 else left, middle, 24)
                if count > 1:
                    scene.text(left + 9, middle, count, 20, weight=BOLD)

    def _edge_pieces(self, action: str, edge: HexagonEdge, point: tuple[float, float], angle: float) -> None:
        """Draw the dice and the token at an edge in a row along it, smaller if there are many."""
        names = [*pieces_of(edge.dice), *([edge.token] if edge.token else [])]
        step = min(38.0, 116 / max(1, len(names)))
        for at, name in enumerate(names):
            shift, size = (at - (len(names) - 1) / 2) * step, step * 0.86
            x, y = point[0] - math.sin(angle) * shift, point[1] + math.cos(angle) * shift
            box, is_token = Box(x - size / 2, y - size / 2, size, size), at == len(names) - 1 and edge.token
            alt = self.alt("edge_piece", action=action, piece=f"token_{name}" if is_token else name)
            with self.scene.place(f"bot.side.{action}.{at}", box, alt=alt, holds=name):
                if is_token:
                    self.token(name, x, y, size)
                else:
                    self.die(name, x, y, size)


def _on_ring(x: float, y: float, angle: float, radius: float) -> tuple[float, float]:
    return x + radius * math.cos(angle), y + radius * math.sin(angle)
