"""Harvest: for each symbol of a resource a token of it."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.dice_settlers.content import TOKENS
from referee_service.games.dice_settlers.gains import gain_tokens_of
from referee_service.games.dice_settlers.mains import may_do, spend_one, symbol_objections, under_way, when_objections
from referee_service.games.dice_settlers.state import State, Token, number
from referee_service.games.dice_settlers.symbols import hand_of
from referee_service.kernel.game import verb
from referee_service.kernel.ruling import Refusal
from referee_service.kernel.state import Action


class Harvest(Action, frozen=True, tag="harvest"):
    """Harvest a token of this resource."""

    token: Token


def candidates(state: State) -> list[Harvest]:
    """Every resource whose symbol can be spent."""
    if not may_do(state, "harvest"):
        return []
    most = hand_of(state, state.me).most
    return [Harvest(token) for token in TOKENS if most[token]]


def objections(state: State, action: Harvest) -> Iterator[Refusal]:
    """Why this may not be harvested; nothing yielded means it may."""
    yield from when_objections(state, "harvest")
    yield from symbol_objections(state, "harvest", action.token)


def apply(state: State, action: Harvest) -> State:
    """The symbol is to be paid; a token comes, with the first one perhaps more."""
    first = under_way(state, "harvest") is None
    more = number(state, state.me, "harvest") if first else 0
    return gain_tokens_of(spend_one(state, "harvest", action.token), state.active, action.token, 1 + more)


HARVEST = verb(Harvest, candidates, objections, apply, exact=True)
