"""Main action `harvest`: one token for each resource symbol."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.game import verb
from referee_service.kernel.rules import Fact, Refusal
from referee_service.kernel.state import Action

from ..content.tables import TOKENS
from ..fields import OwnTokenField
from ..gains import take_tokens
from ..main_actions import action_in_progress, can_begin_or_continue, spend_symbol, symbol_objections, timing_objections
from ..state import State, number_bonus
from ..symbols import spendable_symbols_of


class Harvest(Action, frozen=True, tag="harvest"):
    """One token gained for a symbol of its resource."""

    token: OwnTokenField
    """Resource whose symbol is spent and whose token is gained: `wood`, `iron`, `food` or `gold`."""


def candidates(state: State) -> list[Harvest]:
    """Return one action per resource whose symbol can be spent."""
    if not can_begin_or_continue(state, "harvest"):
        return []
    max_counts = spendable_symbols_of(state, state.active_player).max_counts
    return [Harvest(token) for token in TOKENS if max_counts[token]]


def objections(state: State, action: Harvest) -> Iterator[Refusal]:
    """Yield every reason against harvesting this token."""
    yield from timing_objections(state, "harvest")
    yield from symbol_objections(state, "harvest", action.token)


def apply(state: State, action: Harvest) -> State:
    """Request the symbol and give the token. The first token of the action may bring extra ones."""
    more = extra_tokens(state)
    return take_tokens(spend_symbol(state, "harvest", action.token), state.active_side, action.token, 1 + more)


def extra_tokens(state: State) -> int:
    """Return how many tokens technologies add to the next one: some to the first of an action, none later."""
    return 0 if action_in_progress(state, "harvest") else number_bonus(state, state.active_player, "harvest")


def facts(state: State, action: Harvest) -> dict[str, Fact]:
    """Return how many tokens technologies add."""
    return {"more": extra_tokens(state) or None}


HARVEST = verb(
    Harvest,
    candidates,
    objections,
    apply,
    exact=True,
    kinds={"token": "token.kind"},
    facts=facts,
    chip="action.harvest",
)
