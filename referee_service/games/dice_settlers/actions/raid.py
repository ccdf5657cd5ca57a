"""Main action `raid`: replace a tent of another side by a tent of the player, for each symbol."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_item

from ..fields import RaidedTileField, SideField
from ..main_actions import (
    action_in_progress,
    can_begin_or_continue,
    can_spend,
    raid_shields,
    raidable_sides,
    raidable_tiles,
    spend_symbol,
    symbol_objections,
    timing_objections,
)
from ..map_tiles import find_map_tile, is_present, place_own_tent, return_tent
from ..state import State, side_name


class Raid(Action, frozen=True, tag="raid"):
    """One tent of another side, replaced by a tent of the player."""

    tile: RaidedTileField
    side: SideField


def candidates(state: State) -> list[Raid]:
    """Return one action per tile and side that can be raided. A raid in progress stays on its tile."""
    if (
        not can_begin_or_continue(state, "raid")
        or not state.active_player.tents
        or not can_spend(state, "raid", "raid")
    ):
        return []
    frame = action_in_progress(state, "raid")
    map_tiles = [map_tile for map_tile in raidable_tiles(state) if frame is None or map_tile.tile == frame.tile]
    return [Raid(map_tile.tile, side) for map_tile in map_tiles for side in raidable_sides(state, map_tile)]


def objections(state: State, action: Raid) -> Iterator[Refusal]:
    """Yield every reason against this raid."""
    yield from timing_objections(state, "raid")
    yield from symbol_objections(state, "raid", "raid")
    frame, map_tile = action_in_progress(state, "raid"), find_map_tile(state, action.tile)
    if not state.active_player.tents:
        yield refuse("raid.tents")
    if frame is not None and frame.tile != action.tile:
        yield refuse("raid.one_tile", tile=frame.tile)
    if map_tile is None:
        yield refuse("tile.map", tile=action.tile)
    elif not is_present(map_tile, state.active_side):
        yield refuse("raid.presence", tile=action.tile)
    elif action.side == state.active_side:
        yield refuse("raid.own", side=action.side)
    elif action.side not in raidable_sides(state, map_tile):
        yield refuse("raid.victim", tile=action.tile, side=action.side, who=side_name(state, action.side))


def apply(state: State, action: Raid) -> State:
    """Request the symbol. A shield absorbs it, or a tent of the raider replaces one that returns to its owner."""
    seat, frame = state.active_side, action_in_progress(state, "raid")
    remaining = frame.shields if frame is not None else raid_shields(state)
    shield = remaining[action.side]
    state = spend_symbol(
        state, "raid", "raid", tile=action.tile, shields=with_item(remaining, action.side, max(0, shield - 1))
    )
    if shield:
        return emit(state, "raid_shielded", action.side, tile=action.tile, who=side_name(state, action.side))
    return place_own_tent(return_tent(state, action.tile, action.side), action.tile, seat)


def facts(state: State, action: Raid) -> dict[str, Fact]:
    """Return the name of the raided side, and the symbols that it still ignores."""
    frame = action_in_progress(state, "raid")
    shields = frame.shields if frame is not None else raid_shields(state)
    return {"who": side_name(state, action.side), "shield": shields[action.side] or None}


RAID = verb(
    Raid, candidates, objections, apply, exact=True, kinds={"tile": "tile.kind"}, facts=facts, chip="action.raid"
)
