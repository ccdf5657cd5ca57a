"""Leaving the game, and how the game ends."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.medievalia.content import content
from referee_service.games.medievalia.realm import sides
from referee_service.games.medievalia.scoring import score
from referee_service.games.medievalia.state import Land, Outcome, Purchase, State, buildings_of, prestige
from referee_service.games.medievalia.units import forget_turn, leaves
from referee_service.kernel.events import note
from referee_service.kernel.values import change


def eliminate(state: State, seat: int) -> State:
    """All cards of a player leave the game; the fief belongs to nobody. Whose enemies are all gone has won."""
    player = state.players[seat]
    lands = [land.card for land in player.lands[1:] if land.card]
    hand = [card for card, count in player.hand for _ in range(count)]
    state = leaves(state, (*(unit.card for unit in player.units), *lands, *buildings_of(player), *hand))
    empty = (Land(),) * len(player.lands)
    state = change(state, seat, hand=(), lands=empty, units=(), siege=0, alive=False)
    return end_if_decided(note(state, "eliminated", seat))


def ending(state: State) -> Outcome | None:
    """How the game ends now, if it does: by prestige, by arms, or because cards have run out."""
    numbers, seats = content(state).numbers, len(state.players)
    alive = [side for side in sides(seats) if any(state.players[seat].alive for seat in side)]
    if len(alive) == 1:
        return Outcome("military", alive[0])
    wanted = numbers["alliance_prestige"] if seats == 4 else numbers["prestige"]
    for side in sorted(alive, key=lambda side: state.active not in side):
        if sum(prestige(state, seat) for seat in side) >= wanted:
            return Outcome("prestige", side)
    empty = sum(not deck.left for deck in state.decks)
    sold_out = not any(pile.top or pile.left for pile in state.piles) and not _is_buying(state)
    return Outcome("cards") if empty >= 2 or sold_out else None


def _is_buying(state: State) -> bool:
    """Whether a building has left its pile and is not paid yet."""
    return any(isinstance(frame, Purchase) and frame.what == "building" for frame in state.pending)


def end_if_decided(state: State) -> State:
    """The game stops at once when it is decided, and points are counted."""
    outcome = ending(state)
    if outcome is None:
        return state
    state = replace(forget_turn(state), outcome=outcome, phase="over", pending=())
    return score(note(state, "game_over", state.active, victory=outcome.victory))
