"""Cards of the seats in a picture: their empires, and the cards that the viewer holds or chooses from."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from referee_service.kernel.bags import Bag, count_in
from referee_service.pictures.geometry import Box
from referee_service.pictures.palette import BLACK, mix

from ..content.tables import card_of
from ..empire.cards import action_of
from ..state import Site
from .bars import BAR, Bars
from .cards import Shown, draw_field, draw_full, draw_upgrade, full_height
from .compact import COMPACT, NO_CARDS, SMALL, TINY, CompactStyle, compact_height, draw_compact
from .painter import GAP, INSET, MARGIN, PANEL_WIDTH

COLUMNS: Final = 5
"""Full cards in a row."""
WIDER_GAIN: Final = 30.0
"""What wider cards must save in height."""
FIELD_CELL: Final = 136.0
"""Least height of two fields."""

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


class Seats(Bars):
    """Draws the empires of the seats and other panels of cards."""

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

    def _compact_grid(self, cards: Sequence[PlacedCard], y: float, style: CompactStyle, *, in_hand: bool) -> None:
        columns, height = _compact_columns(len(cards), style), compact_height(style, in_hand=in_hand)
        width = (PANEL_WIDTH - 2 * INSET - style.gap * (columns - 1)) / columns
        for at, card in enumerate(cards):
            row, column = divmod(at, columns)
            x = MARGIN + INSET + column * (width + style.gap)
            self._draw_placed(card, Box(x, y + row * (height + style.gap), width, height), style)


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


def _compact_columns(count: int, style: CompactStyle) -> int:
    """Return the number of columns of compact cards: one more than usual if that saves a row."""
    usual, narrow = (math.ceil(count / columns) for columns in (style.columns, style.columns + 1))
    return style.columns + 1 if narrow < usual else style.columns


def grid_height(count: int, style: CompactStyle, *, in_hand: bool) -> float:
    """Return the height of compact cards in rows."""
    rows = math.ceil(count / _compact_columns(count, style))
    return rows * compact_height(style, in_hand=in_hand) + style.gap * max(0, rows - 1)
