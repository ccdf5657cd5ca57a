"""Taking workers: any die will do, whatever it shows."""

from __future__ import annotations

import pytest

from referee_service.games.burgundy.actions.take_workers import TakeWorkers
from referee_service.games.burgundy.questions import (
    FreeActionFrame,
    PlaceBenefitFrame,
    SellBenefitFrame,
    TakeBenefitFrame,
)
from tests.games.burgundy.positions import EMPTY_DEPOTS, after, events_of, given, legal, refusals

ALL_FACES = range(1, 7)


@pytest.mark.parametrize("face", ALL_FACES)
def test_a_die_of_any_value_brings_two_workers(face):
    player = after(given(dice=[face, face], workers=1), TakeWorkers(face)).active_player
    assert (player.workers, player.dice) == (3, (face,))


def test_both_dice_may_bring_workers():
    state = given(dice=[1, 6], silver=2, depots={0: ["ship"]})
    assert after(state, TakeWorkers(1), TakeWorkers(6)).active_player.workers == 4


def test_workers_can_always_be_taken_so_no_die_is_ever_stuck():
    assert legal(given(dice=[2, 5], depots=EMPTY_DEPOTS)) == [TakeWorkers(2), TakeWorkers(5)]


@pytest.mark.parametrize(("depots", "is_asked"), [(EMPTY_DEPOTS, False), (EMPTY_DEPOTS | {5: ["mine"]}, True)])
def test_the_last_die_takes_workers_automatically_where_it_has_no_other_use(depots, is_asked):
    state = given(dice=[2, 5], depots=depots)
    forced = [event.facts for event in events_of(state, TakeWorkers(2)) if event.kind == "forced"]
    assert forced == ([] if is_asked else [{"answer": "take_workers die=5"}])
    player = after(state, TakeWorkers(2)).players[0]
    assert (player.dice, player.workers) == (((5,), 2) if is_asked else ((), 4))


def test_a_castle_brings_two_workers_too():
    assert after(given(workers=1, pending=(FreeActionFrame(0),)), TakeWorkers(None)).active_player.workers == 3


@pytest.mark.parametrize("pending", [SellBenefitFrame(0), PlaceBenefitFrame(0), TakeBenefitFrame(0, ("ship",))])
def test_a_building_brings_no_workers_in_place_of_its_benefit(pending):
    state = given(storage=["bank"], goods=["red"], depots={1: ["ship"]}, pending=(pending,))
    assert refusals(state, TakeWorkers(None)) == {"referee.verb"}


def test_the_other_seat_may_not_take_workers():
    state = given(dice=[3, 5])
    assert refusals(state, TakeWorkers(state.players[1].dice[0]), seat=1) == {"referee.seat"}


def test_taking_workers_emits_an_event():
    _, event = events_of(given(dice=[3, 5]), TakeWorkers(3))
    assert (event.kind, event.seat, event.facts) == ("workers_taken", 0, {"workers": 2})
