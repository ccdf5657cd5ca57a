"""Players in a picture: the bar with name, reserve, villagers and points, the large panel of one, small ones of others."""

from __future__ import annotations

from typing import Final

from referee_service.kernel.payment import PaymentFrame
from referee_service.pictures.cards import PAPER, PAPER_INK, PAPER_RIM, PAPER_SOFT, Sign, draw_signs, signs_width
from referee_service.pictures.geometry import Box, number, rounded_box
from referee_service.pictures.palette import WHITE, mix
from referee_service.pictures.typeface import BOLD, LEADING, text_width, wrap_text

from ..content.tables import RESOURCES
from ..questions import PlaceBuildingFrame
from ..scoring import hero_points, score_lines
from ..state import Player, amount_of, in_book_order
from .boards import SMALL_GAP, Boards
from .offers import ARTEFACT_SIZE

BAR: Final = 50.0
INSIDE: Final = 14.0
RESOURCE_WIDTH: Final = 60.0
BLOCK: Final = 246.0
"""Width of the block with name and goods in a small panel."""
SMALL_PAD: Final = 9.0
"""Rim above and below a small board."""
CHIP: Final = 50.0
ARTEFACT_WIDTH: Final = 410.0
HEROES_IN_ROW: Final = 4


class Players(Boards):
    """Draws the panels of the players."""

    # --- large --------------------------------------------------------------------------------------------------------

    def panel(self, seat: int, box: Box, *, is_active: bool) -> float:
        """Draw the large panel of a player. Return the height below."""
        whole = Box(box.x, box.y, box.width, self.panel_height(seat, box.width))
        self.scene.rect(whole, self.theme.panel, radius=16)
        self.bar(seat, Box(box.x, box.y, box.width, BAR), is_whole=False)
        left, width = box.x + INSIDE, box.width - 2 * INSIDE
        y = self.board(seat, Box(left, box.y + BAR + 16, width, 0))
        self._belongings(seat, Box(left, y + 16, width, 0))
        if is_active:
            self.scene.path(rounded_box(whole, 16), stroke=self.scene.seat_colour(seat), stroke_width=4)
        return whole.y + whole.height

    def panel_height(self, seat: int, width: float) -> float:
        """Return the height of the large panel of a player."""
        return BAR + 48 + self.board_height(seat, width - 2 * INSIDE) + self._belongings_height(seat)

    def bar(self, seat: int, box: Box, *, is_whole: bool) -> None:
        """Draw the bar of a player: name, reserve, villagers, what is open, and points. It may stand alone."""
        scene, theme, player = self.scene, self.theme, self.view.players[seat]
        middle = box.y + box.height / 2
        self._ground(seat, box, is_whole=is_whole)
        x = box.x + 16
        scene.seat_mark(seat, x + 11, middle, 23, rim=theme.on_seat, fill="none")
        has_crown = seat == self.view.first_seat
        room = 232 - 34 - (30 if has_crown else 0)
        width = scene.text(
            x + 34, middle, self.context.player(seat), 24, weight=BOLD, colour=theme.on_seat, room=room
        )
        if has_crown:
            scene.icon("glyph_crown", x + 34 + width + 18, middle, 24, theme.on_seat)
        x = box.x + 262
        x += self._reserve(seat, player, Box(x, middle - 20, 5 * RESOURCE_WIDTH + 12, 40), 27) + 20
        x = self._villagers(seat, player, x, middle, 26, 25) + 14
        right = self._score(seat, player, box.x + box.width - 18, middle, 30) - 14
        self._tray(seat, player, x, middle, right - x, is_whole=is_whole)

    def _ground(self, seat: int, box: Box, *, is_whole: bool) -> None:
        colour = self.scene.seat_colour(seat)
        if is_whole:
            self.scene.rect(box, colour, radius=16)
            return
        self.scene.path(
            f"M{number(box.x)},{number(box.y + 16)} a16,16 0 0 1 16,-16 h{number(box.width - 32)}"
            f" a16,16 0 0 1 16,16 v{number(box.height - 16)} h{number(-box.width)}Z",
            colour,
        )

    def _reserve(self, seat: int, player: Player, box: Box, size: float) -> float:
        """Draw the reserve on a paper strip, each resource a place in it. Return its width."""
        scene, step = self.scene, (box.width - 12) / len(RESOURCES)
        alt = self.alt("reserve", reserve=self.context.counted(in_book_order(player.reserve)))
        with scene.place(f"seat.{seat}.reserve", box, alt=alt, outline=rounded_box(box, 17, 2)):
            scene.rect(box, PAPER, radius=box.height / 2.4)
            for at, resource in enumerate(RESOURCES):
                held = amount_of(player, resource)
                inner = Box(box.x + 6 + at * step + 3, box.y + 5, step - 6, box.height - 10)
                with scene.place(
                    f"seat.{seat}.reserve.{resource}",
                    inner,
                    alt=self.alt("resource", resources=self.context.counted([(resource, held)])),
                    holds=resource if held else "",
                    outline=rounded_box(inner, 9),
                ):
                    middle = inner.y + inner.height / 2
                    scene.icon(f"piece_{resource}", inner.x + size * 0.58, middle, size * (0.96 if held else 0.78))
                    scene.text(
                        inner.x + size * 1.16,
                        middle,
                        held,
                        size * 0.8,
                        weight=BOLD if held else 400,
                        colour=PAPER_INK if held else PAPER_SOFT,
                        room=step - 4 - size * 1.16,
                    )
        return box.width

    def _villagers(self, seat: int, player: Player, x: float, middle: float, size: float, step: float) -> float:
        """Draw the villagers, those used as shadows, and the bonus villagers. Return the right end."""
        scene, all_of_them = self.scene, self.tables.numbers["villagers"]
        shadow = mix(scene.seat_colour(seat), self.theme.on_seat, 0.28)
        box = Box(x, middle - size / 2, all_of_them * step, size)
        alt = self.alt("villagers", villagers=player.villagers, count=all_of_them)
        with scene.place(f"seat.{seat}.villagers", box, alt=alt):
            for at in range(all_of_them):
                left = x + at * step + step / 2
                if at < player.villagers:
                    scene.icon("piece_villager", left, middle, size)
                else:
                    scene.circle(left, middle - size * 0.2, size * 0.19, shadow)
                    half = size * 0.3
                    scene.path(
                        f"M{number(left - half)},{number(middle + size * 0.39)} a{number(half)},{number(half * 1.3)}"
                        f" 0 0 1 {number(2 * half)},0Z",
                        shadow,
                    )
        x += all_of_them * step
        bonus = player.bonus_villagers
        if not bonus:
            return x
        width = size + 4 + text_width(str(bonus), size * 0.82, BOLD)
        alt = self.alt("bonus", bonus=bonus)
        with scene.place(f"seat.{seat}.bonus", Box(x + 4, middle - size / 2, width, size), alt=alt):
            scene.icon("piece_bonus", x + 4 + size / 2, middle, size)
            scene.text(x + size + 7, middle, bonus, size * 0.82, weight=BOLD, colour=self.theme.on_seat)
        return x + 4 + width

    def _score(self, seat: int, player: Player, right: float, middle: float, size: float) -> float:
        """Draw the points so far beside a star. Return the left end."""
        points = sum(line.points for line in score_lines(self.view, player))
        width = text_width(str(points), size, BOLD)
        left = right - width - size * 1.3
        box = Box(left, middle - size * 0.6, right - left, size * 1.2)
        with self.scene.place(f"seat.{seat}.score", box, alt=self.alt("score", points=points)):
            self.scene.icon("piece_vp", left + size * 0.56, middle - 1, size * 1.15)
            self.scene.text(right, middle, points, size, weight=BOLD, colour=self.theme.on_seat, anchor="end")
        return left

    def _tray(self, seat: int, player: Player, x: float, middle: float, room: float, *, is_whole: bool) -> None:
        """Draw what is open in a bar: a payment, a building to place, that the player passed; alone, the artefact."""
        frames = self.view.pending
        frame = frames[-1] if frames and frames[-1].seat == seat else None
        if isinstance(frame, PaymentFrame):
            owed, paid = in_book_order(frame.owed), in_book_order(frame.pool)
            words = [Sign("text", self.caption(name), colour=PAPER_SOFT) for name in ("cost", "paid")]
            signs = (words[0], *self.signs(owed), words[1], *(self.signs(paid) or (Sign("text", "–"),)))
            self._tray_signs(signs, x, middle, room)
        elif isinstance(frame, PlaceBuildingFrame):
            name = Sign("text", self.write.name(frame.building))
            use = self.building_card(frame.building, is_offered=False)
            glyph = Sign("glyph", use.glyph, colour=use.colour)
            self._tray_signs((glyph, name), x, middle, room)
        elif player.passed and self.view.stage == "turns":
            is_next = seat == self.view.next_first_seat
            words = self.caption("passed_first") if is_next else self.caption("passed")
            self._pill(words, x, middle, room)
        elif is_whole and player.artefact:
            self._bar_artefact(seat, player.artefact, x, middle, room)

    def _tray_signs(self, signs: tuple[Sign, ...], x: float, middle: float, room: float) -> None:
        width = min(signs_width(signs, 24) + 24, room)
        self.scene.rect(Box(x, middle - 18, width, 36), PAPER, radius=12)
        draw_signs(self.scene, signs, x + 12, middle, 24, room=room - 24)

    def _pill(self, words: str, x: float, middle: float, room: float) -> None:
        """Write a word on the colour of the player."""
        width = min(text_width(words, 18, BOLD) + 24, room)
        self.scene.rect(
            Box(x, middle - 15, width, 30), "none", radius=15, stroke=self.theme.on_seat, stroke_width=2
        )
        self.scene.text(
            x + width / 2, middle, words, 18, weight=BOLD, colour=self.theme.on_seat, anchor="middle", room=room - 16
        )

    def _bar_artefact(self, seat: int, artefact: str, x: float, middle: float, room: float) -> None:
        name = self.write.name(artefact)
        box = Box(x, middle - 18, min(text_width(name, 19, BOLD) + 54, room), 36)
        with self.scene.place(f"seat.{seat}.artefact", box, alt=self.described(artefact), holds=artefact):
            self.scene.rect(box, PAPER, radius=12)
            self.artefact_disc(artefact, x + 20, middle, 13)
            self.scene.text(x + 40, middle, name, 19, weight=BOLD, colour=PAPER_INK, room=box.width - 50)

    # --- artefact and heroes ------------------------------------------------------------------------------------------

    def _belongings_height(self, seat: int) -> float:
        """Return the height of the artefact and the heroes of a player."""
        player = self.view.players[seat]
        rows = -(-len(player.heroes) // HEROES_IN_ROW)
        return max(self._artefact_height(player), rows * (CHIP + 10) - 10)

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
        wide = (box.x + box.width - left - 10 * (HEROES_IN_ROW - 1)) / HEROES_IN_ROW
        for at, hero in enumerate(player.heroes):
            row, column = divmod(at, HEROES_IN_ROW)
            chip = Box(left + column * (wide + 10), box.y + row * (CHIP + 10), wide, CHIP)
            self._hero(seat, player, hero, chip)
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
            scene.text(
                box.x + 54, y, self.write.name(artefact), 19, weight=BOLD, colour=PAPER_INK, room=box.width - 62
            )
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
            draw_signs(self.scene, self.points_signs(player, hero), box.x + 50, box.y + 35, 21, room=room)

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
        right = self._score(seat, player, box.x + BLOCK - 12, middle, 25)
        has_crown = seat == self.view.first_seat
        room = right - 8 - box.x - 44 - (28 if has_crown else 0)
        name = Box(box.x + 44, middle - 20, room, 40)
        width = self._small_name(self.context.player(seat), name, 21, theme.on_seat)
        if has_crown:
            scene.icon("glyph_crown", box.x + 44 + width + 15, middle, 21, theme.on_seat)
        self._reserve(seat, player, Box(box.x + 8, y + third * 1.5 - 17, BLOCK - 16, 34), 22)
        middle = y + third * 2.45
        end = self._villagers(seat, player, box.x + 12, middle, 21, 19)
        if player.passed and self.view.stage == "turns":
            self._pill(self.caption("passed"), end + 8, middle, box.x + BLOCK - 8 - end - 8)

    def _small_belongings(self, seat: int, box: Box) -> None:
        """Draw artefact and heroes of another player, the heroes as guild and points."""
        player, y = self.view.players[seat], box.y
        if player.artefact:
            chip = Box(box.x, y, box.width, 38)
            with self.scene.place(
                f"seat.{seat}.artefact", chip, alt=self.described(player.artefact), holds=player.artefact
            ):
                self._chip(chip, self.looks.colours["artefact"])
                self.artefact_disc(player.artefact, chip.x + 26, y + 19, 13)
                self._small_name(self.write.name(player.artefact), Box(chip.x + 46, y, box.width - 52, 38))
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

    def _small_name(self, name: str, box: Box, size: float = 17.0, colour: str = PAPER_INK) -> float:
        """Write a name in one line, or a long one in two smaller lines. Return its width."""
        lines = [name]
        if text_width(name, size, BOLD) > box.width * 1.15:
            size *= 0.86
            lines = wrap_text(name, size, box.width, BOLD)
        y = box.y + box.height / 2 - (len(lines) - 1) * size * 0.52
        widths = []
        for line in lines:
            widths.append(self.scene.text(box.x, y, line, size, weight=BOLD, colour=colour, room=box.width))
            y += size * 1.04
        return max(widths)

    def _small_hero(self, seat: int, player: Player, hero: str, box: Box) -> None:
        emblem, middle = self.emblem(hero), box.y + box.height / 2
        size = min(box.height * 0.62, box.width * 0.34)
        points = hero_points(self.view, player, hero)
        with self.scene.place(f"seat.{seat}.hero.{hero}", box, alt=self.described(hero), holds=hero):
            self.scene.rect(box, emblem.colour, radius=8)
            self.scene.icon(f"glyph_{emblem.glyph}", box.x + 5 + size / 2, middle, size, WHITE)
            self._white_points(points, box.x + box.width - 6, middle, size * 0.86)

    def _white_points(self, points: int, right: float, middle: float, size: float) -> None:
        width = self.scene.text(right, middle, points, size, weight=BOLD, colour=WHITE, anchor="end")
        self.scene.icon("piece_vp", right - width - size * 0.55, middle - 1, size * 0.92)
