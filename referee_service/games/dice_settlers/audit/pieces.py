"""Audit of pieces: every die, tile, house and tent of the printed Bot exists as often as it should."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.rules import Fault, fault

from ..content.tables import content
from ..map_tiles import houses_remaining
from ..printed_bot.hexagon import tents_in_supply
from ..questions import ChooseTileFrame, PlaceTileFrame
from ..setup import map_deck
from ..state import State, dice_by_colour, dice_in_play, sides_of


def printed_bot(state: State) -> Iterator[Fault]:
    """Yield a fault unless the printed Bot is there in a solo game, and only there."""
    if (state.bot is None) != (len(state.players) > 1):
        yield fault("bot", "audit.shape", found=sides_of(state), wanted=max(2, len(state.players)))


def pieces(state: State) -> Iterator[Fault]:
    """Yield a fault for each piece that is lost, duplicated or too many."""
    tables, actual = content(state), dice_by_colour(state)
    for colour, total in dice_in_play(tables, len(state.players)).items():
        if actual[colour] != total:
            yield fault("supply", "audit.pieces", piece=colour, found=actual[colour], total=total)
    yield from _tiles(state)
    for side in range(sides_of(state)):
        if houses_remaining(state, side) < 0:
            total = tables.numbers["houses"]
            yield fault("map", "audit.pieces", piece="house", found=total - houses_remaining(state, side), total=total)
    if state.bot is not None and tents_in_supply(state) < 0:
        total = tables.numbers["bot_all_tents"]
        yield fault("bot.tents", "audit.pieces", piece="tent", found=total - tents_in_supply(state), total=total)


def _tiles(state: State) -> Iterator[Fault]:
    """Yield a fault for each tile that is duplicated or out of its place."""
    tables = content(state)
    starting = (
        [tile for tile in state.start_tiles if tile] + list(state.start_offer) + [tile for tile, _ in state.start_deck]
    )
    explored = [tile for tile, _ in state.deck]
    laid = [map_tile.tile for map_tile in state.map]
    for frame in state.pending:
        if isinstance(frame, ChooseTileFrame):
            explored += frame.tiles
        if isinstance(frame, PlaceTileFrame):
            explored.append(frame.tile)
    explored += [tile for tile in laid if not tables.tiles[tile].row.start]
    once = [*(count for bag in (state.deck, state.start_deck) for _, count in bag)]
    doubled = len(set(starting)) != len(starting) or len(set(explored)) != len(explored) or len(set(laid)) != len(laid)
    if doubled or any(count != 1 for count in once):
        yield fault("map", "audit.pieces", piece="tile", found=2, total=1)
    for tile in starting:
        if not tables.tiles[tile].row.start:
            yield fault("start_tiles", "audit.known", name=tile)
    for tile in sorted(set(explored) - set(map_deck(tables, len(state.players)))):
        yield fault("deck", "audit.known", name=tile)
    for tile in laid:
        if tables.tiles[tile].row.start and tile not in state.start_tiles:
            yield fault("map", "audit.map", tile=tile)
