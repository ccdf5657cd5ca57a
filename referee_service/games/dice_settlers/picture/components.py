"""Components in pictures of their own: dice, tokens, symbols, terrains, tiles and technologies."""

from __future__ import annotations

from typing import Final

from referee_service.kernel.text_table import TextContext
from referee_service.pictures.component import ComponentRequest, enlarged
from referee_service.pictures.geometry import Box
from referee_service.pictures.palette import BLACK, WHITE, mix
from referee_service.pictures.scene import Scene
from referee_service.pictures.typeface import BOLD

from .faces import Faces

TILE: Final = 112.0
"""Radius of a tile."""
DIE: Final = 116.0
FACE: Final = 52.0
"""Size of a die that shows one of its faces."""
ROW: Final = 50.0
"""Height of a technology on the table."""
TECHNOLOGY_SCALE: Final = 1.3


def draw_piece(scene: Scene, request: ComponentRequest, context: TextContext, box: Box) -> float:
    """Draw the piece of a component below the top of a box. Return the height below."""
    return Components(scene, request.pack, context).piece(request.kind, request.id, box)


class Components(Faces):
    """Draws single components."""

    def piece(self, kind: str, name: str, box: Box) -> float:
        """Draw the piece of a component in the middle of a width. Return the height below."""
        x, y = box.x + box.width / 2, box.y
        match kind:
            case "colour":
                return self._die(name, box)
            case "token":
                self.token(name, x, y + 60, 120)
                return y + 128
            case "symbol":
                colour = next((row.id for row in self.tables.pack.dice if name in row.faces), "white")
                self.die(colour, x, y + DIE / 2, DIE, name)
                return y + DIE * 1.08
            case "technology":
                with enlarged(self.scene, box.x, y, TECHNOLOGY_SCALE):
                    self._technology(name, Box(0, 0, box.width / TECHNOLOGY_SCALE, ROW))
                return y + ROW * TECHNOLOGY_SCALE
            case "technology_type":
                return self._seal(name, x, y)
            case "preset":
                return self._preset(name, box)
        self.land(name if kind == "terrain" else self.tables.tiles[name].row.terrain, x, y + TILE, TILE)
        if kind == "tile":
            self.tile_marks(self.tables.tiles[name].row, x, y + TILE, TILE)
        return y + TILE * 2.05

    def _die(self, colour: str, box: Box) -> float:
        """Draw a die with the emblem of its terrain or with its first face, and all faces below."""
        faces = self.tables.dice[colour].row.faces
        step, x = FACE + 12, box.x + box.width / 2
        shown = "" if self.tables.dice[colour].row.terrain else faces[0]
        self.die(colour, x, box.y + DIE / 2, DIE, shown)
        for at, symbol in enumerate(faces):
            left = x + (at - (len(faces) - 1) / 2) * step
            self.die(colour, left, box.y + DIE + 22 + FACE / 2, FACE, symbol)
        return box.y + DIE + 28 + FACE

    def _technology(self, name: str, box: Box) -> float:
        """Draw a technology as it lies on the table, and its edge, because the ground has the same colour."""
        self.technology_face(name, box)
        self.scene.rect(box, "none", radius=10, stroke=self.theme.line, stroke_width=1.5)
        return box.y + box.height

    def _seal(self, name: str, x: float, y: float) -> float:
        """Draw the seal of a type of technologies."""
        fill, box = self.looks.seals[name], Box(x - 60, y, 120, 120)
        self.scene.rect(Box(box.x, y + 8, 120, 120), mix(fill, BLACK, 0.35), radius=24)
        self.scene.rect(box, fill, radius=24)
        self.scene.text(x, y + 60, name, 64, weight=BOLD, colour=WHITE, anchor="middle", room=104)
        return y + 130

    def _preset(self, name: str, box: Box) -> float:
        """Draw the technologies of a predefined set, one below the other."""
        y = box.y
        for technology in next(row.technologies for row in self.tables.pack.sets if row.id == name):
            y = self._technology(technology, Box(box.x, y, box.width, ROW)) + 6
        return y
