"""The picture of a table: actions, map, technologies, players, and the printed Bot of a solo game."""

from __future__ import annotations

from typing import Final

from referee_service.kernel.bags import count_in, size_of
from referee_service.kernel.hexes import Hex
from referee_service.kernel.text_table import TextContext
from referee_service.pictures.geometry import Box, rounded_box
from referee_service.pictures.palette import mix
from referee_service.pictures.scene import Scene
from referee_service.pictures.table import BAR_HEIGHT, PictureRequest, Question, draw_question
from referee_service.pictures.typeface import BOLD

from ..content.tables import MAIN_ACTIONS
from ..places import FREE_ACTIONS, free_cells, tile_to_lay
from ..questions import (
    ActingFrame,
    ChooseTileFrame,
    DrawTilesFrame,
    PlaceTileFrame,
    RecruitingFrame,
    ResearchingFrame,
    SellDieFrame,
)
from ..scoring import result
from ..state import BOT, State, is_bot, points_remaining, side_name
from .bot import BotPanel
from .land import fitting_radius, map_cells, map_turns, turned
from .players import LOW, NARROW, SOLO, WIDE

WIDTH: Final = 1200.0
MARGIN: Final = 24.0
MAP_WIDTH: Final = 752.0
MAP_HEIGHT: Final = 486.0
CHIPS_TOP: Final = 92.0
"""Upper edge of the chips of actions, below the bar."""
SHELF_HEIGHT: Final = 62.0
"""Height of the general supply of dice, below the map."""
COLUMN_WIDTH: Final = 98.0
"""Width of the general supply, beside a high map."""
LAYOUTS: Final = {1: SOLO, 2: WIDE, 3: NARROW, 4: LOW}
"""The panels of players, by the number of seats."""
CHIP_ICONS: Final = {"use_factory": "factory", "govern": "house"}
ACTION_OF_FRAME: Final = {
    RecruitingFrame: "recruit",
    ResearchingFrame: "research",
    DrawTilesFrame: "explore",
    ChooseTileFrame: "explore",
    PlaceTileFrame: "explore",
    SellDieFrame: "trade",
}
"""The main action that a question belongs to."""


def draw(scene: Scene, view: State, context: TextContext, request: PictureRequest) -> None:
    """Draw the whole table."""
    table, active = Table(scene, view, context), request.question.seat
    y = table.header(request.question) + 12
    has_rows, can_act = y > CHIPS_TOP, any(place.startswith("action.") for place in scene.marks)
    if can_act or not has_rows:
        table.chips(y, active)
        y += 86
    else:  # answers in rows take the room of actions that cannot be touched
        y = max(y, CHIPS_TOP + 86)
    box = Box(MARGIN, y, MAP_WIDTH, MAP_HEIGHT)
    scene.rect(box, mix(scene.theme.panel, scene.theme.table, 0.45), radius=18)
    table.ground(Box(box.x + 12, y + 10, MAP_WIDTH - 24, MAP_HEIGHT - 20), request)
    table.technologies(Box(box.x + MAP_WIDTH + 12, y, WIDTH - 2 * MARGIN - MAP_WIDTH - 12, MAP_HEIGHT))
    scene.height = table.players(y + MAP_HEIGHT + 12, active) + 16


