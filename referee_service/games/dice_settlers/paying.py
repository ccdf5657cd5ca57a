"""How Dice Settlers pays: symbols with dice and technologies, tokens with tokens, gold as a joker.

Two pioneers stand for any symbol but gold: each is laid down as a half, and two halves are put together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from referee_service.games.dice_settlers.content import GOLD, PIONEER, TOKENS, content
from referee_service.games.dice_settlers.state import Player, State
from referee_service.games.dice_settlers.symbols import HandKey, Strength, hand, hand_key, hand_of, is_paired, reach_of
from referee_service.kernel.events import note
from referee_service.kernel.payment import Payment, Source, Till, can_use, charge, keeps_payable, step
from referee_service.kernel.pending import asking
from referee_service.kernel.values import Bag, add_to, change, count_in, take_from

HALF, PAIR = "half", "pair"
GOLD_TOKEN = f"token_{GOLD}"

Offer = tuple[Sequence[Source], Mapping[str, int]]


def can_pay_tokens(player: Player, owed: Bag) -> bool:
    """Whether a player has the tokens of a price, gold standing for what is lacking."""
    return _tokens_suffice(owed, (), {f"token_{token}": count for token, count in player.tokens})


def ask_symbols(state: State, seat: int, symbol: str, count: int, purpose: str) -> State:
    """Ask a seat for so many symbols, which it can pay; what leaves no choice is spent at once."""
    if not count:
        return state
    forced = _forced(symbol, count, *hand_key(state, state.players[seat]))
    if forced is None:
        return charge(TILL, state, seat, ((symbol, count),), purpose)
    for stock, pieces in forced:
        state = spend(state, seat, stock, pieces)
    return state


@lru_cache(maxsize=8192)
def _forced(symbol: str, count: int, *key: *HandKey) -> tuple[tuple[str, int], ...] | None:
    """The pieces that pay where no others could: all that serve are needed, or they are all alike."""
    held = hand(*key)
    serving = [
        piece
        for piece in held.pieces
        if symbol in held.reach[piece.symbol] or (is_paired(symbol) and PIONEER in held.reach[piece.symbol])
    ]
    if any(symbol not in held.reach[piece.symbol] for piece in serving) or held.lone:
        return None
    if len(serving) == 1:
        alone_pays = PIONEER not in held.reach[serving[0].symbol] or serving[0].held < 2 or not is_paired(symbol)
        return ((serving[0].stock, count),) if alone_pays else None
    needed = sum(piece.held for piece in serving) == count
    return tuple((piece.stock, piece.held) for piece in serving) if needed else None


def ask_tokens(state: State, seat: int, owed: Bag, purpose: str) -> State:
    """Ask a seat for a price in tokens, which it can pay."""
    return charge(TILL, state, seat, owed, purpose)


# --- the till -------------------------------------------------------------------------------------------------------


def payer(state: State) -> Player:
    """The player who is paying."""
    seat = asking(state, Payment).seat
    assert isinstance(seat, int)
    return state.players[seat]


def is_in_tokens(owed: Bag) -> bool:
    """Whether a price is in tokens; else it is in symbols of one kind."""
    return owed[0][0].startswith("token_")


def sources(state: State) -> Offer:
    """All that can be laid down for the price being asked, and how many of each there are."""
    owed, player = asking(state, Payment).owed, payer(state)
    if is_in_tokens(owed):
        return _token_sources(player.tokens)
    return _symbol_sources(owed[0][0], *hand_key(state, player))


@lru_cache(maxsize=1024)
def _token_sources(tokens: Bag) -> Offer:
    found = [Source(f"token_{token}", stock=f"token_{token}", gives=((f"token_{token}", 1),)) for token, _ in tokens]
    if count_in(tokens, GOLD):
        for token in TOKENS:
            if token != GOLD:
                found.append(Source(f"gold_for_{token}", stock=GOLD_TOKEN, gives=((f"token_{token}", 1),)))
    return tuple(found), {f"token_{token}": count for token, count in tokens}


@lru_cache(maxsize=8192)
def _symbol_sources(
    symbol: str,
    pack: str,
    chained: bool,  # noqa: FBT001 a key of the cache
    technologies: tuple[str, ...],
    used: tuple[str, ...],
    active: Bag,
    extra: Bag,
) -> Offer:
    held, found, stocks = hand(pack, chained, technologies, used, active, extra), list[Source](), {"": 0}
    for stock, shown, count in held.pieces:
        stocks[stock] = count
        if symbol in held.reach[shown]:
            found.append(Source(stock, stock=stock, gives=((symbol, 1),)))
        if is_paired(symbol) and PIONEER in held.reach[shown]:
            found.append(Source(f"pair_{stock}", stock=stock, gives=((HALF, 1),)))
    if is_paired(symbol):
        found.append(Source(PAIR, stock="", gives=((symbol, 1),), takes=((HALF, 2),), pieces=0))
        for name in held.lone:
            stocks[name] = 1
            found.append(Source(name, stock=name, gives=((symbol, 1),), takes=((HALF, 1),)))
    return tuple(found), stocks


def use(state: State, source: Source) -> State:
    """What a source stands for is spent; putting halves together moves nothing more."""
    seat = asking(state, Payment).seat
    assert isinstance(seat, int)
    return spend(state, seat, source.stock, source.pieces) if source.pieces else state


def spend(state: State, seat: int, stock: str, count: int) -> State:
    """Dice are spent, a technology is used, a symbol or a token is given up."""
    player, tables = state.players[seat], content(state)
    if stock in tables.faces:
        active, spent = take_from(player.active, stock, count), add_to(player.spent, tables.faces[stock][0], count)
        return note(change(state, seat, active=active, spent=spent), "die_spent", seat, die=stock, count=count)
    if stock in tables.technologies:
        used = tuple(sorted((*player.used, stock)))
        return note(change(state, seat, used=used), "technology_used", seat, technology=stock)
    if stock.startswith("extra_"):
        return change(state, seat, extra=take_from(player.extra, stock.removeprefix("extra_"), count))
    return change(state, seat, tokens=take_from(player.tokens, stock.removeprefix("token_"), count))


def paid(state: State, payment: Payment) -> State:
    """All is paid; what was bought waits beneath."""
    return state


def is_payable(state: State, owed: Bag, pool: Bag, stocks: Mapping[str, int]) -> bool:
    """Whether the rest of a price can be paid and nothing that was laid down is wasted."""
    if is_in_tokens(owed):
        return _tokens_suffice(owed, pool, stocks)
    ((symbol, price),) = owed
    need, halves = price - count_in(pool, symbol), count_in(pool, HALF)
    need, halves = (need - 1, 0) if halves == 2 else (need, halves)
    if need < 0 or halves > 1 or (halves and not need):
        return False
    strength = _strength(state, symbol, stocks)
    return need <= (strength.most_with_half() if halves else strength.most())


def _strength(state: State, symbol: str, stocks: Mapping[str, int]) -> Strength:
    """What these stocks are worth in one symbol."""
    player, tables = payer(state), content(state)
    reach = reach_of(state.pack, state.options.chained, player.technologies)
    shown, lone = [], 0
    for stock, count in stocks.items():
        if stock in tables.faces:
            shown.append((reach[tables.faces[stock][1]], count))
        elif stock.startswith("extra_"):
            shown.append((reach[stock.removeprefix("extra_")], count))
        elif stock:
            gives = tables.technologies[stock].row.gives
            shown += [(reach[gives], count)] if gives else []
            lone += 0 if gives else count
    return Strength.of(symbol, shown, lone)


def _tokens_suffice(owed: Bag, pool: Bag, stocks: Mapping[str, int]) -> bool:
    price, laid = dict(owed), dict(pool)
    if any(count > price.get(kind, 0) for kind, count in pool):
        return False
    need = {kind: count - laid.get(kind, 0) for kind, count in owed}
    lacking = sum(max(0, count - stocks.get(kind, 0)) for kind, count in need.items() if kind != GOLD_TOKEN)
    return need.get(GOLD_TOKEN, 0) + lacking <= stocks.get(GOLD_TOKEN, 0)


def cheapest_way(state: State, payment: Payment) -> tuple[str, ...]:
    """The way that keeps most: what costs no die first, the very symbol next, pioneers last; tokens before gold."""
    return tuple(_token_way(state, payment) if is_in_tokens(payment.owed) else _symbol_way(state, payment))


def _token_way(state: State, payment: Payment) -> Iterator[str]:
    held = {f"token_{token}": count for token, count in payer(state).tokens}
    for kind, count in payment.owed:
        need = count - count_in(payment.pool, kind)
        own = min(need, held.get(kind, 0))
        yield from [kind] * own
        yield from [f"gold_for_{kind.removeprefix('token_')}"] * (need - own)


def _symbol_way(state: State, payment: Payment) -> Iterator[str]:
    ((symbol, price),) = payment.owed
    held, halves = hand_of(state, payer(state)), count_in(payment.pool, HALF)
    need = price - count_in(payment.pool, symbol)
    faces = content(state).faces
    order = sorted(
        held.pieces,
        key=lambda piece: (
            piece.stock in faces,
            piece.symbol != symbol,
            PIONEER in held.reach[piece.symbol],
            piece.stock,
        ),
    )
    direct = [piece.stock for piece in order if symbol in held.reach[piece.symbol] for _ in range(piece.held)]
    pioneers = [
        piece.stock
        for piece in order
        if symbol not in held.reach[piece.symbol] and PIONEER in held.reach[piece.symbol]
        for _ in range(piece.held)
    ]
    lone = list(held.lone)
    if halves == 2:
        yield PAIR
        need -= 1
    elif halves:
        yield from [lone.pop()] if lone else [f"pair_{pioneers.pop(0) if pioneers else direct.pop()}", PAIR]
        need -= 1
    own = direct[:need]
    yield from own
    for _ in range(need - len(own)):
        yield f"pair_{pioneers.pop(0)}"
        yield from [lone.pop()] if lone else [f"pair_{pioneers.pop(0)}", PAIR]


TILL: Till[State] = Till(sources=sources, use=use, paid=paid, payable=is_payable, way=cheapest_way)


def pay_the_only_way(state: State) -> State:
    """Where one thing alone can be laid down, or all that can is needed, there is nothing to ask."""
    frame, (offered, stocks) = asking(state, Payment), sources(state)
    usable = [
        source
        for source in offered
        if can_use(TILL, state, frame, source) and keeps_payable(TILL, state, frame, source)
    ]
    if len(usable) > 1:
        at_hand = sum(stocks[stock] for stock in {source.stock for source in usable})
        needed = sum(name != PAIR for name in cheapest_way(state, frame))
        if needed < at_hand:
            return state
    return step(TILL, state, frame, usable[0])
