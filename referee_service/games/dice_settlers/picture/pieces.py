"""Pieces in a picture: dice, tokens, tents, houses, land, and formulas of icons that explain tiles and technologies."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec
from msgspec import Struct

from referee_service.kernel.components import component_texts
from referee_service.kernel.grammar import capitalized
from referee_service.kernel.packs import EffectRow
from referee_service.kernel.rules import Fact
from referee_service.kernel.struct_types import prepare_type
from referee_service.kernel.text_table import TextContext
from referee_service.pictures.geometry import Box, hexagon, rounded_polygon
from referee_service.pictures.palette import BLACK, WHITE, mix
from referee_service.pictures.scene import Scene
from referee_service.pictures.typeface import BOLD, text_width

from ..components import components
from ..content.schema import TechnologyRow, TileRow
from ..content.tables import PACKS

LABEL: Final = "#FFFDF6"
LABEL_INK: Final = "#23262D"


class Look(Struct, frozen=True):
    """The colours of a piece."""

    fill: str
    ink: str
    dark: str = ""


@prepare_type
class Looks(Struct, frozen=True, forbid_unknown_fields=True):
    """How pieces look: `looks.yaml`."""

    dice: dict[str, Look]
    terrains: dict[str, Look]
    tokens: dict[str, Look]
    seals: dict[str, str]
    icons: dict[str, tuple[str, ...]]
    counted: dict[str, tuple[str, ...]]
    motifs: dict[str, str]


class Part(Struct, frozen=True):
    """A part of a formula: an icon, a token, a die, a terrain, written signs, or a gap."""

    kind: str
    name: str


@cache
def looks() -> Looks:
    """Return how pieces look. The file is read once."""
    return msgspec.yaml.decode((files(__package__) / "looks.yaml").read_bytes(), type=Looks)


class Pieces:
    """Draws pieces of one pack into a scene."""

    def __init__(self, scene: Scene, pack: str, context: TextContext) -> None:
        self.scene, self.context, self.tables = scene, context, PACKS.get(pack)
        self.looks, self.theme = looks(), scene.theme
        self.texts = component_texts(components, PACKS, pack, context.catalogue, context.language)

    def alt(self, caption: str, **facts: Fact) -> str:
        """Return the description of a place."""
        return capitalized(self.context.caption(f"alt_{caption}", **facts))

    def described(self, caption: str, piece: str, **facts: Fact) -> str:
        """Return the description of the place of a piece, and the text of the piece."""
        return f"{self.alt(caption, **facts)}. {self.texts[piece]}"

    def caption(self, name: str, **facts: Fact) -> str:
        """Return words that are written in the picture."""
        return self.context.caption(f"picture_{name}", **facts)

    # --- single pieces ------------------------------------------------------------------------------------------------

    def die(self, colour: str, x: float, y: float, size: float, symbol: str = "") -> None:
        """Draw a die with its symbol, or with the emblem of its terrain."""
        scene, half, radius = self.scene, size / 2, size * 0.2
        if colour not in self.looks.dice:  # a die of a closed bag
            scene.rect(Box(x - half, y - half, size, size), self.theme.well, radius=radius, stroke=self.theme.line)
            return
        look = self.looks.dice[colour]
        scene.rect(Box(x - half, y - half + size * 0.075, size, size), mix(look.fill, BLACK, 0.38), radius=radius)
        rim = mix(look.fill, BLACK, 0.3)
        scene.rect(Box(x - half, y - half, size, size), look.fill, radius=radius, stroke=rim, stroke_width=1.5)
        shown = symbol or self.tables.dice[colour].row.terrain
        if shown:
            scene.icon(shown, x, y, size * 0.72, look.ink)
        else:  # a pale hexagon tells a die without terrain from an empty box
            scene.icon("tile", x, y, size * 0.6, mix(look.ink, look.fill, 0.62))

    def token(self, kind: str, x: float, y: float, size: float) -> None:
        """Draw a token."""
        scene, look = self.scene, self.looks.tokens[kind]
        scene.circle(x, y + size * 0.06, size / 2, mix(look.fill, BLACK, 0.4))
        scene.circle(x, y, size / 2, look.fill, stroke=mix(look.fill, BLACK, 0.3), stroke_width=1.5)
        scene.icon(kind, x, y, size * 0.66, look.ink)

    def land(self, terrain: str, x: float, y: float, radius: float) -> None:
        """Draw the ground of a tile: a thick lower edge, and its landscape."""
        scene, look = self.scene, self.looks.terrains[terrain]
        motif = self.looks.motifs[terrain].format(
            a=mix(look.fill, look.dark, 0.34), b=mix(look.fill, look.dark, 0.5), h=mix(look.fill, WHITE, 0.38)
        )
        rim, shade = mix(look.dark, WHITE, 0.1), mix(look.dark, BLACK, 0.35)
        scene.symbol(
            f"{scene.prefix}-land-{terrain}",
            f'<g id="{scene.prefix}-land-{terrain}"><path d="{hexagon(0, 7, 97)}" fill="{shade}"/>'
            f'<path d="{hexagon(0, 0, 96)}" fill="{look.fill}"/>{motif}'
            f'<path d="{hexagon(0, 0, 96)}" fill="none" stroke="{rim}" stroke-width="2.5"/></g>',
        )
        scene.use(f"{scene.prefix}-land-{terrain}", x, y, radius / 100)

    def tent(self, side: int, count: int, x: float, y: float, size: float) -> None:
        """Draw the tents of a side with their number. The pennant has the sign of the side."""
        scene, wide, high = self.scene, size * 0.56, size * 0.46
        corners = [(x, y - high), (x + wide, y + high), (x - wide, y + high)]
        scene.path(
            rounded_polygon(corners, size * 0.1), scene.seat_colour(side), stroke=self.theme.edge, stroke_width=3
        )
        scene.seat_mark(side, x, y - high - 1, size * 0.3, rim=self.theme.edge)
        scene.text(
            x,
            y + high * 0.38,
            count,
            max(16.0, size * 0.54),
            weight=BOLD,
            colour=self.theme.on_seat,
            anchor="middle",
        )

    def house(self, side: int, x: float, y: float, size: float) -> None:
        """Draw a house with the sign of its side."""
        scene, half = self.scene, size / 2
        corners = [
            (x, y - half * 1.15),
            (x + half * 1.15, y - half * 0.1),
            (x + half * 0.86, y - half * 0.1),
            (x + half * 0.86, y + half * 0.9),
            (x - half * 0.86, y + half * 0.9),
            (x - half * 0.86, y - half * 0.1),
            (x - half * 1.15, y - half * 0.1),
        ]
        scene.path(
            rounded_polygon(corners, size * 0.06), scene.seat_colour(side), stroke=self.theme.edge, stroke_width=3
        )
        scene.seat_mark(side, x, y + half * 0.25, size * 0.36, fill=self.theme.on_seat)

    # --- formulas -----------------------------------------------------------------------------------------------------

    def formula_width(self, parts: tuple[Part, ...], size: float) -> float:
        """Return the width of a formula."""
        return sum(_part_width(part, size) for part in parts)

    def formula(self, parts: tuple[Part, ...], x: float, y: float, size: float, ink: str) -> None:
        """Draw a formula from left to right."""
        scene = self.scene
        for part in parts:
            middle = x + size / 2
            if part.kind == "sign":
                scene.text(x, y, part.name, size, weight=BOLD, colour=ink)
            elif part.kind == "token":
                self.token(part.name, middle, y, size * 0.98)
            elif part.kind == "die":
                self.die(part.name, middle, y, size * 0.84)
            elif part.kind == "terrain":
                look = self.looks.terrains[part.name]
                scene.path(
                    hexagon(middle, y, size * 0.54), look.fill, stroke=mix(look.dark, BLACK, 0.1), stroke_width=1.5
                )
                scene.icon(part.name, middle, y, size * 0.66, look.ink)
            elif part.kind == "icon":
                scene.icon(part.name, middle, y, size * 0.94, ink)
            x += _part_width(part, size)

    def tile_formula(self, row: TileRow) -> tuple[Part, ...]:
        """Return what a tile gives, after the icon of its ability."""
        if row.ability == "none":
            return ()
        parts = [Part("icon", row.ability)]
        if row.quota:
            parts += [Part("icon", "die"), Part("sign", f"+{row.quota}")]
        if row.bonus:
            parts += [Part("icon", row.bonus), Part("sign", "+1")]
        return (*parts, *(part for effect in row.effects for part in self._effect(effect)))

    def technology_formula(self, row: TechnologyRow) -> tuple[Part, ...]:
        """Return what a technology does."""
        icons, parts = self.looks.icons, list[Part]()
        if row.gives:
            parts += [Part("sign", "1×"), Part("icon", row.gives)]
        if row.converts is not None:
            into = row.converts.into
            parts += [*_icons(row.converts.these), Part("icon", "arrow")]
            parts.append(Part("icon", into[0] if len(into) == 1 else "any"))
        if row.per:
            parts += [Part("sign", str(row.each)), Part("icon", "star"), Part("sign", "/")]
            parts += _icons(self.looks.counted[row.per])
        for number, added in row.numbers.items():
            parts += [*_icons(icons[number]), Part("sign", f"{added:+d}".replace("-", "−"))]
        parts += [part for permit in row.permits for part in _icons(icons[permit])]
        if row.on_explode:
            parts += [Part("icon", "boom"), *(part for effect in row.on_explode for part in self._effect(effect))]
        return tuple(parts)

    def _effect(self, effect: EffectRow) -> tuple[Part, ...]:
        """Return the parts of one effect."""
        ((name, value),) = effect.items()
        if isinstance(value, dict):
            count = value.get("count", 1)
            sign = (Part("sign", f"{count}×"),) if count != 1 else ()
            kind = "token" if "token" in value else "symbol"
            return (*sign, Part("token" if kind == "token" else "icon", str(value[kind])))
        if isinstance(value, str):
            return (Part("die", value),)
        sign = (Part("sign", f"+{value}"),) if isinstance(value, int) and not isinstance(value, bool) else ()
        return (*sign, *_icons(self.looks.icons[name]))


def _icons(names: Iterable[str]) -> tuple[Part, ...]:
    return tuple(Part("icon", name) for name in names)


def _part_width(part: Part, size: float) -> float:
    """Return the width of a part of a formula, with the space after it."""
    if part.kind == "sign":
        return text_width(part.name, size, BOLD) + 2
    return size * (0.3 if part.kind == "gap" else 1.06)
