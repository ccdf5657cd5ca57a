"""What terrains, monsters and artefacts show in a picture, without the pieces of a position."""

from __future__ import annotations

from typing import Final

from referee_service.pictures.cards import PAD, PAPER, PAPER_INK, PAPER_RIM, PAPER_SOFT, Sign, draw_signs
from referee_service.pictures.geometry import Box
from referee_service.pictures.palette import WHITE
from referee_service.pictures.typeface import BOLD, LEADING

from .pieces import Pieces

SMALL_TILE: Final = 80.0
"""Side of a space below which it shows icons only."""
ARTEFACT_SIZE: Final = 17.0
ARTEFACT_HEAD: Final = 36.0
HILLS: Final = "M-50,14 Q-24,-12 6,10 T50,4 V40 a10,10 0 0 1 -10,10 H-40 a10,10 0 0 1 -10,-10Z"
MOTIFS: Final = ((-30, -16, 34), (-2, -26, 25), (29, -18, 31))
"""Middle and size of what grows in a landscape, a hundredth of its side each."""


class Faces(Pieces):
    """Draws what is printed on terrains and cards."""

    # --- cards --------------------------------------------------------------------------------------------------------

    def lure(self, hero: str, x: float, y: float, room: float) -> None:
        """Draw the monster that a hero of the row lures."""
        monster = self.tables.heroes[hero].monster
        self.scene.icon(self.monster_icon(monster), x + 13, y, 27)
        words = self.caption("lures", monster=self.context.piece(f"short_{monster}"))
        self.scene.text(x + 33, y, words, 18, colour=PAPER_SOFT, room=room - 33)

    def artefact(self, artefact: str, lines: list[str], box: Box) -> None:
        """Draw the card of an artefact with these lines."""
        scene = self.scene
        scene.rect(Box(box.x + 1, box.y + 3, box.width, box.height), self.theme.line, radius=10)
        scene.rect(box, PAPER, radius=10, stroke=PAPER_RIM, stroke_width=1)
        self.artefact_disc(artefact, box.x + 22, box.y + 20, 14)
        name = self.write.name(artefact)
        scene.text(box.x + 44, box.y + 20, name, 20, weight=BOLD, colour=PAPER_INK, room=box.width - 54)
        y = box.y + ARTEFACT_HEAD + ARTEFACT_SIZE * LEADING / 2
        for line in lines:
            scene.text(box.x + PAD, y, line, ARTEFACT_SIZE, colour=PAPER_INK, room=box.width - 2 * PAD)
            y += ARTEFACT_SIZE * LEADING

    # --- terrains -----------------------------------------------------------------------------------------------------

    def resource(self, resource: str, x: float, y: float, side: float) -> None:
        """Draw the resource of a terrain on a disc."""
        self.scene.circle(x, y, side * 0.24, WHITE)
        self.scene.icon(f"piece_{resource}", x, y, side * 0.36)

    def risk(self, monster: str, x: float, y: float, side: float) -> None:
        """Draw the monster that a terrain shows, into its corner."""
        self.scene.icon(self.monster_icon(monster), x + side * 0.33, y + side * 0.32, side * 0.26)

    def landscape(self, resource: str, x: float, y: float, side: float) -> None:
        """Draw the landscape of a resource. Equal ones are defined once."""
        scene, look = self.scene, self.looks.resources[resource]
        name, icon = f"{scene.prefix}-land-{resource}", f"glyph_{look.glyph}"
        if name not in scene.symbols:
            scene.icons[icon] = None
            motifs = "".join(
                f'<use href="#{scene.prefix}-{icon}" transform="translate({at} {down}) scale({size / 24:.3f})"'
                f' color="{look.motif}"/>'
                for at, down, size in MOTIFS
            )
            scene.symbol(
                name,
                f'<g id="{name}"><rect x="-50" y="-50" width="100" height="100" rx="10" fill="{look.sky}"/>{motifs}'
                f'<path d="{HILLS}" fill="{look.ground}"/><rect x="-49" y="-49" width="98" height="98" rx="9.500"'
                f' fill="none" stroke="{WHITE}" stroke-width="2"/></g>',
            )
        scene.use(name, x, y, side / 100)

    def monster(self, resource: str, monster: str, box: Box) -> None:
        """Draw a monster, what its hunt takes and brings, and the resource that it guards."""
        scene, side = self.scene, box.width
        x, y, dark = box.x + side / 2, box.y + side / 2, self.looks.colours["monster"]
        if side < SMALL_TILE:
            scene.circle(x, y, side * 0.4, dark)
            scene.icon(self.monster_icon(monster), x, y, side * 0.62)
            return
        scene.circle(x, y - side * 0.1, side * 0.31, dark)
        scene.icon(self.monster_icon(monster), x, y - side * 0.1, side * 0.46)
        scene.circle(x + side * 0.36, y - side * 0.34, side * 0.12, WHITE)
        scene.icon(f"piece_{resource}", x + side * 0.36, y - side * 0.34, side * 0.18)
        self.hunt(monster, Box(box.x + 6, box.y + side - 31, side - 12, 25), 20)

    def hunt(self, monster: str, box: Box, size: float) -> None:
        """Draw what the hunt of a monster takes and brings."""
        row = self.tables.monsters[monster]
        self.scene.rect(box, self.looks.colours["monster"], radius=box.height * 0.32)
        reward = self.signs(row.reward.items())
        signs = (self.piece_sign("villager", row.villagers), Sign("arrow", colour=WHITE), *reward)
        x, middle = box.x + box.width / 2, box.y + box.height / 2
        draw_signs(self.scene, signs, x, middle, size, anchor="middle", room=box.width - 8, ink=WHITE)
