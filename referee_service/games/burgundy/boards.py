"""Player boards: handing them out, starting castles, and the spaces, districts, colours and tiles of an estate."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from referee_service.kernel.bags import remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.packs import EffectRow
from referee_service.kernel.question import Below
from referee_service.kernel.rules import Fact
from referee_service.kernel.state import Frame
from referee_service.kernel.tuples import with_item, with_player

from .content.schema import Kind
from .content.tables import Content, content
from .state import EMPTY, Player, State, estate_powers


def available_boards(state: State) -> tuple[tuple[int, int], ...]:
    """Return the boards that no player has yet, as (number, copies that remain)."""
    dealt = [player.board for player in state.players]
    counts = {number: board.copies - dealt.count(number) for number, board in content(state).boards.items()}
    return tuple((number, remaining) for number, remaining in counts.items() if remaining > 0)


def seats_without_board(state: State) -> tuple[int, ...]:
    """Return the seats that have no board yet, in turn order."""
    return tuple(seat for seat in state.turn_order if not state.players[seat].board)


def seats_without_estate(state: State) -> tuple[int, ...]:
    """Return the seats whose starting castle is not placed yet, in turn order."""
    return tuple(seat for seat in state.turn_order if not state.players[seat].estate)


def castle_spaces(state: State, seat: int) -> tuple[int, ...]:
    """Return the spaces where a seat's starting castle may stand."""
    return content(state).boards[state.players[seat].board].by_kind["castle"]


def place_starting_castle(state: State, seat: int, space: int) -> State:
    """Begin a seat's estate with a castle from the pile. It brings no action and no points."""
    tile, bare = content(state).starting_tile, (EMPTY,) * len(content(state).domains["space"])
    state = replace(state, supply=replace(state.supply, castle=remove_from(state.supply.castle, tile)))
    state = with_player(state, seat, estate=with_item(bare, space, tile))
    return emit(state, "estate_founded", seat, space=space)


def is_next_to_own_tile(state: State, player: Player, space: int) -> bool:
    """Return whether a tile of the player lies next to this space."""
    return space in estate_powers(state, player).adjacent_spaces


def is_twin_in_city(state: State, player: Player, tile: str, space: int) -> bool:
    """Return whether the city around this space already has a building of the same type."""
    city = content(state).boards[player.board].spaces[space].district
    return tile in estate_powers(state, player).built.get(city, ())


def is_district_covered(tables: Content, player: Player, space: int) -> bool:
    """Return whether every space of the district around this space has a tile."""
    return all(player.estate[at] for at in tables.boards[player.board].spaces[space].district)


def is_colour_covered(tables: Content, player: Player, kind: Kind) -> bool:
    """Return whether every space of a colour has a tile."""
    return all(player.estate[at] for at in tables.boards[player.board].by_kind[kind])


def count_of_kind(tables: Content, player: Player, kind: Kind) -> int:
    """Return the number of tiles of a kind in the player's estate."""
    return sum(1 for tile in player.estate if tile and tables.tiles[tile].kind == kind)


def empty_space_count(player: Player) -> int:
    """Return the number of spaces of the player's estate without a tile."""
    return player.estate.count(EMPTY)


def has_placed(state: State, effect: EffectRow) -> bool:
    """Return whether the active player has placed a tile with this effect.

    The starting castle does not count: its effect never ran.
    """
    tables = content(state)
    sources = [tile for tile in state.active_player.estate if tile and effect in tables.tiles[tile].row.on_place]
    return len(sources) > (tables.starting_tile in sources)


def source_facts(effect: str) -> Callable[[State], dict[str, Fact]]:
    """Build the facts of a question that an effect without arguments opens: the tile that asks."""

    def facts(state: State) -> dict[str, Fact]:
        return {"source": placed_source(state, {effect: True})}

    return facts


def placed_source(state: State, effect: EffectRow) -> str | None:
    """Return the tile in the active player's estate that has this effect, or None."""
    tiles = content(state).tiles
    return next((tile for tile in state.active_player.estate if tile and effect in tiles[tile].row.on_place), None)


def take_effect(kinds: tuple[Kind, ...]) -> EffectRow:
    """Return the effect that lets a player take a tile of these kinds, as a row of the pack has it."""
    return {"ask_tile": {"kinds": list(kinds)}}


def opened_by(effect: str) -> Callable[[State, Frame, Below], bool]:
    """Build the check of a question that an effect without arguments opens: a placed tile has the effect."""

    def is_opened(state: State, frame: Frame, below: Below) -> bool:
        return has_placed(state, {effect: True})

    return is_opened
