"""Benefits of placed castles and buildings, and room in storage for a tile that was taken or bought.

Each question lists `buy_tile`, which its own rule then refuses: a player may try to buy at any time of a turn.
"""

from __future__ import annotations

from referee_service.kernel.events import emit
from referee_service.kernel.pending import expect_top, lapse, pop
from referee_service.kernel.question import Below, question
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player, without
from referee_service.kernel.verb_factories import choose_verb

from ..actions.place_tile import candidates as place_candidates
from ..actions.sell_goods import candidates as sell_candidates
from ..actions.take_tile import candidates as take_candidates
from ..boards import has_placed, opened_by
from ..content.tables import content
from ..fields import Tile
from ..questions import FreeActionFrame, MakeRoomFrame, PlaceBenefitFrame, SellBenefitFrame, TakeBenefitFrame
from ..state import State
from ..storage import receive_tile, remove_from_game

# --- free_action: one action as with a die of any value ---------------------------------------------------------------

FREE_ACTION = question(
    FreeActionFrame,
    *("take_tile", "place_tile", "sell_goods", "take_workers", "buy_tile"),
    stages=("turn",),
    fits=opened_by("ask_free_action"),
    forced=True,
)


# --- take_benefit: a tile of certain kinds from a numbered depot ------------------------------------------------------


def auto_take_benefit(state: State, frame: TakeBenefitFrame) -> State:
    """Close the question if no depot has such a tile."""
    return state if take_candidates(state) else lapse(state)


def can_take_kinds(state: State, frame: TakeBenefitFrame, below: Below) -> bool:
    """Return whether a placed building lets its owner take these kinds."""
    return has_placed(state, {"ask_tile": {"kinds": list(frame.kinds)}})


TAKE_BENEFIT = question(
    TakeBenefitFrame,
    *("take_tile", "decline", "buy_tile"),
    stages=("turn",),
    step=auto_take_benefit,
    fits=can_take_kinds,
)


# --- sell_benefit: a sale of goods of one kind ------------------------------------------------------------------------


def auto_sell_benefit(state: State, frame: SellBenefitFrame) -> State:
    """Close the question if the player has no goods."""
    return state if sell_candidates(state) else lapse(state)


SELL_BENEFIT = question(
    SellBenefitFrame,
    *("sell_goods", "decline", "buy_tile"),
    stages=("turn",),
    step=auto_sell_benefit,
    fits=opened_by("ask_sale"),
)


# --- place_benefit: one more stored tile on the estate ----------------------------------------------------------------


def auto_place_benefit(state: State, frame: PlaceBenefitFrame) -> State:
    """Close the question if no stored tile has a space."""
    return state if place_candidates(state) else lapse(state)


PLACE_BENEFIT = question(
    PlaceBenefitFrame,
    *("place_tile", "decline", "buy_tile"),
    stages=("turn",),
    step=auto_place_benefit,
    fits=opened_by("ask_placement"),
)


# --- make_room: the stored tile that leaves for a new one -------------------------------------------------------------


class DiscardTile(Action, frozen=True, tag="discard_tile"):
    """Discard a stored tile to make room."""

    tile: Tile


def stored_tiles(state: State) -> tuple[str, ...]:
    """Return each different stored tile. The tile just taken is not stored yet."""
    return tuple(dict.fromkeys(state.active_player.storage))


def apply_discard_tile(state: State, action: DiscardTile) -> State:
    """Remove the stored tile from the game and store the tile just taken."""
    seat, taken = state.active_seat, expect_top(state, MakeRoomFrame).tile
    state = with_player(pop(state), seat, storage=without(state.active_player.storage, action.tile))
    state = remove_from_game(emit(state, "tile_discarded", seat, tile=action.tile), action.tile)
    return receive_tile(state, seat, taken)


def is_storage_full(state: State, frame: MakeRoomFrame, below: Below) -> bool:
    """Return whether the player has no room for the new tile."""
    return len(state.active_player.storage) == content(state).numbers["storage_spaces"]


DISCARD_TILE = choose_verb(DiscardTile, stored_tiles, apply_discard_tile, rule="discard_tile.stored")
MAKE_ROOM = question(MakeRoomFrame, "discard_tile", "buy_tile", stages=("turn",), fits=is_storage_full, forced=True)
