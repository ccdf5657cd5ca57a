"""The picture of a table: supply, fiefs, the current battle and the hand, whole or in parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, NamedTuple

from msgspec.structs import replace

from referee_service.kernel.text_table import TextContext, UnknownPart
from referee_service.pictures.geometry import Box
from referee_service.pictures.palette import mix
from referee_service.pictures.scene import Scene
from referee_service.pictures.seat_bars import CORNER
from referee_service.pictures.table import BAR_HEIGHT, PictureRequest, Question, draw_question
from referee_service.pictures.typeface import BOLD, text_width

from ..fiefs import home_fief, teams
from ..render import player_name
from ..scoring import result
from ..state import prestige
from ..view import View
from .bars import BAR
from .battle import Battles
from .cards import INNER, MARGIN
from .faces import Density

GAP: Final = 12.0
BOTTOM: Final = 4.0
MAX_HEIGHT: Final = 1900.0
MAX_PART: Final = 1200.0


class Block(NamedTuple):
    """A panel over the whole width: its height, and the function that draws it at a height."""

    height: float
    draw: Callable[[float], None]


def draw(scene: Scene, view: View, context: TextContext, request: PictureRequest) -> None:
    """Draw the table, or one part of it: `table`, `mine` or `seat.N`."""
    table = Table(scene, view, context, request)
    y = table.header() + GAP
    room = (MAX_PART if request.part else MAX_HEIGHT) - y - BOTTOM
    for block in table.fitting_blocks(request.part, room):
        block.draw(y)
        y += block.height + GAP
    scene.height = y + BOTTOM


class Table(Battles):
    """Arranges the panels of a table."""

    def __init__(self, scene: Scene, view: View, context: TextContext, request: PictureRequest) -> None:
        super().__init__(scene, view, context)
        self.question, self.viewer = request.question, request.viewer
        self.focus = request.viewer if request.viewer is not None else view.board.active_seat
        self.winners = self._winners()

    # --- arrangement --------------------------------------------------------------------------------------------------

    def fitting_blocks(self, part: str | None, room: float) -> list[Block]:
        """Return the panels of a part. If they need more than the room, cards have no words, then more is left out."""
        for self.density in Density:
            blocks = list(self._blocks(part))
            if sum(block.height + GAP for block in blocks) <= room:
                break
        return blocks

    def _blocks(self, part: str | None) -> Iterator[Block]:
        """Yield the panels of a part from top to bottom. Raises UnknownPart."""
        seats = range(len(self.board.players))
        parts = ["table", "mine", *(f"seat.{seat}" for seat in seats)]
        if part is not None and part not in parts:
            raise UnknownPart(part, parts)
        if self._amounts():
            yield Block(self.payment_height(), self.payment)
        if part is None or part == "table":
            yield from self._common_blocks(with_own_ground=part == "table" and self.density < Density.LEAST)
        seat = int(part[5:]) if part is not None and part.startswith("seat.") else self.focus
        if part != "table":
            yield self._fief_block(seat)
            if seat == self.viewer:
                yield Block(self.hand_height(seat), partial(self.hand, seat))

    def _common_blocks(self, *, with_own_ground: bool) -> Iterator[Block]:
        """Yield the supply, the fiefs of the other seats, the neutral fiefs, the battle, and perhaps the own ground."""
        count = len(self.board.players)
        if count == 4:
            yield Block(BAR, self.alliances)
        yield Block(self.supply_height(), self.supply)
        others = [(self.focus + step) % count for step in range(1, count)]
        if count == 2:
            yield self._fief_block(others[0])
            width = INNER
            yield Block(self.neutral_height("neutral_0", width), partial(self._neutrals, ["neutral_0"]))
        else:
            draw_columns = partial(self.columns, others, active=self.question.seat)
            yield Block(self.columns_height(others), draw_columns)
            fiefs = [f"neutral_{self.focus}", f"neutral_{others[-1]}"]
            width = (INNER - 10) / 2
            yield Block(max(self.neutral_height(fief, width) for fief in fiefs), partial(self._neutrals, fiefs))
        if self.board.battle is not None:
            yield Block(self.battle_height(), self.battle)
        if with_own_ground:
            yield Block(self._slim_height(), self._slim_fief)

    def _fief_block(self, seat: int) -> Block:
        is_active = seat == self.question.seat
        return Block(self.fief_height(seat), partial(self.fief, seat, is_active=is_active))

    def _neutrals(self, fiefs: list[str], y: float) -> None:
        """Draw neutral fiefs side by side."""
        width = (INNER - 10 * (len(fiefs) - 1)) / len(fiefs)
        height = max(self.neutral_height(fief, width) for fief in fiefs)
        for at, fief in enumerate(fiefs):
            self.neutral(fief, Box(MARGIN + at * (width + 10), y, width, height))

    def _slim_height(self) -> float:
        """Return the height of the own fief without its lands. An empty ground takes no room."""
        fief = home_fief(self.focus)
        return BAR + 14 + (self.ground_height(fief, INNER - 40) if self._standing(fief) else 0)

    def _slim_fief(self, y: float) -> None:
        """Draw the bar of the own fief and its ground, for a picture without its lands."""
        fief = home_fief(self.focus)
        box = Box(MARGIN, y, INNER, self._slim_height())
        with self.scene.place(f"fief.{fief}", box, alt=self._fief_alt(fief)):
            self.scene.rect(box, self.theme.panel, radius=CORNER)
            self.bar(self.focus, box)
            self.ground(fief, MARGIN + 20, y + BAR + 10, INNER - 40)

    # --- header -------------------------------------------------------------------------------------------------------

    def header(self) -> float:
        """Draw the title, the turn and the question. Return the height below."""
        scene, board, context = self.scene, self.board, self.context
        title = context.catalogue.title[context.language]
        scene.text(MARGIN, 31, title, 31, weight=BOLD, room=340)
        line = context.caption("turn", player=player_name(board.active_seat, context), phase=board.phase)
        if board.game_end is not None:
            line = context.caption("over")
        scene.text(MARGIN, 63, line, 21, colour=self.theme.soft, room=340)
        bar = Box(380, 12, MARGIN + INNER - 380, BAR_HEIGHT)
        return draw_question(scene, context, self._shown_question(), bar)

    def _shown_question(self) -> Question:
        """Return the question, or after the end who won and how."""
        end = self.board.game_end
        if end is None:
            return self.question
        names = tuple(map(self.context.player, self.winners))
        sentence = self.caption("won", players=names, count=len(names), victory=end.victory)
        return Question(None, sentence, self.question.chips)

    def _winners(self) -> tuple[int, ...]:
        """Return the seats that have won, or none before the end. The sizes of hidden hands break ties."""
        if self.board.game_end is None:
            return ()
        sizes = [((self.board.phase, sum(counts)),) if any(counts) else () for counts in self.view.cards]
        pairs = zip(self.board.players, sizes, strict=True)
        players = tuple(replace(player, hand=hand) for player, hand in pairs)
        ended = result(replace(self.board, players=players))
        return tuple(seat for seat in ended.winners if isinstance(seat, int)) if ended is not None else ()

    def alliances(self, y: float) -> None:
        """Draw the points of the two alliances."""
        scene, theme, middle = self.scene, self.theme, y + BAR / 2
        scene.rect(Box(MARGIN, y, INNER, BAR), theme.panel, radius=CORNER)
        goal, width = self.tables.numbers["alliance_prestige"], INNER / 2
        for index, team in enumerate(teams(len(self.board.players))):
            x = MARGIN + index * width
            total = sum(prestige(self.board, seat) for seat in team)
            names = [self.context.player(seat) for seat in team]
            alt = self.alt("alliance", players=tuple(names), points=total, goal=goal)
            with scene.place(f"alliance.{index}", Box(x + 6, y + 4, width - 12, BAR - 8), alt=alt):
                for at, seat in enumerate(team):
                    scene.seat_mark(seat, x + 28 + at * 30, middle, 22)
                self._team_names(names, x + 78, middle)
                track = Box(x + 280, middle - 8, 180, 16)
                scene.rect(track, theme.well, radius=8)
                filled = min(1.0, total / goal) * track.width
                if filled:
                    rim = mix(theme.star, theme.ink, 0.3)
                    bar = Box(track.x, track.y, max(16.0, filled), 16)
                    scene.rect(bar, theme.star, radius=8, stroke=rim, stroke_width=1)
                label = self.caption("of", points=total, goal=goal)
                scene.text(x + width - 16, middle, label, 20, weight=BOLD, anchor="end", room=90)

    def _team_names(self, names: list[str], x: float, y: float) -> None:
        """Write the names of allies in one line, or if they are long in one line each."""
        line, room = " + ".join(names), 192.0
        if text_width(line, 20, BOLD) <= room:
            self.scene.text(x, y, line, 20, weight=BOLD)
            return
        for at, name in enumerate(names):
            self.scene.text(x, y + (at - 0.5) * 20, name, 17, weight=BOLD, room=room)
