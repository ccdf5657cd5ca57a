"""The verb `discard_tile`: discard a stored tile to make room for the tile just taken."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.burgundy.fields import Tile
from referee_service.games.burgundy.questions import MakeRoomFrame
from referee_service.games.burgundy.state import State
from referee_service.games.burgundy.storage import receive_tile, remove_from_game
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import expect_top, pop
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player, without


class DiscardTile(Action, frozen=True, tag="discard_tile"):
    """Discard a stored tile to make room."""

    tile: Tile


def candidates(state: State) -> list[DiscardTile]:
    """Return each different stored tile. The tile just taken is not stored yet."""
    return [DiscardTile(tile) for tile in dict.fromkeys(state.active_player.storage)]


def objections(state: State, action: DiscardTile) -> Iterator[Refusal]:
    """Yield a refusal if the tile is not stored."""
    if action.tile not in state.active_player.storage:
        yield refuse("discard_tile.stored", tile=action.tile)


def apply(state: State, action: DiscardTile) -> State:
    """Remove the stored tile from the game and store the tile just taken."""
    seat, taken = state.active_seat, expect_top(state, MakeRoomFrame).tile
    state = with_player(pop(state), seat, storage=without(state.active_player.storage, action.tile))
    state = remove_from_game(emit(state, "tile_discarded", seat, tile=action.tile), action.tile)
    return receive_tile(state, seat, taken)


DISCARD_TILE = verb(DiscardTile, candidates, objections, apply, exact=True)
