"""What is in progress in a picture: the current battle with its armies, an open payment, and the help of the ally."""

from __future__ import annotations

from typing import Final

from referee_service.kernel.bags import Bag
from referee_service.kernel.payment import PaymentFrame
from referee_service.pictures.cards import draw_signs, signs_width
from referee_service.pictures.geometry import Box
from referee_service.pictures.palette import WHITE
from referee_service.pictures.typeface import BOLD, text_width

from ..content.tables import DECKS
from ..questions import AllyHelpFrame, MusterFrame, PurchaseFrame, TakeDamageFrame
from ..render import fief_name, player_name
from ..spots import land_facts
from ..war.battle import armies
from .cards import INNER, MARGIN
from .pieces import CHIP_HEIGHT, CHIP_WIDTH, Group, flow, row_count
from .ring import Ring

GROUND: Final = "#2B2E36"
ARMY_GROUND: Final = "#3D424E"
PALE: Final = "#E6DECF"
RED: Final = "#FFB4A0"
TITLE: Final = 52.0
ARMY_LABEL: Final = 92.0
VERSUS: Final = 40.0
CHIP_STEP: Final = CHIP_WIDTH + 12
STRIP: Final = 52.0


class Battles(Ring):
    """Draws the current battle and open payments."""

    # --- the battle ---------------------------------------------------------------------------------------------------

    def _armies(self) -> list[int]:
        """Return the armies of the battle. While armies are formed, the next one is shown too."""
        formed = armies(self.board)
        if self.board.pending and isinstance(self.board.pending[-1], MusterFrame):
            return [*formed, len(formed) + 1]
        return formed

    def _sides(self, army: int) -> tuple[list[Group], list[Group]]:
        """Return the units of an army, and those that fight against it."""
        battle, groups = self.board.battle, self.groups(f"battle.army.{army}")
        assert battle is not None
        own = [group for group in groups if group.seat == battle.attacker]
        return own, [group for group in groups if group.seat != battle.attacker]

    def _target(self, army: int) -> str:
        """Return what an army strikes, in words."""
        battle = self.board.battle
        assert battle is not None
        struck = {number: (host, "") for number, host in battle.targets}
        struck |= {number: (host, name) for number, host, name in battle.struck_buildings}
        if army not in struck:
            return ""
        host, building = struck[army]
        facts = land_facts(self.board, battle.defender, host)
        facts |= {"target": building} if building else {"target": facts["land"], "land": None}
        return self.caption("strikes", **facts) if facts["target"] else ""

    def _army_width(self, army: int) -> float:
        own, foes = self._sides(army)
        target = self._target(army)
        width = ARMY_LABEL + CHIP_STEP * (len(own) + len(foes)) + (VERSUS if foes else 0)
        if target:
            width += VERSUS + min(300, text_width(target, 18) + 12)
        elif own and not foes:
            width += CHIP_STEP
        return max(250.0, width + 4)

    def _army_flow(self) -> list[tuple[float, int]]:
        return flow([min(self._army_width(army), INNER - 32) for army in self._armies()], INNER - 32, 12)

    def _army_rows(self, army: int) -> int:
        """Return the number of rows of units in an army that is wider than the table."""
        own, foes = self._sides(army)
        return max(1, row_count(flow(self._army_widths(own, foes), INNER - 32 - ARMY_LABEL, 12)))

    def _army_widths(self, own: list[Group], foes: list[Group]) -> list[float]:
        """Return the widths of the units of an army. The first opponent has room for a sign before it."""
        return [CHIP_WIDTH] * len(own) + [CHIP_WIDTH + (0 if at else VERSUS - 6) for at in range(len(foes))]

    def _army_height(self) -> float:
        return max([1, *(self._army_rows(army) for army in self._armies())]) * (CHIP_HEIGHT + 8) + 8

    def battle_height(self) -> float:
        """Return the height of the current battle, or 0."""
        if self.board.battle is None:
            return 0.0
        return TITLE + max(1, row_count(self._army_flow())) * (self._army_height() + 12) + 2

    def battle(self, y: float) -> None:
        """Draw the current battle: where it is, who fights, and the armies with their opponents or targets."""
        scene, battle, box = self.scene, self.board.battle, Box(MARGIN, y, INNER, self.battle_height())
        assert battle is not None
        facts = {
            "fief": fief_name(self.board, battle.fief, self.context),
            "attacker": player_name(battle.attacker, self.context),
        }
        facts["defender"] = player_name(battle.defender, self.context)
        title = self.context.caption("battle", **facts)
        with scene.place("battle", box, alt=title):
            scene.rect(box, GROUND, radius=14, stroke=self.theme.line, stroke_width=1.5)
            scene.icon("glyph_swordg", MARGIN + 30, y + 27, 30, "#FFD3C4")
            right = self._damage(MARGIN + INNER - 16, y + 27)
            scene.text(MARGIN + 56, y + 27, title, 22, weight=BOLD, colour=WHITE, room=right - MARGIN - 76)
            height = self._army_height()
            for army, (x, row) in zip(self._armies(), self._army_flow(), strict=True):
                width = min(self._army_width(army), INNER - 32)
                self._army(army, Box(MARGIN + 16 + x, y + TITLE + row * (height + 12), width, height))

    def _damage(self, right: float, y: float) -> float:
        """Draw the damage that is still to take, left of a line. Return its left end."""
        frame = self.board.pending[-1] if self.board.pending else None
        if not isinstance(frame, TakeDamageFrame):
            return right
        label = self.caption("damage", remaining=frame.remaining)
        self.scene.text(right, y, label, 20, weight=BOLD, colour=RED, anchor="end")
        return right - text_width(label, 20, BOLD)

    def _army(self, army: int, box: Box) -> None:
        scene, place = self.scene, f"battle.army.{army}"
        own, foes = self._sides(army)
        label = self.caption("army", army=army)
        with scene.place(place, box, alt=label):
            scene.rect(box, ARMY_GROUND, radius=10)
            middle = box.y + 8 + CHIP_HEIGHT / 2
            scene.text(box.x + 12, middle, label, 19, weight=BOLD, colour=WHITE, room=ARMY_LABEL - 20)
            left, top = box.x + ARMY_LABEL, box.y + 8
            spots = flow(self._army_widths(own, foes), INNER - 32 - ARMY_LABEL, 12)
            for at, (group, (x, row)) in enumerate(zip(own + foes, spots, strict=True)):
                y = top + row * (CHIP_HEIGHT + 8)
                is_first_foe = at == len(own)
                if is_first_foe:
                    scene.icon("glyph_swordg", left + x + 12, y + CHIP_HEIGHT / 2, 22, RED)
                self.unit(group, left + x + (VERSUS - 6 if is_first_foe else 0), y)
            self._army_aim(army, own, foes, box, middle)

    def _army_aim(self, army: int, own: list[Group], foes: list[Group], box: Box, middle: float) -> None:
        """Write what an army strikes, or that it has no opponent."""
        if foes:
            return
        target = self._target(army)
        left, right = box.x + ARMY_LABEL + len(own) * CHIP_STEP, box.x + box.width - 10
        if target:
            self.scene.icon("glyph_swordg", left + 12, middle, 22, RED)
            self.scene.text(left + 30, middle, target, 18, colour=PALE, room=right - left - 30)
        elif not own:
            self.scene.text(left, middle, self.caption("empty"), 18, colour=PALE, room=right - left)
        elif right - left >= CHIP_WIDTH:
            slot = Box(left, middle - CHIP_HEIGHT / 2, CHIP_WIDTH, CHIP_HEIGHT)
            self.scene.rect(slot, "none", radius=9, stroke=PALE, stroke_width=1.5, dashes="4 6")
            x, room = left + CHIP_WIDTH / 2, CHIP_WIDTH - 16
            self.scene.text(x, middle, self.caption("unopposed"), 18, colour=PALE, anchor="middle", room=room)

    # --- payments -----------------------------------------------------------------------------------------------------

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
        scene.rect(Box(MARGIN, y, INNER, STRIP), theme.panel, radius=14)
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
