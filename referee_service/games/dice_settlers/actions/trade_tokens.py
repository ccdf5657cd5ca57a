"""Main action `trade_tokens`: trade a set of tokens for points. Gold is a joker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement

from referee_service.kernel.bags import Bag, remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.memos import MEMO_ENTRIES
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player

from ..content.tables import GOLD, SETS
from ..fields import OwnTokenField, SetField
from ..gains import take_points
from ..labels import trade_points
from ..main_actions import can_begin_or_continue, can_spend, spend_symbol, symbol_objections, timing_objections
from ..state import State, tokens_held

SET_SIZES = {"identical": 3, "different": 3, "any": 2}
"""Number of tokens in a set, by kind of set."""
SCORE_RULE_BY_SET = {
    "identical": "score.trade_identical",
    "different": "score.trade_different",
    "any": "score.trade_any",
}
"""Rule that the points of a traded set cite, by kind of set."""


class TradeTokens(Action, frozen=True, tag="trade_tokens"):
    """A set of tokens, traded for points."""

    set: SetField
    tokens: tuple[OwnTokenField, ...]
    """The tokens of the set, sorted by name: two for `any`, else three. A joker is named `gold`."""


def is_valid_set(kind: str, tokens: tuple[str, ...]) -> bool:
    """Return whether the tokens form a set of this kind. Gold stands for any token."""
    if len(tokens) != SET_SIZES[kind]:
        return False
    plain = [token for token in tokens if token != GOLD]
    if kind == "identical":
        return len(set(plain)) <= 1
    return kind == "any" or len(set(plain)) == len(plain)


@lru_cache(maxsize=MEMO_ENTRIES)
def possible_sets(held: Bag) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return every set that these tokens allow, as (kind, tokens). Cached."""
    names, have = [token for token, _ in held], dict(held)
    return tuple(
        (kind, tokens)
        for kind in SETS
        for tokens in combinations_with_replacement(names, SET_SIZES[kind])
        if is_valid_set(kind, tokens) and all(have[token] >= count for token, count in Counter(tokens).items())
    )


def candidates(state: State) -> list[TradeTokens]:
    """Return one action per set that the player's tokens allow."""
    if not can_begin_or_continue(state, "trade") or not can_spend(state, "trade", "trade"):
        return []
    return [TradeTokens(kind, tokens) for kind, tokens in possible_sets(state.active_player.tokens)]


def objections(state: State, action: TradeTokens) -> Iterator[Refusal]:
    """Yield every reason against trading this set."""
    yield from timing_objections(state, "trade")
    yield from symbol_objections(state, "trade", "trade")
    if not is_valid_set(action.set, action.tokens):
        yield refuse("trade_tokens.set", set=action.set, tokens=action.tokens)
    if list(action.tokens) != sorted(action.tokens):
        yield refuse("trade_tokens.sorted")
    for token, count in sorted(Counter(action.tokens).items()):
        if count > (held := tokens_held(state.active_player, token)):
            yield refuse("trade_tokens.held", token=token, count=count, held=held, piece=f"token_{token}")


def apply(state: State, action: TradeTokens) -> State:
    """Request the symbol, remove the tokens and give the points."""
    seat, tokens = state.active_side, state.active_player.tokens
    state = spend_symbol(state, "trade", "trade")
    for token in action.tokens:
        tokens = remove_from(tokens, token)
    state = emit(with_player(state, seat, tokens=tokens), "tokens_traded", seat, tokens=action.tokens)
    return take_points(state, seat, trade_points(state, action.set), SCORE_RULE_BY_SET[action.set])


def facts(state: State, action: TradeTokens) -> dict[str, Fact]:
    """Return the points for the set."""
    return {"points": trade_points(state, action.set)}


TRADE_TOKENS = verb(
    TradeTokens,
    candidates,
    objections,
    apply,
    exact=True,
    kinds={"set": "set.kind", "tokens": "trade_tokens.kind"},
    facts=facts,
    chip="action.trade",
)
