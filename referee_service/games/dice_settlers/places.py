"""All places of the table, and the places of cells and of payment sources.

`spots.py` has the place functions of the other action fields. `docs/games/dice_settlers.md` lists the names.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.bags import count_in, pieces_of
from referee_service.kernel.hexes import Hex
from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.pending import top

from .content.tables import GOLD, MAIN_ACTIONS, PIONEER, TOKENS, content
from .map_tiles import cells_of, open_cells
from .payment import GOLD_TOKEN, JOIN_HALVES, sources
from .questions import ChooseTileFrame, LayStartFrame, PlaceTileFrame
from .spots import Spots, active_places, die_component, tent_place, token_places
from .state import NO_SIDE, State, require_bot

FREE_ACTIONS = ("use_factory", "govern")
PAIR, GOLD_FOR, EXTRA = "pair_", "gold_for_", "extra_"
"""Beginnings of the names of payment sources: one of two pioneers, a gold token, a symbol of an explosion."""


# --- cells and tiles beside the map -----------------------------------------------------------------------------------


def tile_to_lay(state: State) -> str:
    """Return the tile that the open question lays, or an empty string."""
    frame = top(state)
    if isinstance(frame, LayStartFrame):
        return state.start_tiles[frame.side]
    return frame.tile if isinstance(frame, PlaceTileFrame) else ""


def free_cells(state: State) -> tuple[Hex, ...]:
    """Return the free cells beside the tiles of the map, or the first cell of an empty map."""
    return tuple(cell for cell, _ in open_cells(cells_of(state))) or ((0, 0),)


def tiles_beside(state: State, cell: Hex) -> tuple[str, ...]:
    """Return the tiles that a free cell touches."""
    found = dict(open_cells(cells_of(state))).get(cell, ())
    return tuple(state.map[index].tile for index in found)


def column_places(state: State, seat: int, q: int) -> Spots:
    """Return the free cells of a column."""
    return tuple(f"spot.{cell[0]}.{cell[1]}" for cell in free_cells(state) if cell[0] == q)


def row_places(state: State, seat: int, r: int) -> Spots:
    """Return the free cells of a slanted row."""
    return tuple(f"spot.{cell[0]}.{cell[1]}" for cell in free_cells(state) if cell[1] == r)


def laid_component(state: State, seat: int, q: int) -> str:
    """Return the tile that will lie on the cell."""
    return tile_to_lay(state)


def tiles_in_hand(state: State) -> tuple[str, ...]:
    """Return the tiles that lie beside the map: on offer, drawn, or to be laid."""
    frame, laid = top(state), tile_to_lay(state)
    drawn = frame.tiles if isinstance(frame, ChooseTileFrame) else ()
    return (*state.start_offer, *drawn, *((laid,) if laid else ()))


# --- payment sources --------------------------------------------------------------------------------------------------


def source_places(state: State, seat: int, source: str) -> Spots:
    """Return the piece that pays: a die, a token or a technology.

    A piece with two uses shows one of them as a choice: a pioneer that also pays alone, gold for one of several tokens.
    """
    frame = top(state)
    if not isinstance(frame, PaymentFrame) or source == JOIN_HALVES:
        return (f"choice.{source}",)
    if source.startswith(PAIR):
        piece = source.removeprefix(PAIR)
        is_double = any(each.name == piece for each in sources(state)[0])
        return (f"choice.{source}",) if is_double else source_places(state, seat, piece)
    if source.startswith(EXTRA):
        return (f"choice.{source}",)
    if source.startswith(GOLD_FOR) or source == GOLD_TOKEN:
        owed = [kind for kind, count in frame.owed if count > count_in(frame.pool, kind)]
        return token_places(state, seat, GOLD) if len(owed) == 1 else (f"choice.{source}",)
    if source.startswith("token_"):
        return token_places(state, seat, source.removeprefix("token_"))
    return (f"table.{source}",) if source in state.technologies else active_places(state, seat, source)


def source_component(state: State, seat: int, source: str) -> str:
    """Return the component that pays: a kind of dice, a resource, a technology, or the symbol of an explosion."""
    if source == JOIN_HALVES:
        return PIONEER
    if source.startswith(GOLD_FOR):
        return GOLD
    for beginning in (PAIR, EXTRA, "token_"):
        source = source.removeprefix(beginning)
    return die_component(state, seat, source)


# --- the table --------------------------------------------------------------------------------------------------------


def places(state: State, viewer: int | None) -> tuple[str, ...]:
    """Return all places of the table. Every seat sees the same ones: a bag is one place."""
    return (*_common_places(state), *_map_places(state), *_seat_places(state), *_bot_places(state))


def _common_places(state: State) -> Iterator[str]:
    yield from ("deck", "first", "supply.points")
    yield from (f"supply.{colour}" for colour, die in content(state).dice.items() if die.row.terrain)
    yield from (f"action.{action}" for action in (*MAIN_ACTIONS, *FREE_ACTIONS))
    yield from (f"table.{technology}" for technology in state.technologies)
    yield from (f"hand.{tile}" for tile in tiles_in_hand(state))


def _map_places(state: State) -> Iterator[str]:
    for map_tile in state.map:
        yield f"map.{map_tile.tile}"
        yield from (tent_place(map_tile.tile, side) for side, tents in enumerate(map_tile.tents) if tents)
        if map_tile.house != NO_SIDE:
            yield f"map.{map_tile.tile}.house"
    if tile_to_lay(state):
        yield from (f"spot.{q}.{r}" for q, r in free_cells(state))


def _seat_places(state: State) -> Iterator[str]:
    for seat, player in enumerate(state.players):
        yield f"seat.{seat}"
        yield from (f"seat.{seat}.{part}" for part in ("quota", "tents", "houses", "bag", "spent"))
        yield from (f"seat.{seat}.active.{index}" for index in range(len(pieces_of(player.active))))
        yield from (f"seat.{seat}.spent.{colour}" for colour, _ in player.spent)
        yield from (f"seat.{seat}.tokens.{token}" for token in TOKENS)


def _bot_places(state: State) -> Iterator[str]:
    if state.bot is None:
        return
    bot = require_bot(state)
    yield from ("bot", "bot.centre", "bot.tents")
    yield from (f"bot.queue.{index}" for index in range(len(bot.dice_queue)))
    for action, edge in zip(content(state).hexagon, bot.edges, strict=True):
        yield f"bot.side.{action}"
        pieces = len(pieces_of(edge.dice)) + bool(edge.token)
        yield from (f"bot.side.{action}.{index}" for index in range(pieces))
