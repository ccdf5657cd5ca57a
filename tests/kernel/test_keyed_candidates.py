"""Tests of keyed candidates: equal keys share their offers, and a key of None offers nothing."""

from __future__ import annotations

from typing import Annotated

from referee_service.kernel.bags import Bag
from referee_service.kernel.keyed_candidates import KeyedCandidates
from referee_service.kernel.shape import Domain
from referee_service.kernel.state import Action
from tests.kernel.positions import bag, given
from tests.kernel.toy.state import State


class Visit(Action, frozen=True, tag="visit"):
    """A verb with one field."""

    seat: Annotated[int, Domain("seat")]


def candidates_with_log():
    """Return candidates that offer one action per good of the first hand, and the list of keys of the offers made."""
    made: list[tuple[Bag, int]] = []

    def key(state: State) -> tuple[Bag, int] | None:
        return None if state.turns_remaining == 1 else (state.players[0].hand, state.active_seat)

    def offers(hand: Bag, seat: int) -> list[Visit]:
        made.append((hand, seat))
        return [Visit(seat) for _ in hand]

    return KeyedCandidates(key, offers), made


def test_states_with_equal_keys_share_their_offers():
    candidates, made = candidates_with_log()
    first = candidates(given(hands=("salt silk", "")))
    assert first == (Visit(0), Visit(0))
    assert candidates(given(hands=("salt silk", "salt"))) is first
    assert made == [(bag(salt=1, silk=1), 0)]


def test_another_key_makes_its_own_offers():
    candidates, made = candidates_with_log()
    assert candidates(given(hands=("silk", ""))) == (Visit(0),)
    assert candidates(given(hands=("silk", ""), active_seat=1)) == (Visit(1),)
    assert made == [(bag(silk=1), 0), (bag(silk=1), 1)]


def test_a_state_without_a_key_has_no_offer():
    candidates, made = candidates_with_log()
    assert candidates(given(hands=("silk", ""), turns_remaining=1)) == ()
    assert made == []
