"""The common table in a picture: the score track, the ring of actions, the islands and the queue of ships."""

from __future__ import annotations

import math
from typing import Final

from referee_service.kernel.bags import size_of
from referee_service.kernel.score import total_points
from referee_service.pictures.cards import PAPER, PAPER_INK, PAPER_SOFT, draw_signs, signs_width
from referee_service.pictures.geometry import Box, number
from referee_service.pictures.palette import BLACK, WHITE, mix
from referee_service.pictures.scene import Scene
from referee_service.pictures.typeface import BOLD, REGULAR, text_width

from ..content.cards import NO_COST, pieces_in_order
from ..content.tables import PILES, scenario
from ..facts import load_of
from .cards import draw_full, full_height
from .looks import Look
from .painter import MARGIN, PANEL_WIDTH, Painter
from .signs import Signs, cost_pieces, price_signs

RING_WIDTH: Final = 392.0
MIN_HEIGHT: Final = 412.0
TILE: Final = 62.0
"""Radius of a tile of the ring."""
CIRCLE: Final = 131.0
"""Radius of the ring."""
PILE_WIDTH: Final = 92.0
QUEUE_WIDTH: Final = 136.0
ONE_COLUMN: Final = 10
"""A longer queue of ships has two columns."""
MARK_STEP: Final = 34.0
"""Least distance of two marks on the score track."""
LANDING_WIDTH: Final = 380.0
SEA: Final = {"light": "#CFE4E8", "dark": "#12343C"}
WAVE: Final = {"light": "#B9D6DC", "dark": "#1B4650"}
SOLO_SIDE: Final = "#4A2A2A"


