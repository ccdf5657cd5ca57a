"""The bar of a player in a picture: name, reserve, villagers, what is open, and points."""

from __future__ import annotations

from typing import Final

from referee_service.kernel.payment import PaymentFrame
from referee_service.pictures.cards import PAPER, PAPER_INK, PAPER_RIM, PAPER_SOFT, Sign, draw_signs, signs_width
from referee_service.pictures.geometry import Box, number, rounded_box
from referee_service.pictures.palette import mix
from referee_service.pictures.seat_bars import CORNER, draw_bar_ground, draw_owner
from referee_service.pictures.typeface import BOLD, REGULAR, text_width

from ..content.tables import RESOURCES
from ..questions import PlaceBuildingFrame
from ..scoring import score_lines
from ..state import Player, amount_of, in_book_order
from .boards import Boards

BAR: Final = 48.0
RESOURCE_WIDTH: Final = 63.0


class Bars(Boards):
    """Draws bars of players, and the parts that small panels have too."""

    def bar(self, seat: int, box: Box, *, is_whole: bool) -> None:
        """Draw the bar of a player: name, reserve, villagers, what is open, and points. It may stand alone."""
        scene, player = self.scene, self.view.players[seat]
        middle = box.y + box.height / 2
        if is_whole:
            scene.rect(box, scene.seat_colour(seat), radius=CORNER)
        else:
            draw_bar_ground(scene, seat, box)
        self.owner(seat, Box(box.x, box.y, 252, box.height))
        x = box.x + 268
        x += self.reserve(seat, player, Box(x, middle - 20, 5 * RESOURCE_WIDTH + 12, 40), 27) + 20
        x = self.villagers(seat, player, x, middle, 26, 25) + 14
        right = self.score(seat, player, box.x + box.width - 18, middle, 30) - 14
        self._tray(seat, player, x, middle, right - x, is_whole=is_whole)

    def is_first(self, seat: int) -> bool:
        """Return whether a player has the first player marker. After the end it means nothing."""
        return seat == self.view.first_seat and self.view.stage != "over"

    def owner(self, seat: int, box: Box) -> None:
        """Draw mark and name of a player in this room, with a crown for the first player."""
        has_crown = self.is_first(seat)
        room = Box(box.x, box.y, box.width - (34 if has_crown else 0), box.height)
        right = draw_owner(self.scene, seat, self.context.player(seat), room)
        if has_crown:
            self.scene.icon("glyph_crown", right + 18, box.y + box.height / 2, 24, self.theme.on_seat)

    def reserve(self, seat: int, player: Player, box: Box, size: float) -> float:
        """Draw the reserve on a paper strip, each resource a place in it. Return its width."""
        scene, step = self.scene, (box.width - 12) / len(RESOURCES)
        alt = self.alt(
            "reserve", player=self.context.player(seat), reserve=self.context.counted(in_book_order(player.reserve))
        )
        with scene.place(f"seat.{seat}.reserve", box, alt=alt, outline=rounded_box(box, 17, 2)):
            scene.rect(box, PAPER, radius=box.height / 2.4, stroke=PAPER_RIM, stroke_width=1)
            for at, resource in enumerate(RESOURCES):
                held = amount_of(player, resource)
                inner = Box(box.x + 6 + at * step + 4.5, box.y + 5, step - 9, box.height - 10)
                with scene.place(
                    f"seat.{seat}.reserve.{resource}",
                    inner,
                    alt=self.alt(
                        "resource", player=self.context.player(seat), resources=self.context.counted([(resource, held)])
                    ),
                    holds=resource if held else "",
                    outline=rounded_box(inner, 9),
                ):
                    middle = inner.y + inner.height / 2
                    scene.icon(f"piece_{resource}", inner.x + size * 0.53, middle, size * (0.96 if held else 0.78))
                    scene.text(
                        inner.x + size * 1.09,
                        middle,
                        held,
                        size * 0.8,
                        weight=BOLD if held else REGULAR,
                        colour=PAPER_INK if held else PAPER_SOFT,
                        room=step - 7 - size * 1.09,
                    )
        return box.width

    def villagers(self, seat: int, player: Player, x: float, middle: float, size: float, step: float) -> float:
        """Draw the villagers, those used as shadows, and the bonus villagers. Return the right end."""
        scene, all_of_them = self.scene, self.tables.numbers["villagers"]
        shadow = mix(scene.seat_colour(seat), self.theme.on_seat, 0.28)
        box = Box(x, middle - size / 2, all_of_them * step, size)
        alt = self.alt("villagers", player=self.context.player(seat), villagers=player.villagers, count=all_of_them)
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
        return self._bonus(seat, player, x + all_of_them * step, middle, size)

    def villager_count(self, seat: int, player: Player, x: float, middle: float, size: float) -> float:
        """Draw the villagers as one icon with their number, and the bonus villagers. Return the right end."""
        scene, villagers = self.scene, player.villagers
        width = size + 4 + text_width(str(villagers), size * 0.82, BOLD)
        alt = self.alt(
            "villagers", player=self.context.player(seat), villagers=villagers, count=self.tables.numbers["villagers"]
        )
        with scene.place(f"seat.{seat}.villagers", Box(x, middle - size / 2, width, size), alt=alt):
            scene.icon("piece_villager", x + size / 2, middle, size)
            scene.text(x + size + 3, middle, villagers, size * 0.82, weight=BOLD, colour=self.theme.on_seat)
        return self._bonus(seat, player, x + width, middle, size)

    def _bonus(self, seat: int, player: Player, x: float, middle: float, size: float) -> float:
        """Draw the bonus villagers of a player, if there are any. Return the right end."""
        scene, bonus = self.scene, player.bonus_villagers
        if not bonus:
            return x
        width = size + 4 + text_width(str(bonus), size * 0.82, BOLD)
        alt = self.alt("bonus", player=self.context.player(seat), bonus=bonus)
        with scene.place(f"seat.{seat}.bonus", Box(x + 4, middle - size / 2, width, size), alt=alt):
            scene.icon("piece_bonus", x + 4 + size / 2, middle, size)
            scene.text(x + size + 7, middle, bonus, size * 0.82, weight=BOLD, colour=self.theme.on_seat)
        return x + 4 + width

    def score(self, seat: int, player: Player, right: float, middle: float, size: float) -> float:
        """Draw the points so far beside a star. Return the left end."""
        points = sum(line.points for line in score_lines(self.view, player))
        width = text_width(str(points), size, BOLD)
        left = right - width - size * 1.3
        box = Box(left, middle - size * 0.6, right - left, size * 1.2)
        with self.scene.place(
            f"seat.{seat}.score", box, alt=self.alt("score", player=self.context.player(seat), points=points)
        ):
            self.scene.icon("piece_vp", left + size * 0.56, middle - 1, size * 1.15)
            self.scene.text(right, middle, points, size, weight=BOLD, colour=self.theme.on_seat, anchor="end")
        return left

    def _tray(self, seat: int, player: Player, x: float, middle: float, room: float, *, is_whole: bool) -> None:
        """Draw what is open in a bar: a payment, a building to place, that the player passed; alone, the artefact."""
        frames = self.view.pending
        frame = frames[-1] if frames and frames[-1].seat == seat else None
        if isinstance(frame, PaymentFrame):
            owed, paid = in_book_order(frame.owed), in_book_order(frame.pool)
            words = [Sign("text", self.caption(name).upper(), colour=PAPER_SOFT) for name in ("to_pay", "paid")]
            none, gap = (Sign("text", "–"),), Sign("text", "\u2002")
            signs = (words[0], *self.signs(owed), gap, words[1], *(self.signs(paid) or none))
            self._tray_signs(signs, x, middle, room)
        elif isinstance(frame, PlaceBuildingFrame):
            name = Sign("text", self.write.name(frame.building))
            use = self.building_card(frame.building, is_offered=False)
            glyph = Sign("glyph", use.glyph, colour=use.colour)
            self._tray_signs((glyph, name), x, middle, room)
        elif player.passed and self.view.stage == "turns":
            is_next = seat == self.view.next_first_seat
            self.pill(self.caption("passed_first" if is_next else "passed"), x, middle, room)
        elif is_whole and player.heroes:
            self._tray_signs(self._guild_signs(player), x, middle, room)
        elif is_whole and player.artefact:
            self._bar_artefact(seat, player.artefact, x, middle, room)

    def _guild_signs(self, player: Player) -> tuple[Sign, ...]:
        """Return the artefact of a player, and the number of heroes of each guild."""
        artefact = self.looks.artefacts.get(player.artefact, "chestg")
        emblems = [self.emblem(hero) for hero in player.heroes]
        return (
            Sign("glyph", artefact, colour=self.looks.colours["artefact"]),
            *(Sign("glyph", each.glyph, emblems.count(each), each.colour) for each in dict.fromkeys(emblems)),
        )

    def _tray_signs(self, signs: tuple[Sign, ...], x: float, middle: float, room: float) -> None:
        width = min(signs_width(signs, 24) + 24, room)
        self.scene.rect(Box(x, middle - 18, width, 36), PAPER, radius=12, stroke=PAPER_RIM, stroke_width=1)
        draw_signs(self.scene, signs, x + 12, middle, 24, room=room - 24)

    def pill(self, words: str, x: float, middle: float, room: float) -> None:
        """Write a word on the colour of the player."""
        width = min(text_width(words, 18, BOLD) + 24, room)
        self.scene.rect(Box(x, middle - 15, width, 30), "none", radius=15, stroke=self.theme.on_seat, stroke_width=2)
        self.scene.text(
            x + width / 2, middle, words, 18, weight=BOLD, colour=self.theme.on_seat, anchor="middle", room=room - 16
        )

    def pill_before(self, words: str, right: float, middle: float) -> float:
        """Write a word that ends at a point on the colour of the player. Return its left end."""
        left = right - text_width(words, 18, BOLD) - 24
        self.pill(words, left, middle, right - left)
        return left

    def _bar_artefact(self, seat: int, artefact: str, x: float, middle: float, room: float) -> None:
        name = self.write.name(artefact)
        box = Box(x, middle - 18, min(text_width(name, 19, BOLD) + 54, room), 36)
        with self.scene.place(f"seat.{seat}.artefact", box, alt=self.described(artefact), holds=artefact):
            self.scene.rect(box, PAPER, radius=12, stroke=PAPER_RIM, stroke_width=1)
            self.artefact_disc(artefact, x + 20, middle, 13)
            self.scene.text(x + 40, middle, name, 19, weight=BOLD, colour=PAPER_INK, room=box.width - 50)
