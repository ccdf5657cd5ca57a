"""Tests of points and of the ranking of seats."""

import pytest

from referee_service.kernel.score import Rival, award, rank_sides, total_points
from referee_service.kernel.state import ScoreLine
from tests.kernel.positions import given


def scored(*awards, seats=2):
    """Return a finished game with these awards: (seat, points, rule)."""
    state = given(hands=("",) * seats, turns_remaining=0, pending=())
    for seat, points, rule in awards:
        state = award(state, seat, points, rule)
    return state


def test_points_of_one_rule_are_added_up_in_one_line():
    state = scored((0, 2, "build.value"), (0, 1, "give.thanks"), (0, 3, "build.value"))
    assert state.score_lines[0] == (ScoreLine("build.value", 2, 5), ScoreLine("give.thanks", 1, 1))
    assert total_points(state, 0) == 6


def test_score_lines_are_sorted_by_rule():
    state = scored((1, 1, "give.thanks"), (1, 2, "build.value"))
    assert [line.rule for line in state.score_lines[1]] == ["build.value", "give.thanks"]
    assert state.score_lines[0] == ()


def test_an_award_may_count_several_times():
    assert award(given(), 0, 6, "opened.hand", count=3).score_lines[0] == (ScoreLine("opened.hand", 3, 6),)


def test_seats_are_ranked_by_points_and_then_by_the_tie_break():
    state = scored((0, 5, "build.value"), (1, 7, "build.value"), (2, 5, "build.value"), (3, 5, "build.value"), seats=4)
    result = rank_sides(state, tie_break=lambda seat: (0, 0, 2, 0)[seat : seat + 1])
    assert result.winners == (1,)
    assert result.scores == (5, 7, 5, 5)
    assert result.ranking == ((1,), (2,), (0, 3))
    assert result.lines == state.score_lines


def test_equal_seats_share_the_victory():
    assert rank_sides(scored(), tie_break=lambda seat: ()).winners == (0, 1)


@pytest.mark.parametrize(
    ("points", "ranking"),
    [(4, ((0,), (1,), ("bot",))), (5, ((0,), (1, "bot"))), (6, ((0,), ("bot",), (1,))), (8, (("bot",), (0,), (1,)))],
)
def test_a_rival_is_ranked_by_its_points_after_equal_seats(points, ranking):
    rival = Rival("bot", (ScoreLine("give.thanks", 1, points - 1), ScoreLine("opened.hand", 1, 1)))
    state = scored((0, 7, "build.value"), (1, 5, "build.value"))
    result = rank_sides(state, tie_break=lambda seat: (), rivals=[rival])
    assert (result.ranking, result.winners) == (ranking, ranking[0])
    assert (result.scores, result.lines) == ((7, 5), state.score_lines)
    assert (result.rivals, result.rival_scores) == ((rival,), {"bot": points})


def test_a_seat_with_a_tie_break_comes_before_a_rival_with_equal_points():
    result = rank_sides(scored(), tie_break=lambda seat: (0,), rivals=[Rival("bot", ())])
    assert result.ranking == ((0, 1), ("bot",))