class Board(Painter):
    """Draws the common table."""

    # --- points -------------------------------------------------------------------------------------------------------

    def track(self, y: float) -> None:
        """Draw the points of all seats on a track with the points that end the game."""
        scene, theme, points = self.scene, self.theme, [total_points(self.state, seat) for seat in self._seats]
        goal = self.tables.numbers["end_points"]
        most = max(goal, *points)
        left, width = MARGIN + 18, PANEL_WIDTH - 36
        scene.rect(Box(MARGIN, y + 16, PANEL_WIDTH, 9), theme.well, radius=4.5)
        each = 5 if most <= 60 else 10
        for value in sorted({goal, *range(0, most + 1, each)}):
            x, is_goal = left + value * width / most, value == goal
            weight, colour = (BOLD, theme.ink) if is_goal else (REGULAR, theme.soft)
            scene.text(x, y + 45, value, 18, weight=weight, colour=colour, anchor="middle")
        flag = left + goal * width / most
        scene.rect(Box(flag - 2, y + 8, 4, 25), theme.ink, radius=2)
        scene.icon("glyph_flag", flag - 22, y + 45, 20, theme.ink)
        ranked = sorted(self._seats, key=lambda seat: points[seat])
        spots = _apart([left + points[seat] * width / most for seat in ranked], MARGIN + PANEL_WIDTH - 17)
        for seat, spot in zip(ranked, spots, strict=True):
            size, shift = (16, 4) if seat == 2 else (18, 0)
            scene.seat_mark(seat, spot, y + 20, 32 + shift, rim=theme.table)
            scene.text(spot, y + 20 + shift, points[seat], size, weight=BOLD, colour=theme.on_seat, anchor="middle")

    @property
    def _seats(self) -> range:
        return range(len(self.state.players))

    # --- the ring -----------------------------------------------------------------------------------------------------

    def ring(self, y: float, height: float) -> None:
        """Draw the tiles round their ring, with the pawns on them."""
        scene, theme = self.scene, self.theme
        self.panel(Box(MARGIN, y, RING_WIDTH, height))
        self.title(self.caption("ring"), MARGIN + 14, y + 20, 165)
        x, middle = MARGIN + RING_WIDTH / 2, y + height / 2 + 13
        scene.circle(x, middle, CIRCLE, "none", stroke=theme.well, stroke_width=10)
        self._move_price(x, middle - 8)
        for at, tile in enumerate(self.state.ring):
            angle = 2 * math.pi * at / 5
            self._tile(tile, x + CIRCLE * math.sin(angle), middle - CIRCLE * math.cos(angle))

    def _move_price(self, x: float, y: float) -> None:
        scene, theme = self.scene, self.theme
        scene.icon("glyph_pawn", x - 19, y - 30, 27, theme.soft)
        scene.icon("glyph_arrow", x + 17, y - 30, 25, theme.soft)
        scene.text(x - 4, y + 2, self.tables.numbers["move_food"], 25, weight=BOLD, anchor="end")
        scene.icon("piece_food", x + 15, y + 2, 28)
        scene.text(x, y + 31, self.caption("move"), 17, colour=theme.soft, anchor="middle", room=110)

    def _tile(self, tile: str, x: float, y: float) -> None:
        scene, look = self.scene, self.looks.tiles[tile]
        solo = self.state.solo
        is_solo_side = solo is not None and tile in solo.solo_side_tiles
        does = self.caption(tile)
        box = Box(x - TILE, y - TILE, 2 * TILE, 2 * TILE)
        price = scenario(self.state).rules.tiles.place if is_solo_side else NO_COST
        alt = self.alt(None, "tile", tile=tile, does=does, cost=pieces_in_order(cost_pieces(price)))
        with scene.place(f"ring.{tile}", box, alt=alt, holds=tile, outline=_circle(x, y, TILE + 2), shape="circle"):
            draw_tile(scene, look, (self.labels.tiles[tile], does), x, y, is_solo_side=is_solo_side)
        if price != NO_COST:
            self._tile_price(price_signs(price), x + 68, y - 53)
        self._pawns(tile, x, y + TILE - 17)

    def _tile_price(self, price: Signs, right: float, y: float) -> None:
        """Draw what the solo side of a tile costs in addition, left of a line. Equal pieces have a number."""
        scene, is_equal = self.scene, len(set(price)) == 1
        label, signs = (f"+{len(price)}", price[:1]) if is_equal else ("+", price)
        written = text_width(label, 20, BOLD) + 4
        width = signs_width(signs, 23) + written + 18
        x = right - width
        scene.rect(Box(x, y - 15, width, 30), WHITE, radius=15, stroke=SOLO_SIDE, stroke_width=1.5)
        scene.text(x + 9, y, label, 20, weight=BOLD, colour=PAPER_INK)
        draw_signs(scene, signs, x + 9 + written, y, 23)

    def _pawns(self, tile: str, x: float, y: float) -> None:
        """Draw the pawns on a tile. Those of one seat are one place."""
        groups = [
            (seat, sorted(pawn.exhausted for pawn in player.pawns if pawn.tile == tile))
            for seat, player in enumerate(self.state.players)
        ]
        groups = [(seat, pawns) for seat, pawns in groups if pawns]
        count = sum(len(pawns) for _, pawns in groups)
        step = min(35.0, 128 / max(1, count))
        x -= (count - 1) * step / 2
        for seat, pawns in groups:
            size = min(32.0, step + 6)
            box = Box(x - size / 2, y - size / 2, (len(pawns) - 1) * step + size, size)
            alt = self.alt(seat, "used_pawn" if any(pawns) else "pawn", tile=tile, count=len(pawns), used=sum(pawns))
            with self.scene.place(f"pawn.{seat}.{tile}", box, alt=alt):
                for is_used in pawns:
                    self._pawn(seat, x, y, size, is_used=is_used)
                    x += step

    def _pawn(self, seat: int, x: float, y: float, size: float, *, is_used: bool) -> None:
        """Draw a pawn: the sign of its seat with a glyph. A used one is pale."""
        scene, colour = self.scene, self.scene.seat_colour(seat)
        fill = mix(colour, PAPER if self.theme.name == "light" else BLACK, 0.82 if self.theme.name == "light" else 0.7)
        scene.seat_mark(seat, x, y, size, rim=colour if is_used else self.theme.edge, fill=fill if is_used else colour)
        glyph = "glyph_turned" if is_used else "glyph_pawn"
        scene.icon(
            glyph, x, y + (size * 0.1 if seat == 2 else 0), size * 0.56, colour if is_used else self.theme.on_seat
        )

    # --- an island that a ship has reached --------------------------------------------------------------------------

    def landing_height(self, island: str) -> float:
        """Return the height of the panel of an island that is pillaged or conquered."""
        return 38 + max(full_height(self.island(island), LANDING_WIDTH), 150.0) + 16

    def draw_landing(self, island: str, y: float) -> None:
        """Draw the island that a ship has reached, and what pillaging and conquering mean."""
        scene, shown, height = self.scene, self.island(island), self.landing_height(island)
        scene.rect(Box(MARGIN, y, PANEL_WIDTH, height), SEA[self.theme.name], radius=15)
        self.title(self.caption("at_stake"), MARGIN + 14, y + 20, 300)
        draw_full(scene, shown, Box(MARGIN + 14, y + 38, LANDING_WIDTH, height - 54), self.labels)
        left, top = MARGIN + LANDING_WIDTH + 46, y + 50
        room = MARGIN + PANEL_WIDTH - 24 - left
        for name in ("to_pillage", "to_conquer"):
            scene.text(left, top, self.caption(name), 23, weight=BOLD)
            top = scene.paragraph(left, top + 15, self.caption(f"{name}_means"), 20, room) + 28

    # --- the expedition -----------------------------------------------------------------------------------------------

    def expedition_height(self) -> float:
        """Return the height that the ring and the islands need."""
        return max(MIN_HEIGHT, 40 + sum(self._island_rows()) + 14 + 14)

    def _island_rows(self) -> list[float]:
        heights = []
        for pile in PILES:
            width = self._island_width(pile)
            heights.append(
                max([164.0, *(full_height(self.island(each), width) for each in self.state.islands(pile).face_up)])
            )
        return heights

    def _island_width(self, pile: str) -> float:
        count = max(2, len(self.state.islands(pile).face_up))
        room = PANEL_WIDTH - RING_WIDTH - 12 - PILE_WIDTH - QUEUE_WIDTH - 40
        return (room - 14 * (count - 1)) / count

    def expedition(self, y: float, height: float) -> None:
        """Draw the islands, face up and face down, and the ships that wait."""
        scene = self.scene
        x = MARGIN + RING_WIDTH + 12
        width = PANEL_WIDTH - RING_WIDTH - 12
        scene.rect(Box(x, y, width, height), SEA[self.theme.name], radius=15)
        self._waves(x, y, width, height)
        self.title(self.caption("expedition"), x + 14, y + 20, 300)
        rows = self._island_rows()
        spare = (height - 40 - sum(rows) - 28) / 2
        top = y + 40
        for pile, row in zip(PILES, rows, strict=True):
            self._islands(pile, x, top, row + spare)
            top += row + spare + 14
        self._queue(Box(x + width - QUEUE_WIDTH - 10, y + 40, QUEUE_WIDTH, height - 54))

    def _waves(self, x: float, y: float, width: float, height: float) -> None:
        count = int((width - 40) // 56)
        for at in range(5):
            start = f"M{number(x + 16)},{number(y + 32 + at * height / 5)}"
            self.scene.path(start + "q14-10 28 0t28 0" * count, stroke=WAVE[self.theme.name], stroke_width=2.5)

    def _islands(self, pile: str, x: float, y: float, height: float) -> None:
        scene, theme, islands, look = self.scene, self.theme, self.state.islands(pile), self.looks.island
        left, hidden = x + 14, size_of(islands.pile)
        scene.text(left, y + 12, self.caption(pile), 18, weight=BOLD, room=PILE_WIDTH - 8)
        box = Box(left, y + 28, 64, 84)
        with scene.place(f"{pile}.pile", box, alt=self.alt(None, f"{pile}_pile", count=hidden)):
            scene.rect(Box(box.x + 5, box.y + 5, 64, 84), mix(look.colour, BLACK, 0.45), radius=9)
            scene.rect(box, look.colour, radius=9, stroke=WHITE, stroke_width=2)
            scene.icon(f"glyph_{look.glyph}", box.x + 32, box.y + 32, 42, "#BDE6E6")
            scene.text(box.x + 32, box.y + 67, hidden, 22, weight=BOLD, colour=WHITE, anchor="middle")
        if pile == "distant":
            scene.icon("piece_fish", left + 12, y + 135, 25)
            scene.text(left + 28, y + 135, self.caption("needed"), 17, colour=theme.soft, room=PILE_WIDTH - 34)
        width = self._island_width(pile)
        for at, island in enumerate(islands.face_up):
            shown = self.island(island)
            card = Box(x + 14 + PILE_WIDTH + at * (width + 14), y, width, height)
            with scene.place(f"{pile}.{at}", card, alt=shown.face.text, holds=island):
                draw_full(scene, shown, card, self.labels)

    def _queue(self, box: Box) -> None:
        """Draw the ships in their order. A long queue has two columns."""
        scene, theme, queue = self.scene, self.theme, self.state.queue
        scene.rect(box, WAVE[theme.name], radius=12)
        scene.text(box.x + box.width / 2, box.y + 18, self.caption("ships"), 19, weight=BOLD, anchor="middle")
        if not queue:
            middle, room = box.x + box.width / 2, box.width - 12
            scene.text(middle, box.y + 50, self.caption("no_ships"), 17, colour=theme.ink, anchor="middle", room=room)
        columns = 1 if len(queue) <= ONE_COLUMN else 2
        rows = math.ceil(len(queue) / columns)
        step = min(54.0, (box.height - 44) / max(1, rows))
        width = (box.width - 12 - 6 * (columns - 1)) / columns
        for at, ship in enumerate(queue):
            spot = Box(
                box.x + 6 + at // rows * (width + 6), box.y + 36 + at % rows * step, width, step - min(8, step / 4)
            )
            alt = self.alt(ship.seat, "ship", rank=at + 1, load=load_of(ship))
            with scene.place(f"queue.{at}", spot, alt=alt):
                self._ship(at + 1, ship.seat, load_of(ship), spot)

    def _ship(self, rank: int, seat: int, load: tuple[str, ...], box: Box) -> None:
        """Draw a ship of the queue: its rank, the sign of its seat, and what is on board.

        In two columns there is room for the rank and the load only.
        """
        scene, ink, middle = self.scene, self.theme.on_seat, box.y + box.height / 2
        is_wide = box.width > QUEUE_WIDTH / 2
        scene.rect(box, scene.seat_colour(seat), radius=min(10.0, box.height / 3))
        largest = min(20.0 if is_wide else 16.0, box.height)
        scene.text(box.x + 5, middle, rank, largest, weight=BOLD, colour=ink, room=18)
        x, size = box.x + 31, min(17.0, box.height)
        if is_wide:
            scene.seat_mark(
                seat, box.x + 36, middle + (2 if seat == 2 else 0), min(20.0, box.height - 6), rim=ink, fill="none"
            )
            scene.icon("piece_ship", box.x + 62, middle, min(29.0, box.height))
            x, size = box.x + 88, min(22.0, box.height)
        for at, piece in enumerate(load):
            scene.icon(f"piece_{piece}", x + at * (size + 1), middle, size)


def draw_tile(scene: Scene, look: Look, words: tuple[str, str], x: float, y: float, *, is_solo_side: bool) -> None:
    """Draw a tile of the ring around a point, without pawns. `words` are its name and what it does."""
    fill, ink, soft = (SOLO_SIDE, WHITE, "#F0E2D8") if is_solo_side else (PAPER, PAPER_INK, PAPER_SOFT)
    name, does = words
    scene.circle(x + 1, y + 4, TILE + 2, scene.theme.line)
    scene.circle(x, y, TILE, fill, stroke=look.colour, stroke_width=5)
    scene.circle(x, y - 34, 19, look.colour)
    scene.icon(f"glyph_{look.glyph}", x, y - 34, 27, WHITE)
    scene.text(x, y - 4, name, 21, weight=BOLD, colour=ink, anchor="middle", room=2 * TILE - 14)
    scene.text(x, y + 14, does, 17, colour=soft, anchor="middle", room=2 * TILE - 18)


def _apart(spots: list[float], right: float) -> list[float]:
    """Return sorted spots on a line, moved so far that marks do not overlap and the last one stays on the line."""
    for at in range(1, len(spots)):
        spots[at] = max(spots[at], spots[at - 1] + MARK_STEP)
    for at in reversed(range(len(spots))):
        spots[at] = min(spots[at], right - (len(spots) - 1 - at) * MARK_STEP)
    return spots


def _circle(x: float, y: float, radius: float) -> str:
    """Return the path of a circle."""
    arc, across = f"a{number(radius)},{number(radius)} 0 1 1", number(2 * radius)
    return f"M{number(x - radius)},{number(y)} {arc} {across},0 {arc} -{across},0Z"
