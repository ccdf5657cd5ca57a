"""Points so far: what the buildings give at any moment, line by line."""

from __future__ import annotations

import pytest

from referee_service.games.medievalia.actions.buy_building import BuyBuilding
from referee_service.games.medievalia.scoring import points_so_far
from referee_service.kernel.actions.pay_cheapest import PayCheapest
from tests.games.medievalia.positions import (
    after,
    after_chance,
    attack_and_strike,
    checked_position,
    holdings,
    lands,
    possible,
    with_top,
)


def lines_of(state, seat=0):
    """Return the score lines of a seat so far, as rule, count and points."""
    return [(line.rule, line.count, line.points) for line in points_so_far(state)[seat]]


@pytest.mark.parametrize(
    ("places", "lines"),
    [
        ("farm", []),
        ("farm+bank", [("score.building", 1, 1)]),
        ("farm+stable mine+stable", [("score.building", 1, 1)]),  # the second one of a kind counts nothing
        ("farm+bank mine+castle+tower", [("score.building", 2, 2), ("score.castle", 1, 2)]),
    ],
)
def test_the_points_so_far_are_counted_line_by_line_before_the_end(places, lines):
    state = checked_position(holdings(lands=places), holdings(lands="farm+church"))
    assert state.game_end is None
    assert (lines_of(state), lines_of(state, 1)) == (lines, [("score.building", 1, 1)])
    assert state.score_lines == ((), ())


def test_a_bought_building_adds_its_points_at_once():
    state = possible(with_top(checked_position(holdings(lands="forest farm mine mine", hand="field " * 3)), "tower"))
    assert lines_of(state) == []
    bought = possible(after_chance(after(state, BuyBuilding(0, 2), PayCheapest())))
    assert lines_of(bought) == [("score.building", 1, 1)]


def test_a_destroyed_building_takes_its_points_along():
    defender = holdings(lands="farm+bank field+church")
    state = possible(attack_and_strike(defender, "soldier", at="host_1"))
    assert lands(state, 1) == ["field"]
    assert lines_of(state, 1) == [("score.building", 1, 1)]
