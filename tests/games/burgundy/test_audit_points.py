"""The audit of bonus tiles and score lines."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee_service.games.burgundy.actions.sell_goods import SellGoods
from referee_service.games.burgundy.questions import FreeActionFrame
from referee_service.kernel.tuples import with_item
from tests.games.burgundy.positions import (
    LONE_CITY,
    MINES,
    PASTURE,
    after,
    faults,
    opening,
    with_estate,
    with_line,
)
from tests.games.rules import refuses, rule

FIRST = opening()
"""The first turn of a game of two; seat 0 has one silver."""
FOUR = opening(4)
"""The first turn of a game of four."""


MINES_COVERED = with_estate(FOUR, dict.fromkeys(MINES, "mine"))
"""Seat 0 has covered all mine spaces in phase A: a district of three, and the large bonus tile."""


def claimed(*seats):
    """The bonus tiles of the mines are in the hands of these seats."""
    return replace(MINES_COVERED, bonuses=replace(MINES_COVERED.bonuses, mine=seats))


@rule("audit.bonus")
@pytest.mark.parametrize(("seats", "refused"), [((0,), False), ((0, 1), True), ((1,), True)])
def test_a_bonus_tile_is_earned_by_a_covered_colour(seats, refused):
    assert (("bonuses.mine", "audit.bonus") in faults(claimed(*seats))) is refused


@rule("audit.bonus_missing")
@pytest.mark.parametrize(("seats", "refused"), [((), True), ((0,), False)])
def test_a_seat_that_covers_a_colour_takes_its_bonus_tile(seats, refused):
    assert faults(claimed(*seats)) == ({("bonuses.mine", "audit.bonus_missing")} if refused else set())


@refuses("audit.sorted")
def test_no_seat_has_both_bonus_tiles_of_a_colour():
    assert faults(claimed(0, 0)) == {("bonuses.mine", "audit.sorted")}


@refuses("audit.range")
def test_a_colour_has_two_bonus_tiles():
    assert faults(claimed(0, 1, 2)) == {("bonuses.mine", "audit.range")}


LONE_GOODS = next(goods for goods in FIRST.active_player.goods if FIRST.active_player.goods.count(goods) == 1)
SOLD = after(replace(FIRST, pending=(FreeActionFrame(0),)), SellGoods(None, LONE_GOODS))
"""Seat 0 has sold one goods tile, for two points."""
CATTLE = with_estate(FIRST, {LONE_CITY: "watchtower", PASTURE[0]: "cattle_2", PASTURE[1]: "cattle_3"})
"""Seat 0 has a watchtower in a city of one, and two cattle tiles in one pasture: 2, then 2 + 3; or 3, then 3 + 2."""


def test_possible_positions_have_no_faults():
    assert not any(faults(state) for state in (MINES_COVERED, SOLD, CATTLE))


@rule("audit.points")
@pytest.mark.parametrize(
    ("state", "rule_id", "count", "points", "refused"),
    [
        pytest.param(FIRST, "score.sale", 1, 2, True, id="nothing was sold"),
        pytest.param(SOLD, "score.sale", 1, 2, False, id="a sale"),
        pytest.param(SOLD, "score.sale", 1, 3, True, id="a sale with more players"),
        pytest.param(SOLD, "score.sale", 2, 4, True, id="more sold than there lies"),
        pytest.param(FIRST, "place_tile.twin", 1, 1, True, id="a rule that gives no points"),
        pytest.param(FIRST, "nonsense", 1, 1, True, id="no rule"),
        pytest.param(FIRST, "score.silver", 1, 1, True, id="silver before the end"),
        pytest.param(FIRST, "knowledge.17", 1, 4, True, id="knowledge before the end"),
        pytest.param(FIRST, "building.watchtower", 1, 4, True, id="no watchtower"),
        pytest.param(CATTLE, "building.watchtower", 1, 4, False, id="a watchtower"),
        pytest.param(CATTLE, "building.watchtower", 1, -4, True, id="negative points"),
        pytest.param(CATTLE, "score.animals", 3, 7, False, id="2, then 2 and 3"),
        pytest.param(CATTLE, "score.animals", 3, 8, False, id="3, then 3 and 2"),
        pytest.param(CATTLE, "score.animals", 3, 9, True, id="too many animals"),
        pytest.param(CATTLE, "score.animals", 3, 6, True, id="too few animals"),
        pytest.param(CATTLE, "score.animals", 2, 7, True, id="animals that did not score again"),
        pytest.param(CATTLE, "score.animals", 0, 0, True, id="animals for nothing"),
        pytest.param(CATTLE, "score.district_size", 1, 1, False, id="a district of one"),
        pytest.param(CATTLE, "score.district_size", 3, 3, True, id="more districts than covered"),
        pytest.param(FIRST, "score.large_bonus", 1, 5, True, id="no bonus tile"),
        pytest.param(MINES_COVERED, "score.large_bonus", 1, 7, False, id="a large bonus tile"),
        pytest.param(MINES_COVERED, "score.large_bonus", 1, 5, True, id="a large bonus tile with fewer players"),
        pytest.param(MINES_COVERED, "score.small_bonus", 1, 4, True, id="a small bonus tile"),
        pytest.param(MINES_COVERED, "score.district_size", 1, 6, False, id="a district of three"),
        pytest.param(MINES_COVERED, "score.district_size", 1, 7, True, id="a district of three, too much"),
        pytest.param(MINES_COVERED, "score.district_phase", 1, 10, False, id="a district in phase A"),
        pytest.param(MINES_COVERED, "score.district_phase", 1, 8, True, id="a district in a later phase"),
    ],
)
def test_points_come_from_rules_that_can_have_given_them(state, rule_id, count, points, refused):
    wanted = {("score_lines[0]", "audit.points")} if refused else set()
    assert faults(with_line(state, rule_id, count, points)) == wanted


@refuses("audit.points")
@pytest.mark.parametrize(
    ("state", "rule_id"),
    [
        (SOLD, "score.sale"),
        (CATTLE, "score.animals"),
        (CATTLE, "building.watchtower"),
        (MINES_COVERED, "score.large_bonus"),
        (MINES_COVERED, "score.district_size"),
    ],
)
def test_points_that_were_earned_may_not_be_missing(state, rule_id):
    lines = tuple(line for line in state.score_lines[0] if line.rule != rule_id)
    assert faults(replace(state, score_lines=with_item(state.score_lines, 0, lines))) == {
        ("score_lines[0]", "audit.points")
    }
