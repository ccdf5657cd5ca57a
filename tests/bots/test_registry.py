"""Tests of the registry: bots by name, and what all bots have in common."""

import pytest

from referee_service.bots.registry import bot_from_spec
from referee_service.kernel.engine import legal_actions
from referee_service.kernel.notation import notation
from tests.bots.positions import each_game, opening

each_bot = pytest.mark.parametrize("bot", ["random", "greedy", "search:40"])


@each_game
@each_bot
def test_the_ranking_has_every_legal_action_once_and_the_picked_one_first(game, bot):
    state, seat = opening(game)
    choice = bot_from_spec(bot)(game, game.view(state, seat), "1")
    assert sorted(each.notation for each in choice.ranking) == sorted(map(notation, legal_actions(game, state)))
    assert choice.notation == choice.ranking[0].notation
    visits = [each.visits for each in choice.ranking]
    assert visits == sorted(visits, reverse=True)


@each_game
@each_bot
def test_the_same_view_and_seed_give_the_same_choice(game, bot):
    state, seat = opening(game)
    view = game.view(state, seat)
    assert bot_from_spec(bot)(game, view, "7") == bot_from_spec(bot)(game, view, "7")


@pytest.mark.parametrize("spec", ["", "search", "search:0", "search:x", "greedy:3", "stockfish"])
def test_an_unknown_spec_raises_an_error(spec):
    with pytest.raises(ValueError, match="is not a bot"):
        bot_from_spec(spec)
