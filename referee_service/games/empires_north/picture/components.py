"""Components in pictures of their own: cards, islands, events, tiles, clans, scenarios and goods."""

from __future__ import annotations

from functools import partial
from typing import Final

from referee_service.kernel.grammar import capitalized
from referee_service.kernel.text_table import TextContext
from referee_service.pictures.cards import PAPER, PAPER_INK, PAPER_RIM, draw_signs
from referee_service.pictures.component import CARD_WIDTH, ComponentRequest, draw_large_card, draw_token, enlarged
from referee_service.pictures.geometry import Box
from referee_service.pictures.palette import WHITE
from referee_service.pictures.scene import Scene
from referee_service.pictures.typeface import BOLD

from ..content.scenarios import Scenario
from ..content.tables import PACKS, scenario_named
from .board import TILE, draw_tile
from .cards import HEAD, PAD, card_labels, draw_full, draw_head, full_height, whole_card
from .faces import Face, face_writer
from .looks import look_of_type, looks
from .signs import disc_sign
from .solo import DARK, GOLD, GROUND

TILE_SCALE: Final = 1.5
TYPE_LINE: Final = 38.0
"""Height of a line with a type of cards."""
SCENARIO_HEIGHT: Final = 128.0


def draw_piece(scene: Scene, request: ComponentRequest, context: TextContext, box: Box) -> float:
    """Draw the piece of a component below the top of a box. Return the height below."""
    return Components(scene, request.pack, context).piece(request.kind, request.id, box)


class Components:
    """Draws single components of one pack into a scene."""

    def __init__(self, scene: Scene, pack: str, context: TextContext) -> None:
        self.scene, self.context, self.tables, self.looks = scene, context, PACKS.get(pack), looks()
        self.faces = face_writer(pack, context.catalogue, context.language)
        self.scenarios = {row.id: scenario_named(pack, row.id, ()) for row in self.tables.pack.scenarios}

    def piece(self, kind: str, name: str, box: Box) -> float:
        """Draw the piece of a component in the middle of a width. Return the height below."""
        x, y = box.x + box.width / 2, box.y
        match kind:
            case "good":
                return draw_token(self.scene, f"piece_{self.looks.goods.get(name, name)}", x, y)
            case "tile":
                return self._tile(name, x, y)
            case "clan":
                return self._clan(name, x, y)
            case "scenario":
                return self._scenario(self.scenarios[name], box)
            case "event":
                return self._card(self._event(name), x, y)
        card = self.tables.cards.get(name)
        if card is None:
            card = next(each.location for each in self.scenarios.values() if each.location and each.location.id == name)
        return self._card(self.faces.face(card), x, y)

    def _name(self, piece: str) -> str:
        return capitalized(self.context.piece(piece))

    def _card(self, face: Face, x: float, y: float) -> float:
        shown, labels = whole_card(face), card_labels(self.context)
        draw = partial(draw_full, self.scene, shown, labels=labels)
        return draw_large_card(self.scene, x, y, full_height(shown, CARD_WIDTH), draw)

    def _event(self, event: str) -> Face:
        """Return an event of a scenario as a card."""
        ability = next(each.abilities[event][0] for each in self.scenarios.values() if event in each.events)
        part = self.faces.part("event", self.faces.signs.ability(ability), self.faces.words(ability))
        return Face(event, self._name(event), self.looks.scenario, (part,))

    def _tile(self, tile: str, x: float, y: float) -> float:
        radius = (TILE + 3) * TILE_SCALE
        words = self.context.piece(tile), self.context.caption(f"picture_{tile}")
        with enlarged(self.scene, x, y + radius, TILE_SCALE):
            draw_tile(self.scene, self.looks.tiles[tile], words, 0, 0, is_solo_side=False)
        return y + 2 * radius + 4

    def _clan(self, clan: str, x: float, y: float) -> float:
        """Draw a clan as a card with the types of its cards."""
        types = self.tables.clans[clan].types
        height = HEAD + 10 + TYPE_LINE * len(types)

        def draw(box: Box) -> None:
            scene, face = self.scene, self.faces.clan(clan)
            scene.rect(box, PAPER, radius=10, stroke=PAPER_RIM, stroke_width=1)
            draw_head(scene, whole_card(face), box, HEAD, 20)
            for at, type in enumerate(types):
                middle = HEAD + 5 + (at + 0.5) * TYPE_LINE
                draw_signs(scene, (disc_sign(look_of_type(self.tables, type)),), PAD, middle, 29)
                name, room = self._name(f"type_{type}"), box.width - PAD - 54
                scene.text(PAD + 42, middle, name, 20, weight=BOLD, colour=PAPER_INK, room=room)

        return draw_large_card(self.scene, x, y, height, draw)

    def _scenario(self, scenario: Scenario, box: Box) -> float:
        """Draw a solo scenario: its sign, the points to reach, and a dot for each round."""
        scene, y, x = self.scene, box.y, box.x + box.width / 2
        scene.rect(Box(box.x, y, box.width, SCENARIO_HEIGHT), GROUND, radius=15)
        scene.icon(f"glyph_{self.looks.scenario.glyph}", box.x + 76, y + SCENARIO_HEIGHT / 2, 84, "#F4C9B8")
        scene.icon("piece_vp", x + 16, y + 48, 52)
        scene.text(x + 54, y + 49, scenario.threshold, 52, weight=BOLD, colour=WHITE)
        for at in range(self.tables.numbers["solo_rounds"]):
            scene.circle(x + 4 + at * 34, y + 98, 11, DARK, stroke=GOLD, stroke_width=2.5)
        return y + SCENARIO_HEIGHT
