"""What all players can take, in a picture: the market, the heroes of the row, and the artefacts on offer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from referee_service.kernel.bags import size_of
from referee_service.kernel.text_table import TextContext
from referee_service.pictures.cards import ICON_HEIGHT, PAD, Card, card_height, draw_card
from referee_service.pictures.geometry import Box
from referee_service.pictures.scene import Scene
from referee_service.pictures.typeface import BOLD, LEADING, wrap_text

from ..content.tables import BASICS
from ..state import Player, State, has_permit
from .faces import ARTEFACT_HEAD, ARTEFACT_SIZE, Faces

GAP: Final = 14.0
"""Distance of cards: two rings touch but do not cross."""
CAPTION_HEIGHT: Final = 38.0
INSIDE: Final = 12.0
MARKET_WIDTH: Final = 654.0
MARKET_COLUMNS: Final = 3
ROW_COLUMNS: Final = 2
MIN_CARD: Final = 112.0
MAX_ARTEFACTS: Final = 4
"""Most artefacts in one row."""


class Offers(Faces):
    """Draws what lies between the players, from one view."""

    def __init__(self, scene: Scene, view: State, context: TextContext) -> None:
        super().__init__(scene, view.pack, context)
        self.view = view

    def exchange_rates(self, player: Player) -> Iterator[tuple[tuple[tuple[str, int], ...], str]]:
        """Yield what a player may give and get in exchanges. Rates that differ only in basic resources are one."""
        found: dict[tuple[tuple[str, ...], str], None] = {}
        for rate in self.tables.exchanges.values():
            if rate.is_even and not has_permit(self.view, player, "even_exchange"):
                continue
            is_set = rate.give == BASICS
            given = rate.give if is_set else tuple("basic" if each in BASICS else each for each in rate.give)
            found[given, "basic" if rate.get in BASICS else rate.get] = None
        for given, gained in found:
            yield tuple((each, given.count(each)) for each in dict.fromkeys(given)), gained

    def offers(self, box: Box) -> float:
        """Draw market and heroes side by side, the artefacts below. Return the height below them.

        No player takes an artefact in the last round, so they are left out.
        """
        left = Box(box.x, box.y, MARKET_WIDTH, 0)
        right = Box(box.x + MARKET_WIDTH + 12, box.y, box.width - MARKET_WIDTH - 12, 0)
        inner = max(self._market_height(left.width), self._row_height(right.width))
        height = inner + CAPTION_HEIGHT + INSIDE
        self._market(Box(left.x, left.y, left.width, height), inner)
        self._row(Box(right.x, right.y, right.width, height), inner)
        if self.view.round == self.tables.numbers["rounds"]:
            return box.y + height
        return self._artefacts(Box(box.x, box.y + height + 12, box.width, 0))

    def _panel(self, box: Box, title: str, note: str) -> None:
        scene, theme = self.scene, self.theme
        scene.rect(box, theme.panel, radius=16)
        middle = box.y + CAPTION_HEIGHT / 2 - 1
        width = scene.text(box.x + 16, middle, title.upper(), 17, weight=BOLD, colour=theme.soft)
        scene.text(
            box.x + box.width - 16, middle, note, 17.5, colour=theme.soft, anchor="end", room=box.width - width - 56
        )

    # --- the market ---------------------------------------------------------------------------------------------------

    def _market_height(self, width: float) -> float:
        """Return the height of the slots of the market: rows as high as the highest card."""
        wide = _column(width, MARKET_COLUMNS)
        cards = [self.building_card(slot.building, is_offered=True) for slot in self.view.market if slot.building]
        high = max((card_height(card, wide) for card in cards), default=MIN_CARD)
        rows = -(-len(self.view.market) // MARKET_COLUMNS)
        return max(high, MIN_CARD) * rows + GAP * (rows - 1)

    def _market(self, box: Box, inner: float) -> None:
        """Draw the slots of the market with their buildings, prices and copies."""
        scene, market = self.scene, self.view.market
        villagers = self.tables.numbers["build_villagers"]
        note = self.caption("market_note", villagers=villagers, count=size_of(self.view.supply.buildings))
        self._panel(box, self.context.caption("market"), note)
        wide, rows = _column(box.width, MARKET_COLUMNS), -(-len(market) // MARKET_COLUMNS)
        high = (inner - GAP * (rows - 1)) / rows
        for at, slot in enumerate(market):
            row, column = divmod(at, MARKET_COLUMNS)
            x, y = box.x + INSIDE + column * (wide + GAP), box.y + CAPTION_HEIGHT + row * (high + GAP)
            place = Box(x, y, wide, high)
            if not slot.building:
                with scene.place(f"market.{at}", place, alt=self.alt("empty_slot", slot=at)):
                    self.empty(place)
                continue
            with scene.place(f"market.{at}", place, alt=self.described(slot.building), holds=slot.building):
                draw_card(scene, self.building_card(slot.building, is_offered=True, number=slot.count), place)

    # --- the heroes of the row ----------------------------------------------------------------------------------------

    def _row_height(self, width: float) -> float:
        """Return the height of the places of the row, each with a line for the monster that its hero lures."""
        wide, heroes = _column(width, ROW_COLUMNS), enumerate(self.view.hero_row)
        high = max((card_height(self._row_card(hero, at), wide) for at, hero in heroes if hero), default=MIN_CARD)
        rows = -(-len(self.view.hero_row) // ROW_COLUMNS)
        return (high + ICON_HEIGHT) * rows + GAP * (rows - 1)

    def _row_card(self, hero: str, at: int) -> Card:
        """Return the card of a hero with the surcharge of its place in the row."""
        return self.hero_card(hero, self.tables.surcharges[at])

    def _row(self, box: Box, inner: float) -> None:
        """Draw the heroes of the row."""
        scene, heroes = self.scene, self.view.hero_row
        self._panel(box, self.caption("heroes"), self.caption("heroes_note", count=size_of(self.view.supply.heroes)))
        wide, rows = _column(box.width, ROW_COLUMNS), -(-len(heroes) // ROW_COLUMNS)
        high = (inner - GAP * (rows - 1)) / rows
        for at, hero in enumerate(heroes):
            row, column = divmod(at, ROW_COLUMNS)
            x, y = box.x + INSIDE + column * (wide + GAP), box.y + CAPTION_HEIGHT + row * (high + GAP)
            place = Box(x, y, wide, high)
            if not hero:
                with scene.place(f"row.{at}", place, alt=self.alt("empty_row", place=at)):
                    self.empty(place)
                continue
            with scene.place(f"row.{at}", place, alt=self.described(hero), holds=hero):
                draw_card(scene, self._row_card(hero, at), place)
                self.lure(hero, x + PAD, y + high - 1.5 * ICON_HEIGHT - 2, wide - 2 * PAD)

    # --- artefacts ----------------------------------------------------------------------------------------------------

    def _artefacts(self, box: Box) -> float:
        """Draw the artefacts on offer, in as many rows as they need. Return the height below."""
        artefacts = self.view.artefacts
        if not artefacts:
            return box.y - 12
        rows = -(-len(artefacts) // MAX_ARTEFACTS)
        columns = -(-len(artefacts) // rows)
        wide = (box.width - 2 * INSIDE - GAP * (columns - 1)) / columns
        lines = {each: wrap_text(self.artefact_words(each), ARTEFACT_SIZE, wide - 2 * PAD) for each in artefacts}
        high = ARTEFACT_HEAD + max(map(len, lines.values())) * ARTEFACT_SIZE * LEADING + 8
        note = self.caption("artefacts_draft" if self.view.stage == "draft" else "artefacts_note")
        height = CAPTION_HEIGHT - 4 + rows * high + (rows - 1) * GAP + INSIDE
        self._panel(Box(box.x, box.y, box.width, height), self.caption("artefacts"), note)
        for at, artefact in enumerate(artefacts):
            row, column = divmod(at, columns)
            x = box.x + INSIDE + column * (wide + GAP)
            place = Box(x, box.y + CAPTION_HEIGHT - 4 + row * (high + GAP), wide, high)
            with self.scene.place(f"artefact.{artefact}", place, alt=self.described(artefact), holds=artefact):
                self.artefact(artefact, lines[artefact], place)
        return box.y + height


def _column(width: float, columns: int) -> float:
    """Return the width of a card in a panel with this number of columns."""
    return (width - 2 * INSIDE - GAP * (columns - 1)) / columns
