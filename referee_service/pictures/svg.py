"""The SVG writer: a scene as a document without script and outside references. Only an embedded font has a style."""

from __future__ import annotations

from functools import cache
from html import escape
from importlib.resources import files
from typing import Literal

import msgspec

from referee_service.pictures.faces import embedded_faces
from referee_service.pictures.geometry import number
from referee_service.pictures.scene import Scene
from referee_service.pictures.typeface import FAMILIES

FontSource = Literal["page", "embed"]
"""Where a browser finds the font: the page that shows the picture links it, or the picture contains it."""


@cache
def icon_shapes() -> dict[str, str]:
    """Return the drawing of each icon, as SVG elements around the origin in a box of 24 units."""
    return msgspec.yaml.decode((files(__package__) / "icons.yaml").read_bytes(), type=dict[str, str])


def known_icon(name: str, default: str) -> str:
    """Return the name of an icon, or the default if there is no such icon: a pack may name new pieces."""
    return name if name in icon_shapes() else default


def write_svg(
    scene: Scene, *, title: str, description: str, pixels: int | None = None, font: FontSource = "page"
) -> str:
    """Return a scene as an SVG document. `pixels` is its width on the screen, by default that of the scene.

    With the font `embed`, one style element has the faces that the scene uses.
    """
    width, height = scene.width, scene.height
    shown = pixels or round(width)
    shapes = icon_shapes()
    defs = "".join(
        f'<g id="{scene.prefix}-{name}" fill="currentColor" fill-rule="evenodd">{shapes[name]}</g>'
        for name in sorted(scene.icons)
    )
    defs += "".join(scene.symbols.values())
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}" width="{shown}"'
        f' height="{round(height * shown / width)}" font-family="{FAMILIES}" role="group" aria-label="{escape(title)}"'
        f' data-theme="{scene.theme.name}"><title>{escape(title)}</title><desc>{escape(description)}</desc>'
    )
    # The ground is larger than the scene: a height that is rounded to pixels leaves no pale edge.
    ground = (
        f'<rect x="-9" y="-9" width="{number(width + 18)}" height="{number(height + 18)}" fill="{scene.theme.table}"/>'
    )
    numbers = f'<g class="keys">{"".join(scene.keys)}</g>' if scene.keys else ""
    rings = (
        f'<g id="{scene.prefix}-highlights" class="highlights" pointer-events="none">{"".join(scene.highlights)}'
        f"{numbers}</g>"
    )
    style = f"<style>{embedded_faces(scene.weights)}</style>" if font == "embed" else ""
    return f"{head}{style}<defs>{defs}</defs>{ground}{''.join(scene.elements)}{rings}</svg>"
