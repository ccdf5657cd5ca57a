"""The picture of a table: where the depots, the track, the bonus tiles and the players lie."""

from __future__ import annotations

from typing import Final

from referee_service.kernel.text_table import TextContext
from referee_service.pictures.geometry import Box
from referee_service.pictures.scene import Scene
from referee_service.pictures.table import PictureRequest

from ..scoring import result
from ..state import State
from .gallery import Gallery, has_open_boards
from .market import MARGIN
from .panels import Panels

FOCUS_HEIGHT: Final = 602.0
"""Height of the panel with the large estate."""
SMALL_HEIGHT: Final = 194.0
GAP: Final = 10.0


class Table(Panels, Gallery):
    """Draws the common board, the boards to choose from, and the panels of the players."""


def draw(scene: Scene, view: State, context: TextContext, request: PictureRequest) -> None:
    """Draw the whole table. While seats choose boards, these lie where the depots are later."""
    table = Table(scene, view, context)
    y = table.header(request.question) + 12
    if has_open_boards(view):
        y = _draw_setup_panels(table, table.gallery(y) + 14, request)
    else:
        y = table.market(y) + GAP
        table.strip(y)
        y = _draw_panels(table, y + 66, request)
    scene.height = y + 16


def _draw_panels(table: Table, y: float, request: PictureRequest) -> float:
    """Draw equal panels of two players, or one large estate and small others. Return the height below.

    The large estate is that of the seat to move. While chance acts and after the end, it is that of the viewer.
    The panel of the seat to move has a rim of its colour, and so have those of the winners.
    """
    active, seats, ended = request.question.seat, len(table.view.players), result(table.view)
    rims = {active} if ended is None else set(ended.winners)
    if seats == 2:
        radius = 36.5
        height = 11 * radius + 44
        for seat in range(seats):
            table.panel(seat, Box(MARGIN + seat * 582, y, 570, height), radius, is_active=seat in rims)
        return y + height
    large = active if active is not None else request.viewer or 0
    others = [(large + step) % seats for step in range(1, seats)]
    table.focus_panel(large, Box(MARGIN, y, 620, FOCUS_HEIGHT), 43.5, is_active=large in rims)
    small = (FOCUS_HEIGHT - GAP * (len(others) - 1)) / len(others)
    for at, seat in enumerate(others):
        box = Box(656, y + at * (small + GAP), 520, small)
        if len(others) == 2:
            table.medium_panel(seat, box, is_active=seat in rims)
        else:
            table.small_panel(seat, box, is_active=seat in rims)
    return y + FOCUS_HEIGHT


def _draw_setup_panels(table: Table, y: float, request: PictureRequest) -> float:
    """Draw the panels of all players in two or three columns. Return the height below."""
    seats = len(table.view.players)
    columns = 3 if seats == 3 else 2
    width = (table.scene.width - 2 * MARGIN - GAP * (columns - 1)) / columns
    for seat in range(seats):
        x, top = MARGIN + seat % columns * (width + GAP), y + seat // columns * (SMALL_HEIGHT + GAP)
        table.setup_panel(seat, Box(x, top, width, SMALL_HEIGHT), is_active=seat == request.question.seat)
    return y + (seats + columns - 1) // columns * (SMALL_HEIGHT + GAP) - GAP
