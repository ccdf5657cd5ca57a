"""The bar of a seat on top of its area: the same ground, measures and two-line names in all card games."""

from __future__ import annotations

from typing import Final

from referee_service.pictures.geometry import Box, number
from referee_service.pictures.scene import Scene

CORNER: Final = 16.0
"""Radius of the corners of a panel."""
MARK_SIZE: Final = 24.0
MARK_LEFT: Final = 28.0
"""Distance of the middle of the mark from the left end of the bar."""
NAME_LEFT: Final = 50.0
NAME_SIZE: Final = 25.0


def draw_bar_ground(scene: Scene, seat: int, box: Box) -> None:
    """Draw the ground of a bar in the colour of its seat, with round corners above."""
    r = number(CORNER)
    scene.path(
        f"M{number(box.x)},{number(box.y + CORNER)} a{r},{r} 0 0 1 {r},-{r} h{number(box.width - 2 * CORNER)}"
        f" a{r},{r} 0 0 1 {r},{r} v{number(box.height - CORNER)} h{number(-box.width)}Z",
        scene.seat_colour(seat),
    )


def draw_owner(scene: Scene, seat: int, name: str, box: Box, *, size: float = NAME_SIZE) -> float:
    """Draw mark and name of a seat at the left end of a bar. A long name has two lines. Return its right end.

    The box is the room for mark and name.
    """
    ink, middle = scene.theme.on_seat, box.y + box.height / 2
    scene.seat_mark(seat, box.x + MARK_LEFT, middle, MARK_SIZE, rim=ink, fill="none")
    left, room = box.x + NAME_LEFT, box.width - NAME_LEFT
    return left + scene.name(left, middle, name, size, room, ink)
