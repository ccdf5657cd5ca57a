"""Gains of players: dice, tokens and points."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.bags import add_to, count_in, remove_from
from referee_service.kernel.events import emit
from referee_service.kernel.score import award
from referee_service.kernel.tuples import with_player

from .state import State, side_name


def take_die(state: State, seat: int, colour: str) -> State:
    """Move a die from the general supply to the seat's spent area. If the supply has none, emit only an event."""
    if not count_in(state.supply, colour):
        return emit(state, "no_die_left", seat, colour=colour)
    state = replace(state, supply=remove_from(state.supply, colour))
    spent = add_to(state.players[seat].spent, colour)
    state = with_player(state, seat, spent=spent)
    return emit(state, "die_gained", seat, colour=colour, who=side_name(state, seat))


def take_tokens(state: State, seat: int, token: str, count: int) -> State:
    """Give tokens to a seat. The general supply is unlimited."""
    tokens = add_to(state.players[seat].tokens, token, count)
    state = with_player(state, seat, tokens=tokens)
    return emit(state, "token_gained", seat, token=token, count=count, gain=(token,) * count)


def take_points(state: State, seat: int, points: int, rule: str) -> State:
    """Award points during play, under the rule that gives them. Beyond the general supply they come from the box."""
    state = award(state, seat, points, rule)
    return emit(state, "points_gained", seat, points=points, rule=rule, who=side_name(state, seat))
