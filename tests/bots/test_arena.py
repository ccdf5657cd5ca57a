"""Tests of the arena: the confidence interval of a win rate."""

from referee_service.bots.arena import wilson_interval


def test_the_wilson_interval_of_few_games_is_wide():
    low, high = wilson_interval(57, 60)
    assert (round(low, 3), round(high, 3)) == (0.863, 0.983)
    assert wilson_interval(10, 10)[0] < 0.75
