"""The small functions that content rows name: what tiles, factories and explosive technologies do."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.dice_settlers.content.schema import Colour, Symbol, Token
from referee_service.games.dice_settlers.content.tables import effect
from referee_service.games.dice_settlers.gains import take_die, take_points, take_tokens
from referee_service.games.dice_settlers.map_tiles import change_tent_supply, change_tents, index_of, with_map_tile
from referee_service.games.dice_settlers.questions import (
    BuildHouseFrame,
    ExtraActionFrame,
    GainDieFrame,
    GainTokensFrame,
)
from referee_service.games.dice_settlers.state import State, number_bonus
from referee_service.kernel.bags import add_to
from referee_service.kernel.events import emit
from referee_service.kernel.pending import push
from referee_service.kernel.tuples import with_player


@effect
def gain_token(state: State, seat: int, token: Token, count: int) -> State:
    """Take tokens."""
    return take_tokens(state, seat, token, count)


@effect
def make_token(state: State, seat: int, token: Token, count: int) -> State:
    """A factory makes tokens; technologies may add to them."""
    return take_tokens(state, seat, token, count + number_bonus(state, state.players[seat], "factory_tokens"))


@effect
def gain_die(state: State, seat: int, colour: Colour) -> State:
    """Take a die of this colour, if the supply has one."""
    return take_die(state, seat, colour)


@effect
def gain_tents(state: State, seat: int, count: int) -> State:
    """Take tents from the general supply."""
    return emit(change_tent_supply(state, seat, count), "tents_gained", seat, count=count)


@effect
def gain_points(state: State, seat: int, points: int) -> State:
    """Take points."""
    return take_points(state, seat, points, "score.factory")


@effect
def gain_symbols(state: State, seat: int, symbol: Symbol, count: int) -> State:
    """Symbols to spend in this turn."""
    return with_player(state, seat, extra_symbols=add_to(state.players[seat].extra_symbols, symbol, count))


@effect
def house_for_tent(state: State, seat: int) -> State:
    """A house stands on the start tile in place of the tent, which goes back."""
    tile = state.start_tiles[seat]
    state = change_tent_supply(change_tents(state, tile, seat, -1), seat, 1)
    at = index_of(state, tile)
    return emit(with_map_tile(state, at, replace(state.map[at], house=seat)), "house_built", seat, tile=tile)


@effect
def ask_die(state: State, seat: int) -> State:
    """Gain a die of an accessible colour."""
    return push(state, GainDieFrame(seat))


@effect
def ask_tokens(state: State, seat: int, count: int) -> State:
    """Gain tokens of choice."""
    return push(state, GainTokensFrame(seat, count))


@effect
def ask_action(state: State, seat: int) -> State:
    """A main action more, at once."""
    return push(state, ExtraActionFrame(seat))


@effect
def ask_house(state: State, seat: int) -> State:
    """Tents on any tile become a house."""
    return push(state, BuildHouseFrame(seat))
