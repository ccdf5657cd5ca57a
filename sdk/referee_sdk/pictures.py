"""Pictures as frozen dataclasses: the places of a picture with their boxes, with the names of the HTTP JSON."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PicturePlace:
    """A place in a picture: its outline, its box (x, y, width, height) in pixels, and a description.

    `holds` is the component there, by its id, or empty.
    """

    name: str
    shape: str
    box: tuple[float, float, float, float]
    holds: str
    alt: str


@dataclass(frozen=True)
class PicturePlaces:
    """The size of a picture in pixels, and its places in drawing order."""

    width: int
    height: int
    places: tuple[PicturePlace, ...]
