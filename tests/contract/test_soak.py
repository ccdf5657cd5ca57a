"""A thousand games of each, audited at every step. Run by `make soak`."""

from time import perf_counter

import pytest

from tests.contract.playing import each_game, play_random, some_options

GAMES_IN_ALL, CHUNKS = 1000, 20
FIRST_SEED = 1000
"""Seeds that the daily suite does not play."""


@pytest.mark.soak
@pytest.mark.parametrize("chunk", range(CHUNKS))
@each_game
def test_a_thousand_games_are_possible_at_every_step_and_end(game, chunk, record_property):
    games, actions, began = GAMES_IN_ALL // CHUNKS, 0, perf_counter()
    for number in range(games):
        seed = FIRST_SEED + chunk * games + number
        seats = game.seats[seed % len(game.seats)]
        for ply in play_random(game, seats, seed, some_options(game, seats, seed)):
            actions += 1
            assert not list(game.audit(ply.after.state)), f"{game.name} {seats} {seed}: ply {actions}"
        assert game.result(ply.after.state) is not None
    took = perf_counter() - began
    record_property(
        "figures", f"{game.name}: {games} audited games, {actions} actions, {actions / took:,.0f} per second"
    )
