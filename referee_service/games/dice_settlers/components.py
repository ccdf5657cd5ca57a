"""Components of a pack with their texts: dice, resources, symbols, terrains, tiles and technologies.

Each text is derived from the row that the rules execute, and from the numbers of the pack.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import cast

from referee_service.kernel.catalogue import Catalogue
from referee_service.kernel.components import Component, TextWriter
from referee_service.kernel.grammar import joined, plural
from referee_service.kernel.packs import EffectRow
from referee_service.kernel.rules import Fact, Language

from .content.schema import Conversion, DieRow, Symbol, TechnologyRow, TileRow
from .content.tables import GOLD, SEAT_COUNTS, SYMBOLS, TERRAINS, TOKENS, Content

TILE_RULES = ("score.tile_first", "score.tile_second")
RULES_OF_ABILITY = {"factory": ("use_factory.once",)}
RULES_OF_SYMBOL = {
    "pioneer": ("reroll.pioneer", "reroll.three"),
    "recruit": ("recruit.symbols", "recruit.access"),
    "explore": ("explore.symbols", "place_tile.spot"),
    "settle": ("settle.reach", "settle.recall"),
    "raid": ("raid.presence", "raid.one_tile"),
    "trade": ("trade_tokens.set", "trade_die.dice"),
    "research": ("research.terrains", "research.symbols", "research.tokens"),
}


def components(tables: Content, catalogue: Catalogue, language: Language) -> Iterator[Component]:
    """Yield all components of a pack with names and texts in one language."""
    writer = ComponentWriter(tables, TextWriter(catalogue, language))
    yield from writer.dice()
    yield from writer.tokens()
    yield from writer.symbols()
    yield from writer.terrains()
    yield from writer.tiles()
    yield from writer.technologies()


class ComponentWriter:
    """Writer of the components of one pack in one language."""

    def __init__(self, tables: Content, write: TextWriter) -> None:
        self.tables, self.write, self.phrase = tables, write, write.phrase

    # --- dice, resources, symbols and terrains ------------------------------------------------------------------------

    def dice(self) -> Iterator[Component]:
        """Yield every kind of dice."""
        for row in self.tables.pack.dice:
            yield self.write.component(row, "colour", self._die_sentences(row), rules=("recruit.access", "score.dice"))

    def _die_sentences(self, row: DieRow) -> Iterator[str]:
        yield self.phrase("die_count", count=row.count, start=row.start or None)
        yield self.phrase("die_faces", faces=self._symbols(Counter(row.faces)))
        yield self.phrase("die_recruit", terrain=row.terrain) if row.terrain else self.phrase("die_unrecruited")
        yield self.phrase("die_pair", points=self.tables.numbers["dice_pair"])

    def _symbols(self, counts: Counter[Symbol]) -> str:
        return self.write.counted((f"symbol_{symbol}", count) for symbol, count in counts.items())

    def tokens(self) -> Iterator[Component]:
        """Yield the four resources, each a token and a symbol."""
        numbers = self.tables.numbers
        for token in TOKENS:
            sentences = [
                self.phrase("token_harvest", token=token),
                self.phrase("token_roll", token=token, drawn=numbers["draw_for_resource"]),
                self.phrase("token_research"),
                self.phrase("token_trade", **self._trade_numbers()),
                self.phrase("token_gold") if token == GOLD else "",
            ]
            yield self._piece(token, "token", sentences, rules=("trade_tokens.set", "research.tokens"))

    def _trade_numbers(self) -> dict[str, Fact]:
        return {name: self.tables.numbers[f"trade_{name}"] for name in ("identical", "different", "any")}

    def symbols(self) -> Iterator[Component]:
        """Yield the symbols that are no resources. Their texts say what they are spent on."""
        numbers = self.tables.numbers
        facts: dict[str, Fact] = {
            "rolled": numbers["most_rerolled"],
            "one": numbers["recruit_one"],
            "two": numbers["recruit_two"],
            "three": numbers["recruit_three"],
            "die": numbers["trade_die"],
            **self._trade_numbers(),
        }
        for symbol in SYMBOLS:
            if symbol not in TOKENS:
                text = self.phrase(f"symbol_{symbol}", **facts)
                yield self._piece(symbol, "symbol", [text], rules=RULES_OF_SYMBOL[symbol])

    def terrains(self) -> Iterator[Component]:
        """Yield the terrains of tiles."""
        tiles = Counter[str](row.terrain for row in self.tables.pack.tiles)
        for terrain in TERRAINS:
            sentences = [
                self.phrase("terrain_tiles", count=tiles[terrain]),
                self.phrase("terrain_die", colour=self.tables.colour_of[terrain]),
            ]
            yield self._piece(terrain, "terrain", sentences, rules=("recruit.access",))

    def _piece(self, piece: str, kind: str, sentences: Sequence[str], rules: tuple[str, ...]) -> Component:
        """Return a component that has no row: the rules name it."""
        return Component(
            id=piece,
            kind=kind,
            name=self.write.name(piece),
            text=self.write.text(sentences),
            provenance="rulebook",
            rules=rules,
        )

    # --- tiles --------------------------------------------------------------------------------------------------------

    def tiles(self) -> Iterator[Component]:
        """Yield the tiles."""
        for row in self.tables.pack.tiles:
            rules = (*TILE_RULES, *RULES_OF_ABILITY.get(row.ability, ()))
            yield self.write.component(row, "tile", self._tile_sentences(row), rules=rules)

    def _tile_sentences(self, row: TileRow) -> Iterator[str]:
        if row.start:
            yield self.phrase("tile_start")
        yield self._players(row.players)
        if row.first or row.second:
            yield self.phrase("tile_points", first=row.first, second=row.second)
        else:
            yield self.phrase("tile_no_points")
        effects = [self._effect(effect) for effect in row.effects]
        if row.quota:
            effects.append(self.phrase("quota", count=row.quota))
        if row.bonus:
            effects.append(self.phrase("bonus", action=row.bonus, symbol=row.bonus))
        if effects:
            yield self.phrase(f"ability_{row.ability}", effect=self.write.joined(effects))
        yield self.phrase("tile_die", colour=self.tables.colour_of[row.terrain])

    def _players(self, players: int) -> str:
        """Return the number of players that a component needs, or an empty text if any number will do."""
        if players == 1:
            return ""
        return self.phrase("players_all" if players == max(SEAT_COUNTS) else "players_least", players=players)

    def _effect(self, effect: EffectRow) -> str:
        """Return the phrase of an effect."""
        ((name, given),) = effect.items()
        if isinstance(given, dict):
            arguments = cast("dict[str, str | int]", given)
            count = int(arguments["count"])
            if "token" in arguments:
                return self.phrase(name, tokens=self.write.counted([(f"token_{arguments['token']}", count)]))
            return self.phrase(name, symbols=self.write.counted([(f"symbol_{arguments['symbol']}", count)]))
        return self.phrase(
            name, count=cast("Fact", given), colour=cast("Fact", given), tents=self.tables.numbers["govern_tents"]
        )

    # --- technologies -------------------------------------------------------------------------------------------------

    def technologies(self) -> Iterator[Component]:
        """Yield the types of technologies, the technologies, and the predefined sets."""
        for kind in self.tables.pack.seals:
            named = [row.id for row in self.tables.pack.technologies if row.seal == kind.id]
            sentences = [
                self.phrase("type_drawn", drawn=kind.drawn),
                self.phrase("type_list", technologies=self._names(named)),
            ]
            yield self.write.component(kind, "technology_type", sentences)
        for row in self.tables.pack.technologies:
            yield self.write.component(row, "technology", self._technology_sentences(row), rules=_technology_rules(row))
        for preset in self.tables.pack.sets:
            text = self.phrase("preset", technologies=self._names(preset.technologies))
            yield self.write.component(preset, "preset", [text])

    def _names(self, pieces: Sequence[str]) -> str:
        return self.write.joined([self.write.name(piece) for piece in pieces])

    def _technology_sentences(self, row: TechnologyRow) -> Iterator[str]:
        tokens = [(f"token_{token}", count) for token, count in row.tokens.items()]
        yield self.write.name(row.seal)
        yield self.phrase("research_price", price=self.write.counted([("symbol_research", row.research), *tokens]))
        yield self.phrase("research_terrains", terrains=row.terrains)
        yield self._players(row.players)
        yield from self._technology_effects(row)
        if not row.per:
            yield self.phrase("explosive_points" if row.on_explode else "technology_points", points=row.points)

    def _technology_effects(self, row: TechnologyRow) -> Iterator[str]:
        for number, value in row.numbers.items():
            base = self.tables.numbers["govern_lead"] if number == "govern_lead" else 0
            yield self.phrase(f"number_{number}", value=base + value, tents=self.tables.numbers["govern_tents"])
        for permit in row.permits:
            yield self.phrase(f"permit_{permit}")
        if row.converts:
            yield self._conversion(row.converts)
        if row.gives:
            yield self.phrase("gives", symbol=row.gives)
        if row.per:
            base = self.tables.numbers["quota_base"]
            yield self.phrase(f"per_{row.per}", points=row.points or None, each=row.each, base=base)
        if row.on_explode:
            effects = self.write.joined([self._effect(effect) for effect in row.on_explode])
            yield self.phrase("on_explode", effect=effects)

    def _conversion(self, row: Conversion) -> str:
        """Return the phrase of a conversion. All resources, and all other symbols, have words of their own."""
        these = self._any_of(["resource"] if set(row.these) == set(TOKENS) else row.these)
        into = self.phrase("any_symbol") if {*row.these, *row.into} == set(SYMBOLS) else self._any_of(row.into)
        return self.phrase("converts", these=these, into=into)

    def _any_of(self, symbols: Sequence[str]) -> str:
        """Return symbols in the plural, as alternatives."""
        language, noun = self.write.language, self.write.catalogue.noun
        return joined([plural(noun(f"symbol_{symbol}", language), language) for symbol in symbols], language, "or")


def _technology_rules(row: TechnologyRow) -> tuple[str, ...]:
    """Return the rules of a technology: its price and points, and that of its power."""
    rules = ["research.terrains", "research.symbols", "research.tokens", "score.technology"]
    rules += ["score.technology_effect"] if row.per else []
    rules += ["explode.explosive"] if row.on_explode else []
    return tuple(rules)
