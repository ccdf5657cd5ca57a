"""Players in a picture: tents, houses, tokens and dice of each, and the hexagon of the printed Bot."""

from __future__ import annotations

import math
from typing import Final

from referee_service.kernel.bags import Bag, count_in, pieces_of
from referee_service.kernel.score import total_points
from referee_service.pictures.geometry import Box, rounded_polygon
from referee_service.pictures.palette import mix
from referee_service.pictures.typeface import BOLD, text_width

from ..state import Bot, Player
from .technologies import Technologies

RING: Final = 97.0
"""Radius of the Bot's hexagon."""


class Players(Technologies):
    """Draws the panels of all sides."""

    def player(self, seat: int, box: Box, *, is_active: bool) -> None:
        """Draw the panel of a player."""
        scene, theme, player = self.scene, self.theme, self.view.players[seat]
        colour = scene.seat_colour(seat)
        rim, width = (colour, 5) if is_active else (theme.line, 2)
        scene.rect(box, theme.panel, radius=18, stroke=rim, stroke_width=width)
        left, column = box.x + 20, box.x + 150
        upper, middle, lower = box.y + 36, box.y + box.height / 2, box.y + box.height - 30
        name = self.context.player(seat)
        with scene.place(f"seat.{seat}", Box(left, upper - 18, 118, 36), alt=name):
            scene.seat_mark(seat, left + 15, upper, 30)
            scene.text(left + 40, upper, name, 27, weight=BOLD, colour=colour, room=86)
        points = total_points(self.view, seat)
        with scene.place(f"seat.{seat}.score", Box(left, middle - 20, 80, 40), alt=self.alt("score", points=points)):
            scene.icon("star", left + 15, middle - 2, 30, theme.star)
            scene.text(left + 38, middle, points, 38, weight=BOLD)
        with scene.place(
            f"seat.{seat}.quota", Box(left, lower - 16, 84, 32), alt=self.alt("quota", quota=player.quota)
        ):
            scene.icon("bag", left + 15, lower, 26, theme.soft)
            scene.icon("arrow", left + 42, lower, 17, theme.soft)
            scene.text(left + 58, lower, player.quota, 25, weight=BOLD, colour=theme.soft)
        if self.view.first_side == seat:
            with scene.place("first", Box(left + 84, middle - 16, 30, 32), alt=self.alt("first")):
                scene.icon("flag", left + 99, middle - 2, 28, colour)
        self._stocks(seat, player, column + 6, upper)
        self._active_dice(seat, player, Box(column, middle - 30, box.x + box.width - 14 - column, 60))
        rows = (("spent", player.spent), ("bag", player.bag))
        room = box.x + box.width - 14 - column - 4
        size = min(25.0, (room - 150) / max(1, sum(len(dice) + sum(n > 1 for _, n in dice) for _, dice in rows)) - 5)
        x = column + 4
        for name, dice in rows:
            x = self._dice_row(f"seat.{seat}.{name}", name, dice, x, lower, size) + 18

    def _stocks(self, seat: int, player: Player, x: float, y: float) -> None:
        """Draw the tents, houses and tokens of a player."""
        scene, colour = self.scene, self.scene.seat_colour(seat)
        houses = self.tables.numbers["houses"] - sum(tile.house == seat for tile in self.view.map)
        for stock, icon, count in (("tents", "tent", player.tents), ("houses", "house", houses)):
            with scene.place(f"seat.{seat}.{stock}", Box(x - 4, y - 20, 66, 40), alt=self.alt(stock, count=count)):
                scene.icon(icon, x + 16, y, 30, colour)
                scene.text(x + 36, y, count, 26, weight=BOLD)
            x += 73
        for token in self.looks.tokens:
            count = count_in(player.tokens, token)
            alt = self.alt("token", token=token, count=count)
            with scene.place(f"seat.{seat}.tokens.{token}", Box(x - 4, y - 20, 54, 40), alt=alt, holds=token):
                if count:
                    self.token(token, x + 15, y, 32)
                    scene.text(x + 34, y, count, 24, weight=BOLD)
                else:
                    scene.circle(x + 15, y, 15, self.theme.well)
                    scene.icon(token, x + 15, y, 19, mix(self.theme.soft, self.theme.well, 0.55))
            x += 57

    def _active_dice(self, seat: int, player: Player, box: Box) -> None:
        """Draw the active dice, smaller if there are many."""
        scene, dice = self.scene, pieces_of(player.active)
        if not dice:
            scene.text(box.x + 4, box.y + 30, self.caption("no_dice"), 20, colour=self.theme.soft)
            return
        size = min(52.0, box.width / len(dice) - 9)
        x, y = box.x + size / 2 + 4, box.y + 30
        for at, die in enumerate(dice):
            colour, face = self.tables.faces[die]
            place = Box(x - size / 2, y - size / 2, size, size)
            with scene.place(f"seat.{seat}.active.{at}", place, alt=self.alt("die", die=die), holds=colour):
                self.die(colour, x, y, size, face)
            x += size + 9

    def _dice_row(self, place: str, caption: str, dice: Bag, x: float, y: float, size: float) -> float:
        """Draw dice by colour and number, after a word. Return where the row ends."""
        scene, theme, word = self.scene, self.theme, self.caption(caption)
        counts = [text_width(f"×{count}", size * 0.76, BOLD) + 4 if count > 1 else 0 for _, count in dice]
        width = text_width(word, 19) + 10 + sum(size + 5 + count for count in counts) + (0 if dice else 12)
        with scene.place(place, Box(x, y - 18, width, 36), alt=word):
            scene.text(x, y, word, 19, colour=theme.soft)
            at = x + text_width(word, 19) + 10
            for (colour, count), wide in zip(dice, counts, strict=True):
                self.die(colour, at + size / 2, y, size)
                if count > 1:
                    scene.text(at + size + 4, y, f"×{count}", size * 0.76, weight=BOLD, colour=theme.soft)
                at += size + 5 + wide
            if not dice:
                scene.text(at, y, "–", 20, colour=theme.soft)
        return x + width

    # --- the printed Bot ----------------------------------------------------------------------------------------------

    def bot(self, bot: Bot, box: Box, *, is_active: bool) -> None:
        """Draw the panel of the printed Bot: its hexagon, its stock, and its queue of dice."""
        scene, theme, side = self.scene, self.theme, len(self.view.players)
        colour = scene.seat_colour(side)
        rim, width = (colour, 5) if is_active else (theme.line, 2)
        scene.rect(box, theme.panel, radius=18, stroke=rim, stroke_width=width)
        self._hexagon(bot, box.x + 184, box.y + box.height / 2, colour)
        left, upper = box.x + 384, box.y + 42
        with scene.place("bot", Box(left, upper - 16, 120, 32), alt=self.side_name(side)):
            scene.seat_mark(side, left + 14, upper, 28)
            scene.text(left + 38, upper, self.side_name(side), 26, weight=BOLD, colour=colour, room=80)
        points = sum(line.points for line in bot.points)
        with scene.place(
            "bot.score", Box(box.x + box.width - 90, upper - 18, 76, 36), alt=self.alt("score", points=points)
        ):
            scene.text(box.x + box.width - 18, upper, points, 34, weight=BOLD, anchor="end")
            wide = text_width(str(points), 34, BOLD)
            scene.icon("star", box.x + box.width - 36 - wide, upper - 1, 26, theme.star)
        y = upper + 58
        houses = self.tables.numbers["houses"] - sum(tile.house == side for tile in self.view.map)
        with scene.place("bot.tents", Box(left, y - 18, 70, 36), alt=self.alt("tents_of_bot", count=bot.tents)):
            scene.icon("tent", left + 14, y, 28, colour)
            scene.text(left + 36, y, bot.tents, 26, weight=BOLD)
        with scene.place("bot.houses", Box(left + 78, y - 18, 70, 36), alt=self.alt("houses", count=houses)):
            scene.icon("house", left + 92, y, 28, colour)
            scene.text(left + 114, y, houses, 26, weight=BOLD)
        scene.text(left, y + 46, self.caption("queue"), 19, colour=theme.soft)
        for at, die in enumerate(bot.dice_queue[:15]):
            x, row = left + 18 + at % 5 * 39, y + 80 + at // 5 * 38
            with scene.place(
                f"bot.queue.{at}", Box(x - 17, row - 17, 34, 34), alt=self.alt("queue", die=die), holds=die
            ):
                self.die(die, x, row, 33)

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
            with scene.place(f"bot.side.{row.id}", box, alt=self.alt("edge", action=row.id), outline=outline):
                scene.path(outline, colour if is_here else theme.well, stroke=theme.panel, stroke_width=3)
                scene.icon(row.id, icon_x, icon_y, 35, theme.on_seat if is_here else theme.ink)
            pieces = [("die", die) for die in pieces_of(edge.dice)] + ([("token", edge.token)] if edge.token else [])
            self._edge_pieces(row.id, pieces, _on_ring(x, y, middle, RING * 0.866 + 25), middle)
        with scene.place("bot.centre", Box(x - 36, y - 20, 72, 40), alt=self.alt("centre")):
            tokens = pieces_of(bot.centre)
            if not tokens:
                scene.icon("bot", x, y, 40, colour)
            for at, token in enumerate(tokens[:6]):
                across = at % 3 - (min(3, len(tokens)) - 1) / 2
                self.token(token, x + across * 25, y + (at // 3 - (len(tokens) > 3) / 2) * 25, 23)

    def _edge_pieces(self, edge: str, pieces: list[tuple[str, str]], point: tuple[float, float], angle: float) -> None:
        for at, (kind, name) in enumerate(pieces):
            shift = (at - (len(pieces) - 1) / 2) * 38
            x, y = point[0] - math.sin(angle) * shift, point[1] + math.cos(angle) * shift
            box = Box(x - 17, y - 17, 34, 34)
            with self.scene.place(f"bot.side.{edge}.{at}", box, alt=self.context.piece(name), holds=name):
                if kind == "die":
                    self.die(name, x, y, 33)
                else:
                    self.token(name, x, y, 33)


def _on_ring(x: float, y: float, angle: float, radius: float) -> tuple[float, float]:
    return x + radius * math.cos(angle), y + radius * math.sin(angle)
