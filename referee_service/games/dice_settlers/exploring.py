"""How tiles come to the map: where they may lie, who stands on them, who follows."""

from __future__ import annotations

from referee_service.games.dice_settlers.bot_priorities import bot_spots
from referee_service.games.dice_settlers.content import content
from referee_service.games.dice_settlers.hexagon import tents_in_supply
from referee_service.games.dice_settlers.land import give_tents, lay_tile, move_tents, place_own_tent
from referee_service.games.dice_settlers.questions import Defend, Follow, LayStart, PlaceTile
from referee_service.games.dice_settlers.state import (
    State,
    explore_spots,
    is_beside,
    is_bot,
    permits,
    place_of,
    sides_of,
    start_spots,
    tents_of,
)
from referee_service.kernel.events import note
from referee_service.kernel.hexes import Hex
from referee_service.kernel.pending import asking, pop, push, top
from referee_service.kernel.state import Frame


def spots(state: State) -> tuple[Hex, ...]:
    """Where the tile in question may lie."""
    frame = top(state)
    if isinstance(frame, LayStart):
        return start_spots(state)
    side = asking(state, PlaceTile).side
    return bot_spots(state) if is_bot(state, side) else explore_spots(state, side)


def lay_start_tile(state: State, cell: Hex) -> State:
    """A start tile lies on the map; tents and bonuses come when all do."""
    side = asking(state, LayStart).side
    tile = state.starts[side]
    state = lay_tile(pop(state), tile, cell, sides_of(state))
    return note(state, "tile_laid", side, tile=tile)


def settle_start_tiles(state: State, order: list[int]) -> State:
    """Everybody places a tent and receives the bonus of the start tile; the Bot gets no bonus."""
    for side in order:
        state = place_own_tent(state, state.starts[side], side)
    for side in order:
        if not is_bot(state, side):
            state = placement_effects(state, state.starts[side], side)
    return state


def placement_effects(state: State, tile: str, seat: int) -> State:
    """What a tile gives to who lays it."""
    row = content(state).tiles[tile]
    for work in row.effects if row.row.ability == "placement" else ():
        state = work(state, seat)
    return state


def lay_explored(state: State, cell: Hex) -> State:
    """A tile lies on the map with a tent from the general supply; its effect comes first, then others may follow."""
    frame = asking(state, PlaceTile)
    side, tile, sides = frame.side, frame.tile, sides_of(state)
    state = note(lay_tile(pop(state), tile, cell, sides), "tile_laid", side, tile=tile)
    if not is_bot(state, side) or tents_in_supply(state):
        state = move_tents(state, tile, side, 1)
    others = [(side + step) % sides for step in range(1, sides)]
    frames: list[Frame] = [Follow(_asked(state, other), tile, other) for other in others]
    frames.append(Defend(_asked(state, side), tile, side))
    state = push(state, *reversed(frames))
    return state if is_bot(state, side) else placement_effects(state, tile, side)


def _asked(state: State, side: int) -> int:
    """The seat that a question about a side goes to; what the Bot does needs no answer."""
    return 0 if is_bot(state, side) else side


def follows_freely(state: State, side: int) -> bool:
    """Whether a side may follow from anywhere, with a tent of the general supply."""
    return permits(state, side, "follow_anywhere")


def can_follow(state: State, frame: Follow) -> bool:
    """Whether a side may follow to a tile: present beside it, with a tent at hand."""
    if follows_freely(state, frame.side):
        return True
    return tents_of(state, frame.side) > 0 and is_beside(state, frame.tile, frame.side)


def can_defend(state: State, frame: Defend) -> bool:
    """Whether the explorer may add a tent: somebody followed, and one is at hand."""
    place = place_of(state, frame.tile)
    followed = place is not None and any(place.tents[: frame.side] + place.tents[frame.side + 1 :])
    return followed and tents_of(state, frame.side) > 0


def add_tent(state: State) -> State:
    """The side in question adds a tent to the new tile."""
    frame = top(state)
    assert isinstance(frame, Follow | Defend)
    if isinstance(frame, Follow) and follows_freely(state, frame.side):
        state = give_tents(state, frame.side, 1)
    return place_own_tent(pop(state), frame.tile, frame.side)


def follow_by_itself(state: State) -> State:
    """Who cannot follow is not asked; the Bot always does when it can."""
    frame = asking(state, Follow)
    if not can_follow(state, frame):
        return pop(state)
    return add_tent(state) if is_bot(state, frame.side) else state


def defend_by_itself(state: State) -> State:
    """Who need not or cannot is not asked; the Bot always does when it can."""
    frame = asking(state, Defend)
    if not can_defend(state, frame):
        return pop(state)
    return add_tent(state) if is_bot(state, frame.side) else state
