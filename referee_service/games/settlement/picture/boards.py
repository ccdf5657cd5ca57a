"""Boards of players in a picture: regions and streets with their spaces, large for one player and small for others."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from referee_service.pictures.cards import HEAD_HEIGHT, PAPER, card_height, draw_card, draw_compact_card
from referee_service.pictures.geometry import Box
from referee_service.pictures.typeface import BOLD

from ..content.tables import COLUMNS, LEVELS, STREETS
from ..questions import UseBuildingsFrame
from ..state import Player, spaces_of_region, spaces_of_street
from .offers import GAP, MIN_CARD
from .wilderness import Wilderness

TILE: Final = 114.0
TAB: Final = 58.0
COLONY_LEFT: Final = TAB + 3 * (TILE + GAP) + 32
"""Where the colony begins on a large board."""
SMALL_GAP: Final = 5.0
SMALL_CARD: Final = 132.0
NUMERALS: Final = ("I", "II", "III")


class Boards(Wilderness):
    """Draws wilderness and colony of players."""

    # --- large --------------------------------------------------------------------------------------------------------

    def board(self, seat: int, box: Box) -> float:
        """Draw the large board of a player: wilderness left, colony right. Return the height below."""
        colony, y = box.x + COLONY_LEFT, box.y
        wide, high = _card_width(box.width), self._row_height_of(seat, box.width)
        for region, street in zip(reversed(LEVELS), STREETS, strict=True):
            self._region_row(seat, region, box.x, y, high)
            self._street_row(seat, street, Box(colony, y, wide, high))
            y += high + GAP
        return y - GAP

    def board_height(self, seat: int, width: float) -> float:
        """Return the height of the large board of a player."""
        return 3 * self._row_height_of(seat, width) + 2 * GAP

    def _row_height_of(self, seat: int, width: float) -> float:
        """Return the height of a row: that of the highest card, at least that of a space of the wilderness."""
        colony, wide = self.view.players[seat].colony, _card_width(width)
        cards = [self.building_card(building, is_offered=False) for building in colony if building]
        return max([card_height(card, wide) for card in cards] + [TILE, MIN_CARD])

    def _region_row(self, seat: int, region: int, x: float, y: float, high: float) -> None:
        times = self.view.players[seat].regions[region - 1]
        tab = Box(x, y + (high - 84) / 2, TAB, 84)
        alt = self.alt("region", region=region, times=times or None)
        with self.scene.place(f"region.{seat}.{region}", tab, alt=alt):
            self._tab(tab, times, self.tables.numbers["activate_region_villagers"])
            colour = self.theme.soft if times else self.theme.ink
            self.scene.text(
                x + TAB / 2, tab.y + 25, NUMERALS[region - 1], 27, weight=BOLD, colour=colour, anchor="middle"
            )
        for at, space in enumerate(spaces_of_region(region)):
            left = x + TAB + GAP + at * (TILE + GAP)
            self.wild_space(seat, space, Box(left, y + (high - TILE) / 2, TILE, TILE))

    def _street_row(self, seat: int, street: str, first: Box) -> None:
        times = self.view.players[seat].streets[STREETS.index(street)]
        tab = Box(first.x, first.y + (first.height - 84) / 2, TAB, 84)
        alt = self.alt("street", street=street, times=times or None)
        with self.scene.place(f"street.{seat}.{street}", tab, alt=alt):
            self._tab(tab, times, self.tables.numbers["activate_street_villagers"])
            colour = self.theme.soft if times else self.theme.ink
            self.scene.icon("glyph_house", tab.x + TAB / 2, tab.y + 25, 30, colour)
        for at, space in enumerate(spaces_of_street(street)):
            left = first.x + TAB + GAP + at * (first.width + GAP)
            self._colony_space(seat, space, Box(left, first.y, first.width, first.height))

    def _tab(self, box: Box, times: int, villagers: int) -> None:
        """Draw the activation zone of a region or street: the villagers that it takes, or that it is used."""
        scene, theme, x = self.scene, self.theme, box.x + box.width / 2
        is_bright = not times and theme.name == "light"
        scene.rect(box, PAPER if is_bright else theme.well, radius=10, stroke=theme.line, stroke_width=1.5)
        if times:
            used = self.caption("used") if times == 1 else self.caption("used_twice")
            scene.text(x, box.y + 62, used, 17, colour=theme.soft, anchor="middle", room=box.width - 6)
            return
        for at in range(villagers):
            scene.icon("piece_villager", x + (at - (villagers - 1) / 2) * 16, box.y + 60, 26)

    def _colony_space(self, seat: int, space: int, box: Box) -> None:
        """Draw a space of the colony: its building and the tokens on it, or the space to build on."""
        scene, player = self.scene, self.view.players[seat]
        building = player.colony[space]
        if not building:
            with scene.place(f"colony.{seat}.{space}", box, alt=self.alt("empty_space", space=space)):
                self.empty(box)
                scene.icon("glyph_house", box.x + box.width / 2, box.y + box.height / 2, 34, self.theme.line)
                scene.text(box.x + 9, box.y + 15, space, 17, weight=BOLD, colour=self.theme.soft)
            return
        is_used = self._is_used(player, seat, space)
        card = self.building_card(building, is_offered=False, number=player.stored[space], is_used=is_used)
        with scene.place(f"colony.{seat}.{space}", box, alt=self._building_alt(player, space), holds=building):
            draw_card(scene, card, box)
            self.space_number(space, box.x + box.width - 13, box.y + HEAD_HEIGHT + 14)

    def _building_alt(self, player: Player, space: int) -> str:
        stored, building = player.stored[space], player.colony[space]
        given = self.tables.buildings[building].row.give
        tokens = self.write.counted(dict.fromkeys(given, stored)) if stored else None
        return self.described(building, stored=tokens)

    def _is_used(self, player: Player, seat: int, space: int) -> bool:
        """Return whether the street of a building was activated, and the building is not to be used now."""
        if not player.streets[space // COLUMNS]:
            return False
        frames = self.view.pending
        is_open = any(
            isinstance(each, UseBuildingsFrame) and space in each.spaces and each.seat == seat for each in frames
        )
        return not is_open

    # --- small --------------------------------------------------------------------------------------------------------

    def small_board(self, seat: int, x: float, y: float, cell: float) -> float:
        """Draw the small board of a player, with spaces of this height. Return the right end of the colony."""
        player = self.view.players[seat]
        head = Box(x + 30 + 3 * (cell + SMALL_GAP) + 12, y, 22, cell)
        self.small_rows(seat, x, head, SMALL_CARD, partial(self._small_building, seat, player))
        return head.x + head.width + 4 + 3 * (SMALL_CARD + SMALL_GAP)

    def small_rows(
        self, seat: int, x: float, head: Box, card: float, draw_building: Callable[[int, Box], None]
    ) -> None:
        """Draw the regions of a small board with their spaces, and the streets with their buildings beside them.

        `head` is the box of the first street, and its height that of all spaces. `card` is the width of a building.
        """
        for at, (region, street) in enumerate(zip(reversed(LEVELS), STREETS, strict=True)):
            cell, top = head.height, head.y + at * (head.height + SMALL_GAP)
            self._small_region(seat, region, Box(x, top, 26, cell))
            for column, space in enumerate(spaces_of_region(region)):
                self.wild_space(seat, space, Box(x + 30 + column * (cell + SMALL_GAP), top, cell, cell))
            self._small_street(seat, street, Box(head.x, top, head.width, cell))
            for column, space in enumerate(spaces_of_street(street)):
                left = head.x + head.width + 4 + column * (card + SMALL_GAP)
                draw_building(space, Box(left, top, card, cell))

    def _small_region(self, seat: int, region: int, box: Box) -> None:
        times, middle = self.view.players[seat].regions[region - 1], box.y + box.height / 2
        alt = self.alt("region", region=region, times=times or None)
        with self.scene.place(f"region.{seat}.{region}", box, alt=alt):
            colour, x = self.theme.soft if times else self.theme.ink, box.x + box.width / 2
            numeral = NUMERALS[region - 1]
            self.scene.text(x, middle - (9 if times else 0), numeral, 20, weight=BOLD, colour=colour, anchor="middle")
            if times:
                self.scene.icon("check", x, middle + 11, 15, colour)

    def _small_street(self, seat: int, street: str, box: Box) -> None:
        times, middle = self.view.players[seat].streets[STREETS.index(street)], box.y + box.height / 2
        alt = self.alt("street", street=street, times=times or None)
        with self.scene.place(f"street.{seat}.{street}", box, alt=alt):
            colour, x = self.theme.soft if times else self.theme.ink, box.x + box.width / 2
            self.scene.icon("glyph_house", x, middle - (9 if times else 0), 19, colour)
            if times:
                self.scene.icon("check", x, middle + 11, 15, colour)

    def _small_building(self, seat: int, player: Player, space: int, box: Box) -> None:
        scene, building = self.scene, player.colony[space]
        place = f"colony.{seat}.{space}"
        if not building:
            with scene.place(place, box, alt=self.alt("empty_space", space=space)):
                self.empty(box, radius=8)
            return
        is_used = self._is_used(player, seat, space)
        card = self.building_card(building, is_offered=False, number=player.stored[space], is_used=is_used)
        with scene.place(place, box, alt=self._building_alt(player, space), holds=building):
            draw_compact_card(scene, card, box)


def _card_width(width: float) -> float:
    """Return the width of a building in the colony of a large board."""
    return (width - COLONY_LEFT - TAB - 3 * GAP) / COLUMNS
