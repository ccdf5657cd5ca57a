"""Storage: the three spaces where every tile goes first. A tile that does not fit replaces a stored one."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.bags import add_to
from referee_service.kernel.pending import push
from referee_service.kernel.tuples import with_player

from .questions import MakeRoomFrame
from .state import State, rule_number


def receive_tile(state: State, seat: int, tile: str) -> State:
    """Put a tile into a seat's storage, or ask the seat to make room if the storage is full."""
    player = state.players[seat]
    if len(player.storage) < rule_number(state, player, "storage_spaces"):
        return with_player(state, seat, storage=tuple(sorted((*player.storage, tile))))
    return push(state, MakeRoomFrame(seat, tile))


def remove_from_game(state: State, *tiles: str) -> State:
    """Add tiles to `supply.removed`. The caller takes them away from where they lay."""
    removed = state.supply.removed
    for tile in tiles:
        removed = add_to(removed, tile)
    return replace(state, supply=replace(state.supply, removed=removed))
