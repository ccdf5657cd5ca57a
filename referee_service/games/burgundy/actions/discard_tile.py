"""Make room in full storage: a stored tile leaves the game, and the tile just taken comes in."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.burgundy.state import MakeRoom, State, Tile
from referee_service.games.burgundy.storage import receive_tile, to_the_box
from referee_service.kernel.events import note
from referee_service.kernel.game import verb
from referee_service.kernel.pending import asking, pop
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.values import change, drop


class DiscardTile(Action, frozen=True, tag="discard_tile"):
    """Discard a stored tile to make room."""

    tile: Tile


def candidates(state: State) -> list[DiscardTile]:
    """Each different stored tile; the one just taken is not among them."""
    return [DiscardTile(tile) for tile in dict.fromkeys(state.me.storage)]


def objections(state: State, action: DiscardTile) -> Iterator[Refusal]:
    """Only a stored tile makes room."""
    if action.tile not in state.me.storage:
        yield refuse("discard_tile.stored", tile=action.tile)


def apply(state: State, action: DiscardTile) -> State:
    """One tile leaves the game, the other takes its place."""
    seat, taken = state.seat, asking(state, MakeRoom).tile
    state = change(pop(state), seat, storage=drop(state.me.storage, action.tile))
    state = to_the_box(note(state, "tile_discarded", seat, tile=action.tile), action.tile)
    return receive_tile(state, seat, taken)


DISCARD_TILE = verb(DiscardTile, candidates, objections, apply, exact=True)
