"""The picture of a table: actions, map, technologies, players, and the printed Bot of a solo game."""

from __future__ import annotations

from typing import Final

from referee_service.kernel.bags import size_of
from referee_service.kernel.text_table import TextContext
from referee_service.pictures.geometry import Box
from referee_service.pictures.palette import mix
from referee_service.pictures.scene import Scene
from referee_service.pictures.table import BAR_HEIGHT, PictureRequest, Question, draw_question
from referee_service.pictures.typeface import BOLD

from ..state import MapTile, State, points_remaining
from .players import Players

WIDTH: Final = 1200.0
MARGIN: Final = 24.0
MAP_HEIGHT: Final = 486.0
CHIPS: Final = (
    *("recruit", "explore", "settle", "raid", "harvest", "trade", "research"),
    *("use_factory", "govern"),
)
"""The actions with a chip, main actions first."""
CHIP_ICONS: Final = {"use_factory": "factory", "govern": "house"}


def draw(scene: Scene, view: State, context: TextContext, request: PictureRequest) -> None:
    """Draw the whole table."""
    table = Table(scene, view, context)
    y = table.header(request.question) + 12
    table.chips(y)
    y += 86
    box = Box(MARGIN, y, 752, MAP_HEIGHT)
    scene.rect(box, mix(scene.theme.panel, scene.theme.table, 0.45), radius=18)
    table.map(Box(box.x + 16, y + 12, 720, MAP_HEIGHT - 92), table.spots())
    table.supply(box.x, y + MAP_HEIGHT - 36)
    table.hand(box.x + box.width - 8, y + MAP_HEIGHT - 78)
    table.technologies(Box(788, y, 388, MAP_HEIGHT))
    y += MAP_HEIGHT + 12
    scene.height = table.players(y, request.question.seat) + 16


class Table(Players):
    """Draws what lies between the players."""

    def header(self, question: Question) -> float:
        """Draw the round, what can end the game, and the question. Return the height below."""
        scene, theme, view = self.scene, self.theme, self.view
        scene.rect(Box(MARGIN, 12, 150, 68), theme.ink, radius=16)
        scene.text(99, 32, self.caption("round"), 20, weight=BOLD, colour=theme.table, anchor="middle", room=140)
        scene.text(99, 60, view.round, 28, weight=BOLD, colour=theme.table, anchor="middle")
        x = 186.0
        cells = (
            ("supply.points", "star", points_remaining(view), theme.star),
            ("deck", "tile", size_of(view.deck), theme.ink),
        )
        for place, icon, count, colour in cells:
            box = Box(x, 12, 104, 68)
            with scene.place(place, box, alt=self.alt(place.replace(".", "_"), count=count)):
                scene.rect(box, theme.panel, radius=16)
                scene.icon(icon, x + 30, 34, 28, colour)
                scene.text(x + 50, 34, count, 28, weight=BOLD)
                scene.text(x + 52, 64, self.caption("left"), 18, colour=theme.soft, anchor="middle", room=90)
            x += 112
        return draw_question(scene, self.context, question, Box(410, 12, WIDTH - MARGIN - 410, BAR_HEIGHT))

    def chips(self, y: float) -> None:
        """Draw the chips of the actions. Those of this round that the seat has done have a check mark."""
        scene, theme, view = self.scene, self.theme, self.view
        done = view.active_player.actions_done if view.active_side < len(view.players) else ()
        width = (WIDTH - 2 * MARGIN - 8 * 8) / 9
        for at, action in enumerate(CHIPS):
            box = Box(MARGIN + at * (width + 8), y, width, 74)
            place = f"action.{action}"
            is_chosen, is_done = scene.marks.get(place) == "chosen", action in done
            fill = theme.signal if is_chosen else theme.table if is_done else theme.panel
            ink = theme.on_signal if is_chosen else theme.soft if is_done else theme.ink
            label = self.caption(f"chip_{action}")
            with scene.place(place, box, alt=label):
                scene.rect(box, fill, radius=14, stroke=theme.line if is_done else "")
                scene.icon(CHIP_ICONS.get(action, action), box.x + width / 2, y + 27, 32, ink)
                scene.text(
                    box.x + width / 2, y + 59, label, 18, weight=BOLD, colour=ink, anchor="middle", room=width - 10
                )
                if is_done:
                    scene.circle(box.x + width - 12, y + 12, 12, theme.soft, stroke=theme.table, stroke_width=3)
                    scene.icon("check", box.x + width - 12, y + 12, 15, theme.table)

    def spots(self) -> tuple[tuple[int, int], ...]:
        """Return the cells that can be touched: where a tile may be laid."""
        names = [place.split(".") for place in self.scene.marks if place.startswith("spot.")]
        return tuple((int(q), int(r)) for _, q, r in names)

    def supply(self, x: float, y: float) -> None:
        """Draw the dice of the general supply."""
        scene, theme = self.scene, self.theme
        scene.text(x + 14, y, self.caption("supply"), 19, colour=theme.soft, room=78)
        x += 100
        for die in self.tables.dice.values():
            if not die.row.terrain:
                continue
            count = dict(self.view.supply).get(die.id, 0)
            alt = self.alt("supply", colour=die.id, count=count)
            with scene.place(f"supply.{die.id}", Box(x - 2, y - 24, 72, 48), alt=alt, holds=die.id):
                self.die(die.id, x + 20, y, 38)
                scene.text(x + 46, y, count, 26, weight=BOLD, colour=theme.ink if count else theme.soft)
            x += 92

    def hand(self, right: float, y: float) -> None:
        """Draw the tiles of the open question: those to choose from, or the one to lay."""
        frame = self.view.pending[-1] if self.view.pending else None
        tiles = tuple(getattr(frame, "tiles", ())) or tuple(filter(None, (getattr(frame, "tile", ""),)))
        tiles = tiles or (self.view.start_offer if self.view.stage == "draft" else ())
        for at, tile in enumerate(reversed(tiles)):
            name = tile if isinstance(tile, str) else tile[0]
            self.map_tile(MapTile(name, 0, 0, ()), right - 62 - at * 122, y, 64, prefix="hand")

    def players(self, y: float, active: int | None) -> float:
        """Draw the panels of all sides. Return the height below."""
        view = self.view
        if view.bot is not None:
            self.player(0, Box(MARGIN, y, 540, 262), is_active=active == 0)
            self.bot(view.bot, Box(576, y, 600, 262), is_active=view.active_side == 1)
            return y + 262
        for seat in range(len(view.players)):
            self.player(seat, Box(MARGIN + seat % 2 * 582, y + seat // 2 * 208, 570, 196), is_active=seat == active)
        return y + 208 * ((len(view.players) + 1) // 2) - 12
