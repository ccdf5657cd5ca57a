"""The bar of a seat in a picture: name, points, food, siege, and the backs of a hidden hand."""

from __future__ import annotations

from typing import Final

from referee_service.pictures.cards import PAPER_INK
from referee_service.pictures.geometry import Box
from referee_service.pictures.palette import WHITE
from referee_service.pictures.seat_bars import draw_bar_ground, draw_owner
from referee_service.pictures.typeface import BOLD, text_width

from ..content.tables import DECKS
from ..fiefs import ally_of
from ..state import lacks_food, max_units_fed, prestige
from .cards import Cards
from .faces import WOUND

BAR: Final = 48.0
"""Height of the bar of a seat."""
PILL: Final = "#23262D"


class Bars(Cards):
    """Draws the bar of a seat and its parts."""

    winners: tuple[int, ...] = ()
    """The seats that have won, after the end."""

    def bar(self, seat: int, box: Box) -> None:
        """Draw the bar of a seat over the whole width: name, points, food, siege, and the backs of a hidden hand."""
        scene, ink, middle = self.scene, self.theme.on_seat, box.y + BAR / 2
        draw_bar_ground(scene, seat, Box(box.x, box.y, box.width, BAR))
        right = draw_owner(scene, seat, self.context.player(seat), Box(box.x, box.y, 330, BAR))
        if ally := self.ally_word(seat):
            right += 10 + scene.text(right + 10, middle, ally, 19, colour=ink)
        if seat in self.winners:
            scene.icon("glyph_crown", right + 24, middle, 30, ink)
            right += 40
        x = max(box.x + 250, right + 24)
        if not self.board.players[seat].alive:
            scene.text(x, middle, self.context.caption("eliminated"), 20, colour=ink)
            return
        x = self.score(seat, x, middle, with_goal=len(self.board.players) < 4) + 26
        x = self.food(seat, x, middle, with_words=True) + 22
        self.siege(seat, x, middle)
        if seat != self.view.seat:
            self.backs(seat, box.x + box.width - 16, middle)

    def ally_word(self, seat: int) -> str:
        """Return the word that marks the ally of the seat that looks."""
        viewer = self.view.seat
        return self.caption("ally") if viewer is not None and ally_of(self.board, viewer) == seat else ""

    def score(self, seat: int, x: float, y: float, *, with_goal: bool) -> float:
        """Draw the points of a seat in a star, and the goal. Return the right end."""
        points, ink = prestige(self.board, seat), self.theme.on_seat
        goal = self.caption("goal", goal=self.tables.numbers["prestige"]) if with_goal else ""
        width = 40 + (text_width(goal, 19) + 8 if goal else 0)
        with self.scene.place(
            f"seat.{seat}.score",
            Box(x, y - 20, width, 40),
            alt=self.alt("score", player=self.context.player(seat), points=points),
        ):
            self.scene.icon("piece_vp", x + 20, y - 1, 40)
            self.scene.text(x + 20, y + 1, points, 19, weight=BOLD, colour=PAPER_INK, anchor="middle")
            if goal:
                self.scene.text(x + 48, y, goal, 19, colour=ink)
        return x + width

    def _food_label(self, seat: int, *, with_words: bool) -> str:
        units, fed = len(self.board.players[seat].units), max_units_fed(self.board, seat)
        return self.caption("fed", units=units, fed=fed) if with_words else f"{units}/{fed}"

    def food_width(self, seat: int, *, with_words: bool) -> float:
        """Return the width of the food of a seat."""
        return 32 + text_width(self._food_label(seat, with_words=with_words), 20, BOLD)

    def food(self, seat: int, x: float, y: float, *, with_words: bool) -> float:
        """Draw how many units of a seat its food feeds, in red if it lacks food. Return the right end."""
        scene, units, fed = self.scene, len(self.board.players[seat].units), max_units_fed(self.board, seat)
        label, width = self._food_label(seat, with_words=with_words), self.food_width(seat, with_words=with_words)
        alt = self.context.caption("food", fed=fed, units=units)
        with scene.place(f"seat.{seat}.food", Box(x, y - 14, width, 28), alt=alt):
            lacks = lacks_food(self.board, seat)
            if lacks:
                scene.rect(Box(x - 6, y - 15, width + 14, 30), WOUND, radius=15, stroke=WHITE, stroke_width=1.5)
            scene.icon("piece_wheat", x + 13, y, 27)
            scene.text(x + 31, y, label, 20, weight=BOLD, colour=WHITE if lacks else self.theme.on_seat)
        return x + width

    def siege_width(self, seat: int) -> float:
        """Return the width of a siege in a column, or 0 if there is none."""
        turns, limit = self.board.players[seat].siege, self.tables.numbers["siege"]
        return 44 + text_width(f"{turns}/{limit}", 19, BOLD) if turns else 0.0

    def siege(self, seat: int, x: float, y: float, *, from_right: bool = False) -> float:
        """Draw for how many turns a seat is under siege, if it is. Return the far end."""
        scene, turns, limit = self.scene, self.board.players[seat].siege, self.tables.numbers["siege"]
        if not turns:
            return x
        label = f"{turns}/{limit}" if from_right else self.caption("siege", turns=turns, limit=limit)
        width = 44 + text_width(label, 19, BOLD)
        x -= width if from_right else 0
        alt = self.context.caption("siege", turns=turns, limit=limit)
        with scene.place(f"seat.{seat}.siege", Box(x, y - 15, width, 30), alt=alt):
            scene.rect(Box(x, y - 15, width, 30), PILL, radius=15)
            scene.icon("glyph_skull", x + 19, y, 22, "#FFB4A0")
            scene.text(x + 34, y, label, 19, weight=BOLD, colour=WHITE)
        return x if from_right else x + width

    def backs_width(self, seat: int, *, is_short: bool = False) -> float:
        """Return the width of the backs of a hidden hand. A short empty hand has no words."""
        widths = [30 + text_width(str(count), 20, BOLD) for count in self.view.cards[seat] if count]
        if not widths and not is_short:
            return text_width(self.caption("no_cards"), 19)
        return sum(widths) + 12 * (len(widths) - 1) if widths else 30 + text_width("0", 20, BOLD)

    def backs(self, seat: int, right: float, y: float, *, is_short: bool = False) -> None:
        """Draw the backs of a hidden hand, left of a line: the colour, sign and number of cards of each deck."""
        scene, ink, counts = self.scene, self.theme.on_seat, self.view.cards[seat]
        shown = [(deck, count) for deck, count in zip(DECKS, counts, strict=True) if count]
        widths = [30 + text_width(str(count), 20, BOLD) for _, count in shown]
        width = self.backs_width(seat, is_short=is_short)
        if not shown:
            alt = self.alt("hidden_hand", player=self.context.player(seat), count=0)
            with scene.place(f"hand.{seat}", Box(right - width, y - 17, width, 34), alt=alt):
                if is_short:
                    scene.rect(Box(right - width, y - 17, 24, 34), "none", radius=4, stroke=ink, stroke_width=1.8)
                    scene.text(right, y, 0, 20, weight=BOLD, colour=ink, anchor="end")
                else:
                    scene.text(right, y, self.caption("no_cards"), 19, colour=ink, anchor="end")
            return
        x, alt = right - width, self.alt("hidden_hand", player=self.context.player(seat), count=sum(counts))
        with scene.place(f"hand.{seat}", Box(x, y - 17, width, 34), alt=alt):
            for (deck, count), wide in zip(shown, widths, strict=True):
                look, box = self.looks.decks[deck], Box(x, y - 17, wide, 34)
                alt = self.alt("back", count=count, deck=f"{deck}_card")
                with scene.place(f"hand.{seat}.back.{deck}", box, alt=alt):
                    scene.rect(Box(x, y - 17, 24, 34), look.colour, radius=4, stroke=WHITE, stroke_width=1.8)
                    scene.icon(f"glyph_{look.glyph}", x + 12, y, 17, WHITE)
                    scene.text(x + 30, y, count, 20, weight=BOLD, colour=ink)
                x += wide + 12
