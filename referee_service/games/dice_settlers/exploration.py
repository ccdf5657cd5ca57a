"""Rules of laying tiles: legal cells, tents on the new tile, following and defending."""

from __future__ import annotations

from referee_service.kernel.events import emit
from referee_service.kernel.hexes import Hex
from referee_service.kernel.pending import expect_top, pop, push, top
from referee_service.kernel.state import Frame

from .content.tables import content
from .map_tiles import (
    change_tent_supply,
    change_tents,
    explore_cells,
    find_map_tile,
    is_present_nearby,
    lay_tile,
    place_own_tent,
    start_cells,
)
from .printed_bot.hexagon import tents_in_supply
from .printed_bot.priorities import bot_cells
from .questions import DefendFrame, FollowFrame, LayStartFrame, PlaceTileFrame
from .state import State, answering_seat, has_permit, is_bot, side_name, sides_of, tents_of


def legal_cells(state: State) -> tuple[Hex, ...]:
    """Return the cells where the tile of the open question may lie."""
    frame = top(state)
    if isinstance(frame, LayStartFrame):
        return start_cells(state)
    side = expect_top(state, PlaceTileFrame).side
    return bot_cells(state) if is_bot(state, side) else explore_cells(state, side)


def lay_start_tile(state: State, cell: Hex) -> State:
    """Lay the start tile of the open question. Tents and bonuses follow when all start tiles lie."""
    side = expect_top(state, LayStartFrame).side
    tile = state.start_tiles[side]
    state = lay_tile(pop(state), tile, cell, sides_of(state))
    return emit(state, "tile_laid", side, tile=tile, who=side_name(state, side))


def place_start_tents(state: State, order: list[int]) -> State:
    """Place one tent of each side, then apply the start tiles' bonuses. The printed Bot gets no bonus."""
    for side in order:
        state = place_own_tent(state, state.start_tiles[side], side)
    for side in order:
        if not is_bot(state, side):
            state = placement_effects(state, state.start_tiles[side], side)
    return state


def placement_effects(state: State, tile: str, seat: int) -> State:
    """Apply the effects that a tile gives to the seat that lays it."""
    row = content(state).tiles[tile]
    for apply_effect in row.effects if row.row.ability == "placement" else ():
        state = apply_effect(state, seat)
    return state


def lay_explored_tile(state: State, cell: Hex) -> State:
    """Lay an explored tile with a tent from the general supply.

    The tile's effects come first. Then the other sides may follow, and the explorer may defend.
    The printed Bot adds no tent if its supply is empty.
    """
    frame = expect_top(state, PlaceTileFrame)
    side, tile, sides = frame.side, frame.tile, sides_of(state)
    state = lay_tile(pop(state), tile, cell, sides)
    state = emit(state, "tile_laid", side, tile=tile, who=side_name(state, side))
    if not is_bot(state, side) or tents_in_supply(state):
        state = change_tents(state, tile, side, 1)
    others = [(side + step) % sides for step in range(1, sides)]
    frames: list[Frame] = [FollowFrame(answering_seat(state, other), tile, other) for other in others]
    frames.append(DefendFrame(answering_seat(state, side), tile, side))
    state = push(state, *reversed(frames))
    return state if is_bot(state, side) else placement_effects(state, tile, side)


def follows_freely(state: State, side: int) -> bool:
    """Return whether a side may follow from anywhere, with a tent of the general supply."""
    return has_permit(state, side, "follow_anywhere")


def can_follow(state: State, frame: FollowFrame) -> bool:
    """Return whether a side may follow: present on a neighbour, with a tent in its supply, or by a permit."""
    if follows_freely(state, frame.side):
        return True
    return tents_of(state, frame.side) > 0 and is_present_nearby(state, frame.tile, frame.side)


def can_defend(state: State, frame: DefendFrame) -> bool:
    """Return whether the explorer may add a tent: another side has tents there, and the explorer has one."""
    map_tile = find_map_tile(state, frame.tile)
    followed = map_tile is not None and any(map_tile.tents[: frame.side] + map_tile.tents[frame.side + 1 :])
    return followed and tents_of(state, frame.side) > 0


def add_tent(state: State) -> State:
    """Add a tent of the side in question to the new tile, and close the question."""
    frame = top(state)
    assert isinstance(frame, FollowFrame | DefendFrame)
    if isinstance(frame, FollowFrame) and follows_freely(state, frame.side):
        state = change_tent_supply(state, frame.side, 1)
    return place_own_tent(pop(state), frame.tile, frame.side)
