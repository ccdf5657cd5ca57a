"""The current battle in a picture: its place and sides, and the armies with their strength, opponents or targets."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from referee_service.pictures.cards import PAPER_SOFT
from referee_service.pictures.geometry import Box
from referee_service.pictures.palette import WHITE
from referee_service.pictures.seat_bars import CORNER
from referee_service.pictures.typeface import BOLD, text_width, wrap_text

from ..fields import NO_HOST
from ..questions import MusterFrame, TakeDamageFrame
from ..render import fief_name, player_name
from ..spots import land_facts
from ..state import Battle
from ..war.battle import armies
from ..war.damage import opponents_of
from ..war.defence import army_bonus, building_bonus, defence
from .cards import INNER, MARGIN
from .pieces import CHIP_HEIGHT, CHIP_WIDTH, Group, flow, row_count
from .purchases import Purchases

GROUND: Final = "#2B2E36"
ARMY_GROUND: Final = "#3D424E"
PALE: Final = "#E6DECF"
RED: Final = "#FFB4A0"
TITLE: Final = 52.0
ARMY_LABEL: Final = 96.0
VERSUS: Final = 38.0
"""Width of the sign between two sides."""
ITEM_GAP: Final = 12.0
VALUE_SIZE: Final = 20.0
ROOM: Final = INNER - 32
"""Width for armies."""


class Item(NamedTuple):
    """A part of an army: its width, and the function that draws it from a point at its upper left."""

    width: float
    draw: Callable[[float, float], None]


class Strength(NamedTuple):
    """The strength of a side: total attack, total defence, and points of defence to give."""

    attack: int
    defence: int
    bonus: int


class Battles(Purchases):
    """Draws the current battle."""

    # --- sides --------------------------------------------------------------------------------------------------------

    def _battle(self) -> Battle:
        assert self.board.battle is not None
        return self.board.battle

    def _armies(self) -> list[int]:
        """Return the armies of the battle. While armies are formed, the next one is shown too."""
        formed = armies(self.board)
        if self.board.pending and isinstance(self.board.pending[-1], MusterFrame):
            return [*formed, len(formed) + 1]
        return formed

    def _sides(self, army: int) -> tuple[list[Group], list[Group]]:
        """Return the units of an army, and those that fight against it."""
        attacker, groups = self._battle().attacker, self.groups(f"battle.army.{army}")
        own = [group for group in groups if group.seat == attacker]
        return own, [group for group in groups if group.seat != attacker]

    def _struck(self, army: int) -> tuple[int, str]:
        """Return the host that an army strikes, or `NO_HOST`, and the building that it strikes alone."""
        battle = self._battle()
        struck = {number: (host, "") for number, host in battle.targets}
        struck |= {number: (host, name) for number, host, name in battle.struck_buildings}
        return struck.get(army, (NO_HOST, ""))

    def _target(self, host: int, building: str) -> str:
        """Return a struck land or building in words."""
        facts = land_facts(self.board, self._battle().defender, host)
        facts |= {"target": building} if building else {"target": facts["land"], "land": None}
        return self.caption("strikes", **facts) if facts["target"] else ""

    def _strength_of(self, groups: list[Group]) -> Strength:
        """Return the strength of units."""
        cards = [unit.card for group in groups for unit in group.units]
        rows = [self.tables.troops[card] for card in cards]
        bonus = army_bonus(self.board, cards)
        return Strength(sum(row.attack for row in rows), sum(row.defence for row in rows), bonus)

    def _strength_against(self, army: int, host: int) -> Strength:
        """Return the strength of a struck land or building. The city fights itself, a territory only with guards."""
        names, city = opponents_of(self.board, army, host), self.tables.city
        values = [city.defence if name == city.id else defence(self.board, name) for name in names]
        bonus = building_bonus(self.board, self._battle().defender, host) if names else 0
        return Strength(sum(self.tables.attack[name] for name in names), sum(values), bonus)

    # --- parts of an army ---------------------------------------------------------------------------------------------

    def _items(self, army: int) -> list[Item]:
        """Return what stands in the box of an army: its units, and its opponents, its target or an empty slot."""
        own, foes = self._sides(army)
        host, building = self._struck(army)
        items = self._side_items(own)
        target = self._target(host, building) if host != NO_HOST else ""
        if foes:
            first, *rest = self._side_items(foes)
            return [*items, self._versus(first), *rest]
        if target:
            width = min(320.0, text_width(target, 19, BOLD))
            items.append(self._versus(Item(width, partial(self._words, target, width))))
            return [*items, self._strength_item(self._strength_against(army, host))]
        if own:
            return [*items, Item(CHIP_WIDTH, self._slot)]
        return [Item(CHIP_WIDTH, partial(self._words, self.caption("empty"), CHIP_WIDTH))]

    def _side_items(self, groups: list[Group]) -> list[Item]:
        """Return the units of a side, and their strength if there are several."""
        items = [Item(CHIP_WIDTH, partial(self.unit, group)) for group in groups]
        is_one = len(groups) == 1 and len(groups[0].units) == 1
        return items if is_one or not groups else [*items, self._strength_item(self._strength_of(groups))]

    def _versus(self, item: Item) -> Item:
        """Return an item with the sign of a fight before it."""

        def draw(x: float, y: float) -> None:
            self.scene.icon("glyph_swordg", x + 12, y + CHIP_HEIGHT / 2, 24, RED)
            item.draw(x + VERSUS, y)

        return Item(item.width + VERSUS, draw)

    def _strength_item(self, strength: Strength) -> Item:
        """Return the total attack and defence of a side, or the word for a land that nothing guards."""
        if not any(strength):
            words = self.caption("unguarded")
            return Item(text_width(words, 19, BOLD), partial(self._words, words, 0))
        given = f"+{strength.bonus}" if strength.bonus else ""
        numbers = text_width(f"{strength.attack}{strength.defence}{given}", VALUE_SIZE, BOLD)

        width = numbers + 2 * VALUE_SIZE + 30

        def draw(x: float, y: float) -> None:
            middle = y + CHIP_HEIGHT / 2
            self.scene.rect(Box(x, middle - 17, width, 34), PALE, radius=17)
            right = self.values(x + 11, middle, strength.attack, strength.defence, size=VALUE_SIZE)
            if given:
                self.scene.text(right + 1, middle, given, VALUE_SIZE, weight=BOLD, colour=PAPER_SOFT)

        return Item(width, draw)

    def _words(self, words: str, room: float, x: float, y: float) -> None:
        self.scene.text(x, y + CHIP_HEIGHT / 2, words, 19, weight=BOLD, colour=PALE, room=room)

    def _slot(self, x: float, y: float) -> None:
        """Draw the place of an opponent that did not come."""
        box = Box(x, y, CHIP_WIDTH, CHIP_HEIGHT)
        self.scene.rect(box, "none", radius=9, stroke=PALE, stroke_width=1.5, dashes="4 6")
        middle, room = y + CHIP_HEIGHT / 2, CHIP_WIDTH - 16
        words = self.caption("unopposed")
        self.scene.text(x + CHIP_WIDTH / 2, middle, words, 18, colour=PALE, anchor="middle", room=room)

    # --- arrangement --------------------------------------------------------------------------------------------------

    def _army_width(self, items: list[Item]) -> float:
        width = ARMY_LABEL + sum(item.width + ITEM_GAP for item in items)
        return min(max(260.0, width), ROOM)

    def _army_flow(self, armies_shown: list[list[Item]]) -> list[tuple[float, int]]:
        return flow([self._army_width(items) for items in armies_shown], ROOM, ITEM_GAP)

    def _item_flow(self, items: list[Item]) -> list[tuple[float, int]]:
        return flow([item.width for item in items], ROOM - ARMY_LABEL - ITEM_GAP, ITEM_GAP)

    def _army_height(self, armies_shown: list[list[Item]]) -> float:
        rows = [row_count(self._item_flow(items)) for items in armies_shown]
        return max([1, *rows]) * (CHIP_HEIGHT + 8) + 8

    def battle_height(self) -> float:
        """Return the height of the current battle, or 0."""
        if self.board.battle is None:
            return 0.0
        shown = [self._items(army) for army in self._armies()]
        return TITLE + max(1, row_count(self._army_flow(shown))) * (self._army_height(shown) + 12) + 2

    def battle(self, y: float) -> None:
        """Draw the current battle: where it is, who fights, and the armies with their opponents or targets."""
        scene, battle, box = self.scene, self._battle(), Box(MARGIN, y, INNER, self.battle_height())
        fief, attacker = fief_name(self.board, battle.fief, self.context), player_name(battle.attacker, self.context)
        defender = player_name(battle.defender, self.context)
        title = self.context.caption("battle", fief=fief, attacker=attacker, defender=defender)
        with scene.place("battle", box, alt=title):
            scene.rect(box, GROUND, radius=CORNER, stroke=self.theme.line, stroke_width=1.5)
            scene.seat_mark(battle.attacker, MARGIN + 30, y + 27, 23, rim=WHITE)
            scene.icon("glyph_swordg", MARGIN + 60, y + 27, 26, "#FFD3C4")
            scene.seat_mark(battle.defender, MARGIN + 90, y + 27, 23, rim=WHITE)
            right = self._damage(MARGIN + INNER - 16, y + 27)
            self._title(title, MARGIN + 116, y + 27, right - MARGIN - 136)
            numbers = self._armies()
            shown = [self._items(army) for army in numbers]
            height = self._army_height(shown)
            for army, items, (x, row) in zip(numbers, shown, self._army_flow(shown), strict=True):
                spot = Box(MARGIN + 16 + x, y + TITLE + row * (height + 12), self._army_width(items), height)
                self._army(army, items, spot)

    def _title(self, title: str, x: float, y: float, room: float) -> None:
        """Write the title of the battle in one line, or if it is long in two smaller ones."""
        size = 22.0
        if text_width(title, 19, BOLD) > room:
            size = 18.0
        lines = wrap_text(title, size, room, BOLD) if size < 19 else [title]
        for at, line in enumerate(lines):
            middle = y + (at - (len(lines) - 1) / 2) * size * 1.1
            self.scene.text(x, middle, line, size, weight=BOLD, colour=WHITE, room=room)

    def _damage(self, right: float, y: float) -> float:
        """Draw the damage that is still to take, left of a line. Return its left end."""
        frame = self.board.pending[-1] if self.board.pending else None
        if not isinstance(frame, TakeDamageFrame):
            return right
        label = self.caption("damage", remaining=frame.remaining)
        self.scene.text(right, y, label, 20, weight=BOLD, colour=RED, anchor="end")
        return right - text_width(label, 20, BOLD)

    def _army(self, army: int, items: list[Item], box: Box) -> None:
        scene, label = self.scene, self.caption("army", army=army)
        with scene.place(f"battle.army.{army}", box, alt=self._army_alt(army)):
            scene.rect(box, ARMY_GROUND, radius=10)
            middle = box.y + 8 + CHIP_HEIGHT / 2
            scene.text(box.x + 12, middle, label, 19, weight=BOLD, colour=WHITE, room=ARMY_LABEL - 20)
            for item, (x, row) in zip(items, self._item_flow(items), strict=True):
                item.draw(box.x + ARMY_LABEL + x, box.y + 8 + row * (CHIP_HEIGHT + 8))

    def _army_alt(self, army: int) -> str:
        """Return the description of an army: its strength, and what it strikes."""
        own, foes = self._sides(army)
        side, (host, building) = self._strength_of(own), self._struck(army)
        facts: dict[str, int | str] = {"attack": side.attack, "defence": side.defence} if own else {}
        if foes:
            foe = self._strength_of(foes)
            facts |= {"foe_attack": foe.attack, "foe_defence": foe.defence}
        elif host != NO_HOST and (target := self._target(host, building)):
            facts["target"] = target
        return self.alt("army", army=army, **facts)
