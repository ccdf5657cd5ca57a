"""Cards of the seats in a picture: their empires, and the cards that the viewer holds or chooses from."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from referee_service.kernel.bags import Bag, count_in
from referee_service.kernel.text_table import TextContext
from referee_service.pictures.geometry import Box
from referee_service.pictures.palette import BLACK, mix
from referee_service.pictures.scene import Scene

from ..content.tables import card_of
from ..empire.cards import action_of
from ..state import Site
from ..view import View
from .bars import BAR, Bars
from .brief import brief_height, draw_brief
from .cards import Shown, draw_field, draw_full, draw_upgrade, full_height, is_wide_enough, name_width
from .compact import COMPACT, NAMES, NO_CARDS, SMALL, CompactStyle, compact_height, draw_compact
from .painter import INSET, MARGIN, PANEL_WIDTH
from .rows import MAX_SPAN, MIN_SPAN, Heights, Row, arrange, row_boxes, rows_height, span_width

FIELD_GAP: Final = 12.0
FIELD_HEIGHT: Final = 60.0
"""Least height of a field."""


class WordStyle(Struct, frozen=True):
    """Cards with words: full ones have icons, brief ones do not."""

    has_icons: bool


FULL: Final = WordStyle(has_icons=True)
BRIEF: Final = WordStyle(has_icons=False)
Style = CompactStyle | WordStyle
"""How cards are drawn."""
STYLES: Final[tuple[Style, ...]] = (FULL, BRIEF, COMPACT, SMALL, NAMES)


class PlacedCard(Struct, frozen=True):
    """A card of a panel: its place (empty if it has none), how it looks, and its description."""

    place: str
    shown: Shown
    alt: str


class Seats(Bars):
    """Draws the empires of the seats and other panels of cards."""

    def __init__(self, scene: Scene, view: View, context: TextContext) -> None:
        super().__init__(scene, view, context)
        self._known_rows: dict[tuple[int, WordStyle], list[Row]] = {}
        self._known_cards: dict[int, list[PlacedCard]] = {}

    # --- empires ------------------------------------------------------------------------------------------------------

    def empire_height(self, seat: int, style: Style) -> float:
        """Return the height of the panel of a seat."""
        if style is NO_CARDS or not self.state.players[seat].empire:
            return BAR
        if isinstance(style, WordStyle):
            return BAR + INSET + rows_height(self._rows(seat, style)) + INSET + 2
        return BAR + grid_height(self._empire_cards(seat), style) + 2 * INSET - 2

    def draw_empire(self, seat: int, y: float, style: Style, *, is_active: bool) -> None:
        """Draw the panel of a seat: its bar and the cards of its empire."""
        self.panel(Box(MARGIN, y, PANEL_WIDTH, self.empire_height(seat, style)), seat=seat, is_active=is_active)
        self.seat_bar(seat, y, is_alone=style is NO_CARDS or not self.state.players[seat].empire)
        if isinstance(style, WordStyle):
            self._worded_empire(seat, y + BAR + INSET, style)
        elif style is not NO_CARDS:
            self._compact_grid(self._empire_cards(seat), y + BAR + INSET - 1, style)

    def _placed(self, seat: int, site: Site) -> PlacedCard:
        shown = self.site_card(self.state.players[seat], site)
        return PlacedCard(f"empire.{seat}.card.{site.slot}", shown, self.site_alt(seat, shown, site.goods))

    def _fields(self, seat: int) -> list[Site]:
        empire = self.state.players[seat].empire
        return [site for site in empire if site.host is None and card_of(self.state, site.card).goods]

    def _upgrades(self, seat: int, slot: int) -> list[Site]:
        return [site for site in self.state.players[seat].empire if site.host == slot]

    def _locations(self, seat: int) -> list[Site]:
        """Return the other cards: Actions, then what works at other times, then cards that have no effect any more.

        The order does not depend on what is used, so cards keep their places during a round.
        """
        player = self.state.players[seat]

        def order(site: Site) -> tuple[bool, bool, int]:
            is_passive = action_of(self.state, player, site) is None
            return is_passive, self.site_card(player, site).parts[0].when == "done", site.slot

        return sorted((site for site in player.empire if not card_of(self.state, site.card).goods), key=order)

    def _empire_cards(self, seat: int) -> list[PlacedCard]:
        """Return all cards for compact rows: fields with their upgrades, then the others. They are found once."""
        if seat not in self._known_cards:
            fields = [site for field in self._fields(seat) for site in (field, *self._upgrades(seat, field.slot))]
            self._known_cards[seat] = [self._placed(seat, site) for site in fields + self._locations(seat)]
        return self._known_cards[seat]

    def _cells(self, seat: int, style: WordStyle) -> list[list[Site]]:
        """Return the cells of cards with words. Two fields share a cell if there are full cards beside them."""
        fields, locations = self._fields(seat), self._locations(seat)
        each = 2 if style.has_icons and locations else 1
        return [fields[at : at + each] for at in range(0, len(fields), each)] + [[site] for site in locations]

    def _rows(self, seat: int, style: WordStyle) -> list[Row]:
        """Return the rows of cards with words. They are computed once."""
        key = seat, style
        if key not in self._known_rows:
            player = self.state.players[seat]
            self._known_rows[key] = arrange(
                [
                    self._field_heights(seat, cell)
                    if card_of(self.state, cell[0].card).goods
                    else self._card_heights(self.site_card(player, cell[0]), style)
                    for cell in self._cells(seat, style)
                ]
            )
        return self._known_rows[key]

    def _card_heights(self, shown: Shown, style: WordStyle) -> Heights:
        """Return the heights of a card with words by its span."""
        widths = [span_width(span) for span in range(MIN_SPAN, MAX_SPAN + 1)]
        return tuple(
            math.inf
            if not is_wide_enough(shown, width)
            else full_height(shown, width)
            if style.has_icons
            else brief_height(shown, width, self.labels)
            for width in widths
        )

    def _field_heights(self, seat: int, fields: list[Site]) -> Heights:
        """Return the heights of one or two fields by their span. Upgrades and long names need more width."""
        height = len(fields) * (FIELD_HEIGHT + FIELD_GAP) - FIELD_GAP
        most = max(len(self._upgrades(seat, site.slot)) for site in fields)
        names = [self.face(site.card).name for site in fields]
        return tuple(
            height
            if span - MIN_SPAN >= most and all(name_width(name) <= span_width(span) - 40 for name in names)
            else math.inf
            for span in range(MIN_SPAN, MAX_SPAN + 1)
        )

    def _worded_empire(self, seat: int, y: float, style: WordStyle) -> None:
        boxes, cells = row_boxes(self._rows(seat, style), y), self._cells(seat, style)
        for sites, box in zip(cells, boxes, strict=True):
            if card_of(self.state, sites[0].card).goods:
                self._draw_fields(seat, sites, box, max(len(cell) for cell in cells))
            else:
                self._draw_placed(self._placed(seat, sites[0]), box, style)

    def _draw_fields(self, seat: int, sites: list[Site], box: Box, each: int) -> None:
        """Draw the fields of a cell, one below the other."""
        height = (box.height + FIELD_GAP) / each - FIELD_GAP
        for at, site in enumerate(sites):
            self._draw_field(seat, site, Box(box.x, box.y + at * (height + FIELD_GAP), box.width, height))

    def _draw_field(self, seat: int, site: Site, box: Box) -> None:
        """Draw a field with its upgrades, each a place of its own."""
        field, upgrades = self._placed(seat, site), self._upgrades(seat, site.slot)
        with self.scene.place(field.place, box, alt=field.alt, holds=site.card):
            draw_field(self.scene, field.shown, box, self.labels)
        if not upgrades:
            return
        tall = min(32.0, box.height - 33)
        width = min(62.0, (box.width * 0.52 - 6 * len(upgrades)) / len(upgrades))
        for at, upgrade in enumerate(reversed(upgrades)):
            placed = self._placed(seat, upgrade)
            spot = Box(
                box.x + box.width - (at + 1) * (width + 6), box.y + 28 + (box.height - 28 - tall) / 2, width, tall
            )
            with self.scene.place(placed.place, spot, alt=placed.alt, holds=upgrade.card):
                draw_upgrade(self.scene, placed.shown, spot)

    def _draw_placed(self, card: PlacedCard, box: Box, style: Style) -> None:
        if not card.place:
            self._draw_card(card.shown, box, style)
            return
        with self.scene.place(card.place, box, alt=card.alt, holds=card.shown.face.card):
            self._draw_card(card.shown, box, style)

    def _draw_card(self, shown: Shown, box: Box, style: Style) -> None:
        if style == FULL:
            draw_full(self.scene, shown, box, self.labels)
        elif isinstance(style, WordStyle):
            draw_brief(self.scene, shown, box, self.labels)
        else:
            draw_compact(self.scene, shown, box, style)

    # --- cards of a hand, a lookout or a choice -----------------------------------------------------------------------

    def held_cards(self, place: str, cards: Bag, chosen: Bag = ()) -> list[PlacedCard]:
        """Return the cards of a hand or a lookout."""
        found = []
        for card, count in cards:
            shown = self.hand_card(card, count, is_chosen=count_in(chosen, card) > 0)
            found.append(PlacedCard(f"{place}.{card}", shown, shown.face.text))
        return found

    def cards_height(self, cards: Sequence[PlacedCard], style: Style) -> float:
        """Return the height of a panel of cards."""
        if isinstance(style, WordStyle):
            return 38 + rows_height(self._card_rows(cards, style)) + INSET + 2
        return 38 + grid_height(cards, style) + INSET

    def _card_rows(self, cards: Sequence[PlacedCard], style: WordStyle) -> list[Row]:
        return arrange([self._card_heights(card.shown, style) for card in cards])

    def draw_cards(self, title: str, cards: Sequence[PlacedCard], y: float, style: Style) -> None:
        """Draw a panel of cards."""
        box = Box(MARGIN, y, PANEL_WIDTH, self.cards_height(cards, style))
        ground = self.theme.well if self.theme.name == "light" else mix(self.theme.well, BLACK, 0.1)
        self.scene.rect(box, ground, radius=15)
        self.title(title, MARGIN + 14, y + 20, PANEL_WIDTH - 28)
        if not isinstance(style, WordStyle):
            self._compact_grid(cards, y + 38, style)
            return
        for card, spot in zip(cards, row_boxes(self._card_rows(cards, style), y + 38), strict=True):
            self._draw_placed(card, spot, style)

    def _compact_grid(self, cards: Sequence[PlacedCard], y: float, style: CompactStyle) -> None:
        columns, width = _compact_columns(len(cards), style), _compact_width(len(cards), style)
        for row, height in enumerate(_compact_rows(cards, style)):
            for column, card in enumerate(cards[row * columns : (row + 1) * columns]):
                x = MARGIN + INSET + column * (width + style.gap)
                self._draw_placed(card, Box(x, y, width, height), style)
            y += height + style.gap


def _compact_columns(count: int, style: CompactStyle) -> int:
    """Return the number of columns of compact cards: one more than usual if that saves a row."""
    usual, narrow = (math.ceil(count / columns) for columns in (style.columns, style.columns + 1))
    return style.columns + 1 if narrow < usual else style.columns


def _compact_width(count: int, style: CompactStyle) -> float:
    columns = _compact_columns(count, style)
    return (PANEL_WIDTH - 2 * INSET - style.gap * (columns - 1)) / columns


def _compact_rows(cards: Sequence[PlacedCard], style: CompactStyle) -> list[float]:
    """Return the heights of the rows of compact cards."""
    columns, width = _compact_columns(len(cards), style), _compact_width(len(cards), style)
    heights = [compact_height(card.shown, width, style) for card in cards]
    return [max(heights[at : at + columns]) for at in range(0, len(heights), columns)]


def grid_height(cards: Sequence[PlacedCard], style: CompactStyle) -> float:
    """Return the height of compact cards in rows."""
    heights = _compact_rows(cards, style)
    return sum(heights) + style.gap * max(0, len(heights) - 1)


def _fits_field(name: str, span: int) -> bool:
    """Return whether the name of a field is readable."""
    return name_width(name) <= span_width(span) - 40
