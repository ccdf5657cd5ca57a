"""Players in a picture: points, tents, houses, tokens, and the dice in sight, spent and in the bag."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Final

from msgspec import Struct

from referee_service.kernel.bags import Bag, count_in, pieces_of
from referee_service.pictures.geometry import Box, rounded_box
from referee_service.pictures.palette import WHITE, mix
from referee_service.pictures.typeface import BOLD, text_width

from ..map_tiles import houses_remaining
from ..questions import RerollFrame, RollDiceFrame
from ..scoring import side_points
from ..state import Player
from .technologies import Technologies

WORD_SIZE: Final = 19.0
"""Size of the words before a row of dice."""


class Layout(Struct, frozen=True):
    """Where the parts of a panel lie: points from its upper left corner, and widths."""

    width: float
    height: float
    name: tuple[float, float]
    name_room: float
    points: tuple[float, float]
    flag: tuple[float, float]
    quota: tuple[float, float]
    stocks: tuple[float, float]
    steps: tuple[float, float]
    """Width of tents and houses, and of a token."""
    dice: tuple[float, float]
    die_size: float
    spent: tuple[float, float]
    bag: tuple[float, float] | None = None
    """Where the dice in the bag begin. Without it, they follow the spent dice."""


WIDE: Final = Layout(
    width=570,
    height=196,
    name=(20, 36),
    name_room=120,
    points=(20, 98),
    flag=(138, 96),
    quota=(20, 164),
    stocks=(188, 36),
    steps=(68, 58),
    dice=(186, 98),
    die_size=54,
    spent=(188, 164),
)
"""Two players: panels beside each other."""
SOLO: Final = Layout(
    width=540,
    height=262,
    name=(20, 40),
    name_room=330,
    points=(398, 40),
    flag=(506, 38),
    quota=(20, 224),
    stocks=(22, 98),
    steps=(86, 72),
    dice=(20, 160),
    die_size=52,
    spent=(132, 224),
)
"""One player beside the printed Bot."""
NARROW: Final = Layout(
    width=376,
    height=232,
    name=(18, 32),
    name_room=176,
    points=(242, 32),
    flag=(348, 31),
    quota=(18, 206),
    stocks=(20, 78),
    steps=(60, 56),
    dice=(18, 126),
    die_size=46,
    spent=(20, 172),
    bag=(120, 206),
)
"""Three players: panels in one row."""
LOW: Final = Layout(
    width=570,
    height=148,
    name=(18, 30),
    name_room=120,
    points=(18, 79),
    flag=(136, 77),
    quota=(18, 122),
    stocks=(188, 30),
    steps=(68, 58),
    dice=(186, 78),
    die_size=44,
    spent=(188, 122),
)
"""Four players: two rows of low panels."""


class Players(Technologies):
    """Draws the panels of players."""

    def player(self, seat: int, x: float, y: float, layout: Layout, *, is_active: bool) -> None:
        """Draw the panel of a player."""
        scene, theme, player = self.scene, self.theme, self.view.players[seat]
        colour = scene.seat_colour(seat)
        rim, width = (colour, 5) if is_active else (theme.line, 2)
        scene.rect(Box(x, y, layout.width, layout.height), theme.panel, radius=18, stroke=rim, stroke_width=width)
        self._name(seat, x, y, layout)
        left, top = x + layout.quota[0], y + layout.quota[1]
        alt = self.alt("quota", who=self.who(seat), count=player.quota)
        with scene.place(f"seat.{seat}.quota", Box(left - 2, top - 18, 92, 36), alt=alt):
            scene.icon("bag", left + 15, top, 26, theme.soft)
            scene.icon("arrow", left + 42, top, 17, theme.soft)
            scene.text(left + 58, top, player.quota, 25, weight=BOLD, colour=theme.soft)
        if self.view.first_side == seat:
            left, top = x + layout.flag[0], y + layout.flag[1]
            alt = self.alt("first", who=self.who(seat))
            with scene.place("first", Box(left - 15, top - 16, 30, 32), alt=alt):
                scene.icon("flag", left, top, 28, colour)
        self._stocks(seat, player, x + layout.stocks[0], y + layout.stocks[1], layout.steps)
        left = x + layout.dice[0]
        room = x + layout.width - 16 - left
        self._active_dice(seat, player, left, y + layout.dice[1], layout.die_size, room)
        rows: tuple[tuple[tuple[float, float], tuple[str, ...]], ...]
        if layout.bag is None:
            rows = ((layout.spent, ("spent", "bag")),)
        else:
            rows = ((layout.spent, ("spent",)), (layout.bag, ("bag",)))
        for (left, top), names in rows:
            self._dice_rows(seat, names, x + left, y + top, room=layout.width - 14 - left)

    def _name(self, seat: int, x: float, y: float, layout: Layout) -> None:
        """Draw the sign, the name and the points of a player."""
        scene, points = self.scene, side_points(self.view, seat)
        left, top = x + layout.name[0], y + layout.name[1]
        box = Box(left, top - 18, 34 + layout.name_room, 36)
        with scene.place(f"seat.{seat}", box, alt=self.alt("score", who=self.who(seat), points=points)):
            scene.seat_mark(seat, left + 14, top, 28)
            name = self.context.player(seat)
            scene.name(left + 36, top, name, 26, layout.name_room - 4, scene.seat_colour(seat))
            left, top = x + layout.points[0], y + layout.points[1]
            scene.icon("star", left + 15, top - 2, 30, self.theme.star)
            scene.text(left + 38, top, points, 36, weight=BOLD, room=62)

    def _stocks(self, seat: int, player: Player, x: float, y: float, steps: tuple[float, float]) -> None:
        """Draw the tents, houses and tokens of a player."""
        scene, colour, who = self.scene, self.scene.seat_colour(seat), self.who(seat)
        houses = houses_remaining(self.view, seat)
        for stock, icon, count in (("tents", "tent", player.tents), ("houses", "house", houses)):
            alt = self.alt(stock, who=who, count=count)
            with scene.place(f"seat.{seat}.{stock}", Box(x - 5, y - 21, steps[0] - 6, 42), alt=alt):
                scene.icon(icon, x + 14, y, 28, colour)
                scene.text(x + 32, y, count, 26, weight=BOLD, room=steps[0] - 40)
            x += steps[0]
        for token in self.looks.tokens:
            count = count_in(player.tokens, token)
            alt = self.alt("tokens", who=who, token=f"token_{token}", count=count)
            box = Box(x - 5, y - 21, steps[1] - 7, 42)
            outline = rounded_box(box, 11)
            with scene.place(f"seat.{seat}.tokens.{token}", box, alt=alt, holds=token, outline=outline):
                if count:
                    self.token(token, x + 15, y, 30)
                    scene.text(x + 33, y, count, 24, weight=BOLD, room=steps[1] - 42)
                else:
                    scene.circle(x + 15, y, 14, self.theme.well)
                    scene.icon(token, x + 15, y, 18, mix(self.theme.soft, self.theme.well, 0.45))
            x += steps[1]

    def _active_dice(self, seat: int, player: Player, x: float, y: float, most: float, room: float) -> None:
        """Draw the active dice, the symbols of explosions, and the dice in hand, smaller if there are many."""
        scene, dice, symbols = self.scene, pieces_of(player.active), pieces_of(player.extra_symbols)
        hand = self._dice_in_hand(seat)
        total = len(dice) + len(symbols) + len(hand) + bool(hand)
        if not total:
            scene.text(x + 2, y, self.caption("no_dice"), 20, colour=self.theme.soft, room=room)
            return
        gap = 9.0 if total < 8 else 6.0
        size = min(most, room / total - gap)
        x += size / 2 + 2
        for at, die in enumerate(dice):
            colour, face = self.tables.faces[die]
            alt = self.alt("die", who=self.who(seat), die=die)
            box = Box(x - size / 2, y - size / 2, size, size)
            with scene.place(f"seat.{seat}.active.{at}", box, alt=alt, holds=colour):
                self.die(colour, x, y, size, face)
            x += size + gap
        for symbol in symbols:
            scene.circle(x, y, size * 0.48, self.looks.seals["explosive"])
            scene.icon(symbol, x, y, size * 0.6, WHITE)
            x += size + gap
        if hand:
            scene.icon("hand", x, y, size * 0.6, self.theme.soft)
        for colour in hand:
            x += size + gap
            self.die(colour, x, y, size * 0.84)

    def _dice_in_hand(self, seat: int) -> tuple[str, ...]:
        """Return the dice that a player has picked up to roll them."""
        for frame in self.view.pending:
            owner = frame.to if isinstance(frame, RollDiceFrame) else frame.seat
            if isinstance(frame, RerollFrame | RollDiceFrame) and owner == seat:
                return frame.dice
        return ()

    # --- rows of dice -------------------------------------------------------------------------------------------------

    def _dice_rows(self, seat: int, names: tuple[str, ...], x: float, y: float, room: float) -> None:
        """Draw the spent dice, those in the bag, or both by colour, smaller if there are many."""
        player = self.view.players[seat]
        rows = [(name, player.spent if name == "spent" else player.bag) for name in names]
        fixed = sum(text_width(self.caption(name), WORD_SIZE) + 9 + (0 if dice else 14) for name, dice in rows)
        fixed += 18 * (len(rows) - 1)
        size = min(
            26.0, (room - fixed) / max(1.0, sum(_width_of_dice(count, 1) for _, dice in rows for _, count in dice))
        )
        for name, dice in rows:
            x = self._dice_row(seat, name, dice, x, y, size) + 18

    def _dice_row(self, seat: int, name: str, dice: Bag, x: float, y: float, size: float) -> float:
        """Draw dice by colour and number, after a word. Return where the row ends."""
        scene, theme, word = self.scene, self.theme, self.caption(name)
        start = x + text_width(word, WORD_SIZE) + 9
        end = start + (sum(_width_of_dice(count, size) for _, count in dice) if dice else 14)
        alt = self.alt(name, who=self.who(seat), dice=self.context.counted(dice))
        with scene.place(f"seat.{seat}.{name}", Box(x - 2, y - 18, end - x, 36), alt=alt):
            scene.text(x, y, word, WORD_SIZE, colour=theme.soft)
            for colour, count in dice:
                self._counted_die(seat, name, colour, count, start, y, size)
                start += _width_of_dice(count, size)
            if not dice:
                scene.text(start, y, "–", 20, colour=theme.soft)
        return end

    def _counted_die(self, seat: int, name: str, colour: str, count: int, x: float, y: float, size: float) -> None:
        """Draw a die with the number of its colour. Each colour of spent dice is a place, because it can be sold."""
        scene = self.scene
        with ExitStack() as stack:
            if name == "spent":
                alt = self.alt("spent", who=self.who(seat), dice=self.context.counted([(colour, count)]))
                box = Box(x, y - size / 2, _width_of_dice(count, size) - size * 0.2, size)
                stack.enter_context(scene.place(f"seat.{seat}.spent.{colour}", box, alt=alt, holds=colour))
            self.die(colour, x + size / 2, y, size)
            if count > 1:
                text = f"×{count}"
                scene.text(x + size * 1.08, y, text, min(19.0, size * 0.8), weight=BOLD, colour=self.theme.soft)


def _width_of_dice(count: int, size: float) -> float:
    """Return the width of dice of one colour with their number."""
    return size * (1.2 + (0.4 + 0.4 * len(str(count)) if count > 1 else 0))
