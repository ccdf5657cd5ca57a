"""Spendable symbols of a player: active dice, technologies, symbols of explosions, and their conversions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from referee_service.kernel.bags import Bag
from referee_service.kernel.memos import MEMO_ENTRIES

from .content.tables import GOLD, PACKS, PIONEER, RESOURCE, SYMBOLS, TOKENS
from .state import Player, State

KINDS = (*SYMBOLS, RESOURCE)
"""Every symbol, and the price `resource` that any symbol of a resource pays."""


class SymbolPiece(NamedTuple):
    """A piece that shows a symbol: a kind of die, a technology, or a symbol of an explosion."""

    stock: str
    """Name of the piece in a payment."""
    symbol: str
    held_count: int
    """How many of this piece the player has."""


class SpendableSymbols(NamedTuple):
    """All pieces that a player can spend, with the counts that follow from them."""

    pieces: tuple[SymbolPiece, ...]
    lone_technologies: tuple[str, ...]
    """Unused technologies that let a single pioneer stand for any symbol except gold."""
    conversions: Mapping[str, frozenset[str]]
    """Symbols that each symbol may be used as."""
    max_counts: Mapping[str, int]
    """Maximum number that the player can spend of each symbol."""

    def counts_as(self, piece: SymbolPiece, symbol: str) -> bool:
        """Return whether a piece may be used as a symbol."""
        return symbol in self.conversions[piece.symbol]


SymbolsKey = tuple[str, bool, tuple[str, ...], tuple[str, ...], Bag, Bag]


def symbols_key(state: State, player: Player) -> SymbolsKey:
    """Return the cache key: all that a player's spendable symbols depend on."""
    return (
        state.pack,
        state.options.chained,
        player.technologies,
        player.used_technologies,
        player.active,
        player.extra_symbols,
    )


def spendable_symbols_of(state: State, player: Player) -> SpendableSymbols:
    """Return what a player can spend now."""
    return spendable_symbols(*symbols_key(state, player))


def max_symbols(state: State, player: Player, symbol: str) -> int:
    """Return how many of a symbol a player can spend now."""
    return spendable_symbols_of(state, player).max_counts[symbol]


@lru_cache(maxsize=256)
def symbol_conversions(pack: str, chained: bool, technologies: tuple[str, ...]) -> dict[str, frozenset[str]]:  # noqa: FBT001 a key
    """Return what each symbol may be used as with these technologies. Cached.

    With `chained` a converted symbol may be converted again.
    """
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


@lru_cache(maxsize=MEMO_ENTRIES)
def spendable_symbols(
    pack: str,
    chained: bool,  # noqa: FBT001 a key of the cache
    technologies: tuple[str, ...],
    used: tuple[str, ...],
    active: Bag,
    extra: Bag,
) -> SpendableSymbols:
    """Return what can be spent with these pieces and technologies. Cached."""
    tables, conversions = PACKS.get(pack), symbol_conversions(pack, chained, technologies)
    ready = [(name, tables.technologies[name].row) for name in technologies if name not in used]
    pieces = [SymbolPiece(name, tables.faces[name][1], count) for name, count in active]
    pieces += [SymbolPiece(f"extra_{symbol}", symbol, count) for symbol, count in extra]
    pieces += [SymbolPiece(name, row.gives, 1) for name, row in ready if row.gives]
    lone_technologies = tuple(name for name, row in ready if "lone_pioneer" in row.permits)
    max_counts = _max_counts(pieces, conversions, len(lone_technologies))
    return SpendableSymbols(tuple(pieces), lone_technologies, conversions, max_counts)


def _max_counts(
    pieces: list[SymbolPiece], conversions: Mapping[str, frozenset[str]], lone_count: int
) -> dict[str, int]:
    """Return the maximum number of each symbol that these pieces can pay."""
    direct, direct_pioneers, pioneers = dict.fromkeys(KINDS, 0), dict.fromkeys(KINDS, 0), 0
    for _, symbol, held_count in pieces:
        into = conversions[symbol]
        for each in into:
            direct[each] += held_count
        if PIONEER in into:
            pioneers += held_count
            for each in into:
                direct_pioneers[each] += held_count
    if not pioneers:
        return direct
    return {
        symbol: count + symbols_of_pioneers(pioneers - direct_pioneers[symbol], lone_count)
        if accepts_pioneer_pair(symbol)
        else count
        for symbol, count in direct.items()
    }


class SymbolStrength(NamedTuple):
    """Counts of the pieces that can pay one symbol."""

    direct: int
    """Pieces that count as the symbol."""
    direct_pioneers: int
    """Pieces of `direct` that also count as pioneers."""
    pioneers: int
    """Pioneers that do not count as the symbol. 0 if pioneers cannot pay it."""
    lone_count: int
    """Technologies that let a single pioneer pay."""

    @classmethod
    def of(cls, symbol: str, pieces: list[tuple[frozenset[str], int]], lone_count: int) -> SymbolStrength:
        """Count the pieces, given as (symbols that a piece counts as, number of pieces)."""
        direct = direct_pioneers = pioneers = 0
        for conversions, count in pieces:
            if symbol in conversions:
                direct += count
                direct_pioneers += count if PIONEER in conversions else 0
            elif PIONEER in conversions:
                pioneers += count
        return (
            cls(direct, direct_pioneers, pioneers, lone_count) if accepts_pioneer_pair(symbol) else cls(direct, 0, 0, 0)
        )

    def max_count(self) -> int:
        """Return how many symbols can be paid."""
        return self.direct + symbols_of_pioneers(self.pioneers, self.lone_count)

    def max_with_half(self) -> int:
        """Return how many symbols can be paid if one pioneer lies in the pool, or -1 if none can complete it."""
        ways = [
            self._replace(lone_count=self.lone_count - 1) if self.lone_count else None,
            self._replace(pioneers=self.pioneers - 1) if self.pioneers else None,
            self._replace(direct=self.direct - 1, direct_pioneers=self.direct_pioneers - 1)
            if self.direct_pioneers
            else None,
        ]
        return max((1 + way.max_count() for way in ways if way is not None), default=-1)


def symbols_of_pioneers(pioneers: int, lone_count: int) -> int:
    """Return how many symbols pioneers can pay. Two pay one, or one with a technology that lets it pay alone."""
    alone = min(lone_count, pioneers)
    return alone + (pioneers - alone) // 2


def accepts_pioneer_pair(symbol: str) -> bool:
    """Return whether two pioneers can stand for this symbol. Gold and pioneers exclude it."""
    return symbol not in (GOLD, PIONEER)
