"""Storage: where every tile goes first. When it is full, a stored tile has to leave the game."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.burgundy.state import MakeRoomFrame, State, rule_number
from referee_service.kernel.bags import add_to
from referee_service.kernel.pending import push
from referee_service.kernel.tuples import with_player


def receive_tile(state: State, seat: int, tile: str) -> State:
    """Put a tile into storage; with full storage its owner must first make room."""
    player = state.players[seat]
    if len(player.storage) < rule_number(state, player, "storage_spaces"):
        return with_player(state, seat, storage=tuple(sorted((*player.storage, tile))))
    return push(state, MakeRoomFrame(seat, tile))


def remove_from_game(state: State, *tiles: str) -> State:
    """Tiles leave the game."""
    box = state.supply.removed
    for tile in tiles:
        box = add_to(box, tile)
    return replace(state, supply=replace(state.supply, removed=box))
