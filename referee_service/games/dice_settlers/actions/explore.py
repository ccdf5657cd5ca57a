"""Main action `explore`: draw as many tiles as symbols are spent, and lay one of them."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.bags import size_of
from referee_service.kernel.game import verb
from referee_service.kernel.pending import push
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import CHANCE, Action

from ..fields import SymbolCountField
from ..main_actions import begin_action, can_begin, can_explore, timing_objections
from ..map_tiles import has_explore_cell
from ..payment import request_symbols
from ..questions import ChooseTileFrame, DrawTilesFrame
from ..state import State, number_bonus
from ..symbols import max_symbols


class Explore(Action, frozen=True, tag="explore"):
    """An exploration: tiles are drawn, and one of them is laid on the map."""

    symbols: SymbolCountField
    """Explore symbols to spend, at least 1. Each one draws a tile, and technologies may add tiles."""


def candidates(state: State) -> list[Explore]:
    """Return one action per payable number of symbols, if a tile and a cell for it are left."""
    if not can_begin(state, "explore") or not can_explore(state):
        return []
    return [Explore(symbols) for symbols in range(1, max_symbols(state, state.active_player, "explore") + 1)]


def objections(state: State, action: Explore) -> Iterator[Refusal]:
    """Yield every reason against this exploration."""
    yield from timing_objections(state, "explore")
    max_count = max_symbols(state, state.active_player, "explore")
    if not state.deck:
        yield refuse("explore.deck")
    if not has_explore_cell(state, state.active_side):
        yield refuse("explore.spot")
    if not 1 <= action.symbols <= max_count:
        yield refuse("explore.symbols", symbols=action.symbols, most=max_count)


def apply(state: State, action: Explore) -> State:
    """Ask the seat to pay. Chance then draws the tiles, and the seat chooses one."""
    seat, tiles = state.active_side, action.symbols + number_bonus(state, state.active_player, "explored_tiles")
    state = push(begin_action(state, "explore"), ChooseTileFrame(seat, ()), DrawTilesFrame(CHANCE, tiles))
    return request_symbols(state, seat, "explore", action.symbols, "explore")


def facts(state: State, action: Explore) -> dict[str, Fact]:
    """Return how many tiles are drawn."""
    return {
        "tiles": min(action.symbols + number_bonus(state, state.active_player, "explored_tiles"), size_of(state.deck))
    }


EXPLORE = verb(Explore, candidates, objections, apply, exact=True, facts=facts, chip="action.explore")
