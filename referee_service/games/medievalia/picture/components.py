"""Components in pictures of their own: cards of lands, troops and buildings, resources and decks."""

from __future__ import annotations

from functools import partial
from typing import Final

from referee_service.kernel.bags import size_of
from referee_service.kernel.text_table import TextContext
from referee_service.pictures.cards import Card, card_height, draw_card
from referee_service.pictures.component import CARD_WIDTH, ComponentRequest, draw_large_card, draw_token, enlarged
from referee_service.pictures.geometry import Box
from referee_service.pictures.scene import Scene

from .faces import Faces, value_signs

DECK: Final = Box(0, 0, 116, 132)
DECK_SCALE: Final = 1.4


def draw_piece(scene: Scene, request: ComponentRequest, context: TextContext, box: Box) -> float:
    """Draw the piece of a component below the top of a box. Return the height below."""
    return Components(scene, request.pack, context).piece(request.kind, request.id, box)


class Components(Faces):
    """Draws single components."""

    def piece(self, kind: str, name: str, box: Box) -> float:
        """Draw the piece of a component in the middle of a width. Return the height below."""
        x, y = box.x + box.width / 2, box.y
        match kind:
            case "resource":
                return draw_token(self.scene, f"piece_{self.looks.resources[name]}", x, y)
            case "deck":
                return self._deck(name, x, y)
            case "city":
                card = self._city(name)
            case "civil" | "fort":
                card = self.building_card(name)
            case _:
                card = self.hand_card(name)
        return draw_large_card(self.scene, x, y, card_height(card, CARD_WIDTH), partial(draw_card, self.scene, card))

    def _city(self, name: str) -> Card:
        """Return the card of the city: what it yields, and its values when it is attacked."""
        row, look = self.tables.city, self.land_look(name)
        return Card(
            name=self.name(name),
            glyph=look.glyph,
            colour=look.colour,
            icons=(*self.land_icons(row), *value_signs(row.attack, row.defence)),
            words=self.land_words(row),
        )

    def _deck(self, deck: str, x: float, y: float) -> float:
        """Draw a deck with all its cards."""
        with enlarged(self.scene, x - DECK.width * DECK_SCALE / 2, y, DECK_SCALE):
            self.deck_face(deck, size_of(self.tables.decks[deck]), DECK)
        return y + (DECK.height + 6) * DECK_SCALE
