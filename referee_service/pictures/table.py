"""What a picture of a table needs beside the view: texts, the seat to move with its prompt, and buttons."""

from __future__ import annotations

from msgspec import Struct

from referee_service.kernel.text_table import TextContext
from referee_service.pictures.geometry import Box
from referee_service.pictures.scene import Scene
from referee_service.pictures.typeface import BOLD, text_width, wrap_text

BAR_HEIGHT = 68.0
BUTTON_HEIGHT = 44.0


class Prompt(Struct, frozen=True):
    """The question that is due: the seat, its sentence, and the buttons of actions without places."""

    seat: int | None = None
    """The seat to move. None while chance acts and after the end."""
    sentence: str = ""
    buttons: tuple[tuple[str, str], ...] = ()
    """Places and labels of buttons."""


def draw_prompt(scene: Scene, context: TextContext, prompt: Prompt, x: float, y: float, width: float) -> None:
    """Draw the bar of the seat to move: its name, the question, and buttons at the right end."""
    theme, seat = scene.theme, prompt.seat
    colour = theme.dark_panel if seat is None else scene.seat_colour(seat)
    ink = theme.on_dark_panel if seat is None else theme.on_seat
    scene.rect(Box(x, y, width, BAR_HEIGHT), colour, radius=16)
    right, middle = x + width - 12, y + BAR_HEIGHT / 2
    for place, label in reversed(prompt.buttons):
        wide = text_width(label, 20, BOLD) + 28
        box = Box(right - wide, middle - BUTTON_HEIGHT / 2, wide, BUTTON_HEIGHT)
        with scene.place(place, box, alt=label):
            scene.rect(box, ink, radius=12)
            scene.text(right - wide / 2, middle, label, 20, weight=BOLD, colour=colour, anchor="middle")
        right -= wide + 12
    left = x + 20
    if seat is not None:
        scene.seat_mark(seat, left + 17, middle, 34, rim=ink)
        left += 50
    _draw_sentence(scene, context, prompt, Box(left, y, right - left - 8, BAR_HEIGHT), ink)


def _draw_sentence(scene: Scene, context: TextContext, prompt: Prompt, box: Box, ink: str) -> None:
    """Write the name and the question. A long question has two smaller lines."""
    name = "" if prompt.seat is None else context.player(prompt.seat)
    lines = wrap_text(prompt.sentence, 20, box.width)
    top = box.y + box.height / 2 - (0 if not name else 16)
    if name:
        scene.text(box.x, top, name, 25, weight=BOLD, colour=ink, room=box.width)
        top += 30
    if len(lines) < 2:
        scene.text(box.x, top, prompt.sentence, 20, colour=ink, room=box.width)
        return
    for line in wrap_text(prompt.sentence, 16, box.width)[:2]:
        scene.text(box.x, top - 6, line, 16, colour=ink, room=box.width)
        top += 17
