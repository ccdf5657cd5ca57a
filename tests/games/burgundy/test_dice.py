"""Dice: each action uses one of the player's own, and workers turn it. Castles and buildings need none."""

from __future__ import annotations

import pytest

from referee_service.games.burgundy.actions.place_tile import PlaceTile
from referee_service.games.burgundy.actions.sell_goods import SellGoods
from referee_service.games.burgundy.actions.take_tile import TakeTile
from referee_service.games.burgundy.actions.take_workers import TakeWorkers
from referee_service.games.burgundy.dice import die_distance
from referee_service.games.burgundy.questions import (
    FreeActionFrame,
    PlaceBenefitFrame,
    SellBenefitFrame,
    TakeBenefitFrame,
)
from tests.games.burgundy.positions import LONE_CITY, MINES, after, events_of, given, legal, refusals
from tests.games.rules import allows, refuses, rule


def with_all_to_do(**wanted):
    """Return a position where a 3 can place, take, sell, or bring workers."""
    return given(storage=["bank"], depots={3: ["ship"]}, goods=["pink"], **wanted)


def four_actions(die):
    """Return the four actions of a die. Each needs a 3 or any value."""
    yield PlaceTile(die, "bank", LONE_CITY)
    yield TakeTile(die, 3, "ship")
    yield SellGoods(die, "pink")
    yield TakeWorkers(die)


WITH_3 = list(four_actions(3))
WITHOUT = list(four_actions(None))
without_and_with_a_die = pytest.mark.parametrize(
    ("without", "with_3"), list(zip(WITHOUT, WITH_3, strict=True)), ids=["place", "take", "sell", "workers"]
)
BUILDING_BENEFITS = [
    (PlaceBenefitFrame(0), PlaceTile(None, "bank", LONE_CITY), PlaceTile(3, "bank", LONE_CITY)),
    (TakeBenefitFrame(0, ("ship",)), TakeTile(None, 3, "ship"), TakeTile(3, 3, "ship")),
    (SellBenefitFrame(0), SellGoods(None, "pink"), SellGoods(3, "pink")),
]


def verb_name(action):
    return type(action).__name__


# --- one of your own dice -------------------------------------------------------------------------------------------


@rule("die.held")
@pytest.mark.parametrize("action", WITH_3, ids=verb_name)
def test_every_action_uses_an_unused_die_of_your_own(action):
    assert not refusals(with_all_to_do(dice=[3, 5]), action)
    assert refusals(with_all_to_do(dice=[4, 5], workers=9), action) == {"die.held"}


@refuses("die.held")
def test_a_die_of_another_player_is_not_yours():
    state = given(dice=[1])
    other_die = next(die for die in state.players[1].dice if die != 1)
    assert refusals(state, TakeWorkers(other_die)) == {"die.held"}


@refuses("die.held")
def test_a_used_die_is_gone():
    state = after(given(dice=[3, 5]), TakeWorkers(3))
    assert refusals(state, TakeWorkers(3)) == {"die.held"}


@allows("die.held")
def test_two_equal_dice_are_two_dice():
    assert (
        after(given(dice=[3, 3], silver=2, depots={0: ["ship"]}), TakeWorkers(3), TakeWorkers(3)).active_player.dice
        == ()
    )


def test_two_equal_dice_are_offered_once():
    assert legal(given(dice=[3, 3]), "take_workers") == [TakeWorkers(3)]


@rule("die.named")
@without_and_with_a_die
def test_in_a_turn_the_die_must_be_named(without, with_3):
    state = with_all_to_do(dice=[3, 5])
    assert refusals(state, without) == {"die.named"}
    assert not refusals(state, with_3)


# --- no die ---------------------------------------------------------------------------------------------------------


@rule("die.unused")
@without_and_with_a_die
def test_the_action_of_a_castle_uses_no_die(without, with_3):
    state = with_all_to_do(dice=[3, 5], pending=(FreeActionFrame(0),))
    assert refusals(state, with_3) == {"die.unused"}
    assert not refusals(state, without)


