"""Bars of the seats in a picture: name, clan, points, goods, workers, ships, and the numbers of cards."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from referee_service.kernel.bags import size_of
from referee_service.kernel.score import total_points
from referee_service.pictures.cards import PAPER_INK
from referee_service.pictures.geometry import Box, number
from referee_service.pictures.palette import mix
from referee_service.pictures.typeface import BOLD, fitting_size, text_width

from ..content.cards import READING_ORDER
from ..state import amount_of
from .painter import MARGIN, PANEL_WIDTH, Painter

BAR: Final = 48.0
"""Height of the bar of a seat."""
MIN_NAME: Final = 18.0
"""A name that would be smaller stands above the clan."""
SUPPLY: Final = tuple(kind for kind in READING_ORDER if kind not in ("worker", "any_resource", "ship", "vp"))


class Stock(Struct, frozen=True):
    """A number of goods, workers or ships in the bar of a seat."""

    place: str
    piece: str
    count: int
    alt: str
    spent: str = ""
    """How many are used, in words."""

    @property
    def content(self) -> float:
        """The width of icon, number and words."""
        extra = 5 + text_width(self.spent, 18) if self.spent else 0.0
        return 31 + text_width(str(self.count), 22, BOLD) + extra

    @property
    def width(self) -> float:
        """The distance to the next stock."""
        return max(self.content + 9, 54.0)


class Bars(Painter):
    """Draws the bars of the seats."""

    def seat_bar(self, seat: int, y: float, *, is_alone: bool = False) -> None:
        """Draw the bar of a seat: name, clan, points, supply, and the numbers of its cards.

        A bar without cards below it is round at all corners.
        """
        scene, ink, width = self.scene, self.theme.on_seat, PANEL_WIDTH
        if is_alone:
            scene.rect(Box(MARGIN, y, width, BAR), scene.seat_colour(seat), radius=15)
        else:
            scene.path(
                f"M{number(MARGIN)},{number(y + 15)} a15,15 0 0 1 15,-15 h{number(width - 30)} a15,15 0 0 1 15,15"
                f" v{number(BAR - 15)} h{number(-width)}Z",
                scene.seat_colour(seat),
            )
        middle = y + BAR / 2
        scene.seat_mark(seat, MARGIN + 27, middle, 24, rim=ink, fill="none")
        self._seat_name(seat, MARGIN + 50, middle, MARGIN + 340)
        if not self.state.players[seat].clan:
            return
        self._score(seat, MARGIN + 372, middle)
        right = self._card_counts(seat, MARGIN + width - 14, middle)
        self._supply(seat, MARGIN + 404, middle, right)

    def _seat_name(self, seat: int, x: float, y: float, right: float) -> None:
        """Write the name and the clan, and draw the crown of the first player and whether the seat has passed.

        The clan stands below a long name.
        """
        scene, player, ink = self.scene, self.state.players[seat], self.theme.on_seat
        name, clan = self.context.player(seat), self.context.piece(player.clan) if player.clan else ""
        label = self.context.caption("passed") if player.passed and self.state.stage != "over" else ""
        is_first = len(self.state.players) > 1 and self.state.first_seat == seat and self.state.stage != "over"
        pill = text_width(label, 16, BOLD) + 16 if label else 0.0
        room = right - x - pill - (27 if is_first else 0) - 8
        beside = text_width(clan, 18) + 8 if clan else 0.0
        if fitting_size(name, 23, room - beside) >= MIN_NAME or not clan:
            x += scene.text(x, y, name, 23, weight=BOLD, colour=ink, room=room - beside) + 8
            x += scene.text(x, y, clan, 18, colour=ink) + 6 if clan else 0
        else:
            width = scene.text(x, y - 9, name, 21, weight=BOLD, colour=ink, room=room)
            x += max(width, scene.text(x, y + 12, clan, 17, colour=ink)) + 8
        if is_first:
            scene.icon("glyph_crown", x + 11, y, 23, ink)
            x += 27
        if label:
            scene.rect(Box(x, y - 12, pill, 24), ink, radius=12)
            colour = scene.seat_colour(seat)
            scene.text(x + pill / 2, y, label, 16, weight=BOLD, colour=colour, anchor="middle")

    def _score(self, seat: int, x: float, y: float) -> None:
        points = total_points(self.state, seat)
        rules, language = self.context.catalogue.rules, self.context.language
        titles = [(rules[line.rule].title[language], str(line.points)) for line in self.state.score_lines[seat]]
        lines = [self.context.caption("alt_line", label=title, words=points) for title, points in titles]
        alt = ". ".join((self.alt(seat, "score", points=points), *lines))
        with self.scene.place(f"seat.{seat}.score", Box(x - 21, y - 21, 42, 42), alt=alt):
            self.scene.icon("piece_vp", x, y, 44)
            size = 19 if 0 <= points < 10 else 16
            self.scene.text(x, y + 2, points, size, weight=BOLD, colour=PAPER_INK, anchor="middle")

    def _supply(self, seat: int, x: float, y: float, right: float) -> None:
        """Draw goods, workers and ships. They are smaller if the numbers are large."""
        player, ink = self.state.players[seat], self.theme.on_seat
        stocks = [
            Stock(f"goods.{good}", good, count, self.alt(seat, "good", count=count, good=good))
            for good, count in ((good, amount_of(player, good)) for good in SUPPLY)
        ]
        spent = player.spent_workers
        alt = self.alt(seat, "workers", count=player.workers, spent=spent)
        label = self.caption("spent", count=spent) if spent else ""
        stocks.append(Stock("workers", "worker", player.workers, alt, label))
        stocks.append(Stock("ships", "ship", player.ships, self.alt(seat, "ships", count=player.ships)))
        scale = min(1.0, (right - x - 12) / sum(stock.width for stock in stocks))
        for stock in stocks:
            if stock.place == "workers":
                self.scene.rect(Box(x + 2, y - 15, 2, 30), mix(ink, self.scene.seat_colour(seat), 0.5))
                x += 12
            self._stock(seat, stock, x, y, scale)
            x += stock.width * scale

    def _stock(self, seat: int, stock: Stock, x: float, y: float, scale: float) -> None:
        """Draw an icon with a number. How many workers lie on the clan tile is written after it."""
        scene, ink, place = self.scene, self.theme.on_seat, f"seat.{seat}.{stock.place}"
        is_faded = not stock.count and not stock.spent and place not in scene.marks
        box = Box(x - 3, y - 17, (stock.content + 8) * scale, 34)
        with scene.place(place, box, alt=stock.alt), self.faded(is_faded=is_faded):
            scene.icon(f"piece_{stock.piece}", x + 14 * scale, y, 27 * scale)
            width = scene.text(x + 30 * scale, y, stock.count, 22 * scale, weight=BOLD, colour=ink)
            if stock.spent:
                scene.text(x + 35 * scale + width, y + 1, stock.spent, 18 * scale, colour=ink)

    def _card_counts(self, seat: int, right: float, y: float) -> float:
        """Draw the numbers of cards, from the right: discard pile, deck, hand, and what other seats look at.

        The cards of the viewer's hand lie below, so their number is no place. Return the left end.
        """
        player, hidden, looked = self.state.players[seat], self.view.hands[seat], self.view.looked[seat]
        is_viewer = seat == self.view.seat
        deck = size_of(player.deck) if is_viewer else max(0, size_of(self.view.unseen[seat]) - hidden - looked)
        counts = [("discard", f"seat.{seat}.discard", "piece_card", size_of(player.discard))]
        counts.append(("deck", f"seat.{seat}.deck", "piece_back", deck))
        counts.append(("hand", f"hand.{seat}", "glyph_hand", size_of(player.hand) if is_viewer else hidden))
        if looked and not is_viewer:
            counts.append(("lookout", f"lookout.{seat}", "glyph_eye", looked))
        for name, place, icon, count in counts:
            width = 28 + text_width(str(count), 20, BOLD)
            box = Box(right - width, y - 17, width, 34)
            if is_viewer and name == "hand":
                self._card_count(icon, count, box)
            else:
                with self.scene.place(place, box, alt=self.alt(seat, name, count=count)):
                    self._card_count(icon, count, box)
            right -= width + 9
        return right

    def _card_count(self, icon: str, count: int, box: Box) -> None:
        middle, ink = box.y + box.height / 2, self.theme.on_seat
        self.scene.icon(icon, box.x + 12, middle, 25, ink)
        self.scene.text(box.x + box.width, middle, count, 20, weight=BOLD, colour=ink, anchor="end")
