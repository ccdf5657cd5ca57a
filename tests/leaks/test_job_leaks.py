"""Search jobs about positions that look equal to a seat: all responses and events are equal, byte for byte."""

import random

import pytest

from tests.contract.playthroughs import GAMES
from tests.leaks.comparison import Comparison
from tests.leaks.hidden_places import pairs
from tests.leaks.positions import TABLES, positions
from tests.leaks.searches import running_worker
from tests.leaks.transcript import tables_of

each_table = pytest.mark.parametrize("name", TABLES)


@pytest.fixture
def worker(app, empty_redis, monkeypatch):
    """Return a search worker in this process."""
    with running_worker(app, empty_redis.url, monkeypatch) as worker:
        yield worker


def compare_searches(app, worker, name, *, games, each, most):
    """Compare searches of the seat to move, in up to this number of pairs, and return the comparison."""
    comparison, game = Comparison(app, lines=0), GAMES[name]
    for match, _ in positions(name, games, each):
        turn = game.turn(match.state)
        for pair in pairs(game, match.state, turn.seat, random.Random(match.ply), 1) if turn is not None else ():
            if comparison.counts["pairs"] < most:
                tables = tables_of(app, match, (pair.first, pair.second))
                comparison.compare_searches(worker, *tables, turn.seat)
    return comparison


@each_table
def test_searches_in_positions_that_look_equal_give_equal_jobs_and_events(app, worker, name, record_property):
    compared = compare_searches(app, worker, name, games=4, each=2, most=3)
    record_property("figures", f"jobs of {compared.figures(name)}")
    assert compared.counts["pairs"] == 3


@pytest.mark.soak
@each_table
def test_many_searches_in_positions_that_look_equal_give_equal_jobs_and_events(app, worker, name, record_property):
    compared = compare_searches(app, worker, name, games=20, each=4, most=60)
    record_property("figures", f"jobs of {compared.figures(name)}")
    assert compared.counts["pairs"] >= 10
