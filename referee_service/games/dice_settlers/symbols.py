"""What symbols a player can spend, and what counts as what: dice in sight, technologies, exploded ones among them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from referee_service.games.dice_settlers.content.tables import GOLD, PACKS, PIONEER, RESOURCE, SYMBOLS, TOKENS
from referee_service.games.dice_settlers.state import Player, State
from referee_service.kernel.bags import Bag

KINDS = (*SYMBOLS, RESOURCE)


class SymbolPiece(NamedTuple):
    """Something that shows a symbol: a die of this look, a technology, an exploded one; and how many there are."""

    stock: str
    symbol: str
    held_count: int


class SpendableSymbols(NamedTuple):
    """All that a player can spend, and the reckoning of it."""

    pieces: tuple[SymbolPiece, ...]
    lone: tuple[str, ...]
    """Technologies that let one pioneer do alone, and are not used yet."""
    reach: Mapping[str, frozenset[str]]
    """What each symbol may be used as."""
    max_counts: Mapping[str, int]
    """How many of each symbol can be spent in all."""


SymbolsKey = tuple[str, bool, tuple[str, ...], tuple[str, ...], Bag, Bag]


def symbols_key(state: State, player: Player) -> SymbolsKey:
    """All that a hand depends on."""
    return (
        state.pack,
        state.options.chained,
        player.technologies,
        player.used_technologies,
        player.active,
        player.extra_symbols,
    )


def spendable_symbols_of(state: State, player: Player) -> SpendableSymbols:
    """What a player can spend now."""
    return spendable_symbols(*symbols_key(state, player))


def max_symbols(state: State, player: Player, symbol: str) -> int:
    """How many of a symbol a player can spend now."""
    return spendable_symbols_of(state, player).max_counts[symbol]


@lru_cache(maxsize=256)
def symbol_conversions(pack: str, chained: bool, technologies: tuple[str, ...]) -> dict[str, frozenset[str]]:  # noqa: FBT001 a key
    """What each symbol may be used as with these technologies; step by step where conversions may be chained."""
    rows = [PACKS.get(pack).technologies[name].row.converts for name in technologies]
    one_step = {symbol: {symbol} for symbol in SYMBOLS}
    for row in rows:
        for symbol in row.these if row else ():
            one_step[symbol].update(row.into if row else ())
    reached = {symbol: set(into) for symbol, into in one_step.items()}
    for _ in SYMBOLS if chained else ():
        for into in reached.values():
            into.update(*(one_step[each] for each in tuple(into)))
    return {
        symbol: frozenset(into | {RESOURCE}) if into & set(TOKENS) else frozenset(into)
        for symbol, into in reached.items()
    }


@lru_cache(maxsize=32768)
def spendable_symbols(
    pack: str,
    chained: bool,  # noqa: FBT001 a key of the cache
    technologies: tuple[str, ...],
    used: tuple[str, ...],
    active: Bag,
    extra: Bag,
) -> SpendableSymbols:
    """What can be spent, worked out once for each case."""
    tables, reach = PACKS.get(pack), symbol_conversions(pack, chained, technologies)
    ready = [(name, tables.technologies[name].row) for name in technologies if name not in used]
    pieces = [SymbolPiece(name, tables.faces[name][1], count) for name, count in active]
    pieces += [SymbolPiece(f"extra_{symbol}", symbol, count) for symbol, count in extra]
    pieces += [SymbolPiece(name, row.gives, 1) for name, row in ready if row.gives]
    lone = tuple(name for name, row in ready if "lone_pioneer" in row.permits)
    return SpendableSymbols(tuple(pieces), lone, reach, _max_counts(pieces, reach, len(lone)))


def _max_counts(pieces: list[SymbolPiece], reach: Mapping[str, frozenset[str]], lone: int) -> dict[str, int]:
    """How many of each symbol can be spent, all reckoned in one go."""
    direct, both, pioneers = dict.fromkeys(KINDS, 0), dict.fromkeys(KINDS, 0), 0
    for _, symbol, held_count in pieces:
        into = reach[symbol]
        for each in into:
            direct[each] += held_count
        if PIONEER in into:
            pioneers += held_count
            for each in into:
                both[each] += held_count
    return {
        symbol: SymbolStrength(count, both[symbol], pioneers - both[symbol], lone).max_count()
        if accepts_pioneer_pair(symbol)
        else count
        for symbol, count in direct.items()
    }


class SymbolStrength(NamedTuple):
    """How much of one symbol can be spent: pieces that count as it, pioneers beside, and who may do alone."""

    direct: int
    both: int
    """Those of them that could be pioneers as well."""
    pioneers: int
    """Pioneers that do not count as the symbol; none where two of them cannot either."""
    lone: int

    @classmethod
    def of(cls, symbol: str, shown: list[tuple[frozenset[str], int]], lone: int) -> SymbolStrength:
        """Reckon it from what the pieces count as."""
        direct = both = pioneers = 0
        for reach, count in shown:
            if symbol in reach:
                direct += count
                both += count if PIONEER in reach else 0
            elif PIONEER in reach:
                pioneers += count
        return cls(direct, both, pioneers, lone) if accepts_pioneer_pair(symbol) else cls(direct, 0, 0, 0)

    def max_count(self) -> int:
        """How many can be spent: two pioneers make one, or one alone."""
        alone = min(self.lone, self.pioneers)
        return self.direct + alone + (self.pioneers - alone) // 2

    def max_with_half(self) -> int:
        """The same with one pioneer laid down already, which must be completed first; -1 where it cannot be."""
        ways = [
            self._replace(lone=self.lone - 1) if self.lone else None,
            self._replace(pioneers=self.pioneers - 1) if self.pioneers else None,
            self._replace(direct=self.direct - 1, both=self.both - 1) if self.both else None,
        ]
        return max((1 + way.max_count() for way in ways if way is not None), default=-1)


def accepts_pioneer_pair(symbol: str) -> bool:
    """Whether two pioneers can stand for this symbol."""
    return symbol not in (GOLD, PIONEER)
