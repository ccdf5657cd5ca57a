"""Highlights: rings around places, badges, and the numbers of legal actions, above everything else in a scene."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from referee_service.pictures.geometry import Box
from referee_service.pictures.scene import Mark, PlaceBox, Scene
from referee_service.pictures.typeface import BOLD, text_width

KEY_HEIGHT: Final = 26.0
SMALL_KEY_HEIGHT: Final = 19.0
SMALL_PLACE: Final = 44.0
"""A place that is narrower has a small key."""
KEY_SIZE: Final = 0.69
"""Size of the number in a key, in shares of its height."""
KEY_PADDING: Final = 0.6
"""Room beside the number, in shares of the height of the key."""
OVERHANG: Final = 7.0
"""How far a key reaches over the edge of its place."""
LATER_ANCHOR: Final = 5.0
"""Covered area that a later anchor must save."""
WIDE_KEY: Final = 40.0
"""Keys from this width on reach higher, because they would cover the name on a card."""
ROUND_CORNER: Final = 0.35
"""Lower end of a key at a hexagon or a circle, in shares of its height."""


def draw_highlights(scene: Scene, marks: Mapping[str, Mark], keys: Mapping[str, str]) -> None:
    """Draw the ring of each drawn place that has a mark, then the key of each drawn place that has one.

    A key lies at a corner of its place. It avoids other keys first, and then texts.
    """
    shown, scene.elements = scene.elements, []
    for name, place in scene.places.items():
        if name in marks:
            _draw_ring(scene, marks[name], place)
    scene.highlights += scene.elements
    texts, taken = [text.box for text in scene.texts], _badges(scene, marks)
    scene.elements = []
    for name, place in scene.places.items():
        if name in keys:
            box = _key_box(scene, place, keys[name], taken, texts)
            _draw_key(scene, keys[name], box)
            taken.append(box)
    scene.keys += scene.elements
    scene.elements = shown


def _draw_ring(scene: Scene, mark: Mark, place: PlaceBox) -> None:
    theme, outline = scene.theme, scene.outlines[place.name]
    x, y = place.box.x + place.box.width, place.box.y
    if mark == "last":
        scene.path(outline, stroke=theme.halo, stroke_width=7)
        scene.path(outline, stroke=theme.ink, stroke_width=4, dashes="0.1 9")
        scene.circle(x, y, 12, theme.ink, stroke=theme.halo, stroke_width=2.5)
        scene.icon("clock", x, y, 17, theme.panel)
    elif mark == "minor":
        scene.path(outline, stroke=theme.signal, stroke_width=2, dashes="0.1 6")
    else:
        wide = 3 if mark == "chosen" else 0
        scene.path(outline, stroke=theme.halo, stroke_width=8 + 2 * wide)
        scene.path(outline, stroke=theme.signal, stroke_width=4 + wide)
        if mark == "chosen":
            scene.circle(x, y, 14, theme.signal, stroke=theme.halo, stroke_width=3)
            scene.icon("check", x, y, 18, theme.on_signal)


def _badges(scene: Scene, marks: Mapping[str, Mark]) -> list[Box]:
    """Return the boxes of the badges at the upper right corner of chosen places and of those of the last move."""
    corners = [
        (place.box.x + place.box.width, place.box.y)
        for name, place in scene.places.items()
        if marks.get(name) in ("chosen", "last")
    ]
    return [Box(x - 15, y - 15, 30, 30) for x, y in corners]


def _key_box(scene: Scene, place: PlaceBox, key: str, taken: list[Box], texts: list[Box]) -> Box:
    """Return the box of a key: at the first anchor where it covers little."""
    height = KEY_HEIGHT if min(place.box.width, place.box.height) >= SMALL_PLACE else SMALL_KEY_HEIGHT
    width = max(height, text_width(key, height * KEY_SIZE, BOLD) + height * KEY_PADDING)
    boxes = [_inside(scene, box) for box in _anchors(place, width, height)]
    reach = Box(place.box.x - width, place.box.y - height, place.box.width + 2 * width, place.box.height + 2 * height)
    taken, texts = [box for box in taken if box.overlaps(reach)], [box for box in texts if box.overlaps(reach)]

    def covered(at: int, box: Box) -> float:
        return 9 * sum(map(box.shared_area, taken)) + sum(map(box.shared_area, texts)) + at * LATER_ANCHOR

    return min(enumerate(boxes), key=lambda each: covered(*each))[1]


def _anchors(place: PlaceBox, width: float, height: float) -> Iterator[Box]:
    """Yield the boxes that a key may have, the best first: the upper corners of its place, the lower ones, then beside.

    Most of a key at a corner lies inside its place, so that it does not seem to belong to a neighbour.
    """
    box, half = place.box, height / 2
    if place.shape == "rect":
        across, down = -OVERHANG, -(OVERHANG if width < WIDE_KEY else half)
    else:  # a hexagon or a circle leaves the corners of its box empty
        across, down = 2 - half, box.height * ROUND_CORNER - height
    left, right = box.x + across, box.x + box.width - across - width
    top, bottom = box.y + down, box.y + box.height - down - height
    middle = box.x + (box.width - width) / 2
    for y in (top, bottom):
        yield from (Box(x, y, width, height) for x in (left, right, middle))
    beside = box.y + (box.height - height) / 2
    for x in (box.x - width + OVERHANG, box.x + box.width - OVERHANG):
        yield Box(x, beside, width, height)
    for y in (box.y - height + OVERHANG, box.y + box.height - OVERHANG):
        yield from (Box(x, y, width, height) for x in (middle, left - half, right + half))


def _inside(scene: Scene, box: Box) -> Box:
    """Return a box moved into the picture."""
    x = min(max(box.x, 2.0), scene.width - box.width - 2)
    y = min(max(box.y, 2.0), scene.height - box.height - 2)
    return Box(x, y, box.width, box.height)


def _draw_key(scene: Scene, key: str, box: Box) -> None:
    theme, half = scene.theme, box.height / 2
    scene.rect(box, theme.signal, radius=half, stroke=theme.halo, stroke_width=2)
    x, y, size = box.x + box.width / 2, box.y + half, box.height * KEY_SIZE
    scene.text(x, y, key, size, weight=BOLD, colour=theme.on_signal, anchor="middle")
