"""Effects that content rows name, for tiles, factories and explosive technologies."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.bags import add_to
from referee_service.kernel.events import emit
from referee_service.kernel.pending import push
from referee_service.kernel.tuples import with_player

from .content.schema import Colour, Symbol, Token
from .content.tables import effect
from .gains import take_die, take_points, take_tokens
from .map_tiles import change_tent_supply, change_tents, index_of, with_map_tile
from .questions import BuildHouseFrame, ExtraActionFrame, GainDieFrame, GainTokensFrame
from .state import State, number_bonus, side_name


@effect
def gain_token(state: State, seat: int, token: Token, count: int) -> State:
    """Give tokens of one kind."""
    return take_tokens(state, seat, token, count)


@effect
def make_token(state: State, seat: int, token: Token, count: int) -> State:
    """Give tokens made by a factory. Technologies may add to the count."""
    return take_tokens(state, seat, token, count + number_bonus(state, state.players[seat], "factory_tokens"))


@effect
def gain_die(state: State, seat: int, colour: Colour) -> State:
    """Give a die of this colour, if the supply has one."""
    return take_die(state, seat, colour)


@effect
def gain_tents(state: State, seat: int, count: int) -> State:
    """Move tents from the general to the personal supply."""
    return emit(change_tent_supply(state, seat, count), "tents_gained", seat, count=count, who=side_name(state, seat))


@effect
def gain_points(state: State, seat: int, points: int) -> State:
    """Give points under the rule `score.factory`."""
    return take_points(state, seat, points, "score.factory")


@effect
def gain_symbols(state: State, seat: int, symbol: Symbol, count: int) -> State:
    """Give symbols that the seat may spend in this turn."""
    return with_player(state, seat, extra_symbols=add_to(state.players[seat].extra_symbols, symbol, count))


@effect
def house_for_tent(state: State, seat: int) -> State:
    """Build a house on the seat's start tile. The tent there returns to the personal supply."""
    tile = state.start_tiles[seat]
    state = change_tent_supply(change_tents(state, tile, seat, -1), seat, 1)
    index = index_of(state, tile)
    state = with_map_tile(state, index, replace(state.map[index], house=seat))
    return emit(state, "house_built", seat, tile=tile, who=side_name(state, seat))


@effect
def ask_die(state: State, seat: int) -> State:
    """Ask the seat for the colour of a die it gains."""
    return push(state, GainDieFrame(seat))


@effect
def ask_tokens(state: State, seat: int, count: int) -> State:
    """Ask the seat which tokens it gains."""
    return push(state, GainTokensFrame(seat, count))


@effect
def ask_action(state: State, seat: int) -> State:
    """Ask the seat for a further main action."""
    return push(state, ExtraActionFrame(seat))


@effect
def ask_house(state: State, seat: int) -> State:
    """Ask the seat for a tile where its tents become a house."""
    return push(state, BuildHouseFrame(seat))
