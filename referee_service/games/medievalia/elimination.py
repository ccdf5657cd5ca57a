"""Leaving the game, and how the game ends."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.medievalia.content.tables import content
from referee_service.games.medievalia.fiefs import teams
from referee_service.games.medievalia.scoring import score
from referee_service.games.medievalia.state import GameEnd, Land, PurchaseFrame, State, buildings_of, prestige
from referee_service.games.medievalia.units import remove_pieces, reset_turn_marks
from referee_service.kernel.events import emit
from referee_service.kernel.tuples import with_player


def eliminate(state: State, seat: int) -> State:
    """All cards of a player leave the game; the fief belongs to nobody. Whose enemies are all gone has won."""
    player = state.players[seat]
    lands = [land.card for land in player.lands[1:] if land.card]
    hand = [card for card, count in player.hand for _ in range(count)]
    state = remove_pieces(state, (*(unit.card for unit in player.units), *lands, *buildings_of(player), *hand))
    empty = (Land(),) * len(player.lands)
    state = with_player(state, seat, hand=(), lands=empty, units=(), siege=0, alive=False)
    return end_if_decided(emit(state, "eliminated", seat))


def game_end_now(state: State) -> GameEnd | None:
    """How the game ends now, if it does: by prestige, by arms, or because cards have run out."""
    numbers, seats = content(state).numbers, len(state.players)
    alive = [side for side in teams(seats) if any(state.players[seat].alive for seat in side)]
    if len(alive) == 1:
        return GameEnd("military", alive[0])
    wanted = numbers["alliance_prestige"] if seats == 4 else numbers["prestige"]
    for side in sorted(alive, key=lambda side: state.active_seat not in side):
        if sum(prestige(state, seat) for seat in side) >= wanted:
            return GameEnd("prestige", side)
    empty = sum(not deck.remaining for deck in state.decks)
    sold_out = not any(pile.top or pile.hidden_count for pile in state.piles) and not _building_is_unpaid(state)
    return GameEnd("cards") if empty >= 2 or sold_out else None


def _building_is_unpaid(state: State) -> bool:
    """Whether a building has left its pile and is not paid yet."""
    return any(isinstance(frame, PurchaseFrame) and frame.what == "building" for frame in state.pending)


def end_if_decided(state: State) -> State:
    """The game stops at once when it is decided, and points are counted."""
    outcome = game_end_now(state)
    if outcome is None:
        return state
    state = replace(reset_turn_marks(state), game_end=outcome, phase="over", pending=())
    return score(emit(state, "game_over", state.active_seat, victory=outcome.victory))
