"""Other players in columns of a picture: name and goods above, a board of signs, artefact and heroes."""

from __future__ import annotations

from functools import partial
from typing import Final

from referee_service.pictures.cards import PAPER, USED_HEAD, Sign, draw_signs
from referee_service.pictures.geometry import Box, rounded_box
from referee_service.pictures.palette import WHITE
from referee_service.pictures.seat_bars import draw_bar_ground

from ..state import Player
from .boards import SMALL_GAP
from .players import Players

BETWEEN: Final = 12.0
"""Distance of columns, and the rim inside them."""
HEAD: Final = 90.0
"""Height of the block with name and goods."""
CELL: Final = 44.0
BOARD_WIDTH: Final = 352.0
BOARD_HEIGHT: Final = 3 * CELL + 2 * SMALL_GAP
WIDE_COLUMN: Final = 520.0
"""Least width of a column with artefact and heroes beside the board."""
CHIP: Final = 38.0
HERO: Final = 34.0
HERO_GAP: Final = 7.0
HEROES_IN_ROW: Final = 6


class Columns(Players):
    """Draws other players side by side."""

    def columns_height(self, seats: list[int], width: float) -> float:
        """Return the height of columns of this width: that of the highest one."""
        height = HEAD + 2 * BETWEEN + BOARD_HEIGHT
        if width >= WIDE_COLUMN:
            return height
        most = max(len(self.view.players[seat].heroes) for seat in seats)
        rows = max(1, -(-most // HEROES_IN_ROW))
        return height + 10 + CHIP + 8 + rows * (HERO + HERO_GAP) - HERO_GAP

    def column(self, seat: int, box: Box, *, is_active: bool) -> None:
        """Draw another player in a column."""
        self.scene.rect(box, self.theme.panel, radius=16)
        self._column_head(seat, box)
        left, y = box.x + BETWEEN, box.y + HEAD + BETWEEN
        self._sign_board(seat, left, y)
        if box.width >= WIDE_COLUMN:
            right = left + BOARD_WIDTH + 14
            self._small_belongings(seat, Box(right, y, box.x + box.width - BETWEEN - right, BOARD_HEIGHT))
        else:
            self._belongings_below(seat, Box(left, y + BOARD_HEIGHT + 10, box.width - 2 * BETWEEN, 0))
        if is_active:
            self.scene.path(rounded_box(box, 16), stroke=self.scene.seat_colour(seat), stroke_width=4)

    def _column_head(self, seat: int, box: Box) -> None:
        """Draw name and points, below them reserve and villagers, on the colour of the seat."""
        player, middle = self.view.players[seat], box.y + 26
        draw_bar_ground(self.scene, seat, Box(box.x, box.y, box.width, HEAD))
        right = self.score(seat, player, box.x + box.width - 14, middle, 27) - 10
        if player.passed and self.view.stage == "turns":
            is_next = seat == self.view.next_first_seat and box.width >= WIDE_COLUMN
            right = self.pill_before(self.caption("passed_early" if is_next else "passed"), right, middle) - 10
        self.owner(seat, Box(box.x, middle - 20, right - box.x, 40))
        is_wide = box.width >= WIDE_COLUMN
        reserve = Box(box.x + 10, box.y + 49, 300.0 if is_wide else 244.0, 34)
        x, middle = reserve.x + self.reserve(seat, player, reserve, 22) + 10, reserve.y + 17
        if is_wide:
            self.villagers(seat, player, x, middle, 22, 22)
        else:
            self.villager_count(seat, player, x, middle, 22)

    def _sign_board(self, seat: int, x: float, y: float) -> None:
        """Draw the board of a player with a sign for each terrain and building."""
        player, colony = self.view.players[seat], x + 30 + 3 * (CELL + SMALL_GAP) + 7
        wide = (x + BOARD_WIDTH - colony - 24 - 2 * SMALL_GAP) / 3
        self.small_rows(seat, x, Box(colony, y, 20, CELL), wide, partial(self._sign, seat, player))

    def _sign(self, seat: int, player: Player, space: int, box: Box) -> None:
        """Draw a building as its sign, with the tokens stored on it, or an empty space."""
        scene, building = self.scene, player.colony[space]
        place = f"colony.{seat}.{space}"
        if not building:
            with scene.place(place, box, alt=self.alt("empty_space", space=space)):
                self.empty(box, radius=8)
            return
        stored, is_used = player.stored[space], self._is_used(player, seat, space)
        card = self.building_card(building, is_offered=False, number=stored, is_used=is_used)
        with scene.place(place, box, alt=self._building_alt(player, space), holds=building):
            scene.rect(box, USED_HEAD if is_used else card.colour, radius=8)
            x, y = box.x + box.width / 2, box.y + box.height / 2
            scene.icon(f"glyph_{card.glyph}", x, y - (9 if stored else 0), 22 if stored else 30, WHITE)
            if stored:
                self._tokens(card.fact, x, box.y + box.height - 11, box.width - 6)

    def _tokens(self, signs: tuple[Sign, ...], x: float, y: float, room: float) -> None:
        """Draw the number and kind of the tokens stored on a building."""
        self.scene.rect(Box(x - room / 2, y - 9, room, 18), PAPER, radius=7)
        draw_signs(self.scene, signs, x, y, 20, room=room - 4, anchor="middle")

    def _belongings_below(self, seat: int, box: Box) -> None:
        """Draw the artefact of a player, and below it the heroes as guild and points."""
        player, y = self.view.players[seat], box.y
        if player.artefact:
            self.artefact_chip(seat, player.artefact, Box(box.x, y, box.width, CHIP))
        y += CHIP + 8
        if not player.heroes:
            self.scene.text(box.x + 6, y + 16, self.caption("no_heroes"), 18, colour=self.theme.soft, room=box.width)
        wide = (box.width - HERO_GAP * (HEROES_IN_ROW - 1)) / HEROES_IN_ROW
        for at, hero in enumerate(player.heroes):
            row, column = divmod(at, HEROES_IN_ROW)
            spot = Box(box.x + column * (wide + HERO_GAP), y + row * (HERO + HERO_GAP), wide, HERO)
            self._small_hero(seat, player, hero, spot)
