"""Construct: free placement, by the action or by an effect.

Sources: L = line of the rulebook, R = ruling of the game's page, C = rule of the card set.
"""

from __future__ import annotations

import pytest

from tests.games.empires_north.positions import given, play, points, position, question, refusals, site, supply_of, use
from tests.games.rules import rule


def test_fields_are_not_placed_by_construct_but_before_it():
    state = given("mackinnon", hand=("granary", "leased_pasture", "toll_gate"))
    state = play(state, "place_pawn tile=construct", "build_field card=leased_pasture")
    assert question(state) == "construct"
    state = play(state, "construct card=toll_gate")
    assert site(state, "toll_gate")
    assert supply_of(state, "sheep") == 1


@rule("construct.meant")
@pytest.mark.parametrize(("card", "refused"), [("summer_camp", False), ("cairn", True)])
def test_an_effect_places_only_cards_that_fit_its_filter(card, refused):
    state = play(given("nanurjuk", empire=("pack_dogs",), hand=(card,)), "use_location slot=3")
    assert ("construct.meant" in refusals(state, f"construct card={card}")) is refused
    assert refusals(state, "decline") == set()


def test_free_placement_by_an_effect_may_be_declined():
    state = given("nanurjuk", empire=("pack_dogs",), hand=("summer_camp",))
    assert points(play(state, "use_location slot=3", "construct card=summer_camp")) == 1
    assert points(play(state, "use_location slot=3", "decline")) == 0


@pytest.mark.parametrize(
    ("hand", "refused"),
    [
        (("leased_pasture",), True),
        (("building_loan", "building_loan"), True),
        (("leased_pasture", "building_loan"), True),
        (("leased_pasture", "toll_gate"), False),
        (("building_loan", "savings_bank"), False),
        ((), True),
    ],
)
def test_construct_needs_a_location_that_is_no_field(hand, refused):
    """Ruling 5: for a pawn, and for capitals on a card."""
    state = position("mackinnon", hand=hand, empire=("great_forest",))
    assert refusals(state, "place_pawn tile=construct") == ({"declare.possible"} if refused else set())
    assert refusals(state, use(state, "great_forest")) == ({"use_location.possible"} if refused else set())


def test_a_field_with_construct_is_placed_before_the_free_location():
    state = position("mackinnon", hand=("granary", "leased_pasture", "toll_gate"), passed=True)
    state = play(state, "place_pawn tile=construct", "build_field card=leased_pasture")
    assert (supply_of(state, "sheep"), question(state)) == (1, "construct")
    assert refusals(state, "construct card=leased_pasture") == {"build.hand", "build.corner"}
    state = play(state, "construct card=toll_gate")
    assert state.active_player.hand == (("granary", 1),)


def test_construct_waives_workers_too():
    state = position(hand=("hall_of_heroes",), passed=True)
    state = play(state, "place_pawn tile=construct")
    assert (state.active_player.workers, state.active_player.spent_workers, points(state)) == (5, 0, 1)


def test_a_free_placement_by_an_effect_is_no_construct():
    """Without capitals there is no boost window."""
    state = position("nanurjuk", empire=("pack_dogs",), hand=("summer_camp", "moving_day"))
    assert question(play(state, use(state, "pack_dogs"))) == "build_free"
