"""What the tests of situations share: positions that the audit accepts, and short ways to look at them."""

from __future__ import annotations

from referee_service.games.empires_north.empire import set_site
from referee_service.games.empires_north.state import State
from referee_service.kernel.values import change
from tests.games.empires_north.positions import after, faults, given, legal, question, slot_of


def sound(state: State) -> State:
    """The same position, which play could have brought about."""
    assert faults(state) == set()
    return state


def at(clan: str = "ulaf", *, passed: bool = False, **wanted) -> State:
    """A position as `given` builds it, seat 0 in turn; passed: seat 1 has passed, so that seat 0 goes on."""
    if clan == "glenn":
        wanted.setdefault("other", "ulaf")
    state = given(clan, **wanted)
    return sound(change(state, 1, passed=True) if passed else state)


def altered(state: State, card: str, seat: int = 0, **fields) -> State:
    """The position with one card of an empire changed."""
    return sound(set_site(state, seat, slot_of(state, card, seat), **fields))


def slots_of(state: State, card: str, seat: int = 0) -> list[int]:
    """Where all copies of a card lie."""
    return [site.slot for site in state.players[seat].empire if site.card == card]


def picks(state: State) -> set[str]:
    """The cards that may be picked now, by name."""
    mine = {site.slot: site.card for site in state.me.empire}
    return {mine[action.slot] for action in legal(state, "pick_card")}


def use(state: State, card: str) -> str:
    """The notation of using a card of seat 0."""
    return f"use_location slot={slot_of(state, card)}"


def resolved(state: State) -> State:
    """The position after specials that wait together have reacted one by one."""
    while question(state) == "simultaneous":
        state = after(state, legal(state)[0])
    return state
