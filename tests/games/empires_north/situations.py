"""What the tests of situations share: positions that the audit accepts, and short ways to look at them."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.empires_north import GAME
from referee_service.games.empires_north.empire.cards import update_site
from referee_service.games.empires_north.state import State
from referee_service.kernel import engine
from referee_service.kernel.bags import bag_of, merge_bags
from referee_service.kernel.state import CHANCE
from referee_service.kernel.tuples import with_player
from tests.games.empires_north.positions import after, faults, given, legal, played, question, slot_of, without


def sound(state: State) -> State:
    """The same position, which play could have brought about."""
    assert faults(state) == set()
    return state


def at(clan: str = "ulaf", *, passed: bool = False, **wanted) -> State:
    """A position as `given` builds it, seat 0 in turn; passed: seat 1 has passed, so that seat 0 goes on."""
    if clan == "glenn":
        wanted.setdefault("other", "ulaf")
    state = given(clan, **wanted)
    return sound(with_player(state, 1, passed=True) if passed else state)


def alone(scenario: str, clan: str = "ulaf", **wanted) -> State:
    """A position of a table of one."""
    return sound(given(clan, seats=1, scenario=scenario, **wanted))


def looked_out(state: State) -> State:
    """The next lookout of a table of one, nothing having been kept, when its event is about to be drawn."""
    return before_event(played(state, "pass_round"))


def before_event(state: State) -> State:
    """The moment before the event of a lookout, everything else having gone the first way that there is."""
    while question(state) != "draw_event":
        by_chance = GAME.turn(state).seat == CHANCE
        state = after(state, engine.outcomes(GAME, state)[0][0] if by_chance else legal(state)[0])
    return state


def struck(state: State, number: int) -> State:
    """The position when this event of the scenario has been drawn in the next lookout."""
    return played(looked_out(state), f"draw_event event={state.options.scenario}_event_{number}")


def holding(state: State, deck: tuple[str, ...] = (), discard: tuple[str, ...] = ()) -> State:
    """Only these cards of seat 0 are in the deck and on the discard pile; all others of both are in the hand."""
    player = state.players[0]
    rest = merge_bags(player.hand, without(player.deck, (*deck, *discard)))
    return sound(with_player(state, 0, hand=rest, deck=bag_of(deck), discard=bag_of(discard)))


def ended(state: State) -> State:
    """The end of a table of one, this being its last round."""
    return played(sound(replace(state, round=4)), "pass_round")


def altered(state: State, card: str, seat: int = 0, **fields) -> State:
    """The position with one card of an empire changed."""
    return sound(update_site(state, seat, slot_of(state, card, seat), **fields))


def slots_of(state: State, card: str, seat: int = 0) -> list[int]:
    """Where all copies of a card lie."""
    return [site.slot for site in state.players[seat].empire if site.card == card]


def picks(state: State) -> set[str]:
    """The cards that may be picked now, by name."""
    mine = {site.slot: site.card for site in state.active_player.empire}
    return {mine[action.slot] for action in legal(state, "pick_card")}


def use(state: State, card: str) -> str:
    """The notation of using a card of seat 0."""
    return f"use_location slot={slot_of(state, card)}"


def resolved(state: State) -> State:
    """The position after specials that wait together have reacted one by one."""
    while question(state) == "simultaneous":
        state = after(state, legal(state)[0])
    return state
