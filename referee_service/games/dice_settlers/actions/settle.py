"""Main action `settle`: take, place or recall a tent, for each symbol."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action

from ..fields import SettleOptionField, TentTileField
from ..main_actions import (
    action_in_progress,
    can_begin_or_continue,
    can_spend,
    settle_targets,
    spend_symbol,
    symbol_objections,
    timing_objections,
)
from ..map_tiles import change_tent_supply, find_map_tile, place_own_tent, return_tent
from ..state import State, side_name


class Settle(Action, frozen=True, tag="settle"):
    """A tent taken from the general supply, placed on a tile, or recalled from a tile."""

    option: SettleOptionField
    tile: TentTileField | None = None
    """Tile where the tent is placed, or that it is recalled from. Null or left out for `take`."""


def is_recalling(state: State) -> bool:
    """Return whether the symbol just spent pays for further recalls. Only option `any_number` allows it."""
    frame = action_in_progress(state, "settle")
    return frame is not None and frame.recalling


def candidates(state: State) -> list[Settle]:
    """Return every legal option: take, place on a reachable tile, recall from a tile with a tent of the player."""
    if not can_begin_or_continue(state, "settle"):
        return []
    actions = list[Settle]()
    pays = can_spend(state, "settle", "settle")
    if pays:
        actions.append(Settle("take"))
        if state.active_player.tents:
            actions += [Settle("place", map_tile.tile) for map_tile in settle_targets(state)]
    if pays or is_recalling(state):
        actions += [Settle("recall", map_tile.tile) for map_tile in state.map if map_tile.tents[state.active_side]]
    return actions


def objections(state: State, action: Settle) -> Iterator[Refusal]:
    """Yield every reason against this option."""
    yield from timing_objections(state, "settle")
    if not (action.option == "recall" and is_recalling(state)):
        yield from symbol_objections(state, "settle", "settle")
    if (action.tile is None) != (action.option == "take"):
        yield refuse("settle.tile", option=action.option)
        return
    map_tile = find_map_tile(state, action.tile or "")
    if action.option == "place" and not state.active_player.tents:
        yield refuse("settle.tents")
    if map_tile is None:
        if action.tile is not None:
            yield refuse("tile.map", tile=action.tile)
    elif action.option == "place" and map_tile not in settle_targets(state):
        yield refuse("settle.reach", tile=action.tile)
    elif action.option == "recall" and not map_tile.tents[state.active_side]:
        yield refuse("settle.recall", tile=action.tile)


def apply(state: State, action: Settle) -> State:
    """Request the symbol and move the tent. Bonus symbols count by the control before the tent moves."""
    seat, tile = state.active_side, action.tile or ""
    if not (action.option == "recall" and is_recalling(state)):
        recalling = action.option == "recall" and state.options.recall == "any_number"
        state = spend_symbol(state, "settle", "settle", recalling=recalling)
    if action.option == "take":
        return emit(change_tent_supply(state, seat, 1), "tents_gained", seat, count=1, who=side_name(state, seat))
    return place_own_tent(state, tile, seat) if action.option == "place" else return_tent(state, tile, seat)


SETTLE = verb(
    Settle,
    candidates,
    objections,
    apply,
    exact=True,
    kinds={"option": "settle.kind", "tile": "tile.kind"},
    chip="action.settle",
)
