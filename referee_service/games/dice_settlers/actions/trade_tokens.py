"""Trade a set of tokens for points; gold stands for anything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Annotated

from referee_service.games.dice_settlers.content import GOLD, SETS, TOKENS, content
from referee_service.games.dice_settlers.gains import gain_victory_points
from referee_service.games.dice_settlers.mains import can_spend, may_do, spend_one, symbol_objections, when_objections
from referee_service.games.dice_settlers.state import State, Token, number, tokens_held
from referee_service.kernel.events import note
from referee_service.kernel.game import verb
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action, Domain
from referee_service.kernel.values import Bag, change, take_from

SIZES = {"identical": 3, "different": 3, "any": 2}
RULES = {"identical": "score.trade_identical", "different": "score.trade_different", "any": "score.trade_any"}


class TradeTokens(Action, frozen=True, tag="trade_tokens"):
    """Trade these tokens, in order of their names, as a set of this kind."""

    set: Annotated[str, Domain("set")]
    tokens: tuple[Token, ...]


def fits(kind: str, tokens: tuple[str, ...]) -> bool:
    """Whether tokens make a set of a kind, gold standing for what is lacking."""
    if len(tokens) != SIZES[kind]:
        return False
    plain = [token for token in tokens if token != GOLD]
    if kind == "identical":
        return len(set(plain)) <= 1
    return kind == "any" or len(set(plain)) == len(plain)


@lru_cache(maxsize=4096)
def sets_in(held: Bag) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Every set that can be made of these tokens."""
    names, have = sorted(TOKENS), dict(held)
    return tuple(
        (kind, tokens)
        for kind in SETS
        for tokens in combinations_with_replacement(names, SIZES[kind])
        if fits(kind, tokens) and all(have.get(token, 0) >= count for token, count in Counter(tokens).items())
    )


def candidates(state: State) -> list[TradeTokens]:
    """Every set at hand."""
    if not may_do(state, "trade") or not can_spend(state, "trade", "trade"):
        return []
    return [TradeTokens(kind, tokens) for kind, tokens in sets_in(state.me.tokens)]


def objections(state: State, action: TradeTokens) -> Iterator[Refusal]:
    """Why this set may not be traded; nothing yielded means it may."""
    yield from when_objections(state, "trade")
    yield from symbol_objections(state, "trade", "trade")
    if not fits(action.set, action.tokens):
        yield refuse("trade_tokens.set", set=action.set, tokens=action.tokens)
    if list(action.tokens) != sorted(action.tokens):
        yield refuse("trade_tokens.sorted")
    for token, count in sorted(Counter(action.tokens).items()):
        if count > tokens_held(state.me, token):
            yield refuse("trade_tokens.held", token=token, count=count, held=tokens_held(state.me, token))


def apply(state: State, action: TradeTokens) -> State:
    """The symbol is to be paid; the tokens go, points come."""
    seat, tokens = state.active, state.me.tokens
    state = spend_one(state, "trade", "trade")
    for token in action.tokens:
        tokens = take_from(tokens, token)
    state = note(change(state, seat, tokens=tokens), "tokens_traded", seat, tokens=action.tokens)
    points = content(state).numbers[f"trade_{action.set}"] + number(state, state.me, "trade_points")
    return gain_victory_points(state, seat, points, RULES[action.set])


TRADE_TOKENS = verb(TradeTokens, candidates, objections, apply, exact=True)