@rule("die.unused")
@pytest.mark.parametrize(("benefit", "without", "with_3"), BUILDING_BENEFITS)
def test_the_benefit_of_a_building_uses_no_die(benefit, without, with_3):
    state = with_all_to_do(dice=[3, 5], pending=(benefit,))
    assert refusals(state, with_3) == {"die.unused"}
    assert not refusals(state, without)


@pytest.mark.parametrize("action", WITHOUT, ids=verb_name)
def test_without_a_die_neither_dice_nor_workers_are_spent(action):
    player = after(with_all_to_do(dice=[5, 5], workers=4, pending=(FreeActionFrame(0),)), action).active_player
    assert player.dice == (5, 5)
    assert player.workers == (6 if isinstance(action, TakeWorkers) else 4)


# --- workers --------------------------------------------------------------------------------------------------------


@rule("die.workers")
@pytest.mark.parametrize(("workers", "refused"), [(0, True), (1, True), (2, False), (3, False)])
def test_each_worker_turns_the_die_by_one(workers, refused):
    state = given(dice=[6, 6], workers=workers, storage=["mine"])
    assert refusals(state, PlaceTile(6, "mine", MINES[0])) == ({"die.workers"} if refused else set())


@rule("die.workers")
@pytest.mark.parametrize("action", WITH_3[:3], ids=verb_name)
def test_workers_help_to_place_to_take_and_to_sell(action):
    with_4 = type(action)(4, *(getattr(action, name) for name in action.__struct_fields__[1:]))
    assert refusals(with_all_to_do(dice=[4, 4]), with_4) == {"die.workers"}
    assert after(with_all_to_do(dice=[4, 4], workers=1), with_4).active_player.workers == 0


def test_anna_turns_a_2_into_a_6_with_two_workers():
    """The example of the rulebook: she takes a tile of depot 6, and 1 and 6 are neighbours."""
    state = given(dice=[2, 3], workers=2, depots={6: ["castle"]})
    player = after(state, TakeTile(2, 6, "castle")).active_player
    assert (player.storage, player.workers) == (("castle",), 0)


@allows("die.workers")
@pytest.mark.parametrize(("die", "depot"), [(1, 6), (6, 1)])
def test_one_worker_turns_1_into_6_and_6_into_1(die, depot):
    state = given(dice=[die], workers=1, depots={depot: ["castle"]})
    assert not refusals(state, TakeTile(die, depot, "castle"))


@pytest.mark.parametrize(
    ("die", "steps"),
    [(1, (0, 1, 2, 3, 2, 1)), (2, (1, 0, 1, 2, 3, 2)), (5, (2, 3, 2, 1, 0, 1)), (6, (1, 2, 3, 2, 1, 0))],
)
def test_the_faces_of_a_die_form_a_ring(die, steps):
    assert tuple(die_distance(die, wanted) for wanted in range(1, 7)) == steps


@pytest.mark.parametrize(
    ("workers", "depots"),
    [(0, {2}), (1, {1, 2, 3}), (2, {1, 2, 3, 4, 6}), (3, {1, 2, 3, 4, 5, 6}), (9, {1, 2, 3, 4, 5, 6})],
)
def test_the_legal_list_reaches_as_far_as_the_workers(workers, depots):
    state = given(dice=[2], workers=workers, depots={depot: ["ship"] for depot in range(1, 7)})
    assert {action.depot for action in legal(state, "take_tile")} == depots


def test_workers_are_not_shared_between_two_dice():
    """One worker turns the 2 or the 4 to a 3, not both."""
    state = given(dice=[2, 4], workers=1, depots={3: ["ship", "bank"]})
    state = after(state, TakeTile(2, 3, "ship"))
    assert refusals(state, TakeTile(4, 3, "bank")) == {"die.workers"}


# --- events ---------------------------------------------------------------------------------------------------------


def test_the_die_and_the_workers_used_are_in_an_event():
    state = given(dice=[5, 6], workers=3, storage=["bank"])
    used = events_of(state, PlaceTile(5, "bank", LONE_CITY))[0]
    assert (used.kind, used.seat, used.facts) == ("die_used", 0, {"die": 5, "workers": 2})


def test_without_a_die_no_event_names_one():
    events = events_of(given(pending=(FreeActionFrame(0),)), TakeWorkers(None))
    assert [event.kind for event in events] == ["workers_taken"]
