"""The picture of a table: where the depots, the track, the bonus tiles and the players lie."""

from __future__ import annotations

from typing import Final

from referee_service.kernel.text_table import TextContext
from referee_service.pictures.geometry import Box
from referee_service.pictures.scene import Scene
from referee_service.pictures.table import PictureRequest

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
        y = _draw_small_panels(table, table.gallery(y) + 14, request)
    else:
        y = table.market(y) + GAP
        table.strip(y)
        y = _draw_panels(table, y + 66, request)
    scene.height = y + 16


def _draw_panels(table: Table, y: float, request: PictureRequest) -> float:
    """Draw equal panels of two players, or one large estate and small others. Return the height below.

    The large estate is that of the seat to move. While chance acts and after the end, it is that of the viewer.
    """
    active, seats = request.question.seat, len(table.view.players)
    if seats == 2:
        radius = 36.5
        height = 11 * radius + 44
        for seat in range(seats):
            table.panel(seat, Box(MARGIN + seat * 582, y, 570, height), radius, is_active=seat == active)
        return y + height
    large = active if active is not None else request.viewer or 0
    others = [(large + step) % seats for step in range(1, seats)]
    table.focus_panel(large, Box(MARGIN, y, 620, FOCUS_HEIGHT), 43.5, is_active=large == active)
    small = (FOCUS_HEIGHT - GAP * (len(others) - 1)) / len(others)
    for at, seat in enumerate(others):
        box = Box(656, y + at * (small + GAP), 520, small)
        if len(others) == 2:
            table.medium_panel(seat, box)
        else:
            table.small_panel(seat, box, is_active=False)
    return y + FOCUS_HEIGHT


def _draw_small_panels(table: Table, y: float, request: PictureRequest) -> float:
    """Draw the panels of all players in two columns. Return the height below."""
    seats = len(table.view.players)
    for seat in range(seats):
        box = Box(MARGIN + seat % 2 * 582, y + seat // 2 * (SMALL_HEIGHT + GAP), 570, SMALL_HEIGHT)
        table.small_panel(seat, box, is_active=seat == request.question.seat)
    return y + (seats + 1) // 2 * (SMALL_HEIGHT + GAP) - GAP
