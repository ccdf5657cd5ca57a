"""The small functions that content rows name: what tiles, factories and explosive technologies do."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.dice_settlers.content import effect
from referee_service.games.dice_settlers.gains import gain_a_die, gain_tokens_of, gain_victory_points
from referee_service.games.dice_settlers.land import give_tents, move_tents, with_place
from referee_service.games.dice_settlers.pack import Colour, Symbol, Token
from referee_service.games.dice_settlers.questions import BuildHouse, ExtraAction, GainDie, GainTokens
from referee_service.games.dice_settlers.state import State, index_of, number
from referee_service.kernel.events import note
from referee_service.kernel.pending import push
from referee_service.kernel.values import add_to, change


@effect
def gain_token(state: State, seat: int, token: Token, count: int) -> State:
    """Take tokens."""
    return gain_tokens_of(state, seat, token, count)


@effect
def make_token(state: State, seat: int, token: Token, count: int) -> State:
    """A factory makes tokens; technologies may add to them."""
    return gain_tokens_of(state, seat, token, count + number(state, state.players[seat], "factory_tokens"))


@effect
def gain_die(state: State, seat: int, colour: Colour) -> State:
    """Take a die of this colour, if the supply has one."""
    return gain_a_die(state, seat, colour)


@effect
def gain_tents(state: State, seat: int, count: int) -> State:
    """Take tents from the general supply."""
    return note(give_tents(state, seat, count), "tents_gained", seat, count=count)


@effect
def gain_points(state: State, seat: int, points: int) -> State:
    """Take points."""
    return gain_victory_points(state, seat, points, "score.factory")


@effect
def gain_symbols(state: State, seat: int, symbol: Symbol, count: int) -> State:
    """Symbols to spend in this turn."""
    return change(state, seat, extra=add_to(state.players[seat].extra, symbol, count))


@effect
def house_for_tent(state: State, seat: int) -> State:
    """A house stands on the start tile in place of the tent, which goes back."""
    tile = state.starts[seat]
    state = give_tents(move_tents(state, tile, seat, -1), seat, 1)
    at = index_of(state, tile)
    return note(with_place(state, at, replace(state.map[at], house=seat)), "house_built", seat, tile=tile)


@effect
def ask_die(state: State, seat: int) -> State:
    """Gain a die of an accessible colour."""
    return push(state, GainDie(seat))


@effect
def ask_tokens(state: State, seat: int, count: int) -> State:
    """Gain tokens of choice."""
    return push(state, GainTokens(seat, count))


@effect
def ask_action(state: State, seat: int) -> State:
    """A main action more, at once."""
    return push(state, ExtraAction(seat))


@effect
def ask_house(state: State, seat: int) -> State:
    """Tents on any tile become a house."""
    return push(state, BuildHouse(seat))
