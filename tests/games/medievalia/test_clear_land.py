"""Verb `clear_land`: territories given up."""

from __future__ import annotations

import pytest

from referee_service.games.medievalia.actions.clear_land import ClearLand
from referee_service.games.medievalia.actions.play_territory import PlayTerritory
from referee_service.games.medievalia.actions.recruit import Recruit
from referee_service.kernel.actions.pay import Pay
from tests.games.medievalia.positions import (
    after,
    buy,
    checked_position,
    given,
    holdings,
    lands,
    refusals,
    removed_count,
    unit_words,
    units,
)
from tests.games.rules import rule


@rule("clear_land.price")
@pytest.mark.parametrize(("places", "refused"), [("city! field", True), ("city field", False)])
def test_giving_up_a_territory_costs_a_workforce(places, refused):
    assert ("clear_land.price" in refusals(given(holdings(lands=places)), ClearLand(1))) is refused


@rule("clear_land.land")
def test_only_a_territory_can_be_given_up():
    state = given(holdings(lands="field"))
    assert refusals(state, ClearLand(2)) == {"clear_land.land"}
    assert not refusals(state, ClearLand(1))


@rule("ruling.lost_land")
def test_m10_a_lost_territory_loses_its_buildings_but_not_its_units():
    state = given(holdings(lands="farm+bank farm mine", units="peasant#1 soldier"))
    state = after(state, ClearLand(1), Pay("host_0"))
    assert (lands(state), units(state)) == (["farm", "mine"], ["peasant", "soldier"])
    assert {unit.host for unit in state.active_player.units} == {-1}
    assert (removed_count(state, "bank"), removed_count(state, "farm")) == (1, 1)
    unchanged = after(given(holdings(lands="farm+bank farm mine", units="peasant#1")), ClearLand(3), Pay("host_0"))
    assert (removed_count(unchanged, "bank"), unchanged.active_player.units[0].host) == (0, 1)


def test_a_place_given_up_is_free_for_another_territory():
    state = given(holdings(lands="field field field mine", units="peasant", hand="farm mine"))
    state = after(
        state, ClearLand(2), Pay("host_0"), PlayTerritory("farm"), Pay("peasant"), Pay("discard_mine_workforce")
    )
    assert [land.card for land in state.active_player.lands] == ["city", "field", "farm", "field", "mine"]


def test_giving_up_a_territory_and_playing_another_are_two_payments():
    """A city that yields two workforce does not pay for both."""
    state = checked_position(
        holdings(lands="city farm! farm! farm! farm!", units="peasant#0", hand="field"), holdings()
    )
    assert refusals(state, PlayTerritory("field")) == {"play_territory.room"}
    state = buy(state, ClearLand(1), "host_0")
    assert refusals(state, PlayTerritory("field")) == {"play_territory.price"}


def test_a_territory_given_up_loses_its_buildings_and_frees_its_units():
    """Rulings M-10 and M-11: the priest on the table stays, and the next one costs two gold more."""
    state = checked_position(
        holdings(lands="city field+church+tower farm mine", units="peasant#1 priest", hand="priest field"), holdings()
    )
    state = buy(state, ClearLand(1), "host_0")
    assert lands(state) == ["farm", "mine"]
    assert removed_count(state, "church") == removed_count(state, "tower") == 1
    assert unit_words(state) == {"peasant", "priest"}
    assert refusals(state, Recruit("priest")) == {"recruit.price"}


def test_units_of_a_turned_territory_that_is_given_up_stay_turned():
    """The rulebook names no condition."""
    state = checked_position(holdings(lands="city field! farm", units="peasant#1"), holdings())
    state = buy(state, ClearLand(1), "host_0")
    assert unit_words(state) == {"peasant!"}
    assert lands(state) == ["farm"]
