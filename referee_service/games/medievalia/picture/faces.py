"""What cards and decks show in a picture, without the pieces of a position, in the looks of `looks.yaml`."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from referee_service.kernel.components import component_texts
from referee_service.kernel.grammar import capitalized
from referee_service.kernel.rules import Fact
from referee_service.kernel.text_table import TextContext
from referee_service.pictures.cards import PAPER_INK, PAPER_SOFT, Card, Sign
from referee_service.pictures.geometry import Box
from referee_service.pictures.palette import WHITE, mix
from referee_service.pictures.scene import Scene
from referee_service.pictures.typeface import BOLD, text_width

from ..components import POWER_NUMBERS, components
from ..content.schema import CityRow, TerritoryRow, TroopRow
from ..content.tables import DECKS, PACKS
from .looks import DEFAULT, Look, looks

WOUND: Final = "#B3261E"


class Density(IntEnum):
    """What a picture leaves out to be lower."""

    FULL = 0
    NO_WORDS = 1
    """Cards have no words."""
    LEAST = 2
    """Cards of the hand and units are small, and the part `table` leaves out the own ground, as `mine` shows it."""


class Faces:
    """Draws and describes pieces of one pack."""

    density: Density = Density.FULL

    def __init__(self, scene: Scene, pack: str, context: TextContext) -> None:
        self.scene, self.theme, self.context = scene, scene.theme, context
        self.tables, self.looks = PACKS.get(pack), looks()
        self.texts = component_texts(components, PACKS, pack, context.catalogue, context.language)

    # --- words --------------------------------------------------------------------------------------------------------

    def caption(self, name: str, /, **facts: Fact) -> str:
        """Return a caption of the picture."""
        return self.context.caption(f"picture_{name}", **facts)

    def alt(self, name: str, /, **facts: Fact) -> str:
        """Return the description of a place."""
        return capitalized(self.context.caption(f"alt_{name}", **facts))

    def name(self, piece: str) -> str:
        """Return the name of a piece with a capital letter."""
        return capitalized(self.context.piece(piece))

    # --- icons --------------------------------------------------------------------------------------------------------

    def resource_signs(self, resources: tuple[tuple[str, int], ...]) -> tuple[Sign, ...]:
        """Return counted resources as icons, in the order of the looks. The powers of a payment are glyphs."""
        counts = dict(resources)
        signs = [
            Sign("piece", icon, counts[resource])
            for resource, icon in self.looks.resources.items()
            if counts.get(resource)
        ]
        powers = [
            Sign("glyph", icon, counts[power], self.theme.ink)
            for power, icon in self.looks.powers.items()
            if counts.get(power)
        ]
        return (*signs, *powers)

    def building_glyph(self, building: str) -> str:
        """Return the glyph of a building."""
        return self.looks.buildings.get(building, self.looks.buildings[DEFAULT])

    def building_colour(self, building: str) -> str:
        """Return the colour of a building: civil or military."""
        return self.looks.kinds["civil" if building in self.tables.civil else "fort"]

    def troop_glyph(self, card: str) -> str:
        """Return the glyph of a military or character card."""
        return self.looks.troops.get(card, self.looks.troops[DEFAULT])

    def land_look(self, card: str) -> Look:
        """Return the look of the city or a territory."""
        return self.looks.lands.get(card, self.looks.lands[DEFAULT])

    def values(self, x: float, y: float, attack: int, defence: int, *, ink: str = PAPER_INK, size: float = 18) -> float:
        """Draw attack and defence from a point to the right. Return the end."""
        for icon, value, wide in (("sword", attack, 1.0), ("shield", defence, 0.92)):
            self.scene.icon(f"piece_{icon}", x + size * wide / 2, y, size * wide)
            x += size * wide + 2
            x += self.scene.text(x, y, value, size, weight=BOLD, colour=ink) + 6
        return x - 6

    def pill(self, x: float, y: float, text: str, colour: str, *, size: float = 16, ink: str = WHITE) -> float:
        """Draw a word on a round field, from a point to the right. Return its width."""
        width = text_width(text, size, BOLD) + size * 0.8
        self.scene.rect(Box(x, y - size * 0.65, width, size * 1.3), colour, radius=size * 0.65)
        self.scene.text(x + width / 2, y, text, size, weight=BOLD, colour=ink, anchor="middle")
        return width

    # --- what a card shows --------------------------------------------------------------------------------------------

    def _cost(self, card: str) -> tuple[Sign, ...]:
        signs = self.resource_signs(self.tables.costs[card])
        if self.density == Density.LEAST:
            return signs
        return (Sign("text", self.caption("cost").upper(), colour=PAPER_SOFT), *signs)

    def building_card(self, building: str) -> Card:
        """Return the card of a building: what it adds, its price and its points."""
        row, numbers = self.tables.buildings[building], self.tables.numbers
        saved = [troop.id for troop in self.tables.pack.troops if troop.requires == building]
        if row.defence:
            icons: tuple[Sign, ...] = (*value_signs(row.attack, row.defence),)
            words = [self.caption("fort")]
        else:
            output, defence = numbers["civil_output"], numbers["civil_defence"]
            icons = (Sign("text", f"+{output}"), Sign("piece", "any"), Sign("text", f"+{defence}"))
            icons += (Sign("piece", "shield"),)
            words = [self.caption("civil", output=output, defence=defence)]
        icons += tuple(Sign("glyph", self.troop_glyph(card), colour=self._deck_colour(card)) for card in saved)
        words += [self.caption("saves", card=card, surcharge=numbers["missing_price"]) for card in saved]
        return Card(
            name=self.name(building),
            glyph=self.building_glyph(building),
            colour=self.building_colour(building),
            icons=icons,
            words=" ".join(words) if self.density < Density.NO_WORDS else "",
            price=self._cost(building),
            fact=(Sign("points", count=row.points),),
        )

    def _deck_colour(self, card: str) -> str:
        return self.looks.decks[DECKS[self.tables.deck_of[card]]].colour

    def hand_card(self, card: str, count: int = 1, required: tuple[Sign, ...] | None = None) -> Card:
        """Return a card of a hand. `required` replaces the sign of a building that it requires and that is missing."""
        price = self._cost(card)
        if card in self.tables.troops:
            row = self.tables.troops[card]
            icons, words, glyph = self._troop_icons(row), self._troop_words(row), self.troop_glyph(card)
            price += self._surcharge(row) if required is None else required
        else:
            land = self.tables.territories[card]
            icons, words, glyph = self.land_icons(land), self.land_words(land), self.land_look(card).glyph
        colour, shown = self._deck_colour(card), words if self.density < Density.NO_WORDS else ""
        return Card(
            name=self.name(card), glyph=glyph, colour=colour, icons=icons, words=shown, price=price, count=count
        )

    def land_icons(self, land: CityRow | TerritoryRow) -> tuple[Sign, ...]:
        """Return what a land yields alone, and with workers."""
        output = self.resource_signs(((land.resource, land.output),))
        return (*output, Sign("text", "+1 ×"), Sign("piece", "workforce"))

    def land_words(self, land: CityRow | TerritoryRow) -> str:
        """Return what a land yields, in a few words."""
        workers = self.tables.numbers["workers_per_host"]
        return self.caption("land", produced=(land.resource,) * land.output, workers=workers)

    def _troop_icons(self, row: TroopRow) -> tuple[Sign, ...]:
        works = (Sign("text", "+1"), Sign("piece", "workforce")) if row.works else ()
        return (*value_signs(row.attack, row.defence), *works)

    def _troop_words(self, row: TroopRow) -> str:
        """Return what a card does, in a few words."""
        words = [self.caption("works")] if row.works else []
        if row.power:
            words.append(self.caption(f"power_{row.power}", number=self.tables.numbers[POWER_NUMBERS[row.power]]))
        return " ".join(words or [self.caption("fights")])

    def _surcharge(self, row: TroopRow) -> tuple[Sign, ...]:
        """Return the surcharge of a card without the building that it requires."""
        if not row.requires:
            return ()
        surcharge, glyph = self.tables.numbers["missing_price"], self.building_glyph(row.requires)
        return (Sign("text", f"+{surcharge}", colour=WOUND), Sign("piece", "gold"), Sign("glyph", glyph, colour=WOUND))

    def deck_face(self, deck: str, count: int, box: Box) -> str:
        """Draw the back of a deck with the number of its cards. Return the colour of writing on it."""
        scene, look, x, middle = self.scene, self.looks.decks[deck], box.x + box.width / 2, box.y + box.height / 2
        for shift in (6.0, 3.0) if count > 1 else ():
            shifted = Box(box.x + shift, box.y + shift, box.width, box.height)
            scene.rect(shifted, mix(look.colour, self.theme.panel, 0.3), radius=10, stroke=WHITE, stroke_width=1.2)
        fill = look.colour if count else self.theme.well
        ink = WHITE if count else self.theme.soft
        scene.rect(box, fill, radius=10, stroke=WHITE if count else self.theme.line, stroke_width=2)
        scene.icon(f"glyph_{look.glyph}", x, middle - 40, 36, ink)
        label, room = self.caption(f"deck_{deck}"), box.width - 8
        scene.text(x, middle - 9, label, 19, weight=BOLD, colour=ink, anchor="middle", room=room)
        scene.text(x, middle + 18, count, 26, weight=BOLD, colour=ink, anchor="middle")
        return ink


def value_signs(attack: int, defence: int) -> tuple[Sign, ...]:
    """Return attack and defence as icons."""
    return Sign("piece", "sword"), Sign("text", str(attack)), Sign("piece", "shield"), Sign("text", str(defence))
