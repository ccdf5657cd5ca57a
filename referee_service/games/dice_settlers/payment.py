"""Payment rules: dice and technologies pay symbols, tokens pay tokens, gold is a joker.

Two pioneers stand for any symbol except gold. Each one goes into the pool as a half, and `pair` joins two halves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from referee_service.kernel.bags import Bag, add_to, count_in, remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.memos import MEMO_ENTRIES
from referee_service.kernel.payment import PaymentFrame, PaymentRules, PaymentSource, request_payment
from referee_service.kernel.pending import close_question, expect_top
from referee_service.kernel.tuples import with_player

from .content.tables import GOLD, PIONEER, TOKENS, content
from .state import Player, State
from .symbols import (
    SymbolsKey,
    SymbolStrength,
    accepts_pioneer_pair,
    spendable_symbols,
    spendable_symbols_of,
    symbol_conversions,
    symbols_key,
)

HALF_SYMBOL, JOIN_HALVES = "half", "pair"
"""Kind in the pool for a pioneer, which is half a symbol, and the source that joins two of them to a symbol."""
GOLD_TOKEN = f"token_{GOLD}"

SourcesAndStocks = tuple[Sequence[PaymentSource], Mapping[str, int]]


def can_pay_tokens(player: Player, owed: Bag) -> bool:
    """Return whether a player has the tokens of a price, with gold for missing ones."""
    return _tokens_suffice(owed, (), {f"token_{token}": count for token, count in player.tokens})


def request_symbols(state: State, seat: int, symbol: str, count: int, purpose: str) -> State:
    """Request symbols that the seat can pay. If there is no choice, spend them at once."""
    if not count:
        return state
    forced = _forced_pieces(symbol, count, *symbols_key(state, state.players[seat]))
    if forced is None:
        return request_payment(PAYMENT_RULES, state, seat, ((symbol, count),), purpose)
    for stock, pieces in forced:
        state = spend(state, seat, stock, pieces)
    return close_question(state, seat, "payment", "ruling.payment")


@lru_cache(maxsize=MEMO_ENTRIES)
def _forced_pieces(symbol: str, count: int, *key: *SymbolsKey) -> tuple[tuple[str, int], ...] | None:
    """Return the pieces to spend if there is no choice, as (stock, count), else None. Cached.

    There is no choice if only one piece can pay, or if all that can pay are needed.
    """
    spendable = spendable_symbols(*key)
    usable = [
        piece
        for piece in spendable.pieces
        if spendable.counts_as(piece, symbol) or (accepts_pioneer_pair(symbol) and spendable.counts_as(piece, PIONEER))
    ]
    if any(not spendable.counts_as(piece, symbol) for piece in usable) or spendable.lone_technologies:
        return None
    if len(usable) == 1:
        alone_pays = (
            not spendable.counts_as(usable[0], PIONEER) or usable[0].held_count < 2 or not accepts_pioneer_pair(symbol)
        )
        return ((usable[0].stock, count),) if alone_pays else None
    needed = sum(piece.held_count for piece in usable) == count
    return tuple((piece.stock, piece.held_count) for piece in usable) if needed else None


def request_tokens(state: State, seat: int, owed: Bag, purpose: str) -> State:
    """Request a price in tokens that the seat can pay."""
    return request_payment(PAYMENT_RULES, state, seat, owed, purpose)


# --- payment rules --------------------------------------------------------------------------------------------------


def payer(state: State) -> Player:
    """Return the player who pays."""
    seat = expect_top(state, PaymentFrame).seat
    assert isinstance(seat, int)
    return state.players[seat]


def is_token_price(owed: Bag) -> bool:
    """Return whether a price is in tokens. Otherwise it is in symbols of one kind."""
    return owed[0][0].startswith("token_")


def sources(state: State) -> SourcesAndStocks:
    """Return all payment sources for the open price, and the stock of each."""
    owed, player = expect_top(state, PaymentFrame).owed, payer(state)
    if is_token_price(owed):
        return _token_sources(player.tokens)
    return _symbol_sources(owed[0][0], *symbols_key(state, player))


@lru_cache(maxsize=1024)
def _token_sources(tokens: Bag) -> SourcesAndStocks:
    """Return the sources that these tokens give. Cached."""
    sources = [
        PaymentSource(f"token_{token}", stock=f"token_{token}", produces=((f"token_{token}", 1),))
        for token, _ in tokens
    ]
    if count_in(tokens, GOLD):
        for token in TOKENS:
            if token != GOLD:
                sources.append(PaymentSource(f"gold_for_{token}", stock=GOLD_TOKEN, produces=((f"token_{token}", 1),)))
    return tuple(sources), {f"token_{token}": count for token, count in tokens}


@lru_cache(maxsize=MEMO_ENTRIES)
def _symbol_sources(
    symbol: str,
    pack: str,
    chained: bool,  # noqa: FBT001 a key of the cache
    technologies: tuple[str, ...],
    used: tuple[str, ...],
    active: Bag,
    extra: Bag,
) -> SourcesAndStocks:
    """Return the sources that these pieces give for a symbol. Cached."""
    spendable = spendable_symbols(pack, chained, technologies, used, active, extra)
    sources, stocks = list[PaymentSource](), {"": 0}
    for piece in spendable.pieces:
        stocks[piece.stock] = piece.held_count
        if spendable.counts_as(piece, symbol):
            sources.append(PaymentSource(piece.stock, stock=piece.stock, produces=((symbol, 1),)))
        if accepts_pioneer_pair(symbol) and spendable.counts_as(piece, PIONEER):
            sources.append(PaymentSource(f"pair_{piece.stock}", stock=piece.stock, produces=((HALF_SYMBOL, 1),)))
    if accepts_pioneer_pair(symbol):
        sources.append(
            PaymentSource(JOIN_HALVES, stock="", produces=((symbol, 1),), consumes=((HALF_SYMBOL, 2),), piece_cost=0)
        )
        for name in spendable.lone_technologies:
            stocks[name] = 1
            sources.append(PaymentSource(name, stock=name, produces=((symbol, 1),), consumes=((HALF_SYMBOL, 1),)))
    return tuple(sources), stocks


def use(state: State, source: PaymentSource) -> State:
    """Spend the piece of a source. Joining two halves spends no further piece."""
    seat = expect_top(state, PaymentFrame).seat
    assert isinstance(seat, int)
    return spend(state, seat, source.stock, source.piece_cost) if source.piece_cost else state


def spend(state: State, seat: int, stock: str, count: int) -> State:
    """Spend pieces of one stock: dice, a technology, symbols of an explosion, or tokens."""
    player, tables = state.players[seat], content(state)
    if stock in tables.faces:
        active, spent = remove_from(player.active, stock, count), add_to(player.spent, tables.faces[stock][0], count)
        return emit(with_player(state, seat, active=active, spent=spent), "die_spent", seat, die=stock, count=count)
    if stock in tables.technologies:
        used = tuple(sorted((*player.used_technologies, stock)))
        return emit(with_player(state, seat, used_technologies=used), "technology_used", seat, technology=stock)
    if stock.startswith("extra_"):
        return with_player(
            state, seat, extra_symbols=remove_from(player.extra_symbols, stock.removeprefix("extra_"), count)
        )
    return with_player(state, seat, tokens=remove_from(player.tokens, stock.removeprefix("token_"), count))


def on_paid(state: State, payment: PaymentFrame) -> State:
    """Return the state unchanged: the frame below the payment resumes."""
    return state


def is_payable(state: State, owed: Bag, pool: Bag, stocks: Mapping[str, int]) -> bool:
    """Return whether the stocks can pay the rest of a price without wasting a piece of the pool."""
    if is_token_price(owed):
        return _tokens_suffice(owed, pool, stocks)
    ((symbol, price),) = owed
    need, halves = price - count_in(pool, symbol), count_in(pool, HALF_SYMBOL)
    need, halves = (need - 1, 0) if halves == 2 else (need, halves)
    if need < 0 or halves > 1 or (halves and not need):
        return False
    if not need:
        return True  # the pool covers the price
    strength = _symbol_strength(state, symbol, stocks)
    return need <= (strength.max_with_half() if halves else strength.max_count())


def _symbol_strength(state: State, symbol: str, stocks: Mapping[str, int]) -> SymbolStrength:
    """Count what these stocks can pay of one symbol."""
    player, tables = payer(state), content(state)
    conversions = symbol_conversions(state.pack, state.options.chained, player.technologies)
    pieces, lone_count = [], 0
    for stock, count in stocks.items():
        if stock in tables.faces:
            pieces.append((conversions[tables.faces[stock][1]], count))
        elif stock.startswith("extra_"):
            pieces.append((conversions[stock.removeprefix("extra_")], count))
        elif stock:
            gives = tables.technologies[stock].row.gives
            pieces += [(conversions[gives], count)] if gives else []
            lone_count += 0 if gives else count
    return SymbolStrength.of(symbol, pieces, lone_count)


def _tokens_suffice(owed: Bag, pool: Bag, stocks: Mapping[str, int]) -> bool:
    """Return whether these stocks can pay the rest of a price in tokens."""
    price, paid = dict(owed), dict(pool)
    if any(count > price.get(kind, 0) for kind, count in pool):
        return False
    need = {kind: count - paid.get(kind, 0) for kind, count in owed}
    lacking = sum(max(0, count - stocks.get(kind, 0)) for kind, count in need.items() if kind != GOLD_TOKEN)
    return need.get(GOLD_TOKEN, 0) + lacking <= stocks.get(GOLD_TOKEN, 0)


def cheapest_steps(state: State, payment: PaymentFrame) -> tuple[str, ...]:
    """Return the sources that pay the rest of a price and keep the most flexible pieces.

    Order: technologies and extra symbols, dice that show the symbol, converted dice, pioneers. Gold comes last.
    """
    return tuple(
        _cheapest_tokens(state, payment) if is_token_price(payment.owed) else _cheapest_symbols(state, payment)
    )


def _cheapest_tokens(state: State, payment: PaymentFrame) -> Iterator[str]:
    """Yield the sources for a price in tokens: gold only for missing tokens."""
    tokens = {f"token_{token}": count for token, count in payer(state).tokens}
    for kind, count in payment.owed:
        need = count - count_in(payment.pool, kind)
        same_kind = min(need, tokens.get(kind, 0))
        yield from [kind] * same_kind
        yield from [f"gold_for_{kind.removeprefix('token_')}"] * (need - same_kind)


def _cheapest_symbols(state: State, payment: PaymentFrame) -> Iterator[str]:
    """Yield the sources for a price in symbols."""
    ((symbol, price),) = payment.owed
    spendable, halves = spendable_symbols_of(state, payer(state)), count_in(payment.pool, HALF_SYMBOL)
    need = price - count_in(payment.pool, symbol)
    faces = content(state).faces
    cheapest_first = sorted(
        (piece for piece in spendable.pieces for _ in range(piece.held_count)),
        key=lambda piece: (
            piece.stock in faces,
            piece.symbol != symbol,
            spendable.counts_as(piece, PIONEER),
            piece.stock,
        ),
    )
    direct = [piece.stock for piece in cheapest_first if spendable.counts_as(piece, symbol)]
    any_pioneers = [piece.stock for piece in cheapest_first if spendable.counts_as(piece, PIONEER)]
    pioneers = [stock for stock in any_pioneers if stock not in direct]
    lone = list(spendable.lone_technologies)
    if halves == 2:
        yield JOIN_HALVES
        need -= 1
    elif halves:
        if not lone and not pioneers:
            pioneers.append(any_pioneers[-1])
            direct.remove(any_pioneers[-1])
        yield from [lone.pop()] if lone else [f"pair_{pioneers.pop(0)}", JOIN_HALVES]
        need -= 1
    direct_used = direct[:need]
    yield from direct_used
    for _ in range(need - len(direct_used)):
        yield f"pair_{pioneers.pop(0)}"
        yield from [lone.pop()] if lone else [f"pair_{pioneers.pop(0)}", JOIN_HALVES]


PAYMENT_RULES: PaymentRules[State] = PaymentRules(
    sources=sources, use=use, on_paid=on_paid, is_payable=is_payable, cheapest_steps=cheapest_steps
)
