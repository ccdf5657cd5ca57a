"""What a picture of a table needs beside the view: the seat to move with its question, the viewer, and the part.

The bar of the question is the same in all games. Actions without a place on the table have chips in it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from referee_service.kernel.text_table import TextContext
from referee_service.pictures.geometry import Box
from referee_service.pictures.scene import Scene
from referee_service.pictures.typeface import BOLD, text_width, wrap_text

BAR_HEIGHT: Final = 68.0
CHIP_HEIGHT: Final = 44.0
CHIP_SIZE: Final = 20.0
CHIP_GAP: Final = 12.0
ROW_GAP: Final = 14.0
"""Distance of two rows of chips, so that their rings do not touch."""
MIN_SENTENCE: Final = 300.0
"""Least width of the question in its bar. Chips that leave less go into rows below."""


class Chip(Struct, frozen=True):
    """A button or a choice: its place, and its label."""

    place: str
    label: str

    @property
    def width(self) -> float:
        """The width of the chip."""
        return text_width(self.label, CHIP_SIZE, BOLD) + 28


class Question(Struct, frozen=True):
    """The question that is due: the seat, its sentence, and the chips that answer it."""

    seat: int | None = None
    """The seat to move. None while chance acts and after the end."""
    sentence: str = ""
    chips: tuple[Chip, ...] = ()


class PictureRequest(Struct, frozen=True):
    """What is drawn: the question, the seat that looks, and the part of the table (None: all of it)."""

    question: Question = Question()
    viewer: int | None = None
    part: str | None = None


DrawTable = Callable[[Scene, object, TextContext, PictureRequest], None]
"""The function of a game that draws a view into a scene and sets its height."""


def draw_question(scene: Scene, context: TextContext, question: Question, bar: Box) -> float:
    """Draw the bar of the seat to move: its name, the question, and chips at the right end or in rows below.

    Return the height below the bar and its rows.
    """
    theme, seat = scene.theme, question.seat
    colour = theme.dark_panel if seat is None else scene.seat_colour(seat)
    ink = theme.on_dark_panel if seat is None else theme.on_seat
    scene.rect(bar, colour, radius=16)
    right, middle = bar.x + bar.width - CHIP_GAP, bar.y + bar.height / 2
    needed = sum(chip.width + CHIP_GAP for chip in question.chips)
    fits = needed <= bar.width - MIN_SENTENCE
    if fits:
        for chip in reversed(question.chips):
            _draw_chip(scene, chip, right - chip.width, middle, ink, colour)
            right -= chip.width + CHIP_GAP
    left = bar.x + 20
    if seat is not None:
        scene.seat_mark(seat, left + 17, middle, 34, rim=ink, fill="none")
        left += 50
    _draw_sentence(scene, context, question, Box(left, bar.y, right - left - 8, bar.height), ink)
    return bar.y + bar.height if fits else _draw_rows(scene, question.chips, bar.y + bar.height + ROW_GAP)


def _draw_rows(scene: Scene, chips: tuple[Chip, ...], y: float) -> float:
    """Draw chips in rows over the whole width. Return the height below the last one."""
    x, theme = 24.0, scene.theme
    for chip in chips:
        if x > 24 and x + chip.width > scene.width - 24:
            x, y = 24.0, y + CHIP_HEIGHT + ROW_GAP
        _draw_chip(scene, chip, x, y + CHIP_HEIGHT / 2, theme.panel, theme.ink)
        x += chip.width + CHIP_GAP
    return y + CHIP_HEIGHT


def _draw_chip(scene: Scene, chip: Chip, x: float, middle: float, fill: str, ink: str) -> None:
    box = Box(x, middle - CHIP_HEIGHT / 2, chip.width, CHIP_HEIGHT)
    with scene.place(chip.place, box, alt=chip.label):
        scene.rect(box, fill, radius=12)
        scene.text(x + chip.width / 2, middle, chip.label, CHIP_SIZE, weight=BOLD, colour=ink, anchor="middle")


def _draw_sentence(scene: Scene, context: TextContext, question: Question, box: Box, ink: str) -> None:
    """Write the name and the question. A long question has two or three smaller lines and no line is cut."""
    middle = box.y + box.height / 2
    name = "" if question.seat is None else context.player(question.seat)
    if text_width(question.sentence, 20) <= box.width:
        if name:
            scene.text(box.x, middle - 15, name, 25, weight=BOLD, colour=ink, room=box.width)
            scene.text(box.x, middle + 15, question.sentence, 20, colour=ink)
        else:
            scene.text(box.x, middle, question.sentence, 25, weight=BOLD, colour=ink, room=box.width)
        return
    sentence = question.sentence
    if name:
        sentence = context.caption("question_of", player=name, question=question.sentence)
    size = 20.0
    while len(lines := wrap_text(sentence, size, box.width)) * size * 1.14 > box.height - 6:
        size -= 0.5
    y = middle - len(lines) * size * 1.14 / 2
    for line in lines:
        scene.text(box.x, y + size * 0.57, line, size, colour=ink)
        y += size * 1.14
