"""Outlines as SVG path data: hexagons, rounded polygons and rectangles."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

Point = tuple[float, float]

ROUNDING: Final = 0.16
"""Radius of the corners of a hexagon, in shares of its own radius."""


class Box(Struct, frozen=True):
    """A rectangle with straight sides."""

    x: float
    y: float
    width: float
    height: float

    def snapped(self) -> Box:
        """Return the box with its edges on whole units."""
        x, y = round(self.x), round(self.y)
        return Box(x, y, max(1, round(self.x + self.width) - x), max(1, round(self.y + self.height) - y))

    def inset(self, margin: float) -> Box:
        """Return the box without a margin on each side."""
        return Box(self.x + margin, self.y + margin, self.width - 2 * margin, self.height - 2 * margin)

    def overlaps(self, other: Box, slack: float = 0.0) -> bool:
        """Return whether two boxes share more than `slack` in both directions."""
        return (
            min(self.x + self.width, other.x + other.width) - max(self.x, other.x) > slack
            and min(self.y + self.height, other.y + other.height) - max(self.y, other.y) > slack
        )

    def shared_area(self, other: Box) -> float:
        """Return the area that two boxes share."""
        across = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        down = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        return across * down if across > 0 and down > 0 else 0.0

    def contains(self, other: Box, slack: float = 0.0) -> bool:
        """Return whether another box lies inside, but for `slack`."""
        return (
            other.x >= self.x - slack
            and other.y >= self.y - slack
            and other.x + other.width <= self.x + self.width + slack
            and other.y + other.height <= self.y + self.height + slack
        )


def number(value: float) -> str:
    """Return a coordinate with one decimal at most."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def hex_corners(x: float, y: float, radius: float) -> list[Point]:
    """Return the corners of a hexagon with a point at the top."""
    angles = [math.radians(60 * corner - 90) for corner in range(6)]
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]


def rounded_polygon(corners: Sequence[Point], radius: float) -> str:
    """Return a closed path around corners that are rounded by a radius."""
    parts = []
    for at, corner in enumerate(corners):
        start = _toward(corner, corners[at - 1], radius)
        end = _toward(corner, corners[(at + 1) % len(corners)], radius)
        command = "L" if at else "M"
        parts.append(f"{command}{_pair(start)} Q{_pair(corner)} {_pair(end)}")
    return " ".join(parts) + "Z"


def _toward(start: Point, end: Point, distance: float) -> Point:
    share = min(distance / math.dist(start, end), 0.5)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _pair(point: Point) -> str:
    return f"{number(point[0])},{number(point[1])}"


@lru_cache(maxsize=1024)
def hexagon(x: float, y: float, radius: float) -> str:
    """Return the path of a hexagon with rounded corners and a point at the top."""
    return rounded_polygon(hex_corners(x, y, radius), radius * ROUNDING)


def rounded_box(box: Box, radius: float, margin: float = 0.0) -> str:
    """Return the path of a rectangle with rounded corners, larger by a margin on each side."""
    left, top = box.x - margin, box.y - margin
    right, bottom = box.x + box.width + margin, box.y + box.height + margin
    return rounded_polygon([(left, top), (right, top), (right, bottom), (left, bottom)], radius)
