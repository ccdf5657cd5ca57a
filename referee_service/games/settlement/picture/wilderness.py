"""The wilderness in a picture: landscapes with their resource, monsters, fortifications and unexplored spaces.

Spaces share sides as in the rules, so they lie in straight columns.
"""

from __future__ import annotations

from typing import Final

from referee_service.pictures.cards import PAPER_INK, PAPER_SOFT, draw_signs
from referee_service.pictures.geometry import Box
from referee_service.pictures.palette import WHITE
from referee_service.pictures.typeface import BOLD

from ..questions import EncounterFrame
from ..state import Player, is_shown_by_heroes, monster_of, region_of, resource_of
from .faces import SMALL_TILE
from .offers import Offers

SPACE_DISC: Final = "#ECE5D8"
"""The ground of the number of a space, which keeps it apart from amounts."""


class Wilderness(Offers):
    """Draws the spaces of the wilderness."""

    def wild_space(self, seat: int, space: int, box: Box) -> None:
        """Draw a space of the wilderness of a player."""
        player = self.view.players[seat]
        place = f"wild.{seat}.{space}"
        terrain = player.wilderness[space]
        with self.scene.place(place, box, alt=self._space_alt(player, space), holds=terrain):
            if terrain:
                self._terrain(seat, space, box)
            else:
                self._unexplored(space, box)
            if terrain and box.width >= SMALL_TILE:
                self.space_number(space, box.x + 15, box.y + 15)

    def space_number(self, space: int, x: float, y: float) -> None:
        """Draw the number of a space on a disc, as texts name it."""
        self.scene.circle(x, y, 10.5, SPACE_DISC)
        self.scene.text(x, y, space, 16, weight=BOLD, colour=PAPER_SOFT, anchor="middle")

    def _space_alt(self, player: Player, space: int) -> str:
        terrain = player.wilderness[space]
        if not terrain:
            region = region_of(space)
            villagers = self.tables.explorers[region - 1]
            return self.alt("unexplored", space=space, region=region, villagers=villagers)
        if space in player.monsters:
            monster = self.tables.monsters[monster_of(self.view, player, space)]
            reward = self.write.counted(monster.reward)
            return self.alt(
                "monster", space=space, terrain=terrain, monster=monster.id, villagers=monster.villagers, reward=reward
            )
        if space in player.fortifications:
            is_used = space in player.activated_fortifications
            return self.alt("fortified_used" if is_used else "fortified", space=space, terrain=terrain)
        is_lured = is_shown_by_heroes(self.view, monster_of(self.view, player, space))
        return self.alt("terrain_lured" if is_lured else "terrain", space=space, terrain=terrain)

    def _unexplored(self, space: int, box: Box) -> None:
        """Draw the price of exploring a space."""
        x, y, side = box.x + box.width / 2, box.y + box.height / 2, box.width
        self.empty(box, radius=side * 0.1)
        if side < SMALL_TILE:
            return
        villagers = self.villager_signs(self.tables.explorers[region_of(space) - 1])
        self.scene.text(box.x + 15, box.y + 15, space, 17, weight=BOLD, colour=self.theme.soft, anchor="middle")
        self.scene.icon("glyph_spyglass", x, y - side * 0.14, side * 0.28, self.theme.line)
        draw_signs(self.scene, villagers, x, y + side * 0.22, side * 0.23, anchor="middle")

    def _terrain(self, seat: int, space: int, box: Box) -> None:
        """Draw an explored space: its landscape, then the monster, or the resource with what threatens or guards it."""
        scene, side, player = self.scene, box.width, self.view.players[seat]
        x, y = box.x + side / 2, box.y + side / 2
        resource, monster = resource_of(self.view, player, space), monster_of(self.view, player, space)
        scene.rect(Box(box.x + 1, box.y + 3, side, side), self.theme.line, radius=side * 0.1)
        self.landscape(resource, x, y, side)
        if space in player.monsters:
            self.monster(resource, monster, box)
            return
        is_fortified = space in player.fortifications
        if is_fortified:
            self._wall(box, is_used=space in player.activated_fortifications)
        self.resource(resource, x, y, side)
        if is_fortified:
            scene.icon("piece_fort", x - side * 0.3, y + side * 0.28, side * 0.3)
        elif self._is_encounter(seat, space):
            self._riddle(monster, x, y, side)
        else:
            self._threat(monster, x + side * 0.33, y + side * 0.33, side)

    def _threat(self, monster: str, x: float, y: float, side: float) -> None:
        """Draw the monster that a terrain shows, on a dark disc if a hero of the row lures it."""
        is_lured = is_shown_by_heroes(self.view, monster)
        ground = self.looks.colours["monster"] if is_lured else WHITE
        self.scene.circle(x, y, side * (0.16 if is_lured else 0.14), ground, stroke=WHITE, stroke_width=1.5)
        self.scene.icon(self.monster_icon(monster), x, y, side * (0.24 if is_lured else 0.2))

    def _wall(self, box: Box, *, is_used: bool) -> None:
        """Draw the wall of a fortification. It is pale once the fortification is activated."""
        side, colour = box.width, self.looks.colours["used_wall" if is_used else "wall"]
        wide = side * 0.055
        inside = Box(box.x + wide, box.y + wide, side - 2 * wide, side - 2 * wide)
        dashes = f"{side * 0.085:.1f} {side * 0.1:.1f}"
        self.scene.rect(inside, "none", radius=side * 0.07, stroke=colour, stroke_width=wide, dashes=dashes)
        if is_used and side >= SMALL_TILE:
            self.scene.circle(box.x + side * 0.8, box.y + side * 0.8, side * 0.11, colour)
            self.scene.icon("check", box.x + side * 0.8, box.y + side * 0.8, side * 0.15, WHITE)

    def _is_encounter(self, seat: int, space: int) -> bool:
        """Return whether a player is asked if a monster appears on this space."""
        frame = self.view.pending[-1] if self.view.pending else None
        return isinstance(frame, EncounterFrame) and frame.space == space and frame.seat == seat

    def _riddle(self, monster: str, x: float, y: float, side: float) -> None:
        """Draw a monster that may appear."""
        scene, radius = self.scene, side * 0.19
        x, y = x + side * 0.27, y + side * 0.27
        scene.circle(x, y, radius, self.looks.colours["monster"], stroke=WHITE)
        scene.icon(self.monster_icon(monster), x, y, radius * 1.5)
        if side >= SMALL_TILE:
            scene.circle(x + 14, y - 26, 12, WHITE)
            scene.text(x + 14, y - 26, "?", 20, weight=BOLD, colour=PAPER_INK, anchor="middle")
