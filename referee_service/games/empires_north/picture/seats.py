"""The seats in a picture: their bars, their empires, and the cards that the viewer holds or chooses from."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from referee_service.kernel.bags import Bag, count_in, size_of
from referee_service.kernel.score import total_points
from referee_service.pictures.cards import PAPER_INK
from referee_service.pictures.geometry import Box, number
from referee_service.pictures.palette import BLACK, mix
from referee_service.pictures.typeface import BOLD, text_width

from ..content.cards import READING_ORDER
from ..content.tables import card_of
from ..empire.cards import action_of
from ..state import Site, amount_of
from .cards import Shown, draw_field, draw_full, draw_upgrade, full_height
from .compact import COMPACT, NO_CARDS, SMALL, TINY, CompactStyle, compact_height, draw_compact
from .painter import GAP, INSET, MARGIN, PANEL_WIDTH, Painter

BAR: Final = 48.0
"""Height of the bar of a seat."""
COLUMNS: Final = 5
"""Full cards in a row."""
WIDER_GAIN: Final = 30.0
"""What wider cards must save in height."""
FIELD_CELL: Final = 136.0
"""Least height of two fields."""
COMPACT_GAP: Final = 11.0
SUPPLY: Final = tuple(kind for kind in READING_ORDER if kind not in ("worker", "any_resource", "ship", "vp"))

Style = CompactStyle | None
"""How cards are drawn: compact, or full with words (None)."""
STYLES: Final[tuple[Style, ...]] = (None, COMPACT, SMALL, TINY)


def full_width(columns: int) -> float:
    """Return the width of full cards in a number of columns."""
    return (PANEL_WIDTH - 2 * INSET - GAP * (columns - 1)) / columns


FULL_WIDTH: Final = full_width(COLUMNS)


class PlacedCard(Struct, frozen=True):
    """A card of a panel: its place (empty if it has none), how it looks, and its description."""

    place: str
    shown: Shown
    alt: str


class Seats(Painter):
    """Draws the bars and the cards of the seats."""

    # --- bars ---------------------------------------------------------------------------------------------------------

    def seat_bar(self, seat: int, y: float) -> None:
        """Draw the bar of a seat: name, clan, points, supply, and the numbers of its cards."""
        scene, ink, width = self.scene, self.theme.on_seat, PANEL_WIDTH
        scene.path(
            f"M{number(MARGIN)},{number(y + 15)} a15,15 0 0 1 15,-15 h{number(width - 30)} a15,15 0 0 1 15,15"
            f" v{number(BAR - 15)} h{number(-width)}Z",
            scene.seat_colour(seat),
        )
        middle = y + BAR / 2
        scene.seat_mark(seat, MARGIN + 27, middle, 24, rim=ink, fill="none")
        self._seat_name(seat, MARGIN + 50, middle, MARGIN + 340)
        self._score(seat, MARGIN + 372, middle)
        self._supply(seat, MARGIN + 404, middle)
        self._card_counts(seat, MARGIN + width - 14, middle)

    def _seat_name(self, seat: int, x: float, y: float, right: float) -> None:
        """Write the name and the clan, and draw the crown of the first player and whether the seat has passed."""
        scene, player, ink = self.scene, self.state.players[seat], self.theme.on_seat
        clan = self.context.piece(player.clan) if player.clan else ""
        label = self.context.caption("passed") if player.passed else ""
        is_first = len(self.state.players) > 1 and self.state.first_seat == seat
        others = text_width(clan, 18) + 8 + (28 if is_first else 0)
        others += text_width(label, 16, BOLD) + 22 if label else 0
        x += scene.text(x, y, self.context.player(seat), 23, weight=BOLD, colour=ink, room=right - x - others) + 8
        if clan:
            x += scene.text(x, y, clan, 18, colour=ink) + 6
        if is_first:
            scene.icon("glyph_crown", x + 11, y, 23, ink)
            x += 27
        if label:
            width = text_width(label, 16, BOLD) + 16
            scene.rect(Box(x, y - 12, width, 24), ink, radius=12)
            colour = scene.seat_colour(seat)
            scene.text(x + width / 2, y, label, 16, weight=BOLD, colour=colour, anchor="middle")

    def _score(self, seat: int, x: float, y: float) -> None:
        points = total_points(self.state, seat)
        rules, language = self.context.catalogue.rules, self.context.language
        lines = [f"{rules[line.rule].title[language]}: {line.points}" for line in self.state.score_lines[seat]]
        alt = "; ".join((self.alt(seat, "score", points=points), *lines))
        with self.scene.place(f"seat.{seat}.score", Box(x - 21, y - 21, 42, 42), alt=alt):
            self.scene.icon("piece_vp", x, y, 44)
            size = 19 if 0 <= points < 10 else 16
            self.scene.text(x, y + 2, points, size, weight=BOLD, colour=PAPER_INK, anchor="middle")

    def _supply(self, seat: int, x: float, y: float) -> None:
        """Draw goods, workers and ships. The workers on the clan tile follow a sign for used things."""
        player, ink = self.state.players[seat], self.theme.on_seat
        for good in SUPPLY:
            count = amount_of(player, good)
            alt = self.alt(seat, "good", count=count, good=good)
            x = self._stock(f"seat.{seat}.goods.{good}", f"piece_{good}", count, x, y, alt)
        self.scene.rect(Box(x + 2, y - 15, 2, 30), mix(ink, self.scene.seat_colour(seat), 0.5))
        x += 12
        alt = self.alt(seat, "workers", count=player.workers, spent=player.spent_workers)
        x = self._stock(f"seat.{seat}.workers", "piece_worker", player.workers, x, y, alt, spent=player.spent_workers)
        alt = self.alt(seat, "ships", count=player.ships)
        self._stock(f"seat.{seat}.ships", "piece_ship", player.ships, x, y, alt)

    def _stock(self, place: str, icon: str, count: int, x: float, y: float, alt: str, spent: int = 0) -> float:
        """Draw an icon with a number. Return the left end of the next one."""
        scene, ink = self.scene, self.theme.on_seat
        width = 31 + text_width(str(count), 22, BOLD)
        extra = 22 + text_width(str(spent), 18, BOLD) if spent else 0.0
        is_faded = not count and not spent and place not in scene.marks
        box = Box(x - 1, y - 17, width + extra + 4, 34)
        with scene.place(place, box, alt=alt), self.faded(is_faded=is_faded):
            scene.icon(icon, x + 14, y, 27)
            scene.text(x + 30, y, count, 22, weight=BOLD, colour=ink)
            if spent:
                scene.icon("glyph_turned", x + width + 11, y + 1, 17, ink)
                scene.text(x + width + 21, y + 1, spent, 18, colour=ink)
        return x + max(width + extra + 9, 56)

    def _card_counts(self, seat: int, right: float, y: float) -> None:
        """Draw the numbers of cards, from the right: discard pile, deck, and what other seats hold face down."""
        player, hidden, looked = self.state.players[seat], self.view.hands[seat], self.view.looked[seat]
        is_viewer = seat == self.view.seat
        deck = size_of(player.deck) if is_viewer else max(0, size_of(self.view.unseen[seat]) - hidden - looked)
        counts = [("discard", f"seat.{seat}.discard", "piece_card", size_of(player.discard))]
        counts.append(("deck", f"seat.{seat}.deck", "piece_back", deck))
        if not is_viewer:
            counts.append(("hand", f"hand.{seat}", "glyph_hand", hidden))
            counts += [("lookout", f"lookout.{seat}", "glyph_eye", looked)] if looked else []
        for name, place, icon, count in counts:
            width = 28 + text_width(str(count), 20, BOLD)
            box = Box(right - width, y - 17, width, 34)
            with self.scene.place(place, box, alt=self.alt(seat, name, count=count)):
                self.scene.icon(icon, box.x + 12, y, 25, self.theme.on_seat)
                self.scene.text(right, y, count, 20, weight=BOLD, colour=self.theme.on_seat, anchor="end")
            right -= width + 9

    # --- empires ------------------------------------------------------------------------------------------------------

    def empire_height(self, seat: int, style: Style) -> float:
        """Return the height of the panel of a seat."""
        if style is None:
            heights = self._row_heights(seat)
            return BAR + INSET + sum(heights) + GAP * max(0, len(heights) - 1) + INSET + 2
        if style is NO_CARDS:
            return BAR
        return BAR + grid_height(len(self.state.players[seat].empire), style, in_hand=False) + 2 * INSET - 2

    def draw_empire(self, seat: int, y: float, style: Style, *, is_active: bool) -> None:
        """Draw the panel of a seat: its bar and the cards of its empire."""
        self.panel(Box(MARGIN, y, PANEL_WIDTH, self.empire_height(seat, style)), seat=seat, is_active=is_active)
        self.seat_bar(seat, y)
        if style is None:
            self._full_empire(seat, y + BAR + INSET)
        elif style is not NO_CARDS:
            cards = [self._placed(seat, site) for site in self._in_order(seat)]
            self._compact_grid(cards, y + BAR + INSET - 1, style, in_hand=False)

    def _placed(self, seat: int, site: Site) -> PlacedCard:
        shown = self.site_card(self.state.players[seat], site)
        return PlacedCard(f"empire.{seat}.card.{site.slot}", shown, self.site_alt(seat, shown))

    def _fields(self, seat: int) -> list[Site]:
        empire = self.state.players[seat].empire
        return [site for site in empire if site.host is None and card_of(self.state, site.card).goods]

    def _upgrades(self, seat: int, slot: int) -> list[Site]:
        return [site for site in self.state.players[seat].empire if site.host == slot]

    def _locations(self, seat: int) -> list[Site]:
        """Return the other cards: the lowest ones beside the fields, then from high to low, so that rows are low.

        The order does not depend on what is used, so cards keep their places during a round.
        """
        player = self.state.players[seat]

        def order(site: Site) -> tuple[float, bool, str]:
            is_passive = action_of(self.state, player, site) is None
            return _plain_height(self.site_card(player, site)), is_passive, site.card

        cards = sorted((site for site in player.empire if not card_of(self.state, site.card).goods), key=order)
        beside = -math.ceil(len(self._fields(seat)) / 2) % COLUMNS
        return cards[:beside] + cards[: beside - 1 if beside else None : -1]

    def _in_order(self, seat: int) -> list[Site]:
        """Return all cards for compact rows: fields with their upgrades, then Actions, then other cards by name."""
        player = self.state.players[seat]
        fields = [site for field in self._fields(seat) for site in (field, *self._upgrades(seat, field.slot))]
        return fields + sorted(
            self._locations(seat), key=lambda site: (action_of(self.state, player, site) is None, site.card)
        )

    def _cells(self, seat: int) -> list[list[Site]]:
        """Return the rows of cells of full cards: two fields share a cell."""
        fields = self._fields(seat)
        return [fields[at : at + 2] for at in range(0, len(fields), 2)] + [[site] for site in self._locations(seat)]

    def _row_heights(self, seat: int) -> list[float]:
        player, cells = self.state.players[seat], self._cells(seat)
        heights = [
            FIELD_CELL
            if card_of(self.state, cell[0].card).goods
            else full_height(self.site_card(player, cell[0]), FULL_WIDTH)
            for cell in cells
        ]
        return [max(heights[at : at + COLUMNS]) for at in range(0, len(heights), COLUMNS)]

    def _full_empire(self, seat: int, y: float) -> None:
        cells = self._cells(seat)
        for row, height in enumerate(self._row_heights(seat)):
            for column, cell in enumerate(cells[row * COLUMNS : (row + 1) * COLUMNS]):
                x = MARGIN + INSET + column * (FULL_WIDTH + GAP)
                if card_of(self.state, cell[0].card).goods:
                    tall = (height - GAP + 3) / 2
                    for at, site in enumerate(cell):
                        self._draw_field(seat, site, Box(x, y + at * (tall + GAP - 3), FULL_WIDTH, tall))
                else:
                    self._draw_placed(self._placed(seat, cell[0]), Box(x, y, FULL_WIDTH, height), None)
            y += height + GAP

    def _draw_field(self, seat: int, site: Site, box: Box) -> None:
        """Draw a field with its upgrades, each a place of its own."""
        field, upgrades = self._placed(seat, site), self._upgrades(seat, site.slot)
        with self.scene.place(field.place, box, alt=field.alt, holds=site.card):
            draw_field(self.scene, field.shown, box, self.labels)
        if not upgrades:
            return
        width = min(62.0, (box.width * 0.52 - 6 * len(upgrades)) / len(upgrades))
        for at, upgrade in enumerate(reversed(upgrades)):
            placed = self._placed(seat, upgrade)
            spot = Box(box.x + box.width - (at + 1) * (width + 6), box.y + 28 + (box.height - 60) / 2, width, 32)
            with self.scene.place(placed.place, spot, alt=placed.alt, holds=upgrade.card):
                draw_upgrade(self.scene, placed.shown, spot)

    def _draw_placed(self, card: PlacedCard, box: Box, style: Style) -> None:
        if not card.place:
            self._draw_card(card.shown, box, style)
            return
        with self.scene.place(card.place, box, alt=card.alt, holds=card.shown.face.card):
            self._draw_card(card.shown, box, style)

    def _draw_card(self, shown: Shown, box: Box, style: Style) -> None:
        if style is None:
            draw_full(self.scene, shown, box, self.labels)
        else:
            draw_compact(self.scene, shown, box, style)

    # --- cards of a hand, a lookout or a choice -----------------------------------------------------------------------

    def held_cards(self, place: str, cards: Bag, chosen: Bag = ()) -> list[PlacedCard]:
        """Return the cards of a hand or a lookout."""
        found = []
        for card, count in cards:
            shown = self.hand_card(card, count, is_chosen=count_in(chosen, card) > 0)
            found.append(PlacedCard(f"{place}.{card}", shown, shown.face.text))
        return sorted(found, key=lambda card: -_plain_height(card.shown))

    def cards_height(self, cards: Sequence[PlacedCard], style: Style) -> float:
        """Return the height of a panel of cards."""
        if style is None:
            heights = _full_heights(cards, _columns(cards))
            return 38 + sum(heights) + GAP * (len(heights) - 1) + INSET + 2 if heights else 40
        return 38 + grid_height(len(cards), style, in_hand=True) + INSET

    def draw_cards(self, title: str, cards: Sequence[PlacedCard], y: float, style: Style) -> None:
        """Draw a panel of cards."""
        box = Box(MARGIN, y, PANEL_WIDTH, self.cards_height(cards, style))
        ground = self.theme.well if self.theme.name == "light" else mix(self.theme.well, BLACK, 0.1)
        self.scene.rect(box, ground, radius=15)
        self.title(title, MARGIN + 14, y + 20, PANEL_WIDTH - 28)
        if style is not None:
            self._compact_grid(cards, y + 38, style, in_hand=True)
            return
        top, columns = y + 38, _columns(cards)
        width = full_width(columns)
        for row, height in enumerate(_full_heights(cards, columns)):
            for column, card in enumerate(cards[row * columns : (row + 1) * columns]):
                self._draw_placed(card, Box(MARGIN + INSET + column * (width + GAP), top, width, height), None)
            top += height + GAP

    def _compact_grid(self, cards: Iterable[PlacedCard], y: float, style: CompactStyle, *, in_hand: bool) -> None:
        width = (PANEL_WIDTH - 2 * INSET - COMPACT_GAP * (style.columns - 1)) / style.columns
        height = compact_height(style, in_hand=in_hand)
        for at, card in enumerate(cards):
            row, column = divmod(at, style.columns)
            x = MARGIN + INSET + column * (width + COMPACT_GAP)
            self._draw_placed(card, Box(x, y + row * (height + COMPACT_GAP), width, height), style)


def _plain_height(shown: Shown) -> float:
    """Return the height of a card without its states."""
    return full_height(replace(shown, is_used=False, is_invaded=False, is_chosen=False, goods=()), FULL_WIDTH)


def _full_heights(cards: Sequence[PlacedCard], columns: int) -> list[float]:
    heights = [full_height(card.shown, full_width(columns)) for card in cards]
    return [max(heights[at : at + columns]) for at in range(0, len(heights), columns)]


def _columns(cards: Sequence[PlacedCard]) -> int:
    """Return the number of columns of a panel of cards: one less than usual if wider cards make it much lower."""
    usual, wide = (sum(_full_heights(cards, columns)) for columns in (COLUMNS, COLUMNS - 1))
    return COLUMNS - 1 if wide + WIDER_GAIN < usual else COLUMNS


def grid_height(count: int, style: CompactStyle, *, in_hand: bool) -> float:
    """Return the height of compact cards in rows."""
    rows = -(-count // style.columns)
    return rows * compact_height(style, in_hand=in_hand) + COMPACT_GAP * max(0, rows - 1)
