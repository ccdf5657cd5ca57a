"""An open purchase in a picture: what is bought, what is owed and paid, and the help of the ally."""

from __future__ import annotations

from typing import Final

from referee_service.kernel.bags import Bag
from referee_service.kernel.payment import PaymentFrame
from referee_service.pictures.cards import draw_signs, signs_width
from referee_service.pictures.geometry import Box
from referee_service.pictures.palette import WHITE
from referee_service.pictures.seat_bars import CORNER
from referee_service.pictures.typeface import BOLD

from ..content.tables import DECKS
from ..questions import AllyHelpFrame, PurchaseFrame
from .cards import INNER, MARGIN
from .ring import Ring

STRIP: Final = 52.0


class Purchases(Ring):
    """Draws open payments."""

    def _amounts(self) -> list[tuple[str, Bag]]:
        """Return the resources of an open payment or of the help of the ally, each with its caption."""
        frame = self.board.pending[-1] if self.board.pending else None
        shown: list[tuple[str, Bag]] = []
        if isinstance(frame, PaymentFrame):
            shown = [("to_pay", frame.owed), ("paid", frame.pool)]
        elif isinstance(frame, AllyHelpFrame):
            shown = [("produced", frame.pool)]
        if self.board.ally_pool and not isinstance(frame, AllyHelpFrame):
            shown.append(("help", self.board.ally_pool))
        return shown

    def payment_height(self) -> float:
        """Return the height of the strip of an open payment, or 0."""
        return STRIP if self._amounts() else 0.0

    def payment(self, y: float) -> None:
        """Draw an open payment: what is bought, its price, and what is paid so far."""
        scene, theme, middle = self.scene, self.theme, y + STRIP / 2
        scene.rect(Box(MARGIN, y, INNER, STRIP), theme.panel, radius=CORNER)
        x = self._purchase(MARGIN + 18, middle)
        for name, amounts in self._amounts():
            label = self.caption(name).upper()
            x += scene.text(x, middle, label, 17, weight=BOLD, colour=theme.soft) + 10
            signs = self.resource_signs(amounts)
            if signs:
                width = signs_width(signs, 28) + 22
                scene.rect(Box(x, middle - 19, width, 38), theme.well, radius=19)
                draw_signs(scene, signs, x + 11, middle, 28, ink=theme.ink)
            else:
                width = scene.text(x, middle, "–", 22, colour=theme.soft)
            x += width + 30

    def _purchase(self, x: float, y: float) -> float:
        """Draw what an open payment buys. Return the right end."""
        scene = self.scene
        frame = self.board.pending[-2] if len(self.board.pending) > 1 else None
        if not isinstance(frame, PurchaseFrame):
            return x
        tables = self.tables
        if frame.card in tables.buildings:
            glyph, colour = self.building_glyph(frame.card), self.building_colour(frame.card)
        elif frame.card in tables.troops:
            glyph, colour = self.troop_glyph(frame.card), self._deck_colour(frame.card)
        elif frame.card in tables.lands:
            look = self.land_look(frame.card)
            glyph, colour = look.glyph, look.colour
        else:
            look = self.looks.decks[DECKS[frame.pile]]
            glyph, colour = look.glyph, look.colour
        name = self.name(frame.card) if frame.card else self.name(f"{DECKS[frame.pile]}_card")
        scene.circle(x + 17, y, 17, colour)
        scene.icon(f"glyph_{glyph}", x + 17, y, 22, WHITE)
        return x + 44 + scene.text(x + 44, y, name, 22, weight=BOLD) + 34
