"""Fiefs of other seats in columns, and the neutral fiefs between them."""

from __future__ import annotations

from typing import Final

from referee_service.pictures.cards import PAPER, PAPER_INK, USED_HEAD, USED_PAPER, Sign, draw_signs
from referee_service.pictures.geometry import Box, number
from referee_service.pictures.palette import WHITE
from referee_service.pictures.seat_bars import CORNER, draw_bar_ground, draw_owner
from referee_service.pictures.typeface import BOLD

from ..fiefs import home_fief, neighbours
from ..spots import building_place, land_place
from ..state import output_of
from .cards import INNER, MARGIN
from .faces import WOUND, Density
from .lands import Lands
from .pieces import CHIP_HEIGHT, MINI_HEIGHT, flow, row_count

NARROW_BAR: Final = 84.0
"""Height of the bar of a seat in a column."""
ROW: Final = 42.0
NAME_WIDTH: Final = 90.0
OUTPUT_WIDTH: Final = 44.0
MINI_GAP: Final = 6.0
NAMED_BUILDING: Final = 150.0
NAMED_FORT: Final = 214.0
"""Width of a military building with its name, in a wide column."""
WIDE_COLUMN: Final = 400.0
NARROW_CHIP: Final = 122.0
NEUTRAL_WIDTH: Final = 132.0
NEUTRAL_TITLE: Final = 40.0
NEUTRAL_LABEL: Final = 156.0
"""Width of the title of a neutral fief in a strip."""


