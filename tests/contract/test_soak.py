"""Soak test: a thousand random games of each game, audited after every action. `make soak` runs it."""

from time import perf_counter

import pytest

from tests.contract.playthroughs import each_game, play_random, random_options

TOTAL_GAMES, CHUNKS = 1000, 20
FIRST_SEED = 1000
"""First seed. The other tests use only lower seeds."""


@pytest.mark.soak
@pytest.mark.parametrize("chunk", range(CHUNKS))
@each_game
def test_every_state_of_a_thousand_games_passes_the_audit_and_every_game_ends(game, chunk, record_property):
    games, actions, start = TOTAL_GAMES // CHUNKS, 0, perf_counter()
    for number in range(games):
        seed = FIRST_SEED + chunk * games + number
        seats = game.seats[seed % len(game.seats)]
        for ply in play_random(game, seats, seed, random_options(game, seats, seed)):
            actions += 1
            assert not list(game.audit(ply.after.state)), f"{game.name} {seats} {seed}: ply {actions}"
        assert game.result(ply.after.state) is not None
    seconds = perf_counter() - start
    record_property(
        "figures", f"{game.name}: {games} audited games, {actions} actions, {actions / seconds:,.0f} per second"
    )
