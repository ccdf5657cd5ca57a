"""Players in a picture: the large panel of one player, and small panels of others."""

from __future__ import annotations

from typing import Final

from referee_service.pictures.cards import PAPER, PAPER_INK, PAPER_RIM, Sign, draw_signs
from referee_service.pictures.geometry import Box, number, rounded_box
from referee_service.pictures.palette import WHITE
from referee_service.pictures.typeface import BOLD, LEADING, text_width, wrap_text

from ..scoring import hero_points
from ..state import Player
from .bars import BAR, Bars
from .boards import SMALL_GAP
from .faces import ARTEFACT_SIZE

INSIDE: Final = 14.0
BLOCK: Final = 246.0
"""Width of the block with name and goods in a small panel."""
SMALL_PAD: Final = 9.0
"""Rim above and below a small board."""
CHIP: Final = 50.0
RATES: Final = 34.0
"""Height of the line with the rates of exchange."""
ARTEFACT_WIDTH: Final = 410.0
HEROES_IN_ROW: Final = 4
MIN_STARRED: Final = 46.0
"""Least width of a small hero with a star beside its points."""
MANY_HEROES: Final = 8
"""With more heroes, each is a small chip."""


class Players(Bars):
    """Draws the panels of the players."""

    # --- large --------------------------------------------------------------------------------------------------------

    def panel(self, seat: int, box: Box, *, is_active: bool) -> float:
        """Draw the large panel of a player. Return the height below."""
        whole = Box(box.x, box.y, box.width, self.panel_height(seat, box.width))
        self.scene.rect(whole, self.theme.panel, radius=16)
        self.bar(seat, Box(box.x, box.y, box.width, BAR), is_whole=False)
        left, width = box.x + INSIDE, box.width - 2 * INSIDE
        y = self.board(seat, Box(left, box.y + BAR + 16, width, 0))
        self._belongings(seat, Box(left, y + 14, width, 0))
        if self.view.stage == "turns":
            self._rates(seat, left, whole.y + whole.height - RATES / 2 - 5)
        if is_active:
            self.scene.path(rounded_box(whole, 16), stroke=self.scene.seat_colour(seat), stroke_width=4)
        return whole.y + whole.height

    def panel_height(self, seat: int, width: float) -> float:
        """Return the height of the large panel of a player."""
        height = BAR + 44 + self.board_height(seat, width - 2 * INSIDE) + self._belongings_height(seat)
        return height + (RATES if self.view.stage == "turns" else 0)

    def _rates(self, seat: int, x: float, middle: float) -> None:
        """Draw the rates at which a player exchanges resources."""
        scene, theme = self.scene, self.theme
        x += scene.text(x + 4, middle, self.caption("exchange").upper(), 17, weight=BOLD, colour=theme.soft) + 26
        for given, gained in self.exchange_rates(self.view.players[seat]):
            signs = (*self.signs(given), Sign("arrow", colour=theme.soft), self.piece_sign(gained))
            x += draw_signs(scene, signs, x, middle, 24, ink=theme.ink) + 34

    # --- artefact and heroes ------------------------------------------------------------------------------------------

    def _belongings_height(self, seat: int) -> float:
        """Return the height of the artefact and the heroes of a player."""
        player = self.view.players[seat]
        columns, high = _hero_grid(player)
        rows = -(-len(player.heroes) // columns)
        return max(self._artefact_height(player), rows * (high + 10) - 10)

    def _artefact_height(self, player: Player) -> float:
        lines = self._artefact_lines(player.artefact) if player.artefact else []
        return max(CHIP, 34 + len(lines) * ARTEFACT_SIZE * LEADING + 8)

    def _artefact_lines(self, artefact: str) -> list[str]:
        return wrap_text(self.artefact_words(artefact), ARTEFACT_SIZE, ARTEFACT_WIDTH - 62)

    def _belongings(self, seat: int, box: Box) -> None:
        """Draw the artefact of a player with its words, and the heroes beside it."""
        scene, player, middle = self.scene, self.view.players[seat], box.y + CHIP / 2
        if player.artefact:
            self._own_artefact(seat, player, Box(box.x, box.y, ARTEFACT_WIDTH, self._artefact_height(player)))
        else:
            scene.text(box.x + 8, middle, self.context.caption("no_artefact"), 18, colour=self.theme.soft)
        left = box.x + ARTEFACT_WIDTH + 12
        columns, high = _hero_grid(player)
        draw_hero = self._hero if columns == HEROES_IN_ROW else self._small_hero
        wide = (box.x + box.width - left - 10 * (columns - 1)) / columns
        for at, hero in enumerate(player.heroes):
            row, column = divmod(at, columns)
            draw_hero(seat, player, hero, Box(left + column * (wide + 10), box.y + row * (high + 10), wide, high))
        if not player.heroes:
            scene.text(left + 8, middle, self.caption("no_heroes"), 18, colour=self.theme.soft)

    def _chip(self, box: Box, colour: str) -> None:
        """Draw the paper of a thing that a player has, with a stripe of its colour."""
        scene = self.scene
        scene.rect(Box(box.x + 1, box.y + 3, box.width, box.height), self.theme.line, radius=9)
        scene.rect(box, PAPER, radius=9, stroke=PAPER_RIM, stroke_width=1)
        scene.rect(Box(box.x, box.y, 7, box.height), colour, radius=3)

    def _own_artefact(self, seat: int, player: Player, box: Box) -> None:
        scene, artefact = self.scene, player.artefact
        with scene.place(f"seat.{seat}.artefact", box, alt=self.described(artefact), holds=artefact):
            self._chip(box, self.looks.colours["artefact"])
            self.artefact_disc(artefact, box.x + 30, box.y + box.height / 2, 16)
            y = box.y + 19
            scene.text(box.x + 54, y, self.write.name(artefact), 19, weight=BOLD, colour=PAPER_INK, room=box.width - 62)
            y += 14 + ARTEFACT_SIZE * LEADING / 2
            for line in self._artefact_lines(artefact):
                scene.text(box.x + 54, y, line, ARTEFACT_SIZE, colour=PAPER_INK, room=box.width - 62)
                y += ARTEFACT_SIZE * LEADING

    def _hero(self, seat: int, player: Player, hero: str, box: Box) -> None:
        """Draw a hero of a player: its guild, name, and points so far."""
        emblem = self.emblem(hero)
        with self.scene.place(f"seat.{seat}.hero.{hero}", box, alt=self.described(hero), holds=hero):
            self._chip(box, emblem.colour)
            self.disc(emblem.glyph, emblem.colour, box.x + 28, box.y + box.height / 2, 15)
            room = box.width - 58
            name = self.write.name(hero)
            self.scene.text(box.x + 50, box.y + 14, name, 17, weight=BOLD, colour=PAPER_INK, room=room)
            draw_signs(self.scene, self._points_signs(player, hero), box.x + 50, box.y + 35, 21, room=room)

    def _points_signs(self, player: Player, hero: str) -> tuple[Sign, ...]:
        """Return what a hero of a player is worth, with its points so far."""
        signs = self.hero_signs(hero)
        points = (Sign("text", str(hero_points(self.view, player, hero))), self.piece_sign("vp"))
        return (*signs, Sign("text", "="), *points) if len(signs) > 1 else points

    # --- small --------------------------------------------------------------------------------------------------------

    def small_panel(self, seat: int, box: Box, cell: float, *, is_active: bool) -> None:
        """Draw the small panel of another player: name and goods left, then the board, then artefact and heroes."""
        scene = self.scene
        scene.rect(box, self.theme.panel, radius=16)
        self._block(seat, box)
        top = box.y + SMALL_PAD
        right = self.small_board(seat, box.x + BLOCK + 12, top, cell)
        rest = Box(right + 8, top, box.x + box.width - 12 - right - 8, 3 * cell + 2 * SMALL_GAP)
        self._small_belongings(seat, rest)
        if is_active:
            scene.path(rounded_box(box, 16), stroke=scene.seat_colour(seat), stroke_width=4)

    def _block(self, seat: int, box: Box) -> None:
        """Draw name, points, reserve and villagers of a player on the colour of the seat."""
        scene, theme, player = self.scene, self.theme, self.view.players[seat]
        colour, y, third = scene.seat_colour(seat), box.y, box.height / 3
        scene.path(
            f"M{number(box.x + 16)},{number(y)} h{BLOCK - 16} v{number(box.height)} h{16 - BLOCK} a16,16 0 0 1 -16,-16"
            f" v{number(32 - box.height)} a16,16 0 0 1 16,-16Z",
            colour,
        )
        middle = y + third * 0.56
        scene.seat_mark(seat, box.x + 24, middle, 21, rim=theme.on_seat, fill="none")
        right = self.score(seat, player, box.x + BLOCK - 12, middle, 25)
        has_crown = self.is_first(seat)
        room = right - 8 - box.x - 44 - (28 if has_crown else 0)
        name = Box(box.x + 44, middle - 20, room, 40)
        width = self._small_name(self.context.player(seat), name, 21, theme.on_seat)
        if has_crown:
            scene.icon("glyph_crown", box.x + 44 + width + 15, middle, 21, theme.on_seat)
        self.reserve(seat, player, Box(box.x + 8, y + third * 1.5 - 17, BLOCK - 16, 34), 22)
        middle = y + third * 2.45
        if not player.passed or self.view.stage != "turns":
            self.villagers(seat, player, box.x + 12, middle, 21, 19)
            return
        end = self.villager_count(seat, player, box.x + 12, middle, 21)
        words = self.caption("passed_early" if seat == self.view.next_first_seat else "passed")
        self.pill(words, end + 8, middle, box.x + BLOCK - 8 - end - 8)

    def _small_belongings(self, seat: int, box: Box) -> None:
        """Draw artefact and heroes of another player, the heroes as guild and points."""
        player, y = self.view.players[seat], box.y
        if player.artefact:
            self.artefact_chip(seat, player.artefact, Box(box.x, y, box.width, 38))
            y += 46
        if not player.heroes:
            self.scene.text(box.x + 6, y + 16, self.caption("no_heroes"), 17, colour=self.theme.soft, room=box.width)
            return
        columns = 3 if len(player.heroes) <= 6 else 4
        rows = -(-len(player.heroes) // columns)
        room = box.y + box.height - y
        high = min(36.0, (room - 7 * (rows - 1)) / rows)
        wide = (box.width - 7 * (columns - 1)) / columns
        for at, hero in enumerate(player.heroes):
            row, column = divmod(at, columns)
            self._small_hero(seat, player, hero, Box(box.x + column * (wide + 7), y + row * (high + 7), wide, high))

    def artefact_chip(self, seat: int, artefact: str, box: Box) -> None:
        """Draw the artefact of another player: its sign and name."""
        with self.scene.place(f"seat.{seat}.artefact", box, alt=self.described(artefact), holds=artefact):
            self._chip(box, self.looks.colours["artefact"])
            self.artefact_disc(artefact, box.x + 26, box.y + box.height / 2, 13)
            self._small_name(self.write.name(artefact), Box(box.x + 46, box.y, box.width - 52, box.height))

    def _small_name(self, name: str, box: Box, size: float = 17.0, colour: str = PAPER_INK) -> float:
        """Write a name in one line, or a long one in two smaller lines. Return its width."""
        lines = [name]
        if text_width(name, size, BOLD) > box.width * 1.15:
            size *= 0.86
            lines = [line.replace("- ", "-") for line in wrap_text(name.replace("-", "- "), size, box.width, BOLD)]
        y = box.y + box.height / 2 - (len(lines) - 1) * size * 0.52
        widths = []
        for line in lines:
            widths.append(self.scene.text(box.x, y, line, size, weight=BOLD, colour=colour, room=box.width))
            y += size * 1.04
        return max(widths)

    def _small_hero(self, seat: int, player: Player, hero: str, box: Box) -> None:
        emblem, middle = self.emblem(hero), box.y + box.height / 2
        has_star = box.width >= MIN_STARRED
        size = min(box.height * 0.62, box.width * (0.34 if has_star else 0.48))
        points = hero_points(self.view, player, hero)
        with self.scene.place(f"seat.{seat}.hero.{hero}", box, alt=self.described(hero), holds=hero):
            self.scene.rect(box, emblem.colour, radius=8)
            self.scene.icon(f"glyph_{emblem.glyph}", box.x + 5 + size / 2, middle, size, WHITE)
            right, size = box.x + box.width - 6, max(16.0, size * 0.86)
            width = self.scene.text(right, middle, points, size, weight=BOLD, colour=WHITE, anchor="end")
            if has_star:
                self.scene.icon("piece_vp", right - width - size * 0.55, middle - 1, size * 0.92)


def _hero_grid(player: Player) -> tuple[int, float]:
    """Return the number of heroes in a row of a large panel, and their height."""
    return (HEROES_IN_ROW, CHIP) if len(player.heroes) <= MANY_HEROES else (6, 36.0)