class Ring(Lands):
    """Draws fiefs in columns and strips."""

    # --- the fief of another seat in a column -------------------------------------------------------------------------

    def column_height(self, seat: int, width: float) -> float:
        """Return the height of the fief of a seat in a column."""
        rows = self._land_rows(seat, width) if self.board.players[seat].alive else []
        return NARROW_BAR + 8 + sum(rows) + self._stack_height(home_fief(seat), width - 16) + 8

    def _land_rows(self, seat: int, width: float) -> list[float]:
        """Return the height of each land in a column."""
        return [
            max(1, row_count(self._land_flow(seat, host, width))) * (MINI_HEIGHT + 4) + 10
            for host in range(len(self.board.players[seat].lands))
        ]

    def _land_flow(self, seat: int, host: int, width: float) -> list[tuple[float, int]]:
        """Return where the buildings and units of a land lie in a column."""
        buildings = self.board.players[seat].lands[host].buildings
        widths = [self._building_width(building, width) for building in buildings]
        widths += [self.mini_width(group) for group in self.groups(land_place(seat, host))]
        return flow(widths, width - 22 - self._items_left(width), MINI_GAP)

    def _building_width(self, building: str, width: float) -> float:
        if width <= WIDE_COLUMN:
            return MINI_HEIGHT
        return NAMED_BUILDING if building in self.tables.civil else NAMED_FORT

    def _items_left(self, width: float) -> float:
        """Return where the buildings of a land begin, after its name and output."""
        return NAME_WIDTH + OUTPUT_WIDTH + (14 if width > WIDE_COLUMN else 0)

    def _stack_columns(self, room: float) -> int:
        """Return the number of units beside each other in a column."""
        return max(1, int((room + 12) // (NARROW_CHIP + 12)))

    def _stack_height(self, fief: str, room: float) -> float:
        fronts = -(-len(self.fronts(fief)) // max(1, self._stack_columns(room) // 2))
        return self._chips_height(fief, room) + fronts * (CHIP_HEIGHT + 12)

    def _chips_height(self, fief: str, room: float) -> float:
        """Return the height of the units on the ground of a fief in a column."""
        groups = self.groups(f"fief.{fief}.free")
        if self.density == Density.LEAST:
            return self.minis_height(groups, room) + (6 if groups else 0)
        return -(-len(groups) // self._stack_columns(room)) * (CHIP_HEIGHT + 12)

    def _stack(self, fief: str, x: float, y: float, room: float) -> None:
        """Draw the units and fronts on the ground of a fief in a column."""
        columns = self._stack_columns(room)
        width = (room - 12 * (columns - 1)) / columns
        groups = self.groups(f"fief.{fief}.free")
        if self.density == Density.LEAST:
            self.minis(groups, x, y, room)
        else:
            for at, group in enumerate(groups):
                self.unit(group, x + at % columns * (width + 12), y + at // columns * (CHIP_HEIGHT + 12), width)
        y += self._chips_height(fief, room)
        beside = max(1, columns // 2)
        width = (room - 12 * (beside - 1)) / beside
        for at, seat in enumerate(self.fronts(fief)):
            self.front(fief, seat, x + at % beside * (width + 12), y + at // beside * (CHIP_HEIGHT + 12), width)

    def column(self, seat: int, box: Box, *, is_active: bool) -> None:
        """Draw the fief of a seat in a column: one line for each land."""
        scene, fief = self.scene, home_fief(seat)
        with scene.place(f"fief.{fief}", box, alt=self._fief_alt(fief)):
            self.fief_ground(seat, box, is_active=is_active)
            self._narrow_bar(seat, box)
            y = box.y + NARROW_BAR + 8
            if self.board.players[seat].alive:
                for host, height in enumerate(self._land_rows(seat, box.width)):
                    self._land_line_of(seat, host, Box(box.x + 8, y, box.width - 16, height - 6))
                    y += height
            self._stack(fief, box.x + 8, y + 6, box.width - 16)

    def _narrow_bar(self, seat: int, box: Box) -> None:
        """Draw the bar of a seat in a column: name, siege and points above food and hand."""
        scene, ink, y = self.scene, self.theme.on_seat, box.y
        draw_bar_ground(scene, seat, Box(box.x, box.y, box.width, NARROW_BAR))
        alive, right = self.board.players[seat].alive, box.x + box.width - 10
        if alive:
            self.score(seat, right - 40, y + 24, with_goal=False)
            right -= 46
            if not self._has_siege_below(seat, box.width):
                right = self.siege(seat, right, y + 24, from_right=True) - 6
        ally = self.ally_word(seat)
        if ally:
            right -= scene.text(right - 2, y + 24, ally, 18, colour=ink, anchor="end") + 8
        room = right - box.x - (40 if seat in self.winners else 4)
        right = draw_owner(scene, seat, self.context.player(seat), Box(box.x, y + 4, room, 40))
        if seat in self.winners:
            scene.icon("glyph_crown", right + 20, y + 24, 28, ink)
        if not alive:
            label = self.context.caption("eliminated")
            scene.text(box.x + 16, y + 61, label, 19, colour=ink, room=box.width - 32)
            return
        end = self.food(seat, box.x + 14, y + 61, with_words=box.width > WIDE_COLUMN)
        if self._has_siege_below(seat, box.width):
            self.siege(seat, end + 14 + self.siege_width(seat), y + 61, from_right=True)
        if seat != self.view.seat:
            self.backs(seat, box.x + box.width - 14, y + 61, is_short=box.width <= WIDE_COLUMN)

    def _has_siege_below(self, seat: int, width: float) -> bool:
        """Return whether the siege fits between food and hand, which leaves the first line to the name."""
        taken = 14 + self.food_width(seat, with_words=width > WIDE_COLUMN) + 14 + self.siege_width(seat) + 12
        hand = self.backs_width(seat, is_short=width <= WIDE_COLUMN) + 14 if seat != self.view.seat else 0
        return taken + hand <= width

    def _land_line_of(self, seat: int, host: int, box: Box) -> None:
        """Draw a land in one line: name, output, and all that stands on it."""
        scene, place, land = self.scene, land_place(seat, host), self.board.players[seat].lands[host]
        with scene.place(place, box, alt=self.land_alt(seat, host), holds=land.card):
            if not land.card:
                scene.rect(box, "none", radius=8, stroke=self.theme.line, stroke_width=1.5, dashes="4 5")
                label = self.caption("free_place", space=host)
                scene.text(box.x + 12, box.y + box.height / 2, label, 17, colour=self.theme.soft, room=box.width - 24)
                return
            self._line_ground(seat, host, box)
            left = box.x + self._items_left(box.width + 16) + 2
            spots = self._land_flow(seat, host, box.width + 16)
            for index, name in enumerate(land.buildings):
                x, row = spots[index]
                scores, falls = self.scores(seat, host, index), self.falls(seat, host, name)
                spot, y = building_place(seat, host, index), box.y + 4 + row * (MINI_HEIGHT + 4)
                if box.width + 16 > WIDE_COLUMN:
                    named = Box(left + x, y + 1, self._building_width(name, box.width + 16), MINI_HEIGHT - 2)
                    self.building(name, spot, named, scores=scores, falls=falls)
                else:
                    self.mini_building(name, spot, left + x, y, scores=scores, falls=falls)
            for (x, row), group in zip(spots[len(land.buildings) :], self.groups(place), strict=True):
                self.mini_unit(group, left + x, box.y + 4 + row * (MINI_HEIGHT + 4))

    def _line_ground(self, seat: int, host: int, box: Box) -> None:
        scene, land = self.scene, self.board.players[seat].lands[host]
        look, falls, middle = self.land_look(land.card), self.falls(seat, host), box.y + ROW / 2
        colour = WOUND if falls else USED_HEAD if land.turned else look.colour
        scene.rect(box, USED_PAPER if land.turned else PAPER, radius=8, stroke=self.theme.line, stroke_width=1)
        scene.path(
            f"M{number(box.x + NAME_WIDTH)},{number(box.y)} h{number(8 - NAME_WIDTH)} a8,8 0 0 0 -8,8"
            f" v{number(box.height - 16)} a8,8 0 0 0 8,8 h{number(NAME_WIDTH - 8)}Z",
            colour,
        )
        scene.icon(f"glyph_{'flame' if falls else look.glyph}", box.x + 18, middle, 22, WHITE)
        name = self.name(land.card)
        scene.text(box.x + 33, middle, name, 19, weight=BOLD, colour=WHITE, room=NAME_WIDTH - 36)
        resource = self.looks.resources[self.tables.lands[land.card].resource]
        signs = (Sign("text", str(sum(output_of(self.board, seat, host)))), Sign("piece", resource))
        draw_signs(scene, signs, box.x + NAME_WIDTH + 6, middle, 23, room=OUTPUT_WIDTH - 8, ink=PAPER_INK)

    # --- neutral fiefs ------------------------------------------------------------------------------------------------

    def neutral_height(self, fief: str, width: float) -> float:
        """Return the height of a neutral fief that lies in a strip."""
        return 16 + self.ground_height(fief, width - NEUTRAL_LABEL - 30)

    def neutral(self, fief: str, box: Box) -> None:
        """Draw a neutral fief in a strip: its units and fronts in rows."""
        scene, theme, label = self.scene, self.theme, NEUTRAL_LABEL
        with scene.place(f"fief.{fief}", box, alt=self._fief_alt(fief)):
            self._meadow(box)
            title = self.caption("neutral").upper()
            middle = box.y + min(box.height, CHIP_HEIGHT + 28) / 2
            beside = self._seats_beside(fief)
            above = 10 if beside else 0
            scene.text(box.x + 16, middle - above, title, 17, weight=BOLD, colour=theme.soft, room=label - 26)
            for at, seat in enumerate(beside):
                scene.seat_mark(seat, box.x + 26 + at * 24, middle + 13, 16, rim=self.looks.ground[theme.name].low)
            if not self.groups(f"fief.{fief}.free"):
                colour = self.looks.ground[theme.name].tree
                for at, (share, size) in enumerate(((0.55, 30), (0.6, 24), (0.8, 28), (0.84, 34))):
                    y = box.y + box.height / 2 + at % 2 * 3 - 1
                    scene.icon("glyph_tree", box.x + label + (box.width - label) * share, y, size, colour)
                scene.text(box.x + label, middle - above, self.caption("empty"), 18, colour=theme.ink)
            self.ground(fief, box.x + label, box.y + 14, box.width - label - 30)

    def _seats_beside(self, fief: str) -> list[int]:
        """Return the seats beside a neutral fief, if there are several such fiefs."""
        seats = len(self.board.players)
        if seats == 2:
            return []
        return [int(home.partition("_")[2]) for home in neighbours(seats)[fief]]

    def _meadow(self, box: Box) -> None:
        """Draw the ground of a neutral fief: a meadow with a hill."""
        scene, look = self.scene, self.looks.ground[self.theme.name]
        scene.rect(box, look.low, radius=CORNER)
        width, height = box.width, box.height
        scene.path(
            f"M{number(box.x)},{number(box.y + height * 0.62)} q{number(width * 0.2)},{number(-height * 0.44)}"
            f" {number(width * 0.4)},{number(-height * 0.1)} t{number(width * 0.6)},{number(-height * 0.06)}"
            f" v{number(height * 0.54 - 16)} a16,16 0 0 1 -16,16 h{number(32 - width)} a16,16 0 0 1 -16,-16Z",
            look.high,
        )

    def neutral_column_height(self, fief: str) -> float:
        """Return the least height of a neutral fief between two columns."""
        return NEUTRAL_TITLE + self._stack_height(fief, NEUTRAL_WIDTH - 16) + 10

    def neutral_column(self, fief: str, box: Box) -> None:
        """Draw a neutral fief between two columns."""
        scene, theme, look = self.scene, self.theme, self.looks.ground[self.theme.name]
        with scene.place(f"fief.{fief}", box, alt=self._fief_alt(fief)):
            scene.rect(box, look.low, radius=CORNER)
            title = self.caption("neutral").upper()
            scene.text(box.x + 12, box.y + 22, title, 17, weight=BOLD, colour=theme.soft, room=box.width - 24)
            top = box.y + NEUTRAL_TITLE + self._stack_height(fief, box.width - 16)
            free = box.y + box.height - top
            spots = ((0.2, 0.1, 40), (0.66, 0.22, 34), (0.4, 0.42, 36), (0.74, 0.58, 40), (0.24, 0.72, 32))
            for across, down, size in spots:
                y = top + 24 + down * (free - 30)
                if y + size / 2 < box.y + box.height - 4 and free > 60:
                    scene.icon("glyph_tree", box.x + box.width * across, y, size, look.tree)
            self._stack(fief, box.x + 8, box.y + NEUTRAL_TITLE, box.width - 16)

    # --- the ring of fiefs --------------------------------------------------------------------------------------------

    def column_width(self, columns: int) -> float:
        """Return the width of each of several columns with neutral fiefs between them."""
        return (INNER - (columns - 1) * (NEUTRAL_WIDTH + 20)) / columns

    def columns_height(self, seats: list[int]) -> float:
        """Return the height of the fiefs of seats side by side, with the neutral fiefs between them."""
        width = self.column_width(len(seats))
        heights = [self.column_height(seat, width) for seat in seats]
        return max(heights + [self.neutral_column_height(f"neutral_{seat}") for seat in seats[:-1]])

    def columns(self, seats: list[int], y: float, active: int | None) -> None:
        """Draw the fiefs of seats side by side, with the neutral fiefs between them."""
        width, height, x = self.column_width(len(seats)), self.columns_height(seats), MARGIN
        for at, seat in enumerate(seats):
            self.column(seat, Box(x, y, width, height), is_active=seat == active)
            x += width + 10
            if at + 1 < len(seats):
                self.neutral_column(f"neutral_{seat}", Box(x, y, NEUTRAL_WIDTH, height))
                x += NEUTRAL_WIDTH + 10
