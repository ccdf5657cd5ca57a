"""How pieces look: the glyphs and colours of `looks.yaml`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

import msgspec
from msgspec import Struct

from referee_service.kernel.struct_types import prepare_type

DEFAULT: Final = "default"
"""The name of the look of a card that only another pack has."""


class Look(Struct, frozen=True):
    """The glyph of a land or deck, its colour, and what grows at the foot of its card."""

    glyph: str
    colour: str
    foot: str = ""


class GroundLook(Struct, frozen=True):
    """The colours of a fief without lands."""

    low: str
    high: str
    tree: str


@prepare_type
class Looks(Struct, frozen=True, forbid_unknown_fields=True):
    """How pieces look: `looks.yaml`."""

    lands: dict[str, Look]
    troops: dict[str, str]
    buildings: dict[str, str]
    kinds: dict[str, str]
    decks: dict[str, Look]
    resources: dict[str, str]
    powers: dict[str, str]
    ground: dict[str, GroundLook]


@cache
def looks() -> Looks:
    """Return how pieces look. The file is read once."""
    return msgspec.yaml.decode((files(__package__) / "looks.yaml").read_bytes(), type=Looks)