class Table(BotPanel):
    """Draws what lies between the players."""

    def header(self, question: Question) -> float:
        """Draw the round, what can end the game, and the question. Return the height below."""
        scene, theme, view = self.scene, self.theme, self.view
        scene.rect(Box(MARGIN, 12, 150, BAR_HEIGHT), theme.ink, radius=16)
        word, ink = self.caption(self._round_caption()), theme.table
        if view.round and view.stage != "over":
            scene.text(99, 31, word, 20, weight=BOLD, colour=ink, anchor="middle", room=138)
            scene.text(99, 60, view.round, 30, weight=BOLD, colour=ink, anchor="middle")
        else:
            scene.text(99, 46, word, 24, weight=BOLD, colour=ink, anchor="middle", room=138)
        x, points = 186.0, points_remaining(view) if view.stage != "over" else 0
        cells = (("supply.points", "star", points, theme.star), ("deck", "tile", size_of(view.deck), theme.ink))
        for place, icon, count, colour in cells:
            box = Box(x, 12, 104, BAR_HEIGHT)
            with scene.place(place, box, alt=self.alt(place.replace(".", "_"), count=count)):
                scene.rect(box, theme.panel, radius=16)
                scene.icon(icon, x + 32, 34, 28, colour)
                scene.text(x + 52, 34, count, 28, weight=BOLD)
                scene.text(x + 52, 63, self.caption("left"), 18, colour=theme.soft, anchor="middle", room=92)
            x += 112
        return draw_question(scene, self.context, question, Box(410, 12, WIDTH - MARGIN - 410, BAR_HEIGHT))

    def _round_caption(self) -> str:
        """Return the name of the caption over the number of the round."""
        view = self.view
        if view.stage in ("draft", "over"):
            return view.stage
        return "last" if view.is_last_round else "round"

    def chips(self, y: float, active: int | None) -> None:
        """Draw the chips of the actions: main actions, then free ones.

        Done ones have a check mark, the current one has the colour of the seat, and those that cannot be touched while
        others can are pale.
        """
        scene, theme, view = self.scene, self.theme, self.view
        done = () if is_bot(view, view.active_side) or view.stage == "over" else view.active_player.actions_done
        current = _current_action(view)
        width = (WIDTH - 2 * MARGIN - 8 * 8 - 14) / 9
        for at, action in enumerate((*MAIN_ACTIONS, *FREE_ACTIONS)):
            box = Box(MARGIN + at * (width + 8) + (14 if action in FREE_ACTIONS else 0), y, width, 74)
            place, is_done = f"action.{action}", action in done and action != current
            fill, ink = theme.panel, theme.ink
            if scene.marks.get(place) == "chosen":
                fill, ink = theme.signal, theme.on_signal
            elif action == current and active is not None:
                fill, ink = scene.seat_colour(active), theme.on_seat
            elif is_done or view.stage == "over" or (scene.marks and place not in scene.marks):
                fill, ink = theme.table, theme.soft
            self._chip(place, action, box, fill, ink, is_done=is_done)

    def _chip(self, place: str, action: str, box: Box, fill: str, ink: str, *, is_done: bool) -> None:
        scene, theme, label = self.scene, self.theme, self.caption(f"chip_{action}")
        middle = box.x + box.width / 2
        alt = self.alt("action_done" if is_done else "action", action=label)
        with scene.place(place, box, alt=alt, outline=rounded_box(box, 14)):
            scene.rect(box, fill, radius=14, stroke=theme.line if fill == theme.table else "")
            scene.icon(CHIP_ICONS.get(action, action), middle, box.y + 27, 32, ink)
            scene.text(middle, box.y + 58, label, 20, weight=BOLD, colour=ink, anchor="middle", room=box.width - 12)
            if is_done:
                scene.circle(box.x + box.width - 14, box.y + 14, 12, theme.soft, stroke=theme.table, stroke_width=3)
                scene.icon("check", box.x + box.width - 14, box.y + 14, 15, theme.table)

    def ground(self, box: Box, request: PictureRequest) -> None:
        """Draw the map, and the general supply of dice below it. Beside a high map, the supply is a column."""
        turns = map_turns(self.view, box)
        cells = [turned(cell, turns) for cell in map_cells(self.view)]
        low = Box(box.x, box.y, box.width, box.height - SHELF_HEIGHT)
        high = Box(box.x + COLUMN_WIDTH, box.y, box.width - COLUMN_WIDTH, box.height)
        is_high = bool(cells) and fitting_radius(cells, high) > 1.1 * fitting_radius(cells, low)
        self.map(high if is_high else low, self._spots(request), turns)
        self._supply(box, is_column=is_high)

    def _spots(self, request: PictureRequest) -> tuple[Hex, ...]:
        """Return the cells to draw for the tile to lay: those that can be touched, or all if none is highlighted.

        Viewers who do not lay it see none.
        """
        if not tile_to_lay(self.view) or request.viewer != request.question.seat:
            return ()
        cells = free_cells(self.view)
        return tuple(cell for cell in cells if f"spot.{cell[0]}.{cell[1]}" in self.scene.marks) or cells

    def _supply(self, box: Box, *, is_column: bool) -> None:
        """Draw the dice of the general supply in a row at the bottom, or in a column at the left."""
        scene, theme, caption = self.scene, self.theme, self.caption("supply")
        dice = [die.id for die in self.tables.dice.values() if die.row.terrain]
        x, y = box.x + 104, box.y + box.height - SHELF_HEIGHT / 2 + 8
        step_x, step_y = 126.0, 0.0
        if is_column:
            x, y, step_x, step_y = box.x + 6, box.y + box.height / 2 - 120, 0.0, 66.0
            scene.text(box.x + 6, y - 52, caption, 19, colour=theme.soft, room=COLUMN_WIDTH - 12)
        else:
            scene.text(box.x + 6, y, caption, 19, colour=theme.soft, room=78)
        for colour in dice:
            count = count_in(self.view.supply, colour)
            alt = self.alt("supply", colour=colour, count=count)
            with scene.place(f"supply.{colour}", Box(x - 4, y - 25, 80, 50), alt=alt, holds=colour):
                self.die(colour, x + 20, y, 40)
                scene.text(x + 48, y, count, 27, weight=BOLD, colour=theme.ink if count else theme.soft)
            x, y = x + step_x, y + step_y

    def players(self, y: float, active: int | None) -> float:
        """Draw the panels of all sides, those of the active side and of winners with a rim. Return the height below."""
        view, seats, ended = self.view, len(self.view.players), result(self.view)
        winners = () if ended is None else ended.winners
        layout = LAYOUTS[seats]
        columns = 2 if seats == 4 else seats
        for seat in range(seats):
            x, top = MARGIN + seat % columns * (layout.width + 12), y + seat // columns * (layout.height + 12)
            self.player(seat, x, top, layout, is_active=seat == active or seat in winners)
        if view.bot is not None:
            left = MARGIN + layout.width + 12
            box = Box(left, y, WIDTH - MARGIN - left, layout.height)
            is_active = (view.active_side == BOT and view.stage == "action") or side_name(view, BOT) in winners
            self.bot(view.bot, box, is_active=is_active)
        rows = (seats + columns - 1) // columns
        return y + rows * (layout.height + 12) - 12


def _current_action(view: State) -> str:
    """Return the main action in progress, or an empty string."""
    for frame in reversed(view.pending):
        if isinstance(frame, ActingFrame):
            return frame.action
        if type(frame) in ACTION_OF_FRAME:
            return ACTION_OF_FRAME[type(frame)]
    return ""
