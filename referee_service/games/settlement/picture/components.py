"""Components in pictures of their own: terrains, monsters, resources, buildings, artefacts, heroes and guilds."""

from __future__ import annotations

from functools import partial
from typing import Final

from referee_service.kernel.text_table import TextContext
from referee_service.pictures.cards import ICON_HEIGHT, PAD, Card, card_height, draw_card
from referee_service.pictures.component import CARD_WIDTH, ComponentRequest, draw_large_card, draw_token
from referee_service.pictures.geometry import Box
from referee_service.pictures.scene import Scene
from referee_service.pictures.typeface import LEADING, wrap_text

from .faces import ARTEFACT_HEAD, ARTEFACT_SIZE, Faces

TERRAIN: Final = 190.0
DISC: Final = 62.0
HUNT_WIDTH: Final = 168.0


def draw_piece(scene: Scene, request: ComponentRequest, context: TextContext, box: Box) -> float:
    """Draw the piece of a component below the top of a box. Return the height below."""
    return Components(scene, request.pack, context).piece(request.kind, request.id, box)


class Components(Faces):
    """Draws single components."""

    def piece(self, kind: str, name: str, box: Box) -> float:
        """Draw the piece of a component in the middle of a width. Return the height below."""
        x, y = box.x + box.width / 2, box.y
        match kind:
            case "terrain":
                return self._terrain(name, x, y)
            case "monster":
                return self._monster(name, x, y)
            case "building":
                return self._card(self.building_card(name, is_offered=True), x, y)
            case "hero":
                return self._hero(name, x, y)
            case "artefact":
                return self._artefact(name, x, y)
            case "guild":
                emblem = self.guild_emblem(name)
                self.disc(emblem.glyph, emblem.colour, x, y + DISC, DISC)
                return y + 2 * DISC + 4
        return draw_token(self.scene, f"piece_{self.looks.pieces.get(name, name)}", x, y)

    def _card(self, card: Card, x: float, y: float) -> float:
        return draw_large_card(self.scene, x, y, card_height(card, CARD_WIDTH), partial(draw_card, self.scene, card))

    def _hero(self, hero: str, x: float, y: float) -> float:
        """Draw a hero with a line for the monster that it lures."""
        card = self.hero_card(hero)

        def draw(box: Box) -> None:
            draw_card(self.scene, card, box)
            self.lure(hero, box.x + PAD, box.height - 1.5 * ICON_HEIGHT - 2, box.width - 2 * PAD)

        return draw_large_card(self.scene, x, y, card_height(card, CARD_WIDTH) + ICON_HEIGHT, draw)

    def _artefact(self, artefact: str, x: float, y: float) -> float:
        lines = wrap_text(self.artefact_words(artefact), ARTEFACT_SIZE, CARD_WIDTH - 2 * PAD)
        height = ARTEFACT_HEAD + len(lines) * ARTEFACT_SIZE * LEADING + 8
        return draw_large_card(self.scene, x, y, height, partial(self.artefact, artefact, lines))

    def _terrain(self, terrain: str, x: float, y: float) -> float:
        """Draw the landscape of a terrain, its resource, and the monster that it shows."""
        row, middle, half = self.tables.terrains[terrain], y + TERRAIN / 2, TERRAIN / 2
        self.scene.rect(Box(x - half + 1, y + 3, TERRAIN, TERRAIN), self.theme.line, radius=TERRAIN * 0.1)
        self.landscape(row.resource, x, middle, TERRAIN)
        self.resource(row.resource, x, middle, TERRAIN)
        self.risk(row.monster, x, middle, TERRAIN)
        return y + TERRAIN + 3

    def _monster(self, monster: str, x: float, y: float) -> float:
        """Draw a monster, and what its hunt takes and brings."""
        self.scene.circle(x, y + DISC, DISC, self.looks.colours["monster"], stroke=self.theme.line)
        self.scene.icon(self.monster_icon(monster), x, y + DISC, DISC * 1.5)
        self.hunt(monster, Box(x - HUNT_WIDTH / 2, y + 2 * DISC + 10, HUNT_WIDTH, 44), 34)
        return y + 2 * DISC + 56
