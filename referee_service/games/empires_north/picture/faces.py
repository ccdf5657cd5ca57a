"""What the face of a card shows: when it works, icons, words and price. Texts are those of the components."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct

from referee_service.kernel.catalogue import Catalogue
from referee_service.kernel.grammar import capitalized
from referee_service.kernel.rules import Language
from referee_service.pictures.typeface import LEADING, wrap_text

from ..components import components
from ..components.abilities import AbilityWriter
from ..components.scenarios import play_sentences, setup_sentences
from ..content.cards import Ability, Card, pieces_in_order
from ..content.scenarios import Scenario
from ..content.tables import PACKS, Content
from .looks import Look, look_of_card, look_of_type, looks
from .signs import Signs, SignWriter, cost_pieces, disc_sign, goods_signs, price_signs

WORD_SIZE: Final = 18.5
MIN_WORD_SIZE: Final = 17.0
MAX_LINES: Final = 3
"""Words with more lines are smaller, but never below the least size."""


class Part(Struct, frozen=True):
    """One ability of a card: when it works, its icons and its words."""

    when: str
    """The name of the timing: `action`."""
    label: str
    colour: str
    icons: Signs
    words: str


class Face(Struct, frozen=True):
    """What a card shows."""

    card: str
    name: str
    look: Look
    parts: tuple[Part, ...]
    price: Signs = ()
    corner: str = ""
    """The tile action in the corner of a boost or field."""
    goods: Signs = ()
    """What a field yields."""
    is_island: bool = False
    text: str = ""
    """The description: name, goods, price and all abilities."""

    @property
    def in_play(self) -> tuple[Part, ...]:
        """The parts that still matter in an empire: all but a bonus and the pillage of an island."""
        return tuple(part for part in self.parts if part.when not in ("bonus", "pillage"))


class FaceWriter:
    """Writes the faces of cards of one pack in one language. A face is written once."""

    def __init__(self, tables: Content, catalogue: Catalogue, language: Language) -> None:
        self.tables, self.catalogue, self.language = tables, catalogue, language
        self.write, self.signs = AbilityWriter(tables, catalogue, language), SignWriter(tables)
        self._faces: dict[str, Face] = {}
        self._texts: dict[str, str] = {}

    def face(self, card: Card) -> Face:
        """Return the face of a card."""
        if card.id not in self._faces:
            self._faces[card.id] = self._face(card)
        return self._faces[card.id]

    def words(self, ability: Ability) -> str:
        """Return what an ability does, without the word that says when: a chip has it."""
        if ability.row.when == "storage":
            return self.write.text(self.write.bank(ability, "bank_holds"))
        return self.write.text([self.write.deed(ability)])

    def component_text(self, component: str) -> str:
        """Return the text of a component, such as a clan or a scenario."""
        if not self._texts:
            self._texts = {each.id: each.text for each in components(self.tables, self.catalogue, self.language)}
        return self._texts[component]

    def scenario_rules(self, scenario: Scenario, *, with_setup: bool) -> str:
        """Return what a scenario changes, without its goal and its events. A pack may have a text of its own."""
        own = self.tables.pack.texts.get(scenario.id)
        if own is not None and own.text is not None:
            return own.text[self.language]
        setup = setup_sentences(scenario.rules, self.write) if with_setup else ()
        return self.write.text([*setup, *play_sentences(scenario, self.write)])

    def clan(self, clan: str) -> Face:
        """Return a clan as a card: the types of its cards, and its text."""
        types = tuple(disc_sign(look_of_type(self.tables, type)) for type in self.tables.clans[clan].types)
        name = capitalized(self.catalogue.piece_name(clan, self.language))
        part = self.part("clan", types, self.component_text(clan))
        look = look_of_type(self.tables, self.tables.clans[clan].types[0])
        return Face(clan, name, look, (part,), text=f"{name}. {part.words}")

    def _face(self, card: Card) -> Face:
        parts = []
        if card.pillage:
            words = self.write.text([self.write.counted([(each, count) for each, count in card.pillage])])
            parts.append(self.part("pillage", goods_signs(card.pillage), words))
        goods = goods_signs(card.goods)
        if goods:
            name = "upgrade" if card.is_upgrade and not card.is_field else "field"
            parts.append(self.part(name, goods, self._field_words(card)))
        self.write.card = card
        parts += [self.part(each.row.when, self.signs.ability(each), self.words(each)) for each in card.abilities]
        self.write.card = None
        name = capitalized(self.catalogue.piece_name(card.id, self.language))
        details = [self.caption("alt_line", label=part.label, words=part.words) for part in parts]
        if price := pieces_in_order(cost_pieces(card.cost)):
            details.append(self.caption("alt_price", cost=price))
        if card.corner_action:
            details.append(self.caption("alt_corner", corner=card.corner_action))
        return Face(
            card=card.id,
            name=name,
            look=look_of_card(self.tables, card),
            parts=tuple(parts),
            price=price_signs(card.cost),
            corner=card.corner_action or "",
            goods=goods,
            is_island=card.is_island,
            text=f"{name}. {' '.join(details)}".strip(),
        )

    def part(self, when: str, icons: Signs, words: str) -> Part:
        """Return a part with the label and the colour of its timing."""
        return Part(when, self.caption(f"picture_{when}"), looks().whens[when], icons, words)

    def caption(self, name: str, **facts: str | tuple[str, ...]) -> str:
        """Return a caption of the catalogue."""
        return self.catalogue.format(self.catalogue.captions[name], facts, self.language)

    def _field_words(self, card: Card) -> str:
        both = card.is_field and card.is_upgrade
        name = "picture_field_or_upgrade" if both else "picture_yields_under" if card.is_upgrade else "picture_yields"
        return self.caption(name, goods=pieces_in_order(card.goods))


@lru_cache(maxsize=16)
def face_writer(pack: str, catalogue: Catalogue, language: Language) -> FaceWriter:
    """Return the writer of faces for a pack and a language."""
    return FaceWriter(PACKS.get(pack), catalogue, language)


@lru_cache(maxsize=4096)
def word_lines(words: str, room: float) -> tuple[float, tuple[str, ...]]:
    """Return size and lines of the words of a card."""
    size = WORD_SIZE
    lines = wrap_text(words, size, room)
    while len(lines) > MAX_LINES and size > MIN_WORD_SIZE:
        size -= 0.5
        lines = wrap_text(words, size, room)
    return size, tuple(lines)


@lru_cache(maxsize=4096)
def words_height(words: str, room: float) -> float:
    """Return the height of the words of a card."""
    size, lines = word_lines(words, room)
    return len(lines) * size * LEADING
