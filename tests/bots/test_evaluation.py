"""Tests of score leads: in open and finished states, with teams, rivals and a win bonus."""

from referee_service.bots.evaluation import score_leads
from referee_service.kernel.game import BotHints
from referee_service.kernel.score import Result


def test_a_lead_is_the_difference_to_the_best_opponent_and_never_to_a_partner():
    class Game:
        bot_hints = BotHints(expected_scores=lambda state: [10, 4, 7])
        result = staticmethod(lambda state: None)

    assert score_leads(Game, None) == (3, -6, -3)
    Game.bot_hints = BotHints(expected_scores=lambda state: [9, 5, 9, 5], teams=lambda state: [(0, 2), (1, 3)])
    assert score_leads(Game, None) == (4, -4, 4, -4)
    Game.bot_hints = BotHints(expected_scores=lambda state: [42])
    assert score_leads(Game, None) == (42,)
    Game.bot_hints = BotHints(expected_scores=lambda state: [42], rival_scores=lambda state: [40])
    assert score_leads(Game, None) == (2,)


def test_a_win_adds_the_win_bonus_of_the_game():
    class Game:
        bot_hints = BotHints(expected_scores=lambda state: [0, 0])
        result = staticmethod(lambda state: Result(winners=(1,), scores=(3, 2), ranking=((1,), (0,)), lines=((), ())))

    assert score_leads(Game, None) == (1, -1)
    Game.bot_hints = BotHints(expected_scores=lambda state: [0, 0], win_bonus=8.0)
    assert score_leads(Game, None) == (-7, 7)
