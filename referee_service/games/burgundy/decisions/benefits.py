"""Benefits of placed castles and buildings, and room in storage for a tile that was taken or bought.

A player may try to buy at any time of a turn, so each question names the ruling that forbids it.
"""

from __future__ import annotations

from referee_service.kernel.events import emit
from referee_service.kernel.pending import expect_top, lapse, pop
from referee_service.kernel.question import Below, question
from referee_service.kernel.rules import Fact
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player, without
from referee_service.kernel.verb_factories import choose_verb

from ..actions.buy_tile import NO_PURCHASE
from ..actions.place_tile import candidates as place_candidates
from ..actions.sell_goods import candidates as sell_candidates
from ..actions.take_tile import candidates as take_candidates
from ..boards import has_placed, opened_by, placed_source, source_facts, take_effect
from ..content.tables import content
from ..fields import StoredTile
from ..questions import FreeActionFrame, MakeRoomFrame, PlaceBenefitFrame, SellBenefitFrame, TakeBenefitFrame
from ..state import State
from ..storage import receive_tile, remove_from_game

# --- free_action: one action as with a die of any value ---------------------------------------------------------------

FREE_ACTION = question(
    FreeActionFrame,
    *("take_tile", "place_tile", "sell_goods", "take_workers"),
    stages=("turn",),
    fits=opened_by("ask_free_action"),
    forced=True,
    refused=NO_PURCHASE,
    facts=source_facts("ask_free_action"),
)


# --- take_benefit: a tile of certain kinds from a numbered depot ------------------------------------------------------


def auto_take_benefit(state: State, frame: TakeBenefitFrame) -> State:
    """Close the question if no depot has such a tile."""
    return state if take_candidates(state) else lapse(state)


def can_take_kinds(state: State, frame: TakeBenefitFrame, below: Below) -> bool:
    """Return whether a placed building lets its owner take these kinds."""
    return has_placed(state, take_effect(frame.kinds))


def take_benefit_facts(state: State) -> dict[str, Fact]:
    """Return the building that asks, and the kinds that it fetches."""
    frame = expect_top(state, TakeBenefitFrame)
    return {"source": placed_source(state, take_effect(frame.kinds)), "kinds": frame.kinds}


TAKE_BENEFIT = question(
    TakeBenefitFrame,
    *("take_tile", "decline"),
    stages=("turn",),
    step=auto_take_benefit,
    fits=can_take_kinds,
    refused=NO_PURCHASE,
    facts=take_benefit_facts,
)


# --- sell_benefit: a sale of goods of one kind ------------------------------------------------------------------------


def auto_sell_benefit(state: State, frame: SellBenefitFrame) -> State:
    """Close the question if the player has no goods."""
    return state if sell_candidates(state) else lapse(state)


SELL_BENEFIT = question(
    SellBenefitFrame,
    *("sell_goods", "decline"),
    stages=("turn",),
    step=auto_sell_benefit,
    fits=opened_by("ask_sale"),
    refused=NO_PURCHASE,
    facts=source_facts("ask_sale"),
)


# --- place_benefit: one more stored tile on the estate ----------------------------------------------------------------


def auto_place_benefit(state: State, frame: PlaceBenefitFrame) -> State:
    """Close the question if no stored tile has a space."""
    return state if place_candidates(state) else lapse(state)


PLACE_BENEFIT = question(
    PlaceBenefitFrame,
    *("place_tile", "decline"),
    stages=("turn",),
    step=auto_place_benefit,
    fits=opened_by("ask_placement"),
    refused=NO_PURCHASE,
    facts=source_facts("ask_placement"),
)


# --- make_room: the stored tile that leaves for a new one -------------------------------------------------------------


class DiscardTile(Action, frozen=True, tag="discard_tile"):
    """Remove a stored tile from the game to make room for the tile that was taken or bought."""

    tile: StoredTile


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


def make_room_facts(state: State) -> dict[str, Fact]:
    """Return the new tile."""
    return {"tile": expect_top(state, MakeRoomFrame).tile}


DISCARD_TILE = choose_verb(DiscardTile, stored_tiles, apply_discard_tile, rule="discard_tile.stored")
MAKE_ROOM = question(
    MakeRoomFrame,
    "discard_tile",
    stages=("turn",),
    fits=is_storage_full,
    forced=True,
    refused=NO_PURCHASE,
    facts=make_room_facts,
)
