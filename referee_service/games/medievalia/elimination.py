"""Elimination of players, and the end of the game."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.tuples import with_player

from .content.tables import content
from .fiefs import teams
from .questions import PurchaseFrame
from .scoring import score
from .state import GameEnd, Land, State, buildings_of, prestige
from .units import remove_pieces, reset_turn_marks


def eliminate(state: State, seat: int) -> State:
    """Remove a player and all their cards from the game, and end the game if one team remains."""
    player = state.players[seat]
    lands = [land.card for land in player.lands[1:] if land.card]
    hand = [card for card, count in player.hand for _ in range(count)]
    state = remove_pieces(state, (*(unit.card for unit in player.units), *lands, *buildings_of(player), *hand))
    empty = (Land(),) * len(player.lands)
    state = with_player(state, seat, hand=(), lands=empty, units=(), siege=0, alive=False)
    return end_if_decided(emit(state, "eliminated", seat))


def game_end_now(state: State) -> GameEnd | None:
    """Return how the game ends in this state, or None if it goes on.

    It ends by arms, by prestige, or because cards have run out. The team in turn wins first.
    """
    numbers, seats = content(state).numbers, len(state.players)
    alive = [team for team in teams(seats) if any(state.players[seat].alive for seat in team)]
    if len(alive) == 1:
        return GameEnd("military", alive[0])
    goal = numbers["alliance_prestige"] if seats == 4 else numbers["prestige"]
    for team in sorted(alive, key=lambda team: state.active_seat not in team):
        if sum(prestige(state, seat) for seat in team) >= goal:
            return GameEnd("prestige", team)
    empty = sum(not deck.remaining for deck in state.decks)
    sold_out = not any(pile.top or pile.hidden_count for pile in state.piles) and not _building_is_unpaid(state)
    return GameEnd("cards") if empty >= 2 or sold_out else None


def _building_is_unpaid(state: State) -> bool:
    """Return whether a building has left its pile but is not paid yet."""
    return any(isinstance(frame, PurchaseFrame) and frame.what == "building" for frame in state.pending)


def end_if_decided(state: State) -> State:
    """End the game and award the points if the game is decided. Otherwise return the same state."""
    game_end = game_end_now(state)
    if game_end is None:
        return state
    state = replace(reset_turn_marks(state), game_end=game_end, phase="over", pending=())
    return score(emit(state, "game_over", state.active_seat, victory=game_end.victory))
