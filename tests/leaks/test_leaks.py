"""Responses about positions that look equal to a seat: they are equal, byte for byte."""

import pytest

from tests.leaks.comparison import Comparison
from tests.leaks.hidden_places import SECRETS
from tests.leaks.positions import TABLES, positions

SAMPLES = {"caravan": (30, 5), "medievalia": (6, 2), "empires_north": (6, 1), "dice_settlers": (6, 1)}
"""For each game, the number of random games and of positions per question. Few questions of Caravan close."""
each_table = pytest.mark.parametrize("name", TABLES)


def compare_games(app, name, *, games, each, wanted, lines):
    """Compare sampled positions of a game for every seat, and return the comparison."""
    comparison = Comparison(app, lines)
    for match, played in positions(name, games, each):
        for seat in range(TABLES[name]):
            comparison.compare_positions(match, played, seat, wanted)
    return comparison


def test_every_game_with_hidden_pieces_has_a_table_of_them():
    assert SECRETS.keys() == TABLES.keys()


@each_table
def test_positions_that_look_equal_to_a_seat_give_it_equal_responses(app, name, record_property):
    games, each = SAMPLES[name]
    compared = compare_games(app, name, games=games, each=each, wanted=1, lines=3)
    record_property("figures", compared.figures(name))
    assert compared.counts["pairs"] >= 20
    assert compared.counts["moves"] >= 20
    assert compared.counts["closed"] > 0


@pytest.mark.soak
@each_table
def test_many_positions_that_look_equal_to_a_seat_give_it_equal_responses(app, name, record_property):
    compared = compare_games(app, name, games=60, each=12, wanted=3, lines=12)
    record_property("figures", compared.figures(name))
    assert compared.counts["pairs"] >= 100
