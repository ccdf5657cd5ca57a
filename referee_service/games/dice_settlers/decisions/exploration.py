"""Exploration: tiles are drawn, one is chosen and laid, other sides follow, and the explorer may defend."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.actions import decline
from referee_service.kernel.actions.decline import Decline
from referee_service.kernel.bags import Bag, remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import close_top, expect_top, lapse, pop, replace_top, top
from referee_service.kernel.question import Below, question
from referee_service.kernel.rules import Fact
from referee_service.kernel.state import CHANCE, Action, Seat, question_of
from referee_service.kernel.verb_factories import choose_verb, draw_verb, only_verb

from ..content.tables import content
from ..exploration import add_tent, can_defend, can_follow, legal_cells
from ..fields import HandTileField, TileField
from ..map_tiles import find_map_tile, has_explore_cell
from ..prompts import defend_facts, follow_facts, frame_facts, tile_facts
from ..questions import ChooseTileFrame, DefendFrame, DrawTilesFrame, FollowFrame, PlaceTileFrame
from ..state import State, answering_seat, is_bot, sides_of

TURNS = ("action", "bot_action")
"""Stages in which a side may explore."""


def is_exploring(state: State) -> bool:
    """Return whether the active side may have begun to explore. The printed Bot keeps no list of its actions."""
    return is_bot(state, state.active_side) or "explore" in state.active_player.actions_done


# --- draw_tiles: the tiles to choose from -----------------------------------------------------------------------------


class DrawTile(Action, frozen=True, tag="draw_tile"):
    """A tile drawn from the draw pile."""

    tile: TileField
    """Id of the drawn tile, such as `tile_12`."""


def deck(state: State) -> Bag:
    """Return the tiles of the draw pile."""
    return state.deck


def apply_draw_tile(state: State, action: DrawTile) -> State:
    """Move the tile from the deck to the tiles that the explorer chooses from."""
    frame, choice = expect_top(state, DrawTilesFrame), state.pending[-2]
    assert isinstance(choice, ChooseTileFrame)
    choice = replace(choice, tiles=tuple(sorted((*choice.tiles, action.tile))))
    pending = (*state.pending[:-2], choice, replace(frame, remaining=frame.remaining - 1))
    state = replace(state, pending=pending, deck=remove_from(state.deck, action.tile))
    return emit(state, "tile_drawn", CHANCE, tile=action.tile)


def auto_draw_tiles(state: State, frame: DrawTilesFrame) -> State:
    """Close the question if enough tiles are drawn or the deck is empty."""
    return state if frame.remaining and state.deck else pop(state)


def is_draw_due(state: State, frame: DrawTilesFrame, below: Below) -> bool:
    """Return whether the count is possible: one for the printed Bot, at most one per die for a player."""
    if is_bot(state, state.active_side):
        return frame.remaining == 1
    return 0 < frame.remaining <= sum(die.row.count for die in content(state).dice.values())


DRAW_TILE = draw_verb(DrawTile, deck, apply_draw_tile)
DRAW_TILES = question(
    DrawTilesFrame,
    "draw_tile",
    chance=True,
    over=(ChooseTileFrame,),
    step=auto_draw_tiles,
    fits=is_draw_due,
    facts=frame_facts("remaining"),
)


# --- choose_tile: the drawn tile to lay -------------------------------------------------------------------------------


class ChooseTile(Action, frozen=True, tag="choose_tile"):
    """The drawn tile that is laid on the map next."""

    tile: HandTileField
    """One of the drawn tiles, by its id. The others leave the game."""


def drawn_tiles(state: State) -> tuple[str, ...]:
    """Return the tiles that were drawn."""
    return expect_top(state, ChooseTileFrame).tiles


def apply_choose_tile(state: State, action: ChooseTile) -> State:
    """Ask the seat to place the tile. The other drawn tiles leave the game."""
    return replace_top(state, PlaceTileFrame(state.pending[-1].seat, action.tile, state.active_side))


def auto_choose_tile(state: State, frame: ChooseTileFrame) -> State:
    """Drop the question if no tile was drawn."""
    return state if frame.tiles else lapse(state)


def is_choice_due(state: State, frame: ChooseTileFrame, below: Below) -> bool:
    """Return whether the active side explores and has a cell for a tile. The printed Bot draws only one tile."""
    if frame.tiles and is_bot(state, state.active_side):
        return False
    return is_exploring(state) and has_explore_cell(state, state.active_side)


def choose_tile_facts(state: State, action: ChooseTile) -> dict[str, Fact]:
    """Return the points of the tile."""
    row = content(state).tiles[action.tile].row
    return {"first": row.first if row.first or row.second else None, "second": row.second}


CHOOSE_TILE = choose_verb(ChooseTile, drawn_tiles, apply_choose_tile, rule="choose_tile.drawn", facts=choose_tile_facts)
CHOOSE_TILE_QUESTION = question(
    ChooseTileFrame,
    "choose_tile",
    stages=TURNS,
    step=auto_choose_tile,
    fits=is_choice_due,
    forced=True,
    facts=frame_facts("tiles"),
)


# --- place_tile: the cell for the chosen tile -------------------------------------------------------------------------


def is_placement_due(state: State, frame: PlaceTileFrame, below: Below) -> bool:
    """Return whether the active side explores, and has a cell for a tile that is not on the map."""
    is_new = frame.side == state.active_side and find_map_tile(state, frame.tile) is None
    return is_new and is_exploring(state) and has_explore_cell(state, frame.side)


def has_one_cell(state: State) -> bool:
    """Return whether the tile has one legal cell."""
    return len(legal_cells(state)) == 1


PLACE_TILE_QUESTION = question(
    PlaceTileFrame, "place_tile", stages=TURNS, fits=is_placement_due, forced=has_one_cell, facts=tile_facts
)


# --- follow: whether another side adds a tent to the new tile ---------------------------------------------------------


class AddTent(Action, frozen=True, tag="add_tent"):
    """A tent added to the tile that was just explored, by a side that follows or by the explorer."""


def apply_add_tent(state: State, action: AddTent) -> State:
    """Place the tent and close the question."""
    return add_tent(state)


def auto_follow(state: State, frame: FollowFrame) -> State:
    """Skip a side that cannot follow. The printed Bot follows whenever it can."""
    if is_bot(state, frame.side):
        return add_tent(state) if can_follow(state, frame) else pop(state)
    return state if can_follow(state, frame) else pop(close_top(state, "follow.possible"))


def is_next_to_follow(state: State, frame: FollowFrame, below: Below) -> bool:
    """Return whether the side is next in order, and the tile was laid last.

    The stack has the explorer at the bottom and the other sides above, the next one to answer on top.
    """
    sides, place = sides_of(state), len(below)
    is_in_order = place < sides and frame.side == (state.active_side - place) % sides
    return is_in_order and frame.seat == answering_seat(state, frame.side) and frame.tile == state.map[-1].tile


def new_tile(state: State) -> str:
    """Return the tile of the open question."""
    frame = top(state)
    return frame.tile if isinstance(frame, FollowFrame | DefendFrame) else ""


def add_tent_facts(state: State, action: AddTent) -> dict[str, Fact]:
    """Return the new tile."""
    return {"tile": new_tile(state) or None}


def add_tent_place(state: State, seat: Seat, action: AddTent) -> tuple[str, ...]:
    """Return the new tile on the map."""
    return (f"map.{new_tile(state)}",)


ADD_TENT = only_verb(AddTent, apply_add_tent, facts=add_tent_facts, spot=add_tent_place)
FOLLOW = question(
    FollowFrame,
    *("add_tent", "decline"),
    any_seat=True,
    over=(DefendFrame, FollowFrame),
    step=auto_follow,
    fits=is_next_to_follow,
    closed_by=("follow.possible",),
    facts=follow_facts,
)


def apply_decline(state: State, action: Decline) -> State:
    """Close the question. The event says what was declined."""
    declined = state.pending[-1]
    return emit(pop(state), "declined", declined.seat, question=question_of(declined))


DECLINE = verb(Decline, decline.candidates, decline.objections, apply_decline, exact=True)


# --- defend: whether the explorer adds a tent after other sides followed ----------------------------------------------


def auto_defend(state: State, frame: DefendFrame) -> State:
    """Skip an explorer that cannot defend. The printed Bot defends whenever it can."""
    if is_bot(state, frame.side):
        return add_tent(state) if can_defend(state, frame) else pop(state)
    return state if can_defend(state, frame) else pop(close_top(state, "defend.possible"))


def is_explorer(state: State, frame: DefendFrame, below: Below) -> bool:
    """Return whether the active side has explored, and the tile was laid last."""
    is_last_tile = frame.tile == state.map[-1].tile and len(state.map) > sides_of(state)
    return is_last_tile and frame.side == state.active_side and is_exploring(state)


DEFEND = question(
    DefendFrame,
    *("add_tent", "decline"),
    stages=TURNS,
    step=auto_defend,
    fits=is_explorer,
    closed_by=("defend.possible",),
    facts=defend_facts,
)
