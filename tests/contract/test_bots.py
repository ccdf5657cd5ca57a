"""Contract of bots: choices depend on the view only, and every chosen move is legal."""

import pytest

from referee_service.bots.arena import play_game
from referee_service.bots.registry import bot_from_spec
from referee_service.bots.simulation import apply_and_pay
from referee_service.kernel.chance import seed_key
from referee_service.kernel.engine import judge
from referee_service.kernel.notation import parse_notation
from referee_service.kernel.state import CHANCE
from tests.contract.playthroughs import each_game, each_table, sampled_plies

KEYS = (seed_key("one"), seed_key("two"), seed_key("three"))
each_bot = pytest.mark.parametrize("bot", ["random", "greedy", "search:12"])


@each_table
@each_bot
def test_equal_views_give_the_same_legal_choice(game, seats, bot):
    for ply in sampled_plies(game, seats, each=2):
        if ply.seat == CHANCE:
            continue
        state = ply.before.state
        choice = bot_from_spec(bot)(game, game.view(state, ply.seat), "fair")
        assert not judge(game, state, ply.seat, parse_notation(game, choice.notation))
        for key in KEYS:
            other = game.determinize(game.view(state, ply.seat), key)
            assert bot_from_spec(bot)(game, game.view(other, ply.seat), "fair") == choice


@each_table
def test_no_payment_stays_open_in_simulation(game, seats):
    """Evaluations therefore never see a price that is partly paid."""
    for ply in sampled_plies(game, seats, each=2):
        if ply.seat != CHANCE:
            turn = game.turn(apply_and_pay(game, ply.before.state, ply.action))
            assert turn is None or "pay_cheapest" not in turn.verbs


@each_table
def test_bots_play_a_whole_game_without_an_illegal_move(game, seats):
    bots = ["search:4", "greedy", "random", "greedy"]
    result = play_game(game, [bot_from_spec(bot) for bot in bots[:seats]], "whole")
    assert len(result.scores) == seats


SOAK_GAMES, CHUNKS = 100, 10


@pytest.mark.soak
@pytest.mark.parametrize("chunk", range(CHUNKS))
@each_game
def test_bots_play_a_hundred_games_without_an_illegal_move(game, chunk):
    bots = ["search:10", "greedy", "random", "search:3"]
    for number in range(SOAK_GAMES // CHUNKS):
        seed = chunk * SOAK_GAMES // CHUNKS + number
        seats = game.seats[seed % len(game.seats)]
        players = [bots[(seat + seed) % len(bots)] for seat in range(seats)]
        assert play_game(game, [bot_from_spec(bot) for bot in players], f"soak {seed}").ranking
