"""Tests of the greedy bot: it picks the best evaluation, and it beats the random bot."""

import pytest

from referee_service.bots import greedy_bot
from referee_service.bots.arena import play_game
from referee_service.bots.registry import bot_from_spec
from referee_service.games import GAMES
from tests.bots.positions import BURGUNDY, opening


def test_greedy_picks_the_action_with_the_best_evaluation():
    state, seat = opening(BURGUNDY)
    choice = greedy_bot.choose(BURGUNDY, BURGUNDY.view(state, seat), "")
    assert choice.value == max(each.value for each in choice.ranking)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_greedy_beats_random(game):
    """A few games show that no sign of an evaluation is wrong. `referee ladder` measures the win rate."""
    wins = 0
    for seed in range(6):
        players = [bot_from_spec("greedy"), bot_from_spec("random")]
        seat = seed % 2
        wins += seat in play_game(game, players if seat == 0 else players[::-1], f"strength {seed}").winners
    assert wins >= 5
