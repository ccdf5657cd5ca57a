"""Pieces in a picture: cards of buildings and heroes, signs of resources, and descriptions from the components."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
from msgspec import Struct

from referee_service.kernel.components import TextWriter, component_texts
from referee_service.kernel.grammar import capitalized
from referee_service.kernel.rules import Fact
from referee_service.kernel.struct_types import prepare_type
from referee_service.kernel.text_table import TextContext
from referee_service.pictures.cards import Card, Sign
from referee_service.pictures.geometry import Box
from referee_service.pictures.palette import WHITE
from referee_service.pictures.scene import Scene
from referee_service.pictures.svg import known_icon

from ..components import artefact_text, components
from ..content.schema import BuildingRow
from ..content.tables import PACKS
from ..effects import building_gain
from ..state import in_book_order

ARROW = Sign("arrow")


class Landscape(Struct, frozen=True, forbid_unknown_fields=True):
    """The look of terrains that yield a resource."""

    sky: str
    ground: str
    motif: str
    glyph: str


class Emblem(Struct, frozen=True, forbid_unknown_fields=True):
    """The sign of a guild, and its colour."""

    glyph: str
    colour: str


class CountedIcon(Struct, frozen=True, forbid_unknown_fields=True):
    """The icon of what a guild counts."""

    kind: Literal["piece", "glyph"]
    name: str
    colour: str = ""


@prepare_type
class Looks(Struct, frozen=True, forbid_unknown_fields=True):
    """How pieces look: `looks.yaml`."""

    resources: dict[str, Landscape]
    buildings: dict[str, str]
    uses: dict[str, str]
    guilds: dict[str, Emblem]
    counted: dict[str, CountedIcon]
    artefacts: dict[str, str]
    pieces: dict[str, str]
    colours: dict[str, str]


@cache
def looks() -> Looks:
    """Return how pieces look. The file is read once."""
    return msgspec.yaml.decode((files(__package__) / "looks.yaml").read_bytes(), type=Looks)


class Pieces:
    """Draws pieces of one pack into a scene."""

    def __init__(self, scene: Scene, pack: str, context: TextContext) -> None:
        self.scene, self.context = scene, context
        self.theme, self.tables, self.looks = scene.theme, PACKS.get(pack), looks()
        self.write = TextWriter(context.catalogue, context.language)
        self.texts = component_texts(components, PACKS, pack, context.catalogue, context.language)

    # --- words --------------------------------------------------------------------------------------------------------

    def caption(self, name: str, /, **facts: Fact) -> str:
        """Return a caption of the picture."""
        return self.context.caption(f"picture_{name}", **facts)

    def alt(self, name: str, /, **facts: Fact) -> str:
        """Return the description of a place."""
        return capitalized(self.context.caption(f"alt_{name}", **facts))

    def described(self, component: str, /, **facts: Fact) -> str:
        """Return the name of a component and its text, as the description of its place."""
        return self.alt("component", name=self.write.name(component), text=self.texts[component], **facts)

    def artefact_words(self, artefact: str) -> str:
        """Return the first sentence of an artefact: what it does."""
        return self.write.text(list(artefact_text(self.tables.artefacts[artefact].row, self.write))[:1])

    # --- signs --------------------------------------------------------------------------------------------------------

    def piece_sign(self, piece: str, count: int = 1) -> Sign:
        """Return the icon of a counted piece. Points are a star with their number."""
        if piece == "point":
            return Sign("points", count=count)
        return Sign("piece", self.looks.pieces.get(piece, piece), count)

    def signs(self, pieces: Iterable[tuple[str, int]]) -> tuple[Sign, ...]:
        """Return the icons of counted pieces."""
        return tuple(self.piece_sign(piece, count) for piece, count in pieces)

    def villager_signs(self, count: int) -> tuple[Sign, ...]:
        """Return one icon for each villager."""
        return (self.piece_sign("villager"),) * count

    # --- buildings ----------------------------------------------------------------------------------------------------

    def building_card(self, building: str, *, is_offered: bool, number: int = 1, is_used: bool = False) -> Card:
        """Return the card of a building. `number` is that of its copies on offer, or of the tokens stored on it."""
        row = self.tables.buildings[building].row
        fact = self.signs(row.cost.items()) if is_offered else ()
        if not is_offered and row.stores and number:
            fact = (Sign("text", str(number)), *self.signs((resource, 1) for resource in row.give))
        return Card(
            name=self.write.name(building),
            glyph=self.looks.buildings.get(building, "house"),
            colour=self.looks.uses[building_use(row)],
            icons=self._use_signs(row),
            words=self._use_words(row),
            fact=fact,
            count=number if is_offered else 1,
            is_used=is_used,
        )

    def _use_signs(self, row: BuildingRow) -> tuple[Sign, ...]:
        """Return what a use of a building takes and brings."""
        gain = building_gain(row)
        signs = self.signs((piece, gain.count(piece)) for piece in dict.fromkeys(gain))
        taken = self.signs(row.give.items())
        if row.stores:
            return (*taken, ARROW, Sign("piece", "chest"), *signs)
        if row.needs:
            taken = (Sign("piece", "fort"), *taken)
        return (*taken, ARROW, *signs) if taken else signs

    def _use_words(self, row: BuildingRow) -> str:
        gained = building_gain(row)
        gain = self.write.counted({piece: gained.count(piece) for piece in dict.fromkeys(gained)})
        if row.stores:
            return self.caption("store", give=self.write.counted(row.give), points=row.points)
        if row.give:
            return self.caption("trade", give=self.write.counted(row.give), gain=gain)
        return self.caption("gain", gain=gain)

    # --- heroes -------------------------------------------------------------------------------------------------------

    def hero_card(self, hero: str, surcharge: int = 0) -> Card:
        """Return the card of a hero: points, the price, and the surcharge of its place in the row."""
        row = self.tables.heroes[hero]
        emblem, per = self.emblem(hero), self.tables.guilds[row.guild].per
        points = self.write.phrase("card_points", points=row.points)
        words = points if per == "card" else self.write.phrase(f"per_{per}")
        bonus = (Sign("text", "+"), *self.signs([("bonus_villager", 1)] * row.villagers)) if row.villagers else ()
        cost = Sign("text", self.caption("cost").upper(), colour="#5E5A52")
        extra = (Sign("text", f"+{surcharge}"), self.piece_sign("diamond")) if surcharge else ()
        return Card(
            name=self.write.name(hero),
            glyph=emblem.glyph,
            colour=emblem.colour,
            icons=(*self.hero_signs(hero), *bonus),
            words=self.write.text([words]),
            price=(cost, *self.signs(in_book_order(tuple(sorted(row.cost.items()))))),
            fact=extra,
        )

    def emblem(self, hero: str) -> Emblem:
        """Return sign and colour of the guild of a hero."""
        return self.guild_emblem(self.tables.heroes[hero].guild)

    def guild_emblem(self, guild: str) -> Emblem:
        """Return sign and colour of a guild."""
        return self.looks.guilds.get(guild) or Emblem("crown", "#64738A")

    def hero_signs(self, hero: str) -> tuple[Sign, ...]:
        """Return what a hero is worth: the points of its card, or a point for each piece it counts."""
        row = self.tables.heroes[hero]
        per = self.tables.guilds[row.guild].per
        if per == "card":
            return (Sign("points", count=row.points),)
        icon = self.looks.counted[per]
        return (Sign("points"), Sign("text", "×"), Sign(icon.kind, icon.name, colour=icon.colour))

    # --- monsters and discs -------------------------------------------------------------------------------------------

    def monster_icon(self, monster: str) -> str:
        """Return the icon of a monster. One that only another pack has is a question mark."""
        return known_icon(f"piece_{monster}", "piece_any")

    def disc(self, glyph: str, colour: str, x: float, y: float, radius: float) -> None:
        """Draw a sign on a disc."""
        self.scene.circle(x, y, radius, colour)
        self.scene.icon(f"glyph_{glyph}", x, y, radius * 1.4, WHITE)

    def artefact_disc(self, artefact: str, x: float, y: float, radius: float) -> None:
        """Draw the sign of an artefact."""
        self.disc(self.looks.artefacts.get(artefact, "chestg"), self.looks.colours["artefact"], x, y, radius)

    def empty(self, box: Box, radius: float = 10.0) -> None:
        """Draw a place without a piece."""
        self.scene.rect(box, self.theme.well, radius=radius, stroke=self.theme.line, stroke_width=1.5)


def building_use(row: BuildingRow) -> str:
    """Return what kind of use a building has."""
    if row.stores:
        return "store"
    return row.needs or ("trade" if row.give else "gain")
