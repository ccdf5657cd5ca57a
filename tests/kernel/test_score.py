"""Tests of points and of the ranking of seats."""

from referee_service.kernel.score import award, rank_seats, total_points
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
    result = rank_seats(state, tie_break=lambda seat: (0, 0, 2, 0)[seat : seat + 1])
    assert result.winners == (1,)
    assert result.scores == (5, 7, 5, 5)
    assert result.ranking == ((1,), (2,), (0, 3))
    assert result.lines == state.score_lines


def test_equal_seats_share_the_victory():
    assert rank_seats(scored(), tie_break=lambda seat: ()).winners == (0, 1)
