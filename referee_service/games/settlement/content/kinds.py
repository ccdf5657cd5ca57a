"""Kinds of the things that a player may name. A refusal tells the kind of a known thing in a wrong place."""

from __future__ import annotations

from collections.abc import Iterable

from .schema import Pack

KINDS_OF_TABLES = {
    "monsters": "monster",
    "terrains": "terrain",
    "buildings": "building",
    "artefacts": "artefact",
    "heroes": "hero",
    "guilds": "guild",
    "regions": "region",
    "hero_slots": "hero_place",
    "ranks": "rank",
}
"""The kind of the rows of a table."""
PIECES = ("villager", "bonus_villager", "fortification")
"""Pieces of a player that have no row."""


def kinds_of_things(pack: Pack, *, streets: Iterable[str], any_basic: str, exchanges: Iterable[str]) -> dict[str, str]:
    """Return the kind of everything that has a name in the game. `texts.yaml` names a kind as `kind_hero`."""
    kinds = {row.id: "basic_resource" if row.basic else "rare_resource" for row in pack.resources}
    for table, kind in KINDS_OF_TABLES.items():
        kinds |= {row.id: kind for row in getattr(pack, table) if row.id not in kinds}
    # A rank is called villager too, but a player who names a villager means the piece.
    kinds |= dict.fromkeys(PIECES, "piece")
    kinds |= {any_basic: "any_basic", **dict.fromkeys(streets, "street")}
    return {**dict.fromkeys(exchanges, "exchange"), **kinds}
