"""What all parts of a picture share: the scene, the view, texts, and cards as they lie on the table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from msgspec.structs import replace

from referee_service.kernel.bags import Bag
from referee_service.kernel.rules import Fact
from referee_service.kernel.text_table import TextContext
from referee_service.pictures.geometry import Box
from referee_service.pictures.scene import Scene
from referee_service.pictures.typeface import BOLD

from ..content.cards import pieces_in_order
from ..content.tables import card_of, content, scenario
from ..empire.cards import ability_source
from ..state import Player, Site
from ..view import View
from .cards import Shown, card_labels, whole_card
from .faces import Face, face_writer
from .looks import looks
from .signs import goods_signs, price_signs

WIDTH: Final = 1200.0
MARGIN: Final = 20.0
PANEL_WIDTH: Final = WIDTH - 2 * MARGIN
INSET: Final = 12.0
"""Distance of cards from the edge of their panel."""
GAP: Final = 15.0
"""Distance of two full cards: two rings touch, but never cross."""


class Painter:
    """Draws one view into a scene."""

    def __init__(self, scene: Scene, view: View, context: TextContext) -> None:
        self.scene, self.view, self.context = scene, view, context
        self.state, self.theme, self.looks = view.board, scene.theme, looks()
        self.tables = content(view.board)
        self.faces = face_writer(view.board.pack, context.catalogue, context.language)
        self.labels = card_labels(context)

    def caption(self, name: str, /, **facts: Fact) -> str:
        """Return a caption of pictures."""
        return self.context.caption(f"picture_{name}", **facts)

    def alt(self, seat: int | None, name: str, /, **facts: Fact) -> str:
        """Return the description of a place, after the name of the player if it belongs to a seat."""
        text = self.context.caption(f"alt_{name}", **facts)
        return text if seat is None else f"{self.context.player(seat)} – {text}"

    @contextmanager
    def faded(self, *, is_faded: bool) -> Iterator[None]:
        """Draw something faint: a number that is zero."""
        if is_faded:
            self.scene.elements.append('<g opacity="0.45">')
        yield
        if is_faded:
            self.scene.elements.append("</g>")

    def title(self, text: str, x: float, y: float, room: float) -> None:
        """Write the title of a panel."""
        self.scene.text(x, y, text.upper(), 17, weight=BOLD, colour=self.theme.soft, room=room)

    # --- cards --------------------------------------------------------------------------------------------------------

    def face(self, card: str) -> Face:
        """Return the face of a card."""
        return self.faces.face(card_of(self.state, card))

    def hand_card(self, card: str, count: int = 1, *, is_chosen: bool = False) -> Shown:
        """Return a card of a hand, of a lookout or of a choice, with everything that it shows."""
        face = self.face(card)
        if face.is_island and self.state.solo is not None and (cost := scenario(self.state).rules.island_cost):
            face = replace(face, price=price_signs(cost))
        return replace(whole_card(face), count=count, is_chosen=is_chosen)

    def island(self, card: str) -> Shown:
        """Return an island of the expedition board. What pillaging and conquering bring needs no words."""
        face = self.face(card)
        parts = tuple(replace(part, words="") if part.when in ("pillage", "bonus") else part for part in face.parts)
        return Shown(face=face, parts=parts, where="board")

    def site_card(self, player: Player, site: Site) -> Shown:
        """Return a card of an empire: only what still matters. A copy has the abilities of the copied card."""
        face, source = self.face(site.card), ability_source(player, site)
        is_copy = site.copied_slot is not None
        copied = self.face(source) if is_copy and source else None
        parts = copied.in_play if copied is not None else () if is_copy else face.in_play
        if not parts:
            parts = (self.faces.part("done", (), self.caption("no_effect")),)
        return Shown(
            face=face,
            parts=parts,
            is_used=site.exhausted,
            is_invaded=site.invaded,
            goods=goods_signs(site.goods),
            copied=copied.name if copied is not None else "",
            is_upgrade=site.host is not None,
        )

    def site_alt(self, seat: int, shown: Shown, goods: Bag = ()) -> str:
        """Return the description of a card of an empire, with the goods on it."""
        states = [(shown.is_used, self.labels.used), (shown.is_invaded, self.labels.invaded)]
        marks = [label for is_shown, label in states if is_shown] + ([f"= {shown.copied}"] if shown.copied else [])
        marks += [self.context.caption("alt_stored", goods=pieces_in_order(goods))] if goods else []
        marked = f" ({', '.join(marks)})" if marks else ""
        return f"{self.context.player(seat)} – {shown.face.text}{marked}"

    def panel(self, box: Box, *, seat: int | None = None, is_active: bool = False) -> None:
        """Draw the ground of a panel. That of the seat to move has a rim of its colour."""
        rim = self.scene.seat_colour(seat) if seat is not None and is_active else self.theme.line
        self.scene.rect(box, self.theme.panel, radius=15, stroke=rim, stroke_width=4 if is_active else 1.5)
