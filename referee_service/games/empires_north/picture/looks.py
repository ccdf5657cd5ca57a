"""How cards and pieces look: `looks.yaml`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from referee_service.kernel.struct_types import prepare_type

from ..content.cards import Card
from ..content.tables import Content


class Look(Struct, frozen=True):
    """A glyph, and the colour of its disc."""

    glyph: str
    colour: str


@prepare_type
class Looks(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `looks.yaml`."""

    type_colours: tuple[str, ...]
    types: dict[str, str]
    other_type: Look
    island: Look
    scenario: Look
    tiles: dict[str, Look]
    whens: dict[str, str]
    goods: dict[str, str]
    triggers: dict[str, tuple[str, ...]]
    costs: dict[str, tuple[str, ...]]
    effects: dict[str, tuple[str, ...]]


@cache
def looks() -> Looks:
    """Return how pieces look. The file is read once."""
    return msgspec.yaml.decode((files(__package__) / "looks.yaml").read_bytes(), type=Looks)


def look_of_type(tables: Content, type: str) -> Look:
    """Return glyph and colour of a type of card. Its colour follows from its place among the types of its clan."""
    known = looks()
    for clan in tables.pack.clans:
        if type in clan.types and type in known.types:
            return Look(known.types[type], known.type_colours[clan.types.index(type) % len(known.type_colours)])
    return known.other_type


def look_of_card(tables: Content, card: Card) -> Look:
    """Return glyph and colour of a card."""
    if card.is_island:
        return looks().island
    return look_of_type(tables, card.type) if card.type else looks().scenario
