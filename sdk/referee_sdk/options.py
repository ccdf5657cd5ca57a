"""Types of arguments: languages, parts of a position, and the options of texts and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypedDict

Language = Literal["en", "fr"]
PositionPart = Literal["state", "legal_actions", "played", "events", "text"]
"""Parts of a position that `include` may name; a call with `include` returns only those. Only `include` adds `text`."""
PictureFormat = Literal["svg", "png"]
Highlight = Literal["legal", "last", "none"]
Theme = Literal["light", "dark"]
Font = Literal["page", "embed"]


class TextOptions(TypedDict, total=False):
    """Options for the text of a view.

    `names` are the players by seat, at most 40 characters each. `width` is the longest line in characters, 80 without
    it. `part` names one section, such as `seat.0`. `plain` gives a form for screen readers.
    """

    names: Sequence[str]
    width: int
    part: str
    plain: bool


class ComponentPictureOptions(TypedDict, total=False):
    """Options of a picture of one component. `width` is in pixels, and `pack` selects the content pack."""

    theme: Theme | None
    width: int | None
    font: Font | None
    pack: str | None


class CachedPictureOptions(TypedDict, total=False):
    """Options of a picture by its digest: those of `PictureOptions` that fit into an address."""

    part: str | None
    theme: Theme | None
    font: Font | None
    width: int | None
    highlight: Highlight | None


class PictureOptions(TypedDict, total=False):
    """Options of a picture.

    `part` names one part of the table. `width` is in pixels. `names` are the players by seat. `chosen` lists the places
    picked so far. `highlight` has rings for `legal` actions (the default), for the `last` move, or for `none`. With
    `legal`, each action has the number of its place in the legal list, counted from 1.
    `font` is about SVG: the page links the font of the service (`page`, the default), or the picture contains it
    (`embed`).
    """

    part: str
    theme: Theme
    font: Font
    width: int
    highlight: Highlight
    chosen: Sequence[str]
    names: Sequence[str]
