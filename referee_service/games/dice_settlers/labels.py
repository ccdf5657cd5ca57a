"""Facts of labels that several verbs share: the gain of effects, and points of a trade."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from referee_service.kernel.bags import Bag, count_in
from referee_service.kernel.packs import EffectRow
from referee_service.kernel.rules import Fact

from .content.schema import Token
from .content.tables import content
from .state import State, number_bonus


def effect_facts(state: State, effects: Iterable[EffectRow]) -> dict[str, Fact]:
    """Return what effects bring to the active player: pieces by kind, or the effect that asks for a choice."""
    facts: dict[str, Fact] = {}
    for effect in effects:
        ((name, given),) = effect.items()
        if name in ("gain_token", "make_token", "gain_symbols"):
            facts["gain"] = _gained_pieces(state, name, cast("dict[str, str | int]", given))
        elif name in _FACT_OF_NUMBER:
            facts[_FACT_OF_NUMBER[name]] = cast("Fact", given)
        else:
            facts["ask"] = name
    return facts


_FACT_OF_NUMBER = {"gain_die": "colour", "gain_tents": "tents", "gain_points": "points", "ask_tokens": "tokens"}
"""Name of the fact for an effect with one argument."""


def _gained_pieces(state: State, name: str, given: dict[str, str | int]) -> tuple[str, ...]:
    """Return the tokens or symbols of an effect one by one. Technologies add to the tokens of a factory."""
    more = number_bonus(state, state.active_player, "factory_tokens") if name == "make_token" else 0
    return (str(given.get("token") or given["symbol"]),) * (int(given["count"]) + more)


def lacking_dice_facts(held: Bag, dice: Sequence[str]) -> dict[str, Fact]:
    """Return a kind of dice that is missing among those held, or the few of it if more of them are named."""
    lacking = next(die for die, count in Counter(dice).items() if count_in(held, die) < count)
    count = count_in(held, lacking)
    return {"few": (lacking,) * count} if count else {"absent": lacking}


def draw_facts(state: State) -> dict[str, Fact]:
    """Return that a resource symbol may also draw dice, if the bag of the active player has some."""
    return {"more": "draw_too" if state.active_player.bag else None}


def trade_points(state: State, goods: str) -> int:
    """Return the points for a set of tokens or a die that the active player trades."""
    bonus = number_bonus(state, state.active_player, "trade_points")
    return content(state).numbers[f"trade_{goods}"] + bonus


def research_price(state: State, technology: str) -> tuple[str, ...]:
    """Return the names of the symbols and tokens that a technology costs, one by one."""
    row = content(state).technologies[technology].row
    return ("symbol_research",) * row.research + tokens_of_price(row.tokens)


def tokens_of_price(tokens: Mapping[Token, int]) -> tuple[str, ...]:
    """Return the names of the tokens of a price, one by one."""
    return tuple(f"token_{token}" for token, count in tokens.items() for _ in range(count))
