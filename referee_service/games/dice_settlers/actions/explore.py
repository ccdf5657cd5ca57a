"""Explore: turn up as many tiles as symbols are spent, and lay one of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from referee_service.games.dice_settlers.mains import begin, can_explore, may_begin, when_objections
from referee_service.games.dice_settlers.paying import ask_symbols
from referee_service.games.dice_settlers.questions import ChooseTile, DrawTiles
from referee_service.games.dice_settlers.state import State, has_room, number
from referee_service.games.dice_settlers.symbols import most_of
from referee_service.kernel.game import verb
from referee_service.kernel.pending import push
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import CHANCE, Action, Domain


class Explore(Action, frozen=True, tag="explore"):
    """Explore with so many symbols."""

    symbols: Annotated[int, Domain("symbols")]


def candidates(state: State) -> list[Explore]:
    """Any number of symbols that can be paid, while there are tiles and a place for one."""
    if not may_begin(state, "explore") or not can_explore(state):
        return []
    return [Explore(symbols) for symbols in range(1, most_of(state, state.me, "explore") + 1)]


def objections(state: State, action: Explore) -> Iterator[Refusal]:
    """Why nothing may be explored so; nothing yielded means it may."""
    yield from when_objections(state, "explore")
    most = most_of(state, state.me, "explore")
    if not state.deck:
        yield refuse("explore.deck")
    if not has_room(state, state.active):
        yield refuse("explore.spot")
    if action.symbols > most:
        yield refuse("explore.symbols", symbols=action.symbols, most=most)


def apply(state: State, action: Explore) -> State:
    """The symbols are paid, then chance turns up tiles."""
    seat, tiles = state.active, action.symbols + number(state, state.me, "explored_tiles")
    state = push(begin(state, "explore"), ChooseTile(seat, ()), DrawTiles(CHANCE, tiles))
    return ask_symbols(state, seat, "explore", action.symbols, "explore")


EXPLORE = verb(Explore, candidates, objections, apply, exact=True)
