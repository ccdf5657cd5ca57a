"""Storage: where every tile goes first. When it is full, a stored tile has to leave the game."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.burgundy.state import MakeRoom, State, number
from referee_service.kernel.pending import push
from referee_service.kernel.values import add_to, change


def receive_tile(state: State, seat: int, tile: str) -> State:
    """Put a tile into storage; with full storage its owner must first make room."""
    player = state.players[seat]
    if len(player.storage) < number(state, player, "storage_spaces"):
        return change(state, seat, storage=tuple(sorted((*player.storage, tile))))
    return push(state, MakeRoom(seat, tile))


def to_the_box(state: State, *tiles: str) -> State:
    """Tiles leave the game."""
    box = state.supply.box
    for tile in tiles:
        box = add_to(box, tile)
    return replace(state, supply=replace(state.supply, box=box))
